import { prisma, type Database } from '~/platform/database/db.server';
import type { Document } from '~/platform/prisma/client';
import type { MerchantDocument } from './documents';

export type CurrentDocument = Pick<Document, 'id' | 'kind' | 'subject' | 'fileName' | 'status'>;

/** Withdraws all documents about a subject of an account, in the transaction that removes the subject. */
export async function withdrawDocuments(
  db: Database,
  { accountId, subject }: { accountId: string; subject: string },
): Promise<void> {
  await db.document.updateMany({
    where: { accountId, subject, replacedAt: null },
    data: { replacedAt: new Date() },
  });
}

/** The prefix of dispute evidence types: they concern one chargeback and aren't part of the account. */
export const evidencePrefix = 'dispute_evidence';

/** The documents of a subject that are neither replaced nor withdrawn, newest first, including uploads. */
export async function listDocumentsAbout(
  { accountId, subject }: { accountId: string; subject: string },
  db: Database = prisma,
): Promise<MerchantDocument[]> {
  return (await db.document.findMany({
    where: { accountId, subject, replacedAt: null },
    orderBy: { id: 'desc' },
  })) as MerchantDocument[];
}

/** The SHA-256 digests of the content of these documents, without those that aren't uploaded yet. */
export async function findDigests(ids: string[], db: Database = prisma): Promise<string[]> {
  const found = await db.document.findMany({ where: { id: { in: ids } }, select: { sha256: true } });
  return found.flatMap(({ sha256 }) => sha256 ?? []);
}

/** The current documents of an account, each preceded by its replacement that is still being checked. */
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
