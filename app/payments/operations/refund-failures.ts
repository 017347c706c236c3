import type { DeclineCode } from '~/acquirers/decline-codes';
import { notifyMembers } from '~/merchants/notifications/notifications';
import { databaseNow, prisma, type Database } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { formatAmount } from '~/platform/money/money';
import { increaseLockedAmount } from '~/payments/disputes/chargebacks';
import { publishTransactionEvent } from '~/payments/transactions/transaction-events';
import { recordOutcome } from '~/payments/transactions/outcome-recording';
import { findPendingReservation } from '~/payments/idempotency/reservations';

/** The operator that records that the payer's bank returned a refund. */
export const refundFailureOperator = 'system:refund-failures';

type RefundFailure = { reference: string; code: DeclineCode; acquirerCode?: string };

/**
 * The payer's bank returned a refund: the REFUND becomes DECLINED, and its amount can be refunded again
 * (decisions: Lifecycle).
 * Those who make refunds are notified.
 * @returns false when the refund isn't known
 */
export async function failRefund(connectionId: string, entry: RefundFailure): Promise<boolean> {
  const [pending] = await findPendingReservation({ operationId: entry.reference });
  // A returned refund had succeeded before, whether or not we had heard of it.
  if (pending?.type === 'REFUND' && pending.connection_id === connectionId)
    await recordOutcome(
      pending,
      { kind: 'approved', acquirerReference: entry.reference },
      pending.database_now,
    );
  return prisma.$transaction(async (db) => {
    const accepted = await db.operation.findFirst({
      where: { id: entry.reference, type: 'refund', transaction: { type: 'REFUND', connectionId } },
      include: { transaction: true },
    });
    if (!accepted) return false;
    const { id, parentId, orderAmount } = accepted.transaction;
    const updatedAt = await databaseNow(db);
    const failed = {
      status: 'DECLINED',
      declineCode: entry.code,
      amountRefunded: 0,
      version: { increment: 1 },
      updatedAt,
    };
    // Transitions of a refund: only an approved refund can fail.
    const { count } = await db.transaction.updateMany({
      where: { id, status: { in: ['CAPTURED', 'SETTLED'] } },
      data: failed,
    });
    if (count === 0) return true;
    await db.transaction.update({
      where: { id: parentId! },
      data: { amountRefunded: { decrement: orderAmount }, version: { increment: 1 }, updatedAt },
    });
    await increaseLockedAmount(db, parentId!);
    for (const transactionId of [id, parentId!])
      await addFailure(db, transactionId, {
        ...accepted,
        declineCode: entry.code,
        acquirerCode: entry.acquirerCode ?? null,
        completedAt: updatedAt,
      });
    await publishTransactionEvent(db, id, 'refund.declined');
    await notifyMembers(
      db,
      accepted.transaction.accountId,
      'refunds',
      'refund-failed',
      {
        amount: formatAmount(orderAmount, accepted.currency),
        isTest: accepted.transaction.environment === 'test',
      },
      `/transactions/${id}`,
    );
    return true;
  });
}

type FailureDetails = {
  amount: number;
  currency: string;
  externalId: string | null;
  declineCode: string;
  acquirerCode: string | null;
  completedAt: Date;
};

/** The operations of the refund and its payment both keep the success and record the failure. */
async function addFailure(
  db: Database,
  transactionId: string,
  { amount, currency, externalId, declineCode, acquirerCode, completedAt }: FailureDetails,
): Promise<void> {
  const id = createId('op');
  await db.operation.updateMany({
    where: { transactionId, type: 'refund', status: 'SUCCEEDED', externalId, reversedBy: null },
    data: { reversedBy: id },
  });
  const data = {
    id,
    transactionId,
    type: 'refund',
    status: 'FAILED',
    amount,
    currency,
    reason: declineCode,
    declineCode,
    acquirerCode,
    completedAt,
  };
  await db.operation.create({ data: { ...data, operator: refundFailureOperator } });
  await db.transaction.update({ where: { id: transactionId }, data: { lastOperationId: id } });
}
