import { getConnection } from '~/payments/connections/connections';
import { leaseMs } from '~/payments/transactions/outcome-recording';
import { expireHolds } from './hold-expiry';
import type { Actor, OperationRejection } from '~/payments/replies';
import {
  getCapturableAmount,
  listAllowedActions,
  getRefundableAmount,
  getRemainingHold,
  getStartingStatuses,
  type Amounts,
  type TransactionStatus,
} from '~/payments/transactions/states';
import { findTransactionWithHoldState } from '~/payments/transactions/transaction-rows';
import {
  amountsOf,
  lockedByChargebacks,
  type TransactionRow,
} from '~/payments/transactions/transaction-object';

type RejectedRequest = {
  operation: 'capture' | 'void' | 'refund';
  transactionId: string;
  amount: number | null;
};

/**
 * Why a payment rejected an operation, such as an over-refund, a capture above the hold, or a void after the
 * capture. Once a hold has expired, captures and voids are rejected, even before the timer releases it or while an
 * operation is pending. While pending captures and voids reserve what another one needs, it can be tried again later.
 */
export async function explainRejection(
  { accountId, environment }: Actor,
  { operation, transactionId, amount }: RejectedRequest,
): Promise<OperationRejection> {
  const find = async () =>
    (await findTransactionWithHoldState({ accountId, environment, id: transactionId }))[0];
  let row = await find();
  if (row?.hold_expired) {
    await expireHolds({ transactionId });
    row = await find();
  }
  if (!row) return { kind: 'not_found' };
  const connection = await getConnection(row.connection_id);
  if (!connection) return { kind: 'acquirer_not_configured' };
  const amounts = amountsOf(row);
  const { capabilities } = connection.acquirer;
  const remaining = {
    capture: getCapturableAmount(amounts, capabilities),
    void: getRemainingHold(amounts),
    refund: getRefundableAmount(amounts),
  }[operation];
  const locked = operation === 'refund' ? lockedByChargebacks(row) : undefined;
  if (operation !== 'refund' && !row.hold_expired && isReserved(row.status, amounts, { remaining, amount }))
    return inProgress;
  const possible = row.type === 'PAYMENT' ? listAllowedActions(row.status, amounts, capabilities) : [];
  const allowed = row.hold_expired ? possible.filter((action) => action === 'refund') : possible;
  // Pending captures and voids reserve everything that is left. Even if they are declined, it's less than the amount.
  const isReservedByOthers =
    operation !== 'refund' &&
    !row.hold_expired &&
    canHaveReservations(row.status) &&
    amounts.holdReserved > 0;
  if (amount === null || !(allowed.includes(operation) || isReservedByOthers))
    return { kind: 'invalid_state', status: row.status, allowed, reason: findReason(row, operation), locked };
  // What prevented it is gone, such as a pending operation that was declined in the meantime.
  if (amount <= remaining) return inProgress;
  return { kind: 'amount_exceeds_remaining', remaining, requested: amount, locked };
}

/** What the status alone doesn't say. */
function findReason(
  row: TransactionRow,
  operation: RejectedRequest['operation'],
): Extract<OperationRejection, { kind: 'invalid_state' }>['reason'] {
  if (row.type !== 'PAYMENT') return row.type === 'REFUND' ? 'is_refund' : 'is_chargeback';
  const amounts = amountsOf(row);
  if (operation === 'refund')
    return amounts.captured > 0 && amounts.refunded === amounts.captured ? 'fully_refunded' : undefined;
  const isUsedUp =
    amounts.captured + amounts.voided > 0 && amounts.captured + amounts.voided === amounts.authorized;
  return isUsedUp ? 'nothing_held' : undefined;
}

const inProgress: OperationRejection = {
  kind: 'request_in_progress',
  retryAfterSeconds: Math.ceil(leaseMs / 1000),
};

const canHaveReservations = (status: TransactionStatus) => getStartingStatuses('capture').includes(status);

/** Whether pending captures and voids reserve part of what another one needs. It's free again if they are declined. */
function isReserved(
  status: TransactionStatus,
  amounts: Amounts,
  { remaining, amount }: { remaining: number; amount: number | null },
): boolean {
  const needed = amount ?? 1;
  return (
    canHaveReservations(status) &&
    remaining < needed &&
    needed <= getRemainingHold(amounts) + amounts.holdReserved
  );
}
