import { prisma, type Database } from '~/platform/database/db.server';
import type { Document } from '~/platform/prisma/client';
import type { MerchantDocument } from './documents';

export type CurrentDocument = Pick<Document, 'id' | 'kind' | 'subject' | 'fileName' | 'status'>;

/** Takes back all documents about somebody or something of an account, in the transaction that gives up its subject. */
export async function withdrawDocuments(
  db: Database,
  { accountId, subject }: { accountId: string; subject: string },
): Promise<void> {
  await db.document.updateMany({
    where: { accountId, subject, replacedAt: null },
    data: { replacedAt: new Date() },
  });
}

/** What the kinds of evidence in a dispute begin with: they are about one chargeback, and no part of what an account is. */
export const evidencePrefix = 'dispute_evidence';

/** What was handed in about something and neither replaced nor taken back, the newest first, with what is being sent. */
export async function listDocumentsAbout(
  { accountId, subject }: { accountId: string; subject: string },
  db: Database = prisma,
): Promise<MerchantDocument[]> {
  return (await db.document.findMany({
    where: { accountId, subject, replacedAt: null },
    orderBy: { id: 'desc' },
  })) as MerchantDocument[];
}

/** The documents that stand for an account, and before each the one that is to take its place once it is checked. */
export function listCurrentDocuments(accountId: string, db: Database = prisma): Promise<CurrentDocument[]> {
  return db.document.findMany({
    where: {
      accountId,
      replacedAt: null,
      status: { in: ['checking', 'ready'] },
      kind: { not: { startsWith: evidencePrefix } },
    },
    select: { id: true, kind: true, subject: true, fileName: true, status: true },
    orderBy: { id: 'desc' },
  });
}
