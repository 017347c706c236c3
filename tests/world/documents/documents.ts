import { sha256, type MerchantDocument } from '~/documents/documents';
import { documentStore } from '~/documents/document-store';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import type { ApiClient } from '../api-client';
import { pdf } from './sample-files';

/** A checked PDF of a client's account, with overrides, and its content in the storage. */
export async function buildStoredDocument(
  { merchant: { accountId, ownerId: uploadedBy } }: ApiClient,
  changes: Partial<Omit<MerchantDocument, 'id'>> = {},
): Promise<MerchantDocument> {
  const id = createId('doc');
  const bytes = pdf(id);
  const storageKey = `documents/${accountId}/${id}`;
  await documentStore.write(storageKey, bytes, 'application/pdf');
  return (await prisma.document.create({
    data: {
      id,
      accountId,
      uploadedBy,
      kind: 'bank_statement',
      fileName: `${id}.pdf`,
      contentType: 'application/pdf',
      sizeBytes: bytes.length,
      sha256: sha256(bytes),
      storageKey,
      status: 'ready',
      checkedAt: new Date(),
      ...changes,
    },
  })) as MerchantDocument;
}
