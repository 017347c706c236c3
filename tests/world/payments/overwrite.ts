import type { Database } from '~/platform/database/db.server';
import type { Prisma } from '~/platform/prisma/client';
import { ownerPrisma } from '../database-owner';

/**
 * Writes without triggers and foreign keys, like a fault, a restored backup, or a clean-up that the product never does.
 * CHECK constraints and unique keys still apply.
 */
export function withoutTriggers<T>(write: (db: Database) => Promise<T>): Promise<T> {
  return ownerPrisma.$transaction(
    async (db) => {
      await db.$executeRaw`set local session_replication_role = replica`;
      return write(db);
    },
    { timeout: 60_000 },
  );
}

/** Changes a transaction without the database's check of transitions and of columns that never change. */
export async function overwriteTransaction(
  id: string,
  data: Prisma.TransactionUncheckedUpdateInput,
): Promise<void> {
  await withoutTriggers((db) => db.transaction.update({ where: { id }, data }));
}

/** Changes operations without the database's rule that a completed one stays as it is. */
export async function overwriteOperations(
  where: Prisma.OperationWhereInput,
  data: Prisma.OperationUncheckedUpdateManyInput,
): Promise<void> {
  await withoutTriggers((db) => db.operation.updateMany({ where, data }));
}

/** Deletes operations that tests wrote, because jobs that process all of them would report them. */
export async function deleteOperations(where: Prisma.OperationWhereInput): Promise<void> {
  await withoutTriggers((db) => db.operation.deleteMany({ where }));
}

/** Deletes transactions that tests wrote, with their operations. */
export async function deleteTransactions(ids: string[]): Promise<void> {
  await withoutTriggers(async (db) => {
    await db.operation.deleteMany({ where: { transactionId: { in: ids } } });
    await db.transaction.deleteMany({ where: { id: { in: ids } } });
  });
}
