import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { eicar, startClamd, type ClamPeer } from '../../tests/peers/services/clamav';
import { buildEncryptedPdf, buildPdf } from '../../tests/world/documents/pdf-files';
import * as files from '../../tests/world/documents/sample-files';
import { heicPhoto } from '../../tests/world/documents/heic-photo';
import { buildMerchant } from '../../tests/world/merchants';
import { checkDocument } from './document-check';
import { createDiskStorage, type DiskStorage } from './disk';
import { findDocument, listDocuments, openDocument, removeDocument } from './documents';
import { maximumBytes, maximumPages } from './file-types';
import { beginUpload, finishUpload, maximumUploadsPerHour, settleUpload } from './uploads';
import { scanForViruses } from './virus-scan';

let accountId: string;
let folder: string;
let store: DiskStorage;
const uploadedBy = 'usr_1';
const allowAlways = () => Promise.resolve(true);

beforeAll(async () => {
  accountId = (await buildMerchant()).accountId;
  folder = mkdtempSync('/tmp/tillway-documents-');
  store = createDiskStorage(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const listStoredFiles = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

type UploadedFile = {
  bytes: Buffer;
  fileName?: string;
  contentType?: string;
  kind?: string;
  account?: string;
};

/** Starts an upload and sends the file as a browser does. */
async function send({
  bytes,
  fileName = 'scan.pdf',
  contentType = 'application/pdf',
  kind = 'bank_statement',
  account = accountId,
}: UploadedFile) {
  const startedUpload = await beginUpload(
    { accountId: account, kind, subject: '', fileName, contentType, sizeBytes: bytes.length, uploadedBy },
    store,
  );
  if (typeof startedUpload === 'string') throw new Error(startedUpload);
  const again = (other: Buffer) => store.receive(buildForm(startedUpload.upload.fields, other), account);
  expect(await again(bytes)).toBe('received');
  return { ...startedUpload, again };
}

function buildForm(fields: Record<string, string>, bytes: Buffer): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'file');
  return form;
}

/** Uploads a file, has it checked, and reads the result. */
async function uploadAndCheck(file: UploadedFile) {
  const { documentId, again } = await send(file);
  await finishUpload({ accountId: file.account ?? accountId, documentId }, allowAlways);
  await checkDocument(documentId, store);
  const document = (await findDocument({ accountId: file.account ?? accountId, documentId }))!;
  return { document, again };
}

async function readDocument(
  document: Awaited<ReturnType<typeof uploadAndCheck>>['document'],
): Promise<Buffer> {
  const bytes = await openDocument(document, store);
  if (bytes === 'storage_down') throw new Error(bytes);
  return bytes;
}

describe('accepted files', () => {
  test('a PDF, byte for byte', async () => {
    const { document } = await uploadAndCheck({ bytes: files.pdf() });
    expect(document).toMatchObject({
      status: 'ready',
      contentType: 'application/pdf',
      fileName: 'scan.pdf',
      sizeBytes: files.pdf().length,
      pages: 1,
    });
    expect(await readDocument(document)).toEqual(files.pdf());
  });

  test('a PDF of several pages, which are counted', async () => {
    const bytes = buildPdf({ pages: Array.from({ length: maximumPages }, () => '') });
    expect((await uploadAndCheck({ bytes })).document).toMatchObject({
      status: 'ready',
      pages: maximumPages,
    });
  });

  test('a PDF that opens without a password', async () => {
    const { document } = await uploadAndCheck({ bytes: buildEncryptedPdf('') });
    expect(document).toMatchObject({ status: 'ready', pages: 1 });
  });

  test('a photo, rewritten: upright, and without place and author', async () => {
    const file = await files.jpeg(60, 40);
    expect(file.includes('Ada Private')).toBe(true);
    const bytes = await readDocument(
      (await uploadAndCheck({ bytes: file, fileName: 'card.jpg', contentType: 'image/jpeg' })).document,
    );
    const { format, width, height, exif } = await sharp(bytes).metadata();
    expect({ format, width, height, exif }).toEqual({
      format: 'jpeg',
      width: 40,
      height: 60,
      exif: undefined,
    });
  });

  test("a PNG, even with a JPEG's name", async () => {
    const { document } = await uploadAndCheck({
      bytes: await files.png(),
      fileName: 'x.jpg',
      contentType: 'image/jpeg',
    });
    expect(document).toMatchObject({ status: 'ready', contentType: 'image/png', pages: 1 });
    expect((await sharp(await readDocument(document)).metadata()).format).toBe('png');
  });

  test('HEIC, which becomes a JPEG', async () => {
    const { document } = await uploadAndCheck({ bytes: heicPhoto, fileName: 'IMG_1.HEIC', contentType: '' });
    expect(document).toMatchObject({ status: 'ready', contentType: 'image/jpeg' });
    expect(await sharp(await readDocument(document)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 64,
      height: 48,
    });
  });

  test('nothing hidden behind an image', async () => {
    const { document } = await uploadAndCheck({ bytes: await files.jpegPage(), contentType: 'image/jpeg' });
    expect((await readDocument(document)).includes('<script')).toBe(false);
  });

  test('a large scan, reduced to a viewable size', async () => {
    const { document } = await uploadAndCheck({
      bytes: await files.png(5_000, 6_000),
      contentType: 'image/png',
    });
    expect(await sharp(await readDocument(document)).metadata()).toMatchObject({ height: 4_096 });
  });
});

describe('rejected files, of which nothing stays in the storage', () => {
  test.each([
    ['a program under the name of a PDF', files.exe, 'application/pdf', 'other_type'],
    ['a page under the name of a PNG', files.html, 'image/png', 'other_type'],
    ['a zip bomb under the name of a PDF', files.docxBomb, 'application/pdf', 'other_type'],
    ['an SVG under the name of a PNG', files.svg, 'image/png', 'other_type'],
    ['a GIF that is a script too', files.gifScript, 'image/png', 'other_type'],
    ['a picture under the name of a PDF', () => files.png(), 'application/pdf', 'other_type'],
    ['a PDF under the name of a picture', () => files.pdf(), 'image/png', 'other_type'],
    ['a PDF that is cut off', () => files.pdf().subarray(0, 40), 'application/pdf', 'unreadable'],
    [
      'a PDF that needs a password',
      () => buildEncryptedPdf('', { userPassword: 'tea' }),
      'application/pdf',
      'password_required',
    ],
    ['a PDF without pages', () => buildPdf({ pages: [] }), 'application/pdf', 'unreadable'],
    [
      'a PDF of nothing but its ends',
      () => Buffer.from('%PDF-1.7\n%%EOF\n'),
      'application/pdf',
      'unreadable',
    ],
    [
      'a PDF with too many pages',
      () => buildPdf({ pages: Array.from({ length: maximumPages + 1 }, () => '') }),
      'application/pdf',
      'too_many_pages',
    ],
    [
      'a picture that is cut off',
      async () => (await files.jpeg(900, 900)).subarray(0, 900),
      'image/jpeg',
      'unreadable',
    ],
    ['a HEIC that is cut off', () => heicPhoto.subarray(0, 400), 'image/heic', 'unreadable'],
    ['a picture of 900 million pixels', files.pngBomb, 'image/png', 'too_many_pixels'],
  ])('%s', async (_, createFile, contentType, expectedReason) => {
    const before = (await listStoredFiles()).length;
    const { document } = await uploadAndCheck({ bytes: await createFile(), contentType, kind: 'rejected' });
    expect(document).toMatchObject({ status: 'rejected', rejectionReason: expectedReason });
    expect(await listStoredFiles()).toHaveLength(before);
  });

  test('an announced file that never arrives', async () => {
    const startedUpload = await beginUpload(
      {
        accountId,
        kind: 'rejected',
        subject: '',
        fileName: 'x.pdf',
        contentType: 'application/pdf',
        sizeBytes: 9,
        uploadedBy,
      },
      store,
    );
    if (typeof startedUpload === 'string') throw new Error(startedUpload);
    await finishUpload({ accountId, documentId: startedUpload.documentId }, allowAlways);
    await checkDocument(startedUpload.documentId, store);
    expect(await findDocument({ accountId, documentId: startedUpload.documentId })).toMatchObject({
      status: 'rejected',
      rejectionReason: 'not_arrived',
    });
  });

  test('an image of 900 million pixels uses no memory', async () => {
    const bytes = files.pngBomb();
    const before = process.memoryUsage().rss;
    await uploadAndCheck({ bytes, contentType: 'image/png', kind: 'rejected' });
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  test('before the upload, if its data is enough', async () => {
    const announce = (change: object) =>
      beginUpload(
        {
          accountId,
          kind: 'k',
          subject: '',
          fileName: 'x.pdf',
          contentType: 'application/pdf',
          sizeBytes: 9,
          uploadedBy,
          ...change,
        },
        store,
      );
    expect(await announce({ sizeBytes: 0 })).toBe('empty');
    expect(await announce({ sizeBytes: maximumBytes + 1 })).toBe('too_large');
    for (const contentType of ['image/svg+xml', 'text/html', 'application/zip'])
      expect(await announce({ contentType })).toBe('type_not_taken');
    expect(await announce({ contentType: '', fileName: 'x.exe' })).toBe('type_not_taken');
  });

  test('more files per hour than anyone needs', async () => {
    const { accountId } = await buildMerchant();
    const row = { accountId, kind: 'k', fileName: 'x', contentType: 'image/png', sizeBytes: 1, uploadedBy };
    await prisma.document.createMany({
      data: Array.from({ length: maximumUploadsPerHour }, (_, i) => ({
        ...row,
        id: `doc_${accountId}_${i}`,
        storageKey: `${accountId}/${i}`,
      })),
    });
    expect(await beginUpload({ ...row, subject: '' }, store)).toBe('too_many_uploads');
  });
});

describe('names', () => {
  test.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['tea\u061c\u200b\u2028\u00ad.pdf', 'tea.pdf'],
    ['C:\\scans\\a.pdf', 'a.pdf'],
    ['a"b\'c;d.pdf', 'a"b\'c;d.pdf'],
    ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie: x=1.pdf'],
    ['Kontoauszug März 📄.pdf', 'Kontoauszug März 📄.pdf'],
    ['\u202Efdp.exe', 'fdp.exe'],
    ['\0\uD800', 'document'],
    ['..', 'document'],
    ['4539 5787 6362 1486.pdf', 'document'],
    [`${'a'.repeat(300)}.pdf`, `${'a'.repeat(100)}…${'a'.repeat(15)}.pdf`],
  ])('%j is stored as %j', async (fileName, expectedName) => {
    expect((await uploadAndCheck({ bytes: files.pdf(), fileName, kind: 'names' })).document.fileName).toBe(
      expectedName,
    );
  });
});

describe('a used key', () => {
  test('can be uploaded to again before the check, which reads it once', async () => {
    const { documentId, again } = await send({ bytes: files.pdf('first') });
    await again(files.pdf('second'));
    await finishUpload({ accountId, documentId }, allowAlways);
    await checkDocument(documentId, store);
    const document = (await findDocument({ accountId, documentId }))!;
    expect(await readDocument(document)).toEqual(files.pdf('second'));
  });

  test("can't change anything after the check, and is deleted", async () => {
    const { document, again } = await uploadAndCheck({ bytes: files.pdf('good') });
    const before = await listStoredFiles();
    await again(files.exe());
    expect(await readDocument(document)).toEqual(files.pdf('good'));
    await settleUpload({ accountId, documentId: document.id }, allowAlways, store);
    expect(await listStoredFiles()).toEqual(before);
  });

  test('unchecked bytes are never delivered', async () => {
    const { document } = await uploadAndCheck({ bytes: files.pdf('good') });
    await store.write(document.storageKey, files.pdf('evil'), 'application/pdf');
    await expect(openDocument(document, store)).rejects.toThrow('not the one that was checked');
  });
});

describe('the current document', () => {
  const listKinds = async (kind: string) =>
    (await listDocuments(accountId))
      .filter((document) => document.kind === kind)
      .map(({ fileName, status }) => [fileName, status]);

  test('stays until the next one is checked, and if that is rejected', async () => {
    const kind = 'standing';
    await uploadAndCheck({ bytes: files.pdf(), kind, fileName: 'one.pdf' });
    const { documentId } = await send({ bytes: files.pdf(), kind, fileName: 'two.pdf' });
    await finishUpload({ accountId, documentId }, allowAlways);
    expect(await listKinds(kind)).toEqual([
      ['two.pdf', 'checking'],
      ['one.pdf', 'ready'],
    ]);
    await checkDocument(documentId, store);
    expect(await listKinds(kind)).toEqual([['two.pdf', 'ready']]);
    await uploadAndCheck({ bytes: files.exe(), kind, fileName: 'three.pdf' });
    expect(await listKinds(kind)).toEqual([
      ['three.pdf', 'rejected'],
      ['two.pdf', 'ready'],
    ]);
    await uploadAndCheck({ bytes: files.exe(), kind, fileName: 'four.pdf' });
    expect(await listKinds(kind)).toEqual([
      ['four.pdf', 'rejected'],
      ['two.pdf', 'ready'],
    ]);
    await uploadAndCheck({ bytes: files.pdf(), kind, fileName: 'five.pdf' });
    expect(await listKinds(kind)).toEqual([['five.pdf', 'ready']]);
  });

  test('stays visible after a rejection until the next attempt', async () => {
    const kind = 'attempts';
    await uploadAndCheck({ bytes: files.exe(), kind, fileName: 'one.pdf' });
    expect(await listKinds(kind)).toEqual([['one.pdf', 'rejected']]);
    await uploadAndCheck({ bytes: files.pdf(), kind, fileName: 'two.pdf' });
    expect(await listKinds(kind)).toEqual([['two.pdf', 'ready']]);
  });

  test('is the last of two uploads at once', async () => {
    const kind = 'twins';
    const file = await Promise.all(
      ['a.pdf', 'b.pdf'].map((fileName) => send({ bytes: files.pdf(), kind, fileName })),
    );
    await Promise.all(file.map(({ documentId }) => finishUpload({ accountId, documentId }, allowAlways)));
    await Promise.all(file.map(({ documentId }) => checkDocument(documentId, store)));
    expect((await listKinds(kind)).map(([, status]) => status)).toEqual(['ready']);
  });

  test.each([
    ['would be taken', files.pdf],
    ['would be refused', files.exe],
  ])('is not stored if it is removed during its check and then %s', async (_, createFile) => {
    const before = await listStoredFiles();
    const { documentId } = await send({ bytes: createFile(), kind: 'gone' });
    await finishUpload({ accountId, documentId }, allowAlways);
    await removeDocument({ accountId, documentId }, allowAlways);
    await checkDocument(documentId, store);
    expect(await findDocument({ accountId, documentId })).toBeNull();
    expect(await listStoredFiles()).toEqual(before);
  });

  test("no account can complete, find or remove another account's documents", async () => {
    const { accountId: other } = await buildMerchant();
    const { documentId } = await send({ bytes: files.pdf(), kind: 'foreign' });
    expect(await finishUpload({ accountId: other, documentId }, allowAlways)).toBeNull();
    expect(await findDocument({ accountId: other, documentId })).toBeNull();
    expect(await removeDocument({ accountId: other, documentId }, allowAlways)).toBe(false);
    expect(await finishUpload({ accountId, documentId }, allowAlways)).toBe('checking');
  });
});

describe('an upload whose browser goes offline', () => {
  test('is accepted if its file has arrived', async () => {
    const { documentId } = await send({ bytes: files.pdf(), kind: 'silent' });
    await settleUpload({ accountId, documentId }, allowAlways, store);
    expect(await findDocument({ accountId, documentId })).toMatchObject({ status: 'checking' });
    await checkDocument(documentId, store);
    expect(await findDocument({ accountId, documentId })).toMatchObject({ status: 'ready' });
  });

  test.each([
    ['when it may no longer be handed in', false, false],
    ['when it was taken back', true, true],
  ])('is deleted %s', async (_, isAllowed, isWithdrawn) => {
    const before = await listStoredFiles();
    const { documentId } = await send({ bytes: files.pdf(), kind: 'silent' });
    if (isWithdrawn) await removeDocument({ accountId, documentId }, allowAlways);
    await settleUpload({ accountId, documentId }, async () => isAllowed, store);
    expect(await findDocument({ accountId, documentId })).toBeNull();
    expect(await listStoredFiles()).toEqual(before);
  });

  test('the check is queued with the change, and a later look with the start', async () => {
    const { documentId } = await send({ bytes: files.pdf(), kind: 'queued' });
    const later = await prisma.$queryRaw<
      object[]
    >`select from pgboss.job where name = 'settle-upload' and data->>'documentId' = ${documentId} and start_after > now() + interval '20 minutes'`;
    expect(later).toHaveLength(1);
    await finishUpload({ accountId, documentId }, allowAlways);
    await finishUpload({ accountId, documentId }, allowAlways);
    const now = await prisma.$queryRaw<
      object[]
    >`select from pgboss.job where name = 'check-document' and data->>'documentId' = ${documentId}`;
    expect(now).toHaveLength(1);
  });
});

describe('with a virus scanner', () => {
  let clamd: ClamPeer;
  beforeAll(async () => void (clamd = await startClamd()));
  afterAll(() => clamd.stop());

  test('infected files are found, and large files pass through', async () => {
    expect(await scanForViruses(eicar, clamd.socketPath)).toBe('infected');
    expect(await scanForViruses(Buffer.alloc(maximumBytes, 'a'), clamd.socketPath)).toBe('clean');
  });

  test("that doesn't respond, nothing is accepted", async () => {
    await expect(scanForViruses(eicar, `${clamd.socketPath}.none`)).rejects.toThrow();
  });

  test('an infected document is rejected, whatever its type', async () => {
    const { documentId } = await send({ bytes: eicar, kind: 'virus' });
    await finishUpload({ accountId, documentId }, allowAlways);
    await checkDocument(documentId, store, clamd.socketPath);
    expect(await findDocument({ accountId, documentId })).toMatchObject({
      status: 'rejected',
      rejectionReason: 'infected',
    });
  });
});
