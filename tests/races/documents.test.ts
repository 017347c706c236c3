import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { findDocument, removeDocument, type UploadPermissionCheck } from '~/documents/documents';
import { beginUpload, finishUpload } from '~/documents/uploads';
import { canUploadApplicationDocument } from '~/merchants/applications/application-documents';
import { findApplication } from '~/merchants/applications/applications';
import { submitApplication } from '~/merchants/applications/submission';
import { prisma } from '~/platform/database/db.server';
import { buildApplication } from '../world/applications';

const kind = 'bank_statement';

async function buildRace() {
  const { merchant } = await buildApplication();
  const { accountId, ownerId: userId } = merchant;
  let submitted!: ReturnType<typeof submitApplication>;
  /** Answers yes and then submits the application, if possible. */
  const lateUpload: UploadPermissionCheck = async (slot, db) => {
    const may = await canUploadApplicationDocument(slot, db);
    submitted = submitApplication({ accountId, userId });
    await Promise.race([submitted, sleep(1_000)]);
    return may;
  };
  const { id: currentDocuments } = await prisma.document.findFirstOrThrow({ where: { accountId, kind } });
  const upload = async () => {
    const startedUpload = await beginUpload({
      accountId,
      kind,
      subject: '',
      fileName: 'x.pdf',
      contentType: 'application/pdf',
      sizeBytes: 9,
      uploadedBy: userId,
    });
    if (typeof startedUpload === 'string') throw new Error(startedUpload);
    return { accountId, documentId: startedUpload.documentId };
  };
  return {
    accountId,
    overtaken: lateUpload,
    currentDocuments: { accountId, documentId: currentDocuments },
    upload,
    submitted: () => submitted,
  };
}

test("an application submitted while a document is removed doesn't contain it", async () => {
  const { accountId, overtaken: lateUpload, currentDocuments, submitted } = await buildRace();
  expect(await removeDocument(currentDocuments, lateUpload)).toBe(true);
  expect(await submitted()).toMatchObject({ missing: [{ documentSlot: { kind } }] });
  expect(await findApplication({ accountId })).toMatchObject({ state: 'DRAFT' });
});

test('an application submitted while a document is uploaded waits for its check', async () => {
  const { overtaken: lateUpload, upload, submitted } = await buildRace();
  expect(await finishUpload(await upload(), lateUpload)).toBe('checking');
  expect(await submitted()).toMatchObject({ missing: [{ fault: 'Wait until this document is checked' }] });
});

test("after submission, documents can't be added or removed, but an upload can be canceled", async () => {
  const { accountId, currentDocuments, upload } = await buildRace();
  const sent = await upload();
  expect(await submitApplication({ accountId, userId: 'usr_1' })).toBe('submitted');
  expect(await removeDocument(currentDocuments, canUploadApplicationDocument)).toBe(false);
  expect(await finishUpload(sent, canUploadApplicationDocument)).toBeNull();
  expect(await removeDocument(sent, canUploadApplicationDocument)).toBe(true);
  expect(await findDocument(currentDocuments)).toMatchObject({ status: 'ready', replacedAt: null });
});

test('checking whether an application can be submitted creates none', async () => {
  expect(await canUploadApplicationDocument({ accountId: 'clt_without', kind, subject: '' })).toBe(true);
  expect(await canUploadApplicationDocument({ accountId: 'clt_without', kind: 'other', subject: '' })).toBe(
    false,
  );
  expect(await findApplication({ accountId: 'clt_without' })).toBeNull();
});
