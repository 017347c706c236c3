import { createId } from '~/platform/ids';
import { testEventType, type EventType } from './event-types';

type Payload = Record<string, string | number | object>;

const card = { brand: 'visa', last_four: '4242' };
const orderAmount = 4_250;
const secondsAfter = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000).toISOString();
const daysAfter = (at: Date, days: number) => secondsAfter(at, days * 86_400);

/**
 * The payload of a sample event: about something that doesn't exist, with the members of a real event. A test compares
 * them. Amounts in minor units.
 */
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
      order_amount: orderAmount,
      order_currency: 'EUR',
    };
  if (noun === 'card') return buildSampleCard(event, at);
  return buildSampleTransaction(type as TransactionEventType, at);
}

function buildSampleCard(event: string, at: Date): Payload {
  const ids = { reference_id: 'sample-1', customer_id: 'sample-customer-1' };
  const saved = {
    ...{ token: createId('tok'), ...card },
    // A deleted card is erased.
    ...(event !== 'deleted' && { expiry: '2030-12' }),
  };
  if (event === 'tokenized')
    return {
      ...{ intent_id: createId('int'), ...ids, status: 'completed' },
      // The lifetime of an intent.
      ...{ expires_at: secondsAfter(at, 60_000), card: saved },
    };
  const decline = { code: 'lost_card', message: 'The card was reported lost.' };
  return { ...saved, ...ids, ...(event === 'closed' && { decline }) };
}

type Decline = { code: string; message: string };
const paymentDecline = { code: 'insufficient_funds', message: 'The account has insufficient funds.' };
const refundDecline = { code: 'restricted_card', message: 'The card is restricted.' };
const getOperationDecline = (operation: 'capture' | 'void') => ({
  code: 'do_not_honor',
  message: `The bank declined the ${operation} without giving a reason.`,
});

const succeeded = (type: string, amount = orderAmount) => ({ type, amount, status: 'SUCCEEDED' });
const failed = (type: string, reason: Decline) => ({
  ...{ type, amount: orderAmount, status: 'FAILED' },
  decline: reason,
});

type TransactionEventType = Exclude<
  EventType,
  `${'application' | 'intent' | 'card'}.${string}` | typeof testEventType
>;
type State = {
  status: string;
  amount_authorized?: number;
  amount_captured?: number;
  amount_voided?: number;
  amount_refunded?: number;
  decline?: Decline;
  stage?: string;
  last_operation: ReturnType<typeof succeeded> & { decline?: Decline };
};

const authorized = { status: 'AUTHORIZED', amount_authorized: orderAmount };
const captured = { ...authorized, status: 'CAPTURED', amount_captured: orderAmount };

/** The state of a transaction when each event reports it. Amounts in minor units, zero unless given. */
const states: Record<TransactionEventType, State> = {
  'transaction.authorized': { ...authorized, last_operation: succeeded('authorize') },
  'transaction.declined': {
    status: 'DECLINED',
    decline: paymentDecline,
    last_operation: failed('authorize', paymentDecline),
  },
  'transaction.captured': { ...captured, last_operation: succeeded('capture') },
  'transaction.partial_captured': {
    ...captured,
    status: 'PARTIAL_CAPTURED',
    amount_captured: 2_000,
    last_operation: succeeded('partial_capture', 2_000),
  },
  'transaction.voided': {
    ...authorized,
    status: 'VOIDED',
    amount_voided: orderAmount,
    last_operation: succeeded('void'),
  },
  'transaction.partially_voided': {
    ...authorized,
    amount_voided: 1_000,
    last_operation: succeeded('void', 1_000),
  },
  'transaction.expired': { ...authorized, status: 'EXPIRED', last_operation: succeeded('expire') },
  'transaction.settled': { ...captured, status: 'SETTLED', last_operation: succeeded('settle') },
  'capture.failed': {
    ...authorized,
    last_operation: failed('capture', getOperationDecline('capture')),
  },
  'void.failed': { ...authorized, last_operation: failed('void', getOperationDecline('void')) },
  'payment.reversed': {
    status: 'DECLINED',
    decline: {
      code: 'system_error',
      message: 'The payment network failed, so the card wasn’t charged. You can try again.',
    },
    last_operation: succeeded('void'),
  },
  'refund.created': {
    status: 'CAPTURED',
    amount_refunded: orderAmount,
    last_operation: succeeded('refund'),
  },
  'refund.settled': {
    status: 'SETTLED',
    amount_refunded: orderAmount,
    last_operation: succeeded('settle'),
  },
  'refund.declined': {
    status: 'DECLINED',
    decline: refundDecline,
    last_operation: failed('refund', refundDecline),
  },
  'chargeback.opened': {
    status: 'CAPTURED',
    stage: 'needs_response',
    last_operation: succeeded('chargeback'),
  },
  'chargeback.won': { status: 'VOIDED', stage: 'won', last_operation: succeeded('dispute_won') },
  'chargeback.lost': { status: 'SETTLED', stage: 'lost', last_operation: succeeded('dispute_lost') },
};

function buildSampleTransaction(event: TransactionEventType, at: Date): Payload {
  const { stage, last_operation: lastOperation, ...state } = states[event];
  const { amount_authorized: held = 0, amount_captured: taken = 0, amount_voided: released = 0 } = state;
  const type = event.startsWith('refund.') ? 'REFUND' : stage ? 'CHARGEBACK' : 'PAYMENT';
  return {
    id: createId('trx'),
    type,
    order_id: 'sample-order-1',
    order_amount: orderAmount,
    order_currency: 'EUR',
    ...{ amount_authorized: 0, amount_captured: 0, amount_voided: 0, amount_refunded: 0 },
    ...state,
    external_id: 'sample-1',
    ...(type === 'PAYMENT'
      ? { card: { ...card, checks: { security_code: 'pass' } } }
      : { card, parent_transaction_id: createId('trx') }),
    ...(stage && { dispute: { stage, reason: 'fraudulent', due_by: daysAfter(at, 7) } }),
    last_operation: { id: createId('op'), ...lastOperation },
    ...(taken + released < held && state.status !== 'EXPIRED' && { capture_before: daysAfter(at, 7) }),
    ...(state.status === 'SETTLED' && { settled_at: at.toISOString() }),
    created_at: at.toISOString(),
    updated_at: at.toISOString(),
  };
}
