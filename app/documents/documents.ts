import { createHash } from 'node:crypto';
import { lockAccount } from '~/platform/database/account-lock.server';
import { prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import type { Document, Prisma } from '~/platform/prisma/client';
import { documentStore } from './document-store';

export type DocumentStatus = 'uploading' | 'checking' | 'ready' | 'refused';

/** A row of the list of documents. What the storage holds is opened with {@link openDocument}. */
export type MerchantDocument = Omit<Document, 'status'> & { status: DocumentStatus };

type DocumentKey = { accountId: string; documentId: string };

/**
 * What an account has handed in: the documents that stand, those being checked and those that did not get through, the newest
 * first. Of one kind about one subject there is one that stands, at most, and one newer than it that is being checked or did
 * not get through.
 */
export async function listDocuments(accountId: string): Promise<MerchantDocument[]> {
  const rows = await prisma.document.findMany({
    where: { accountId, replacedAt: null, status: { not: 'uploading' } },
    orderBy: { id: 'desc' },
  });
  return rows as MerchantDocument[];
}

/** A document of this account, also one that was replaced since. */
export async function findDocument({ accountId, documentId }: DocumentKey): Promise<MerchantDocument | null> {
  return (await prisma.document.findFirst({
    where: { id: documentId, accountId },
  })) as MerchantDocument | null;
}

/**
 * The bytes of a document that is ready, as they were when it was checked.
 * @returns storage_down when they cannot be had now
 * @throws when they are gone or are not those that were checked
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

/** Which document it is to be: what it shows, and whom it is about; the empty subject is the business itself. */
export type DocumentSlot = { accountId: string; kind: string; subject: string };

/** Writes down what happens to a document, in the transaction in which it happens. */
export type RecordDocumentChange = (
  db: Prisma.TransactionClient,
  document: MerchantDocument,
) => Promise<void>;

/** Whether something may be handed in there, and stays so until the transaction ends. */
export type UploadPermissionCheck = (
  documentSlot: DocumentSlot,
  db: Prisma.TransactionClient,
) => Promise<boolean>;

/**
 * Takes a document back, also one that is still being sent or checked. One that stood is kept for those who have seen it
 * (see replaced-documents); the bytes of the others are deleted with the next job that looks at them.
 * @param recordChange called in the same transaction when something that was handed in goes
 * @returns whether it is gone: only what is still being sent can be given up at any time
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
    // What is still being sent was never handed in.
    if (count && document.status !== 'uploading') await recordChange?.(db, document);
    return true;
  });
}

/** Asked before {@link lockDocumentSlot}: who decides what may be handed in holds the account last too. */
export async function canChangeDocument(
  db: Prisma.TransactionClient,
  { accountId, documentId }: DocumentKey,
  isUploadAllowed: UploadPermissionCheck,
): Promise<boolean> {
  const document = await db.document.findFirst({ where: { id: documentId, accountId } });
  return document !== null && isUploadAllowed(document, db);
}

/** The document, with nobody else changing which documents of the account stand until the transaction ends. */
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

/** The kind of a failure only: a storage's own words may quote what somebody sent. */
export function getErrorCause(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(typeof code === 'string' ? code : name);
}
