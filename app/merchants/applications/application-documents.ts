import { recordAudit, type AuditAction } from '~/audit/audit';
import {
  removeDocument,
  type RecordDocumentChange,
  type DocumentStatus,
  type DocumentSlot,
} from '~/documents/documents';
import { deleteReplacedDocuments, type NeededDocuments } from '~/documents/document-retention';
import { finishUpload } from '~/documents/uploads';
import { prisma, type Database } from '~/platform/database/db.server';
import { findApplication } from './applications';
import { isApplicable } from '~/merchants/applications/questions/question';
import { allSteps, personDocument } from '~/merchants/applications/questions/questions';
import { isItemReopened, findReopenedItems } from '~/merchants/applications/answers/reopened-items';
import { documentKey } from '~/merchants/applications/answers/review-items';

/**
 * Whether the account can upload this document now: it's requested, and its item can be edited. In a
 * transaction the answer holds until its end, because a submission waits for it.
 */
export async function canUploadApplicationDocument(
  { accountId, kind, subject }: DocumentSlot,
  db: Database = prisma,
): Promise<boolean> {
  await db.$queryRaw`select id from applications where account_id = ${accountId} for share`;
  const application = await findApplication({ accountId }, db);
  const { answers, people } = application ?? { answers: {}, people: [] };
  const isPersonDocument = kind === personDocument.kind && people.some(({ id }) => id === subject);
  const isBusinessDocument =
    !subject &&
    allSteps.some(({ documents }) =>
      documents.some(
        (requiredDocument) => requiredDocument.kind === kind && isApplicable(requiredDocument, answers),
      ),
    );
  return (
    (isPersonDocument || isBusinessDocument) &&
    isItemReopened(application ? await findReopenedItems(application, db) : 'all', documentKey(kind, subject))
  );
}

type DocumentChange = { accountId: string; documentId: string; userId: string; address?: string };

/**
 * Handles the browser's report that a file is uploaded, if `may` allows it.
 * @returns the document's current state; null when it can't be submitted anymore
 */
export function completeDocumentUpload(
  { accountId, documentId, ...by }: DocumentChange,
  canUpload: typeof canUploadApplicationDocument,
): Promise<DocumentStatus | null> {
  return finishUpload({ accountId, documentId }, canUpload, createAuditNote('document_submitted', by));
}

/** @returns whether it was removed */
export function removeUploadedDocument(
  { accountId, documentId, ...by }: DocumentChange,
  canUpload: typeof canUploadApplicationDocument,
): Promise<boolean> {
  return removeDocument({ accountId, documentId }, canUpload, createAuditNote('document_withdrawn', by));
}

function createAuditNote(
  action: AuditAction,
  { userId, address }: Pick<DocumentChange, 'userId' | 'address'>,
): RecordDocumentChange {
  return (db, { id, accountId, kind }) =>
    recordAudit(db, {
      actor: `portal:${userId}`,
      action,
      accountId,
      subject: id,
      details: { kind },
      address,
    });
}

/** Deletes replaced documents that no submission contains. Called by a timer. */
export function deleteUnneededDocuments(stopping: AbortSignal): Promise<void> {
  return deleteReplacedDocuments(findSubmittedDocumentIds, stopping);
}

/** Reviewers can open the documents of every submission. */
const findSubmittedDocumentIds: NeededDocuments = async (documents) => {
  const [ids, accountIds] = [documents.map(({ id }) => id), documents.map(({ accountId }) => accountId)];
  const submittedDocuments = await prisma.$queryRaw<{ id: string }[]>`
    select document.id from unnest(${ids}::text[], ${accountIds}::text[]) as document (id, account_id)
      join applications on applications.account_id = document.account_id
    where exists (select from application_submissions where application_id = applications.id
      and contents -> 'documents' @> jsonb_build_array(jsonb_build_object('id', document.id)))`;
  return new Set(submittedDocuments.map(({ id }) => id));
};
