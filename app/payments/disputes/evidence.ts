import type { DocumentSlot } from '~/documents/documents';
import type { EvidenceFile } from '~/acquirers/acquirer';
import { evidencePrefix, listDocumentsAbout } from '~/documents/current-documents';
import { uploadSeconds } from '~/documents/storage';
import { canUploadApplicationDocument as mayHandInToApplication } from '~/merchants/applications/application-documents';
import { prisma, type Database } from '~/platform/database/db.server';
import { isId } from '~/platform/ids';
import { openDispute } from './open-disputes';

/** Document types for a dispute response, one of each. Their subject is the chargeback's ID. */
const kinds = ['receipt', 'delivery', 'correspondence', 'other'] as const;
export const evidenceKinds = kinds.map((name): string => `${evidencePrefix}_${name}`);

/** The kind of evidence for an acquirer. */
export const toEvidenceKind = (documentKind: string): EvidenceFile['kind'] =>
  kinds[evidenceKinds.indexOf(documentKind)] ?? 'other';

export function isEvidenceKind(kind: string): boolean {
  return evidenceKinds.includes(kind);
}

/**
 * Whether the account can upload this document now, for its application or a dispute response. As {@link
 * mayHandInToApplication}, it holds until the transaction ends.
 */
export function canUploadEvidence(slot: DocumentSlot, db: Database = prisma): Promise<boolean> {
  return isEvidenceKind(slot.kind) ? mayAddEvidence(slot, db) : mayHandInToApplication(slot, db);
}

async function mayAddEvidence({ accountId, subject }: DocumentSlot, db: Database): Promise<boolean> {
  if (!isId('trx', subject)) return false;
  const open = await db.$queryRaw<object[]>`
    select id from transactions t where id = ${subject} and account_id = ${accountId} and ${openDispute} for share of t`;
  return open.length > 0;
}

/** The current files of a response. Null while one of them is still being uploaded or checked. */
export async function findFinishedEvidence(
  db: Database,
  { accountId, transactionId }: { accountId: string; transactionId: string },
): Promise<{ id: string; name: string }[] | null> {
  const documents = (await listDocumentsAbout({ accountId, subject: transactionId }, db)).filter(({ kind }) =>
    isEvidenceKind(kind),
  );
  // An upload that started this long ago won't arrive.
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
