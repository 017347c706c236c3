import type { Database } from '~/platform/database/db.server';
import { defineStatement } from '~/platform/database/statement.server';
import { createId } from '~/platform/ids';
import type { EventType } from '~/webhooks/events/event-types';
import { wakeDeliveryWorker } from '~/webhooks/deliveries/polling';
import {
  toTransactionObject,
  transactionObjectColumns,
  type TransactionObjectRow,
} from './transaction-object';

const findEventTransaction = defineStatement<{ transactionId: string }, TransactionObjectRow>(
  'find-event-transaction',
  `select ${transactionObjectColumns('transactions')} from transactions where id = :transactionId`,
);

/** Publishes an event with the transaction's current state, in the database transaction of the change. */
export async function publishTransactionEvent(
  db: Database,
  transactionId: string,
  type: EventType,
): Promise<void> {
  const [row] = await findEventTransaction({ transactionId }, db);
  const { account_id: accountId, environment } = row!;
  await db.webhookEvent.create({
    data: {
      id: createId('evt'),
      accountId,
      environment,
      type,
      transactionId,
      payload: toTransactionObject(row!),
    },
  });
  wakeDeliveryWorker();
}
