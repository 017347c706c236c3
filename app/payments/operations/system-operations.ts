import type { EventType } from '~/webhooks/events/event-types';
import { createDatabaseClock } from '~/platform/time/clock';
import { createId } from '~/platform/ids';
import { defineStatement } from '~/platform/database/statement.server';
import { wakeDeliveryWorker } from '~/webhooks/deliveries/polling';
import { requireTransition } from '~/payments/transactions/states';
import { toTransactionObject, type TransactionRow } from '~/payments/transactions/transaction-object';

/** A row found by a timer, with the database's clock at that moment. */
export type DueTransaction = TransactionRow & { database_now: Date };

/** The row after a settlement. */
type SystemChange = Pick<TransactionRow, 'status' | 'settled_at'>;

/**
 * A change without an acquirer request: the row computed from `version`, a completed operation, and the
 * event. No row: the transaction has changed since.
 */
const recordSystemOperation = defineStatement<
  {
    transactionId: string;
    version: number;
    status: string;
    settledAt: Date | null;
    operationId: string;
    type: 'settle';
    amount: number;
    operator: string;
    recordedAt: Date;
    eventId: string;
    eventType: EventType;
    eventPayload: string;
  },
  { id: string }
>(
  'record-system-operation',
  `with trx as (
    update transactions set status = :status, settled_at = :settledAt, last_operation_id = :operationId, updated_at = :recordedAt, version = version + 1
    where id = :transactionId and version = :version
    returning *
  ), op as (
    insert into operations (id, transaction_id, type, status, amount, currency, operator, completed_at)
    select :operationId, id, :type, 'SUCCEEDED', :amount, order_currency, :operator, :recordedAt from trx
  ), event as (
    insert into webhook_events (id, account_id, environment, type, transaction_id, payload)
    select :eventId, account_id, environment, :eventType, id, :eventPayload::jsonb from trx
  )
  select id from trx`,
);

/**
 * Records one of our own operations without an acquirer. Of several processes that try, one succeeds, because
 * the row's version must be unchanged.
 * @returns whether this call recorded it
 */
export async function completeSystemOperation(
  row: DueTransaction,
  operation: {
    type: 'settle';
    amount: number;
    event: EventType;
    job: string;
    change: (now: Date) => SystemChange;
  },
): Promise<boolean> {
  const recordedAt = createDatabaseClock(row.database_now)();
  const after = { ...row, ...operation.change(recordedAt), updated_at: recordedAt };
  requireTransition(row.type, row.status, operation.type, after.status);
  const { type, amount } = operation;
  const operationId = createId('op');
  const lastOperation = { id: operationId, type, amount, status: 'SUCCEEDED' as const, decline_code: null };
  const recorded = await recordSystemOperation({
    transactionId: row.id,
    version: row.version,
    status: after.status,
    settledAt: after.settled_at,
    operationId,
    type,
    amount,
    operator: `system:${operation.job}`,
    recordedAt,
    eventId: createId('evt'),
    eventType: operation.event,
    eventPayload: JSON.stringify(toTransactionObject({ ...after, last_operation: lastOperation })),
  });
  wakeDeliveryWorker();
  return recorded.length === 1;
}
