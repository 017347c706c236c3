import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkDocument } from '~/documents/document-check';
import { findDocument, openDocument } from '~/documents/documents';
import { maximumBytes } from '~/documents/file-types';
import { createS3Storage } from '~/documents/s3';
import type { Storage, UploadForm } from '~/documents/storage';
import { beginUpload, finishUpload, settleUpload } from '~/documents/uploads';
import { startS3, type S3Peer } from '../peers/services/s3';
import * as files from '../world/documents/sample-files';
import { buildMerchant } from '../world/merchants';

// Documents in a real bucket: the same tests as with a folder, and what only happens with a bucket.

let s3: S3Peer;
let store: Storage;
let accountId: string;
const allowAny = () => Promise.resolve(true);
beforeAll(async () => {
  [s3, { accountId }] = await Promise.all([startS3(), buildMerchant()]);
  store = createS3Storage(s3.settings);
});
afterAll(() => s3.stop());

async function begin({ contentType = 'application/pdf', kind = 'bank_statement' } = {}) {
  const begun = await beginUpload(
    { accountId, kind, subject: '', fileName: 'x.pdf', contentType, sizeBytes: 100, uploadedBy: 'usr_1' },
    store,
  );
  if (typeof begun === 'string') throw new Error(begun);
  return begun;
}

/**
 * Uploads a file as a browser does.
 * @returns the status
 */
async function send(
  { url, fields }: UploadForm,
  bytes: Buffer,
  change: Record<string, string> = {},
): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...change })) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'file');
  const response = await fetch(url, {
    method: 'POST',
    body: form,
    headers: { Origin: 'http://localhost:3000' },
  });
  await response.arrayBuffer();
  return response.status;
}

test('a document is stored under a new key, and its first key is deleted', async () => {
  const { documentId, upload } = await begin();
  expect(await send(upload, files.pdf())).toBe(204);
  expect(await finishUpload({ accountId, documentId }, allowAny)).toBe('checking');
  await checkDocument(documentId, store);
  const document = (await findDocument({ accountId, documentId }))!;
  expect(await openDocument(document, store)).toEqual(files.pdf());
  const keys = await s3.keys();
  expect(keys).toContain(document.storageKey);
  expect(keys).not.toContain(upload.fields.key);

  // The upload form is still valid for some minutes, but its uploads no longer change anything.
  expect(await send(upload, files.exe())).toBe(204);
  expect(await openDocument(document, store)).toEqual(files.pdf());
  await settleUpload({ accountId, documentId }, allowAny, store);
  expect(await s3.keys()).toEqual(keys);
});

describe('the bucket rejects', () => {
  const edited = (policy: string, change: (text: string) => string) =>
    Buffer.from(change(Buffer.from(policy, 'base64').toString())).toString('base64');

  test('any other key, type, policy and size, and uploads without a form', async () => {
    const { upload } = await begin();
    const { key, Policy } = upload.fields as { key: string; Policy: string };
    const changes = {
      'another merchant’s key': { key: key.replace(accountId, `${accountId}x`) },
      'a checked document’s key': { key: key.replace('/uploaded/', '/checked/') },
      'a path': { key: `../${key}` },
      'another type': { 'Content-Type': 'text/html' },
      'a policy made wider': {
        Policy: edited(Policy, (text) => text.replace(String(maximumBytes), '999999999')),
      },
      'a policy made longer': {
        Policy: edited(Policy, (text) => text.replace(/"expiration":"\d{4}/, '"expiration":"2099')),
      },
      'another signature': { 'X-Amz-Signature': '0'.repeat(64) },
      'a field more': { acl: 'public-read' },
    };
    for (const [name, change] of Object.entries(changes))
      expect(await send(upload, files.pdf(), change), name).toBe(403);
    expect(await send(upload, Buffer.alloc(0))).toBe(400);
    expect(await send(upload, Buffer.alloc(maximumBytes + 1))).toBe(400);
    expect(await send({ url: upload.url, fields: { key } }, files.pdf())).toBe(403);
    expect((await fetch(`${upload.url}/${key}`)).status).toBe(403);
    expect((await s3.keys()).filter((one) => one.includes(key))).toEqual([]);
    expect(await send(upload, Buffer.alloc(maximumBytes))).toBe(204);
  });

  test('an expired form', async () => {
    vi.useFakeTimers({ now: Date.now() - 601_000, toFake: ['Date'] });
    const upload = await store
      .uploadForm({ key: 'documents/x/uploaded/late', contentType: 'application/pdf' })
      .finally(() => vi.useRealTimers());
    expect(await send(upload, files.pdf())).toBe(403);
  });
});

test('uploads are allowed from portal pages and not from others', async () => {
  const requestUpload = async (Origin: string) =>
    (
      await fetch(`${s3.settings.endpoint}/documents`, {
        method: 'OPTIONS',
        headers: { Origin, 'Access-Control-Request-Method': 'POST' },
      })
    ).headers.get('access-control-allow-origin');
  expect(await requestUpload('http://localhost:3000')).toBe('http://localhost:3000');
  expect(await requestUpload('https://evil.test')).toBeNull();
});

test("objects that are too large aren't read, and missing ones are reported as missing", async () => {
  await store.write('documents/x/large', Buffer.alloc(1_000), 'application/pdf');
  expect(await store.read('documents/x/large', 999)).toBe('too_large');
  expect(await store.read('documents/x/large', 1_000)).toHaveLength(1_000);
  expect(await store.has('documents/x/large')).toBe(true);
  await store.delete('documents/x/large');
  await store.delete('documents/x/large');
  expect(await store.has('documents/x/large')).toBe(false);
  expect(await store.read('documents/x/large', 999)).toBeNull();
});

test('while the bucket is unavailable, a document waits and is lost neither before nor after its check', async () => {
  const [waiting, ready] = [await begin({ kind: 'waiting' }), await begin({ kind: 'ready' })];
  for (const { upload } of [waiting, ready]) expect(await send(upload, files.pdf())).toBe(204);
  await finishUpload({ accountId, documentId: ready.documentId }, allowAny);
  await checkDocument(ready.documentId, store);
  const find = async ({ documentId }: { documentId: string }) =>
    (await findDocument({ accountId, documentId }))!;

  await s3.goOffline();
  expect(await finishUpload({ accountId, documentId: waiting.documentId }, allowAny)).toBe('checking');
  await expect(checkDocument(waiting.documentId, store)).rejects.toThrow();
  await expect(settleUpload({ accountId, documentId: ready.documentId }, allowAny, store)).rejects.toThrow();
  expect(await openDocument(await find(ready), store)).toBe('storage_down');
  expect(await find(waiting)).toMatchObject({ status: 'checking', rejectionReason: null });

  await s3.goOnline();
  await checkDocument(waiting.documentId, store);
  for (const one of [waiting, ready]) expect(await openDocument(await find(one), store)).toEqual(files.pdf());
});
