import { prisma } from '~/platform/database/db.server';
import type { Prisma } from '~/platform/prisma/client';

/** Changes a transaction without the database's check of transitions, like a fault or a restored backup. */
export async function overwriteTransaction(
  id: string,
  data: Prisma.TransactionUncheckedUpdateInput,
): Promise<void> {
  await prisma.$transaction(async (db) => {
    await db.$executeRaw`set local session_replication_role = replica`;
    await db.transaction.update({ where: { id }, data });
  });
}
