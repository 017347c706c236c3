import { expect, test, vi } from 'vitest';
import { checkDocument } from '~/documents/document-check';
import { maximumBytes } from '~/documents/file-types';
import { hashPassword } from '~/identity/passwords/passwords';
import { prisma } from '~/platform/database/db.server';
import { openBrowser } from '../../../../../tests/world/browser';
import * as files from '../../../../../tests/world/documents/sample-files';
import { buildMerchant } from '../../../../../tests/world/merchants';

const password = 'correct horse battery';
const passwordHash = hashPassword(password);

type Begun = { documentId: string; upload: { url: string; fields: Record<string, string> } };

/** The browser of a new merchant's owner, and the steps of its page. */
async function openPortal() {
  const email = `documents-${crypto.randomUUID()}@example.com`;
  const { accountId, ownerId } = await buildMerchant({ email, passwordHash: await passwordHash });
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
  const begin = (change: object = {}) =>
    browser.submit('/documents', {
      kind: 'bank_statement',
      subject: '',
      fileName: 'statement.pdf',
      contentType: 'application/pdf',
      sizeBytes: '100',
      ...change,
    });
  const begun = async (change?: object) => (await (await begin(change)).json()) as Begun;
  const send = ({ upload }: Begun, bytes: Buffer, change: object = {}) =>
    browser.upload(upload.url, { ...upload.fields, ...change }, blob(bytes));
  const handIn = async (bytes: Buffer, change?: object) => {
    const upload = await begun(change);
    expect((await send(upload, bytes)).status).toBe(204);
    expect((await browser.submit(`/documents/${upload.documentId}/finish`, {})).status).toBe(200);
    await checkDocument(upload.documentId);
    return upload.documentId;
  };
  const status = async (id: string) =>
    (await (await browser.open(`/documents/${id}`)).json()) as { status: string; fault: string | null };
  return { accountId, ownerId, browser, begin, begun, send, handIn, status };
}

const blob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)]);

test('a document is started, uploaded, completed, checked, and downloaded', async () => {
  const { browser, begun, send, status } = await openPortal();
  const upload = await begun({ fileName: 'März "2026" 📄.pdf' });
  expect((await send(upload, files.pdf())).status).toBe(204);
  const finish = () => browser.submit(`/documents/${upload.documentId}/finish`, {});
  for (const finished of [await finish(), await finish()])
    expect(await finished.json()).toMatchObject({ id: upload.documentId, status: 'checking' });
  expect((await browser.open(`/documents/${upload.documentId}/file`)).status).toBe(404);
  await checkDocument(upload.documentId);
  expect(await status(upload.documentId)).toEqual({
    id: upload.documentId,
    status: 'ready',
    fault: null,
    fileName: 'März "2026" 📄.pdf',
    contentType: 'application/pdf',
    sizeBytes: files.pdf().length,
  });

  for (const query of ['', '?preview']) {
    const file = await browser.open(`/documents/${upload.documentId}/file${query}`);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(files.pdf());
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Marz _2026_ _.pdf"; filename*=UTF-8''M%C3%A4rz%20%222026%22%20%F0%9F%93%84.pdf`,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
  }
});

test('an image is shown on the page, with a policy that disables everything', async () => {
  const { browser, handIn } = await openPortal();
  const id = await handIn(await files.png(), { contentType: 'image/png', fileName: 'a\r\nb".png' });
  const preview = await browser.open(`/documents/${id}/file?preview`);
  expect(preview.headers.get('content-disposition')).toBe(
    `inline; filename="ab_.png"; filename*=UTF-8''ab%22.png`,
  );
  expect(preview.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  expect((await browser.open(`/documents/${id}/file`)).headers.get('content-disposition')).toMatch(
    /^attachment/,
  );
});

test('a rejected file is explained', async () => {
  const { begin, handIn, status } = await openPortal();
  const cases = {
    empty: { sizeBytes: '0' },
    too_large: { sizeBytes: String(maximumBytes + 1) },
    type_not_taken: { contentType: 'text/html' },
    closed: { kind: 'no_such_kind' },
  };
  for (const [fault, change] of Object.entries(cases)) {
    const rejected = await begin(change);
    expect(rejected.status).toBe(422);
    expect(await rejected.json()).toEqual({ fault, message: expect.stringMatching(/\.$/) as string });
  }
  expect((await begin({ sizeBytes: 'many' })).status).toBe(400);
  expect(await status(await handIn(files.exe()))).toMatchObject({
    status: 'rejected',
    fault: expect.stringContaining('doesn’t match its type') as string,
  });
});

test('a rejected document is shown next to the current one, until it is removed', async () => {
  const { browser, handIn } = await openPortal();
  await handIn(files.pdf(), { fileName: 'good.pdf' });
  const rejected = await handIn(files.exe(), { fileName: 'evil.pdf' });
  const page = async () => (await browser.open('/application/bank')).text();
  const visible = await page();
  for (const text of [
    'evil.pdf',
    'Rejected',
    'This file’s content doesn’t match its type',
    'good.pdf',
    'Received',
    'Remove rejected file',
  ])
    expect(visible).toContain(text);
  await browser.submit(`/documents/${rejected}/remove`, {});
  const after = await page();
  expect(after).toContain('good.pdf');
  expect(after).not.toContain('evil.pdf');
});

test('a document is removed with and without scripts, and the others stay', async () => {
  const { accountId, browser, handIn } = await openPortal();
  await prisma.application.upsert({
    where: { accountId },
    create: { id: `app_${accountId}`, accountId, answers: { business_form: 'company' } },
    update: { answers: { business_form: 'company' } },
  });
  const [kept, removed] = [
    await handIn(files.pdf(), { kind: 'registration_extract' }),
    await handIn(files.pdf()),
  ];
  const form = await browser.submit(`/documents/${removed}/remove`, { returnTo: '/application/bank' });
  expect({ status: form.status, location: form.headers.get('location') }).toEqual({
    status: 302,
    location: '/application/bank',
  });
  expect((await browser.submit(`/documents/${await handIn(files.pdf())}/remove`, {})).status).toBe(204);
  expect(await prisma.document.findMany({ where: { accountId, replacedAt: null } })).toMatchObject([
    { id: kept },
  ]);
});

test('a document is removed only after a confirmation, which returns to its slot', async () => {
  const { accountId, browser, handIn } = await openPortal();
  const id = await handIn(files.pdf(), { fileName: 'only scan.pdf' });
  const page = await (await browser.open('/application/bank')).text();
  expect(page).toContain(`action="/documents/${id}/removal"`);
  expect(page).not.toContain(`/documents/${id}/remove`);
  const returnTo = /name="returnTo" value="([^"]+)"/.exec(page)![1]!;
  const confirm = (path: string) =>
    browser.open(`/documents/${id}/removal?${new URLSearchParams({ returnTo: path })}`);

  const question = await (await confirm(returnTo)).text();
  expect(question).toContain('Remove “only scan.pdf”?');
  expect(question).toContain(`href="${returnTo}"`);
  expect(await (await confirm('https://evil.example/#x')).text()).not.toContain('evil.example');
  const isCurrent = async () =>
    (await prisma.document.count({ where: { accountId, replacedAt: null } })) === 1;
  expect(await isCurrent()).toBe(true);

  const button = /<button[^>]*name="returnTo"[^>]*value="([^"]+)"/.exec(question)![1]!;
  const removed = await browser.submit(`/documents/${id}/remove`, { returnTo: button });
  expect(removed.headers.get('location')).toMatch(/^\/application\/bank#[\w-]+$/);
  expect(page).toContain(`id="${removed.headers.get('location')!.split('#')[1]}"`);
  expect(await isCurrent()).toBe(false);
  // Removed already.
  expect((await confirm(returnTo)).headers.get('location')).toBe(returnTo);
});

test('a submitted document stays unchanged until the reviewer requests it', async () => {
  const { accountId, browser, handIn, begin, begun, send } = await openPortal();
  const [id, late] = [await handIn(files.pdf()), await begun()];
  await send(late, files.pdf());
  await prisma.application.create({
    data: { id: `app_${accountId}`, accountId, state: 'SUBMITTED', promisedAt: new Date() },
  });
  for (const reply of [
    await begin(),
    await browser.submit(`/documents/${id}/remove`, {}),
    await browser.submit(`/documents/${late.documentId}/finish`, {}),
  ])
    expect(reply.status).toBe(422);
  expect(await prisma.document.findUnique({ where: { id } })).toMatchObject({
    status: 'ready',
    replacedAt: null,
  });
  expect((await browser.submit(`/documents/${late.documentId}/remove`, {})).status).toBe(204);
});

test("another merchant's document is not found", async () => {
  const [mine, theirs] = [await openPortal(), await openPortal()];
  const id = await theirs.handIn(files.pdf());
  const missing = 'doc_'.padEnd(40, '0');
  for (const path of ['', '/file', '/file?preview']) {
    const [other, none] = [
      await mine.browser.open(`/documents/${id}${path}`),
      await mine.browser.open(`/documents/${missing}${path}`),
    ];
    expect({ status: other.status, body: await other.text() }).toEqual({
      status: 404,
      body: await none.text(),
    });
  }
  for (const action of ['finish', 'remove'])
    expect((await mine.browser.submit(`/documents/${id}/${action}`, {})).status).toBe(404);
  expect(await theirs.status(id)).toMatchObject({ status: 'ready' });
  for (const odd of ['%00', "doc_'", '..%2f'])
    expect((await mine.browser.open(`/documents/${odd}`)).status).toBe(404);
});

test('only the owner uploads documents, and only when logged in', async () => {
  const { ownerId, browser, begin, handIn } = await openPortal();
  const id = await handIn(files.pdf());
  await prisma.member.updateMany({ where: { userId: ownerId }, data: { role: 'developer' } });
  for (const reply of [
    await begin(),
    await browser.open(`/documents/${id}`),
    await browser.open(`/documents/${id}/file`),
    await browser.upload('/uploads', {}, blob(files.pdf())),
  ])
    expect(reply.status).toBe(403);
  const stranger = openBrowser();
  for (const reply of [
    await stranger.open(`/documents/${id}/file`),
    await stranger.upload('/uploads', {}, blob(files.pdf())),
  ])
    expect(reply.headers.get('location')).toMatch(/^\/login/);
});

test('the folder accepts a form only from its own account', async () => {
  const [mine, theirs] = [await openPortal(), await openPortal()];
  const upload = await theirs.begun();
  expect((await mine.send(upload, files.pdf())).status).toBe(403);
  expect(await theirs.status(upload.documentId)).toMatchObject({ status: 'uploading' });
  expect((await theirs.send(upload, files.pdf())).status).toBe(204);
});

test('the folder accepts only what the form allows', async () => {
  const { accountId, browser, begun, send } = await openPortal();
  const upload = await begun();
  const other = (await buildMerchant()).accountId;
  const { key } = upload.upload.fields;
  for (const change of [
    { key: key!.replace(accountId, other) },
    { key: `${key}x` },
    { key: '../../evil' },
    { 'Content-Type': 'text/html' },
    { expires: '2099-01-01T00:00:00.000Z' },
    { signature: '0'.repeat(64) },
    { signature: '' },
    { signature: '€'.repeat(64) },
  ])
    expect((await send(upload, files.pdf(), change)).status).toBe(403);
  expect((await send(upload, Buffer.alloc(0))).status).toBe(400);
  expect((await send(upload, Buffer.alloc(maximumBytes + 1))).status).toBe(413);
  expect((await send(upload, Buffer.alloc(maximumBytes + 70_000))).status).toBe(413);
  expect((await browser.upload('/uploads', upload.upload.fields)).status).toBe(403);
  expect((await send(upload, Buffer.alloc(maximumBytes))).status).toBe(204);

  vi.useFakeTimers({ now: Date.now() + 601_000, toFake: ['Date'] });
  try {
    expect((await send(upload, files.pdf())).status).toBe(403);
  } finally {
    vi.useRealTimers();
  }
});

test('other forms stay small', async () => {
  const { browser } = await openPortal();
  expect((await browser.submit('/documents', { kind: 'a'.repeat(70_000) })).status).toBe(413);
});
