import type { Database } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { wakeDeliveryWorker } from '~/webhooks/deliveries/polling';
import { toTransactionObject, type TransactionRow } from './transaction-object';

/** Publishes an event with the transaction's current state, in the database transaction of the change. */
export async function publishTransactionEvent(
  db: Database,
  transactionId: string,
  type: string,
): Promise<void> {
  const [row] = await db.$queryRaw<[TransactionRow]>`select * from transactions where id = ${transactionId}`;
  const { account_id: accountId, environment } = row;
  await db.webhookEvent.create({
    data: {
      id: createId('evt'),
      accountId,
      environment,
      type,
      transactionId,
      payload: toTransactionObject(row),
    },
  });
  wakeDeliveryWorker();
}
