import { findTransactionRow } from '~/payments/statements';
import type { TransactionRow } from '~/payments/transaction-object';
import { prisma } from '~/platform/db.server';
import type { ApiClient } from './api-client';

/** A merchant's transaction as it stands in the database. */
export async function rowOf(client: ApiClient, id: string): Promise<TransactionRow> {
  const [row] = await findTransactionRow({ accountId: client.merchant.accountId, environment: 'test', id });
  return row!;
}

/** All that is written down about a merchant's payments: what a refused request must leave as it was. */
export async function booksOf({ merchant: { accountId } }: ApiClient) {
  const [transactions, operations, events, keys] = await Promise.all([
    prisma.transaction.findMany({ where: { accountId }, orderBy: { id: 'asc' } }),
    prisma.operation.findMany({ where: { transaction: { accountId } }, orderBy: { sequence: 'asc' } }),
    prisma.webhookEvent.findMany({ where: { accountId }, orderBy: { id: 'asc' } }),
    prisma.idempotencyKey.findMany({ where: { accountId }, orderBy: { externalId: 'asc' } }),
  ]);
  return { transactions, operations, events, keys };
}
