import { databaseClock } from '~/platform/clock';
import { createId } from '~/platform/ids';
import { requireEdge } from './states';
import { recordSystemOperation } from './statements';
import { toTransactionObject, type TransactionRow } from './transaction-object';

/** What an expiry or a settlement makes of a row. */
export type SystemChange = Partial<Pick<TransactionRow, 'status' | 'amount_expired' | 'settled_at'>>;

/**
 * Records an operation of our own, without an acquirer. Of several processes that try, one does: whoever read the row
 * before another wrote it changes nothing. @returns whether it was this one
 */
export async function recordOwnOperation(
  row: TransactionRow & { database_now: Date },
  operation: { type: 'expire' | 'settle'; amount: number; event: string; job: string; change: (now: Date) => SystemChange },
): Promise<boolean> {
  const recordedAt = databaseClock(row.database_now)();
  const after = { ...row, ...operation.change(recordedAt), updated_at: recordedAt };
  if (row.type === 'PAYMENT') requireEdge(row.status, operation.type, after.status);
  const recorded = await recordSystemOperation({
    transactionId: row.id,
    version: row.version,
    status: after.status,
    expired: after.amount_expired,
    settledAt: after.settled_at,
    operationId: createId('op'),
    type: operation.type,
    amount: operation.amount,
    operator: `system:${operation.job}`,
    recordedAt,
    eventId: createId('evt'),
    eventType: operation.event,
    eventPayload: JSON.stringify(toTransactionObject(after)),
  });
  return recorded.length === 1;
}
