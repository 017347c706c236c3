import { config } from '~/platform/config.server';
import { prisma } from '~/platform/db.server';
import { log } from '~/platform/log';
import type { Prisma } from '~/platform/prisma/client';
import { documentStore } from './document-store';
import { causeOf, lockSlot, sha256, type MerchantDocument } from './documents';
import { examine, type ContentFault } from './examination';
import type { CheckedFile } from './file-types';
import { maximumBytes, type FileType } from './file-types';
import type { Storage } from './storage';
import { scanForViruses } from './virus-scan';

/** Why a document that was sent is not taken. */
export type DocumentFault = 'not_arrived' | 'too_large' | 'infected' | ContentFault;

/**
 * Looks at what a browser has sent: reads it once, and keeps a copy of exactly that under a key which no browser ever knew.
 * So whatever is sent to the first key later changes nothing. A document that gets through takes the place of the former one
 * of its kind and subject; one that does not leaves that standing.
 * @throws when the storage or the virus scanner does not answer, so that the queue tries again
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
    const found = await look(document, storage, scanner);
    await (typeof found === 'string' ? refuse(document, found) : accept(document, found, storage));
    await storage.delete(document.storageKey);
  } catch (error) {
    log.warn('document not checked', { documentId, cause: causeOf(error) });
    throw error;
  }
}

async function look(
  document: MerchantDocument,
  storage: Storage,
  scanner: string | undefined,
): Promise<CheckedFile | DocumentFault> {
  const bytes = await storage.read(document.storageKey, maximumBytes);
  if (bytes === null) return 'not_arrived';
  if (bytes === 'too_large') return bytes;
  // Before anything decodes it.
  if ((await scanForViruses(bytes, scanner)) === 'infected') return 'infected';
  return examine(bytes, document.contentType as FileType);
}

async function refuse({ id, accountId }: MerchantDocument, fault: DocumentFault): Promise<void> {
  log.info('document refused', { documentId: id, accountId, cause: fault });
  await conclude({ id, accountId }, (db, checkedAt) =>
    db.document.update({ where: { id }, data: { status: 'refused', rejectionReason: fault, checkedAt } }),
  );
}

async function accept(
  document: MerchantDocument,
  { bytes, contentType }: CheckedFile,
  storage: Storage,
): Promise<void> {
  const { id, accountId, kind, subject } = document;
  const hash = sha256(bytes);
  // Of its content, so that a second run of this check, should the first one have died, writes the same again.
  const storageKey = `documents/${accountId}/checked/${id}-${hash.slice(0, 32)}`;
  await storage.write(storageKey, bytes, contentType);
  const concluded = await conclude(document, async (db, checkedAt) => {
    await db.document.updateMany({
      where: { accountId, kind, subject, status: 'ready', replacedAt: null },
      data: { replacedAt: checkedAt },
    });
    return db.document.update({
      where: { id },
      data: { status: 'ready', storageKey, contentType, sizeBytes: bytes.length, sha256: hash, checkedAt },
    });
  });
  if (concluded?.storageKey !== storageKey) await storage.delete(storageKey);
}

type Conclusion = (
  db: Prisma.TransactionClient,
  checkedAt: Date,
) => Promise<Pick<MerchantDocument, 'storageKey'>>;

/** Writes what came of a check, or deletes a document that was taken back or replaced meanwhile. @returns what is left of it */
function conclude(
  { id, accountId }: Pick<MerchantDocument, 'id' | 'accountId'>,
  write: Conclusion,
): Promise<Pick<MerchantDocument, 'storageKey'> | null> {
  return prisma.$transaction(async (db) => {
    const current = await lockSlot(db, { accountId, documentId: id });
    if (current?.status !== 'checking') return current;
    if (!current.replacedAt) return write(db, new Date());
    await db.document.delete({ where: { id } });
    return null;
  });
}
