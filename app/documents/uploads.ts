import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { enqueueJob } from '~/platform/jobs/queue.server';
import type { Queues } from '~/platform/jobs/queues';
import { documentStore } from './document-store';
import {
  lockDocumentSlot,
  canChangeDocument,
  type RecordDocumentChange,
  type DocumentStatus,
  type UploadPermissionCheck,
  type DocumentSlot,
} from './documents';
import { sanitizeFileName } from './file-names';
import { getDeclaredType, findFileError, type FileDescription, type FileError } from './file-types';
import { getAccountFolder, type UploadForm } from './storage';

export type UploadRejection = FileError | 'too_many_uploads';

/**
 * The maximum number of uploads per account and hour. With the maximum size, this limits how fast a merchant
 * can fill the storage.
 */
export const maximumUploadsPerHour = 60;

/** Longer than an upload form is valid and the slowest upload takes. */
const settleAfterSeconds = 1_800;

/**
 * Lets a browser upload one file directly to the storage. Its reported name, size, and type are verified
 * later. The current document stays until the new one is checked.
 */
export async function beginUpload(
  input: DocumentSlot & FileDescription & { uploadedBy: string },
  storage = documentStore,
): Promise<{ documentId: string; upload: UploadForm } | UploadRejection> {
  const { accountId, kind, subject, sizeBytes, uploadedBy } = input;
  const fileError = findFileError(input);
  if (fileError) return fileError;
  const since = new Date(Date.now() - 3_600_000);
  if (
    (await prisma.document.count({ where: { accountId, createdAt: { gt: since } } })) >= maximumUploadsPerHour
  )
    return 'too_many_uploads';

  const id = createId('doc');
  const contentType = getDeclaredType(input)!;
  const storageKey = buildUploadKey({ accountId, documentId: id });
  const upload = await storage.uploadForm({ key: storageKey, contentType });
  await prisma.$transaction(async (db) => {
    await db.document.create({
      data: {
        id,
        accountId,
        kind,
        subject,
        fileName: sanitizeFileName(input.fileName),
        contentType,
        sizeBytes,
        storageKey,
        uploadedBy,
      },
    });
    await enqueueJob(db, 'settle-upload', { accountId, documentId: id }, { startAfter: settleAfterSeconds });
  });
  return { documentId: id, upload };
}

/**
 * Handles the browser's report that the upload is complete: queues the check, and discards earlier attempts
 * for the same slot. Reporting twice is harmless.
 * @param recordChange called in the same transaction on the first report
 * @returns the document's current state; null when the account has no such document, has withdrawn it, or
 * can't submit it
 */
export function finishUpload(
  upload: Queues['settle-upload'],
  isUploadAllowed: UploadPermissionCheck,
  recordChange?: RecordDocumentChange,
): Promise<DocumentStatus | null> {
  const { documentId } = upload;
  return prisma.$transaction(async (db) => {
    if (!(await canChangeDocument(db, upload, isUploadAllowed))) return null;
    const document = await lockDocumentSlot(db, upload);
    if (!document || document.replacedAt) return null;
    if (document.status !== 'uploading') return document.status;
    const unfinished = [
      { status: { in: ['checking', 'rejected'] } },
      { status: 'uploading', id: { lt: documentId } },
    ];
    await db.document.updateMany({
      where: { ...toSlot(document), replacedAt: null, OR: unfinished },
      data: { replacedAt: new Date() },
    });
    await db.document.update({ where: { id: documentId }, data: { status: 'checking' } });
    await enqueueJob(db, 'check-document', { documentId });
    await recordChange?.(db, document);
    return 'checking';
  });
}

/**
 * Long after an upload started: accepts a file that arrived without a report, if it can still be submitted,
 * and deletes everything else under the upload key.
 * @throws when the storage doesn't respond
 */
export async function settleUpload(
  job: Queues['settle-upload'],
  isUploadAllowed: UploadPermissionCheck,
  storage = documentStore,
): Promise<void> {
  const key = buildUploadKey(job);
  const document = await prisma.document.findUnique({ where: { id: job.documentId } });
  const arrived =
    document?.status === 'uploading' &&
    !document.replacedAt &&
    (await storage.has(key)) &&
    (await finishUpload(job, isUploadAllowed));
  // Not before the check has read it.
  if (arrived || document?.status === 'checking')
    return enqueueJob(prisma, 'settle-upload', job, { startAfter: settleAfterSeconds });
  await storage.delete(key);
  await prisma.document.deleteMany({ where: { id: job.documentId, status: 'uploading' } });
}

/** IDs contain 130 random bits, so keys can't be guessed. */
function buildUploadKey({ accountId, documentId }: Queues['settle-upload']): string {
  return `${getAccountFolder(accountId)}uploaded/${documentId}`;
}

function toSlot({ accountId, kind, subject }: DocumentSlot): DocumentSlot {
  return { accountId, kind, subject };
}
