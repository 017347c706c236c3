import { expireHolds } from './hold-expiry';
import type { Actor, OperationRejection } from '~/payments/replies';
import { listAllowedActions, getRefundableAmount, getRemainingHold } from '~/payments/transactions/states';
import { findTransactionWithHoldState } from '~/payments/transactions/transaction-rows';
import { amountsOf, lockedByChargebacks } from '~/payments/transactions/transaction-object';

type RejectedRequest = {
  operation: 'capture' | 'void' | 'refund';
  transactionId: string;
  amount: number | null;
};

/**
 * Why a payment rejected an operation, such as an over-refund, a capture above the hold, or a void after the
 * capture. An expired hold counts as released even before the timer processes it or while an operation is
 * pending.
 */
export async function explainRejection(
  { accountId, environment }: Actor,
  { operation, transactionId, amount }: RejectedRequest,
): Promise<OperationRejection> {
  const find = async () =>
    (await findTransactionWithHoldState({ accountId, environment, id: transactionId }))[0];
  let row = await find();
  if (row?.hold_expired) {
    await expireHolds(transactionId);
    row = await find();
  }
  if (!row) return { kind: 'not_found' };
  const amounts = amountsOf(row);
  const locked = operation === 'refund' ? lockedByChargebacks(row) : undefined;
  const possible = row.type === 'PAYMENT' ? listAllowedActions(row.status, amounts) : [];
  const allowed = row.hold_expired ? possible.filter((action) => action === 'refund') : possible;
  if (!allowed.includes(operation) || amount === null)
    return { kind: 'invalid_state', status: row.status, allowed, locked };
  return {
    kind: 'amount_exceeds_remaining',
    remaining: operation === 'refund' ? getRefundableAmount(amounts) : getRemainingHold(amounts),
    requested: amount,
    locked,
  };
}
