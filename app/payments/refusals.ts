import { expireHolds } from './expiry';
import type { Actor, RefusedOperation } from './replies';
import { allowedActions, refundable, remainingHold } from './states';
import { findRefused } from './transaction-rows';
import { amountsOf, lockedByChargebacks } from './transaction-object';

type Refused = { operation: 'capture' | 'void' | 'refund'; transactionId: string; amount: number | null };

/**
 * Why a payment let an operation not happen, from how it stands now. A hold whose time is over is as good as released,
 * also before the timer comes to it, and while the outcome of a part of it is still open.
 */
export async function explainRefusal(
  { accountId, environment }: Actor,
  { operation, transactionId, amount }: Refused,
): Promise<RefusedOperation> {
  const find = async () => (await findRefused({ accountId, environment, id: transactionId }))[0];
  let row = await find();
  if (row?.lapsed) {
    await expireHolds(transactionId);
    row = await find();
  }
  if (!row) return { kind: 'not_found' };
  const amounts = amountsOf(row);
  const locked = operation === 'refund' ? lockedByChargebacks(row) : undefined;
  const possible = row.type === 'PAYMENT' ? allowedActions(row.status, amounts) : [];
  const allowed = row.lapsed ? possible.filter((action) => action === 'refund') : possible;
  if (!allowed.includes(operation) || amount === null)
    return { kind: 'invalid_state', status: row.status, allowed, locked };
  return {
    kind: 'amount_exceeds_remaining',
    remaining: operation === 'refund' ? refundable(amounts) : remainingHold(amounts),
    requested: amount,
    locked,
  };
}
