import { createId } from '~/platform/ids';
import { testEventType, type EventType } from './event-types';

type Payload = Record<string, string | number | object>;

const card = { brand: 'visa', last_four: '4242' };

/** The payload of a sample event: a transaction that doesn't exist, in the API's format. */
export function buildSamplePayload(type: EventType | typeof testEventType, at: Date): Payload {
  if (type === testEventType) return { message: 'Your endpoint works. This is a sample webhook.' };
  const [noun, event] = type.split('.') as [string, string];
  if (noun === 'application')
    return {
      application_id: createId('app'),
      round: 1,
      ...(event === 'rejected' && { text: 'A sample message from the reviewer' }),
      ...(event === 'changes_requested' && {
        changes: [{ label: 'Website', reason: 'A sample reason' }],
      }),
    };
  if (noun === 'intent')
    return {
      intent_id: createId('int'),
      reference_id: 'sample-1',
      kind: 'payment',
      status: 'expired',
      expires_at: at.toISOString(),
      order_id: 'sample-order-1',
      order_amount: 4_250,
      order_currency: 'EUR',
    };
  if (noun === 'card') return buildSampleCard(event, at);
  return {
    ...buildSampleTransaction(noun, at),
    ...(noun === 'chargeback' && buildSampleDispute(event, at)),
    ...changes[type],
  };
}

function buildSampleCard(event: string, at: Date): Payload {
  const reference_id = 'sample-customer-1';
  const saved = {
    ...{ token: createId('tok'), ...card },
    // A deleted card is erased.
    ...(event !== 'deleted' && { expiry: '2030-12' }),
  };
  if (event === 'tokenized')
    return {
      ...{ intent_id: createId('int'), reference_id, status: 'completed' },
      ...{ expires_at: at.toISOString(), card: saved },
    };
  const decline = { code: 'lost_card', message: 'The card was reported lost.' };
  return { ...saved, reference_id, ...(event === 'closed' && { decline }) };
}

function buildSampleTransaction(noun: string, at: Date): Payload {
  const common = {
    id: createId('trx'),
    order_id: 'sample-order-1',
    order_amount: 4_250,
    order_currency: 'EUR',
    amount_authorized: 4_250,
    amount_captured: 0,
    amount_voided: 0,
    amount_refunded: 0,
    external_id: 'sample-1',
    card,
    created_at: at.toISOString(),
    updated_at: at.toISOString(),
  };
  if (noun !== 'refund' && noun !== 'chargeback') return { ...common, type: 'PAYMENT', status: 'AUTHORIZED' };
  return {
    ...common,
    type: noun === 'refund' ? 'REFUND' : 'CHARGEBACK',
    status: 'CAPTURED',
    amount_authorized: 0,
    parent_transaction_id: createId('trx'),
  };
}

const stages: Record<string, string> = { opened: 'needs_response', won: 'won', lost: 'lost' };

const buildSampleDispute = (event: string, at: Date) => ({
  dispute: {
    stage: stages[event],
    reason: 'fraudulent',
    due_by: new Date(at.getTime() + 7 * 86_400_000).toISOString(),
  },
  last_operation: succeeded('chargeback'),
});

const succeeded = (type: string) => ({ id: createId('op'), type, amount: 4_250, status: 'SUCCEEDED' });

const failed = (type: string) => ({
  ...succeeded(type),
  status: 'FAILED',
  decline: { code: 'do_not_honor', message: `The bank declined the ${type} without giving a reason.` },
});

const changes: Partial<Record<EventType, Payload>> = {
  'transaction.declined': {
    status: 'DECLINED',
    amount_authorized: 0,
    decline: { code: 'insufficient_funds', message: 'The account has insufficient funds.' },
  },
  'transaction.captured': { status: 'CAPTURED', amount_captured: 4_250 },
  'transaction.partial_captured': { status: 'PARTIAL_CAPTURED', amount_captured: 2_000 },
  'transaction.voided': { status: 'VOIDED', amount_voided: 4_250 },
  'transaction.partially_voided': { amount_voided: 1_000 },
  'transaction.expired': { status: 'EXPIRED' },
  'transaction.settled': { status: 'SETTLED', amount_captured: 4_250 },
  'capture.failed': { last_operation: failed('capture') },
  'void.failed': { last_operation: failed('void') },
  'payment.reversed': {
    status: 'DECLINED',
    amount_authorized: 0,
    decline: {
      code: 'system_error',
      message: 'The payment network failed, so the card wasn’t charged. You can try again.',
    },
  },
  'refund.settled': { status: 'SETTLED' },
  'refund.declined': { status: 'DECLINED' },
  'chargeback.won': { status: 'VOIDED' },
  'chargeback.lost': { status: 'SETTLED' },
};
