import { prisma, type Database } from '~/platform/db.server';
import type { Document } from '~/platform/prisma/client';

export type StandingDocument = Pick<Document, 'id' | 'kind' | 'subject' | 'fileName' | 'status'>;

/** Takes back all documents about somebody or something of an account, in the transaction that gives up its subject. */
export async function withdrawDocuments(db: Database, { accountId, subject }: { accountId: string; subject: string }): Promise<void> {
  await db.document.updateMany({ where: { accountId, subject, replacedAt: null }, data: { replacedAt: new Date() } });
}

/** The documents that stand for an account, and before each the one that is to take its place once it is checked. */
export function listStandingDocuments(accountId: string, db: Database = prisma): Promise<StandingDocument[]> {
  return db.document.findMany({
    where: { accountId, replacedAt: null, status: { in: ['checking', 'ready'] } },
    select: { id: true, kind: true, subject: true, fileName: true, status: true },
    orderBy: { id: 'desc' },
  });
}
