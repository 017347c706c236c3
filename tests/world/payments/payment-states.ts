import type { TransactionStatus } from '~/payments/transactions/states';
import { prisma } from '~/platform/database/db.server';
import { mockAnswerOnce, declinedOutcome, unknownOutcome } from '../acquirers/acquirer';
import type { ApiClient } from '../api-client';
import { expireHold, settleNextDay } from './elapsed-time';
import { buildPayment, cards, sendCaptureOrVoid, readStatementsWithEntries, refund } from './payments';

type Reach = (client: ApiClient) => Promise<string>;
type Step = (client: ApiClient, id: string) => Promise<unknown>;

const pay =
  (changes: Parameters<typeof buildPayment>[1] = {}): Reach =>
  async (client) => {
    const { id, transaction_id } = await buildPayment(client, changes);
    return id ?? transaction_id;
  };
const authorized = pay();
const capturedAtOnce = pay({ operation: 'authcap' });

const captures =
  (amount?: number): Step =>
  (client, id) =>
    sendCaptureOrVoid(client, id, { operation: 'capture', amount });
const voids =
  (amount?: number): Step =>
  (client, id) =>
    sendCaptureOrVoid(client, id, { operation: 'void', amount });
const refunds =
  (amount: number): Step =>
  (client, id) =>
    refund(client, id, amount);
const expires: Step = (_, id) => expireHold(id);
const settles: Step = (_, id) => settleNextDay(id);
const captureUnanswered: Step = (client, id) => {
  mockAnswerOnce('capture', unknownOutcome);
  return sendCaptureOrVoid(client, id, { operation: 'capture', amount: 3_000 });
};
const refundUnanswered: Step = (client, id) => {
  mockAnswerOnce('refund', unknownOutcome);
  return refund(client, id, 3_000);
};

const after =
  (reach: Reach, ...steps: Step[]): Reach =>
  async (client) => {
    const id = await reach(client);
    for (const step of steps) await step(client, id);
    return id;
  };

/** The refund of 30.00 of a captured payment, instead of the payment. */
const refundOf =
  (...steps: Step[]): Reach =>
  async (client) => {
    const { json } = await refund(client, await capturedAtOnce(client), 3_000);
    const id = json.id ?? json.transaction_id;
    for (const step of steps) await step(client, id);
    return id;
  };

type DisputeEntryKind = 'chargeback_opened' | 'chargeback_won' | 'chargeback_lost';

/** The payer's bank disputes part of the payment, reported by the acquirer ledger. */
const disputes =
  (amountMinor: number, ...kinds: DisputeEntryKind[]): Step =>
  async (_, id) => {
    const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
    const entry = { reference: `cb_${id}`, authorization, amountMinor, currency: 'USD' };
    const disputeDetails = { reason: 'fraudulent', dueBy: '2030-01-31T00:00:00.000Z' };
    await readStatementsWithEntries(
      kinds.map((kind) =>
        kind === 'chargeback_opened' ? { ...entry, kind, ...disputeDetails } : { ...entry, kind },
      ),
    );
  };

/** The chargeback of a captured payment, instead of the payment. */
const chargebackOf =
  (...kinds: DisputeEntryKind[]): Reach =>
  async (client) => {
    const id = await capturedAtOnce(client);
    await disputes(3_000, ...kinds)(client, id);
    return (await client.get(`/transaction?type=external_id&id=cb_${id}`)).json.id;
  };

/** Every state of a transaction of 100.00 USD, and how a merchant and time lead there. */
export const paymentStates: readonly (readonly [name: string, status: TransactionStatus, reach: Reach])[] = [
  ['PENDING', 'PENDING', pay({ pan: cards.unknownThenApproved })],
  ['AUTHORIZED', 'AUTHORIZED', authorized],
  ['AUTHORIZED, partly voided', 'AUTHORIZED', after(authorized, voids(3_000))],
  ['AUTHORIZED, with a capture nobody answered', 'AUTHORIZED', after(authorized, captureUnanswered)],
  ['DECLINED', 'DECLINED', pay({ pan: cards.declined })],
  ['VOIDED', 'VOIDED', after(authorized, voids())],
  ['EXPIRED', 'EXPIRED', after(authorized, expires)],
  ['EXPIRED, partly voided', 'EXPIRED', after(authorized, voids(3_000), expires)],
  ['PARTIAL_CAPTURED', 'PARTIAL_CAPTURED', after(authorized, captures(4_000))],
  [
    'PARTIAL_CAPTURED, partly refunded',
    'PARTIAL_CAPTURED',
    after(authorized, captures(4_000), refunds(1_000)),
  ],
  [
    'PARTIAL_CAPTURED, with a capture nobody answered',
    'PARTIAL_CAPTURED',
    after(authorized, captures(4_000), captureUnanswered),
  ],
  ['PARTIAL_CAPTURED, the rest voided', 'PARTIAL_CAPTURED', after(authorized, captures(4_000), voids())],
  ['PARTIAL_CAPTURED, the rest expired', 'PARTIAL_CAPTURED', after(authorized, captures(4_000), expires)],
  ['PARTIAL_CAPTURED, settled', 'PARTIAL_CAPTURED', after(authorized, captures(4_000), voids(), settles)],
  [
    'PARTIAL_CAPTURED, settled and refunded',
    'PARTIAL_CAPTURED',
    after(authorized, captures(4_000), voids(), settles, refunds(4_000)),
  ],
  ['CAPTURED', 'CAPTURED', capturedAtOnce],
  ['CAPTURED in two parts', 'CAPTURED', after(authorized, captures(4_000), captures())],
  ['CAPTURED, partly refunded', 'CAPTURED', after(capturedAtOnce, refunds(3_000))],
  ['CAPTURED, with a refund nobody answered', 'CAPTURED', after(capturedAtOnce, refundUnanswered)],
  ['CAPTURED, fully refunded', 'CAPTURED', after(capturedAtOnce, refunds(10_000))],
  ['SETTLED', 'SETTLED', after(capturedAtOnce, settles)],
  ['SETTLED, partly refunded', 'SETTLED', after(capturedAtOnce, settles, refunds(3_000))],
  ['SETTLED, fully refunded', 'SETTLED', after(capturedAtOnce, settles, refunds(10_000))],
  [
    'a REFUND that is PENDING',
    'PENDING',
    (client) => (mockAnswerOnce('refund', unknownOutcome), refundOf()(client)),
  ],
  ['a REFUND that was accepted', 'CAPTURED', refundOf()],
  ['a REFUND that is SETTLED', 'SETTLED', refundOf(settles)],
  [
    'a REFUND that was refused',
    'DECLINED',
    (client) => (mockAnswerOnce('refund', declinedOutcome), refundOf()(client)),
  ],
  ['CAPTURED, partly disputed', 'CAPTURED', after(capturedAtOnce, disputes(3_000, 'chargeback_opened'))],
  ['CAPTURED, wholly disputed', 'CAPTURED', after(capturedAtOnce, disputes(10_000, 'chargeback_opened'))],
  [
    'CAPTURED, with a dispute that was won',
    'CAPTURED',
    after(capturedAtOnce, disputes(10_000, 'chargeback_opened', 'chargeback_won')),
  ],
  [
    'SETTLED, with a dispute that was lost',
    'SETTLED',
    after(capturedAtOnce, settles, disputes(3_000, 'chargeback_opened', 'chargeback_lost')),
  ],
  [
    'PARTIAL_CAPTURED, partly disputed',
    'PARTIAL_CAPTURED',
    after(authorized, captures(4_000), disputes(1_000, 'chargeback_opened')),
  ],
  ['a CHARGEBACK that is open', 'CAPTURED', chargebackOf('chargeback_opened')],
  ['a CHARGEBACK that was won', 'VOIDED', chargebackOf('chargeback_opened', 'chargeback_won')],
  ['a CHARGEBACK that was lost', 'SETTLED', chargebackOf('chargeback_opened', 'chargeback_lost')],
];
