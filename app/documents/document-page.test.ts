import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { createId } from '~/platform/ids';
import { buildPdf, fillPage } from '../../tests/world/documents/pdf-files';
import { createDiskStorage } from './disk';
import { renderDocumentPage } from './document-page';
import { sha256, type MerchantDocument } from './documents';

const folder = mkdtempSync(join(tmpdir(), 'tillway-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));
const storage = createDiskStorage(folder);

const bluePageAndRedPage = buildPdf({ pages: [fillPage('0 0 1'), fillPage('1 0 0')] });

async function storeDocument(bytes = bluePageAndRedPage): Promise<MerchantDocument> {
  const id = createId('doc');
  const storageKey = `documents/acc_1/${id.toLowerCase()}`;
  await storage.write(storageKey, bytes, 'application/pdf');
  const document = { id, storageKey, pages: 2, status: 'ready', contentType: 'application/pdf' };
  return { ...document, sizeBytes: bytes.length, sha256: sha256(bytes) } as MerchantDocument;
}

const request = { page: 1, width: 800, readerId: 'usr_1', signal: new AbortController().signal } as const;

const read = (document: MerchantDocument, change: Partial<Parameters<typeof renderDocumentPage>[1]> = {}) =>
  renderDocumentPage(document, { ...request, ...change }, storage);

/** Its width and the strongest color of red, green, and blue. */
async function describePage(page: Awaited<ReturnType<typeof read>>) {
  if (typeof page === 'string') return page;
  const { width } = await sharp(page).metadata();
  const means = (await sharp(page).stats()).channels.map(({ mean }) => mean);
  return `${width} ${['red', 'green', 'blue'][means.indexOf(Math.max(...means))]}`;
}

test('each page is drawn once in each width, and then comes from memory', async () => {
  const document = await storeDocument();
  const views = [{ page: 1 }, { page: 2 }, { page: 2, width: 1_600 }] as const;
  const readAll = () => Promise.all(views.map(async (view) => describePage(await read(document, view))));
  const pages = ['800 blue', '800 red', '1600 red'];
  expect(await readAll()).toEqual(pages);
  await storage.delete(document.storageKey);
  expect(await readAll()).toEqual(pages);
  expect(await describePage(await read(document, { readerId: 'usr_2' }))).toBe('800 blue');
  await expect(read(document, { page: 1, width: 1_600 })).rejects.toThrow('not the one that was checked');
  expect(
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile()),
  ).toEqual([]);
});

test('two requests for a page draw it once', async () => {
  const document = await storeDocument();
  let reads = 0;
  const countingStorage = {
    ...storage,
    read: (key: string, limit: number) => (reads++, storage.read(key, limit)),
  };
  const pages = await Promise.all([1, 2].map(() => renderDocumentPage(document, request, countingStorage)));
  expect(await Promise.all(pages.map(describePage))).toEqual(['800 blue', '800 blue']);
  expect(reads).toBe(1);
});

test.each([0, -1, 1.5, 3, NaN, Infinity])('there is no page %s', async (page) => {
  expect(await read(await storeDocument(), { page })).toBe('no_such_page');
});

test('a page that the file lacks or that is broken is unreadable', async () => {
  expect(await read(await storeDocument(Buffer.from('%PDF-1.7\n%%EOF\n')))).toBe('unreadable');
  expect(await read(await storeDocument(buildPdf({ pages: [''] })), { page: 2 })).toBe('unreadable');
});

test('a storage that does not respond is no fault of the document', async () => {
  const document = await storeDocument();
  const down = { ...storage, read: () => Promise.reject(new Error('down')) };
  expect(await renderDocumentPage(document, request, down)).toBe('storage_down');
  expect(await describePage(await read(document))).toBe('800 blue');
});

test('a reader with many waiting pages is refused more, and nobody else', async () => {
  const [document, viewedDocument] = [await storeDocument(), await storeDocument()];
  await read(viewedDocument);
  let fail = () => {};
  const failure = new Promise<never>((_, reject) => (fail = () => reject(new Error('down'))));
  const slow = { ...storage, read: () => failure };
  const pages = Array.from({ length: 22 }, () => renderDocumentPage(document, request, slow));
  expect(await pages.at(-1)).toBe('too_busy');
  expect(await describePage(await read(viewedDocument))).toBe('800 blue');
  expect(await describePage(await read(document, { readerId: 'usr_2' }))).toBe('800 blue');
  fail();
  // Those that waited get what the other reader's request has drawn.
  expect(await Promise.all((await Promise.all(pages)).map(describePage))).toEqual([
    'storage_down',
    ...Array.from({ length: 20 }, () => '800 blue'),
    'too_busy',
  ]);
});

test('a page that its reader has left is not drawn', async () => {
  const document = await storeDocument();
  const unused = { ...storage, read: () => Promise.reject(new Error('read')) };
  const left = { ...request, signal: AbortSignal.abort() };
  expect(await renderDocumentPage(document, left, unused)).toBe('too_busy');
});
