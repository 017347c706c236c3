import type { DocumentSlot } from '~/documents/documents';
import { evidencePrefix, listDocumentsAbout } from '~/documents/current-documents';
import { uploadSeconds } from '~/documents/storage';
import { canUploadApplicationDocument as mayHandInToApplication } from '~/merchants/applications/application-documents';
import { prisma, type Database } from '~/platform/database/db.server';
import { isId } from '~/platform/ids';
import { openDispute } from './open-disputes';

/** Kinds of documents that may go with an answer to a chargeback, one of each. Their subject is the chargeback's id. */
export const evidenceKinds = ['receipt', 'delivery', 'correspondence', 'other'].map(
  (name) => `${evidencePrefix}_${name}`,
);

export function isEvidenceKind(kind: string): boolean {
  return evidenceKinds.includes(kind);
}

/** Whether the account may hand in this document now: to its application, or with an answer to a chargeback. As {@link mayHandInToApplication}, it holds until the transaction ends. */
export function canUploadEvidence(slot: DocumentSlot, db: Database = prisma): Promise<boolean> {
  return isEvidenceKind(slot.kind) ? mayAddEvidence(slot, db) : mayHandInToApplication(slot, db);
}

async function mayAddEvidence({ accountId, subject }: DocumentSlot, db: Database): Promise<boolean> {
  if (!isId('trx', subject)) return false;
  const open = await db.$queryRaw<object[]>`
    select id from transactions t where id = ${subject} and account_id = ${accountId} and ${openDispute} for share of t`;
  return open.length > 0;
}

/** The files of an answer as they stand; null while one of them is still on its way or being checked. */
export async function findFinishedEvidence(
  db: Database,
  { accountId, transactionId }: { accountId: string; transactionId: string },
): Promise<{ id: string; name: string }[] | null> {
  const documents = (await listDocumentsAbout({ accountId, subject: transactionId }, db)).filter(({ kind }) =>
    isEvidenceKind(kind),
  );
  // What began so long ago does not arrive any more.
  const arrivingSince = Date.now() - uploadSeconds * 1000;
  if (
    documents.some(
      ({ status, createdAt }) =>
        status === 'checking' || (status === 'uploading' && createdAt.getTime() > arrivingSince),
    )
  )
    return null;
  return documents
    .filter(({ status }) => status === 'ready')
    .map(({ id, fileName }) => ({ id, name: fileName }));
}
