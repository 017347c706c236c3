import { config } from '~/platform/config/config.server';
import { prisma } from '~/platform/database/db.server';
import { getErrorCause } from '~/platform/observability/error-cause';
import { log } from '~/platform/observability/log';
import type { Prisma } from '~/platform/prisma/client';
import { documentStore } from './document-store';
import { lockDocumentSlot, sha256, type MerchantDocument } from './documents';
import { checkContent, type ContentError } from './content-check';
import type { CheckedFile } from './file-types';
import { maximumBytes, type FileType } from './file-types';
import { getAccountFolder, type Storage } from './storage';
import { scanForViruses } from './virus-scan';

/** Why a document was rejected. */
export type DocumentError = 'not_arrived' | 'too_large' | 'infected' | ContentError;

/**
 * Checks an uploaded file: reads it once, and stores a copy under a key that browsers never see, so that
 * later uploads to the first key change nothing. An accepted document replaces the previous one of its type
 * and subject. A rejected one doesn't.
 * @throws when the storage or the virus scanner doesn't respond, so that the queue retries
 */
export async function checkDocument(
  documentId: string,
  storage: Storage = documentStore,
  scanner = config.clamavSocket,
): Promise<void> {
  const document = (await prisma.document.findUnique({
    where: { id: documentId },
  })) as MerchantDocument | null;
  if (document?.status !== 'checking') return;
  try {
    const found = await inspectDocument(document, storage, scanner);
    await (typeof found === 'string'
      ? rejectDocument(document, found)
      : acceptDocument(document, found, storage));
    await storage.delete(document.storageKey);
  } catch (error) {
    log.warn('document not checked', { documentId, cause: getErrorCause(error) });
    throw error;
  }
}

async function inspectDocument(
  document: MerchantDocument,
  storage: Storage,
  scanner: string | undefined,
): Promise<CheckedFile | DocumentError> {
  const bytes = await storage.read(document.storageKey, maximumBytes);
  if (bytes === null) return 'not_arrived';
  if (bytes === 'too_large') return bytes;
  // Before anything decodes it.
  if ((await scanForViruses(bytes, scanner)) === 'infected') return 'infected';
  return checkContent(bytes, document.contentType as FileType);
}

async function rejectDocument({ id, accountId }: MerchantDocument, reason: DocumentError): Promise<void> {
  log.info('document rejected', { documentId: id, accountId, cause: reason });
  await recordConclusion({ id, accountId }, (db, checkedAt) =>
    db.document.update({ where: { id }, data: { status: 'rejected', rejectionReason: reason, checkedAt } }),
  );
}

async function acceptDocument(
  document: MerchantDocument,
  { bytes, contentType, pages }: CheckedFile,
  storage: Storage,
): Promise<void> {
  const { id, accountId, kind, subject } = document;
  const hash = sha256(bytes);
  // Derived from the content, so that a second run after a crash writes the same file.
  const storageKey = `${getAccountFolder(accountId)}checked/${id}-${hash.slice(0, 32)}`;
  await storage.write(storageKey, bytes, contentType);
  const savedDocument = await recordConclusion(document, async (db, checkedAt) => {
    await db.document.updateMany({
      where: { accountId, kind, subject, status: 'ready', replacedAt: null },
      data: { replacedAt: checkedAt },
    });
    return db.document.update({
      where: { id },
      data: {
        status: 'ready',
        storageKey,
        contentType,
        pages,
        sizeBytes: bytes.length,
        sha256: hash,
        checkedAt,
      },
    });
  });
  if (savedDocument?.storageKey !== storageKey) await storage.delete(storageKey);
}

type WriteConclusion = (
  db: Prisma.TransactionClient,
  checkedAt: Date,
) => Promise<Pick<MerchantDocument, 'storageKey'>>;

/**
 * Records the result of a check, or deletes a document that was withdrawn or replaced in the meantime.
 * @returns what is left of it
 */
function recordConclusion(
  { id, accountId }: Pick<MerchantDocument, 'id' | 'accountId'>,
  write: WriteConclusion,
): Promise<Pick<MerchantDocument, 'storageKey'> | null> {
  return prisma.$transaction(async (db) => {
    const current = await lockDocumentSlot(db, { accountId, documentId: id });
    if (current?.status !== 'checking') return current;
    if (!current.replacedAt) return write(db, new Date());
    await db.document.delete({ where: { id } });
    return null;
  });
}
