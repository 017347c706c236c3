import type { TransactionStatus } from '~/payments/states';
import { answerOnce, refused, unknown } from './acquirer';
import type { ApiClient } from './api-client';
import { expire, settle } from './clock';
import { buildPayment, cards, operate, refund } from './payments';

type Reach = (client: ApiClient) => Promise<string>;
type Step = (client: ApiClient, id: string) => Promise<unknown>;

const pay = (changes: Parameters<typeof buildPayment>[1] = {}): Reach => async (client) => {
  const { id, transaction_id } = await buildPayment(client, changes);
  return id ?? transaction_id;
};
const authorized = pay();
const capturedAtOnce = pay({ operation: 'authcap' });

const captures = (amount?: number): Step => (client, id) => operate(client, id, { operation: 'capture', amount });
const voids = (amount?: number): Step => (client, id) => operate(client, id, { operation: 'void', amount });
const refunds = (amount: number): Step => (client, id) => refund(client, id, amount);
const expires: Step = (_, id) => expire(id);
const settles: Step = (_, id) => settle(id);
const captureUnanswered: Step = (client, id) => {
  answerOnce('capture', unknown);
  return operate(client, id, { operation: 'capture', amount: 3_000 });
};
const refundUnanswered: Step = (client, id) => {
  answerOnce('refund', unknown);
  return refund(client, id, 3_000);
};

const after = (reach: Reach, ...steps: Step[]): Reach => async (client) => {
  const id = await reach(client);
  for (const step of steps) await step(client, id);
  return id;
};

/** The refund of 30.00 of a captured payment, instead of the payment. */
const refundOf = (...steps: Step[]): Reach => async (client) => {
  const { json } = await refund(client, await capturedAtOnce(client), 3_000);
  const id = json.id ?? json.transaction_id;
  for (const step of steps) await step(client, id);
  return id;
};

/** Every state a transaction can be in, and how a merchant, and time, bring one of 100.00 USD there. */
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
  ['PARTIAL_CAPTURED, partly refunded', 'PARTIAL_CAPTURED', after(authorized, captures(4_000), refunds(1_000))],
  ['PARTIAL_CAPTURED, with a capture nobody answered', 'PARTIAL_CAPTURED', after(authorized, captures(4_000), captureUnanswered)],
  ['PARTIAL_CAPTURED, the rest voided', 'PARTIAL_CAPTURED', after(authorized, captures(4_000), voids())],
  ['PARTIAL_CAPTURED, the rest expired', 'PARTIAL_CAPTURED', after(authorized, captures(4_000), expires)],
  ['PARTIAL_CAPTURED, settled', 'PARTIAL_CAPTURED', after(authorized, captures(4_000), voids(), settles)],
  ['PARTIAL_CAPTURED, settled and refunded', 'PARTIAL_CAPTURED', after(authorized, captures(4_000), voids(), settles, refunds(4_000))],
  ['CAPTURED', 'CAPTURED', capturedAtOnce],
  ['CAPTURED in two parts', 'CAPTURED', after(authorized, captures(4_000), captures())],
  ['CAPTURED, partly refunded', 'CAPTURED', after(capturedAtOnce, refunds(3_000))],
  ['CAPTURED, with a refund nobody answered', 'CAPTURED', after(capturedAtOnce, refundUnanswered)],
  ['CAPTURED, fully refunded', 'CAPTURED', after(capturedAtOnce, refunds(10_000))],
  ['SETTLED', 'SETTLED', after(capturedAtOnce, settles)],
  ['SETTLED, partly refunded', 'SETTLED', after(capturedAtOnce, settles, refunds(3_000))],
  ['SETTLED, fully refunded', 'SETTLED', after(capturedAtOnce, settles, refunds(10_000))],
  ['a REFUND that is PENDING', 'PENDING', (client) => (answerOnce('refund', unknown), refundOf()(client))],
  ['a REFUND that was accepted', 'CAPTURED', refundOf()],
  ['a REFUND that is SETTLED', 'SETTLED', refundOf(settles)],
  ['a REFUND that was refused', 'DECLINED', (client) => (answerOnce('refund', refused), refundOf()(client))],
];
