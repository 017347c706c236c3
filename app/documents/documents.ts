import { createHash } from 'node:crypto';
import { lockAccount } from '~/platform/database/account-lock.server';
import { prisma } from '~/platform/database/db.server';
import { getErrorCause } from '~/platform/observability/error-cause';
import { log } from '~/platform/observability/log';
import type { Document, Prisma } from '~/platform/prisma/client';
import { documentStore } from './document-store';

export type DocumentStatus = 'uploading' | 'checking' | 'ready' | 'rejected';

/** A row of the document list. {@link openDocument} opens the content. */
export type MerchantDocument = Omit<Document, 'status'> & { status: DocumentStatus };

type DocumentKey = { accountId: string; documentId: string };

/**
 * An account's documents, newest first: current ones, and those being checked or rejected. Each type and
 * subject has at most one current document and one newer one that is being checked or was rejected.
 */
export async function listDocuments(accountId: string): Promise<MerchantDocument[]> {
  const rows = await prisma.document.findMany({
    where: { accountId, replacedAt: null, status: { not: 'uploading' } },
    orderBy: { id: 'desc' },
  });
  return rows as MerchantDocument[];
}

/** A document of this account, including replaced ones. */
export async function findDocument({ accountId, documentId }: DocumentKey): Promise<MerchantDocument | null> {
  return (await prisma.document.findFirst({
    where: { id: documentId, accountId },
  })) as MerchantDocument | null;
}

/**
 * The content of a checked document.
 * @returns storage_down when it isn't available now
 * @throws when it's missing or was changed since the check
 */
export async function openDocument(
  document: MerchantDocument,
  storage = documentStore,
): Promise<Buffer | 'storage_down'> {
  if (document.status !== 'ready') throw new Error('only a checked document is opened');
  const bytes = await storage.read(document.storageKey, document.sizeBytes).catch((error: unknown) => {
    log.warn('document not read', { documentId: document.id, cause: getErrorCause(error) });
    return 'storage_down' as const;
  });
  if (bytes === 'storage_down') return bytes;
  if (!Buffer.isBuffer(bytes) || sha256(bytes) !== document.sha256)
    throw new Error('a document in the storage is not the one that was checked');
  return bytes;
}

/** The type and subject of a document. An empty subject is the business itself. */
export type DocumentSlot = { accountId: string; kind: string; subject: string };

/** Audits a change of a document in its transaction. */
export type RecordDocumentChange = (
  db: Prisma.TransactionClient,
  document: MerchantDocument,
) => Promise<void>;

/** Whether a document can be uploaded there, valid until the transaction ends. */
export type UploadPermissionCheck = (
  documentSlot: DocumentSlot,
  db: Prisma.TransactionClient,
) => Promise<boolean>;

/**
 * Withdraws a document, including pending ones. A submitted one is kept for its readers (see
 * document-retention). The files of others are deleted by the next job.
 * @param recordChange called in the same transaction when a submitted document is withdrawn
 * @returns whether it's withdrawn: only an upload can be canceled at any time
 */
export function removeDocument(
  key: DocumentKey,
  isUploadAllowed: UploadPermissionCheck,
  recordChange?: RecordDocumentChange,
): Promise<boolean> {
  return prisma.$transaction(async (db) => {
    const isAllowed = await canChangeDocument(db, key, isUploadAllowed);
    const document = await lockDocumentSlot(db, key);
    if (!document || !(isAllowed || document.status === 'uploading')) return false;
    const { count } = await db.document.updateMany({
      where: { id: document.id, replacedAt: null },
      data: { replacedAt: new Date() },
    });
    // An upload in progress was never submitted.
    if (count && document.status !== 'uploading') await recordChange?.(db, document);
    return true;
  });
}

/** Checked before {@link lockDocumentSlot}: the check locks the account last, too. */
export async function canChangeDocument(
  db: Prisma.TransactionClient,
  { accountId, documentId }: DocumentKey,
  isUploadAllowed: UploadPermissionCheck,
): Promise<boolean> {
  const document = await db.document.findFirst({ where: { id: documentId, accountId } });
  return document !== null && isUploadAllowed(document, db);
}

/** The document, with the account's documents locked until the transaction ends. */
export async function lockDocumentSlot(
  db: Prisma.TransactionClient,
  { accountId, documentId }: DocumentKey,
): Promise<MerchantDocument | null> {
  await lockAccount(db, accountId);
  return (await db.document.findFirst({ where: { id: documentId, accountId } })) as MerchantDocument | null;
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
