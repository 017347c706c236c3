import { randomBytes } from 'node:crypto';
import type { CDPSession, Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { eicar, startClamd, type ClamPeer } from '../../peers/services/clamav';
import { freePort } from '../../peers/services/free-port';
import { register } from '../../peers/browser/registration';
import { startS3, type S3Peer } from '../../peers/services/s3';
import { openSite, type Site } from '../../peers/browser/site';
import type { Visitor } from '../../peers/browser/visitor';
import { exe, jpeg, pdf } from '../../world/documents/sample-files';
import { heicPhoto } from '../../world/documents/heic-photo';

// From a phone's page to a real bucket, with a real virus scanner. The other tests use the folder.
let s3: S3Peer;
let clamd: ClamPeer;
let site: Site;
let merchant: Visitor;
let page: Page;
let field: Locator;
let session: CDPSession;

beforeAll(async () => {
  const PORT = String(await freePort());
  [s3, clamd] = await Promise.all([startS3(`http://localhost:${PORT}`), startClamd()]);
  site = await openSite({ PORT, ...s3.env, CLAMAV_SOCKET: clamd.socketPath });
  merchant = await site.visit({ colorScheme: 'dark', viewport: { width: 390, height: 844 } });
  page = merchant.page;
  session = await merchant.context.newCDPSession(page);
  await register(site, page, { name: 'Ada Walker', email: 'documents@walk.example' });
  await page.goto(`${site.origin}/application/bank`);
  field = page.getByRole('group', { name: 'Bank statement' });
});
// Intended errors are logged to the console, so this visitor doesn't call leave().
afterAll(async () => {
  await merchant?.context.close();
  await Promise.all([site?.close(), clamd?.stop()]);
  await s3?.stop();
});

const choose = (name: string, mimeType: string, buffer: Buffer) =>
  field.getByLabel(/for Bank statement/).setInputFiles({ name, mimeType, buffer });
const received = (name: string) =>
  field
    .filter({ has: page.getByRole('link', { name }) })
    .getByText('Received', { exact: true })
    .waitFor();
const network = (conditions: { offline?: boolean; uploadThroughput?: number }) =>
  session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
    ...conditions,
  });

test('a file is uploaded, checked and still there after a reload; images have previews', async () => {
  await choose('Kontoauszug “März”.pdf', 'application/pdf', pdf());
  await received('Kontoauszug “März”.pdf');
  await page.reload();
  await received('Kontoauszug “März”.pdf');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    field.getByRole('link', { name: 'Kontoauszug' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Kontoauszug “März”.pdf');

  for (const [name, type, bytes] of [
    ['photo.jpg', 'image/jpeg', await jpeg(900, 600)],
    ['IMG_1.HEIC', '', heicPhoto],
  ] as const) {
    await choose(name, type, bytes);
    const picture = field.getByRole('img', { name: `Preview of ${name}` });
    await picture.waitFor();
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
  }
});

test('a rejected file is reported, and the previous one stays', async () => {
  await choose(
    'report.docx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    exe(),
  );
  await field.getByText('Choose a PDF, JPEG, PNG, or HEIC file').waitFor();
  await choose('statement.pdf', 'application/pdf', exe());
  await field.getByText('“statement.pdf” was rejected').waitFor();
  await choose('virus.pdf', 'application/pdf', eicar);
  await field.getByText('We found a virus').waitFor();
  await page.reload();
  await field.getByText('We found a virus').waitFor();
  await received('IMG_1.HEIC');
  expect(await listViolations(page)).toEqual([]);
});

test('an upload shows its progress and can be canceled', async () => {
  await network({ uploadThroughput: 1_500_000 });
  await field.locator('input[type=file]').focus();
  await choose('large.pdf', 'application/pdf', Buffer.concat([pdf(), randomBytes(6_000_000)]));
  await expect
    .poll(() => field.getByRole('progressbar').getAttribute('value').then(Number))
    .toBeGreaterThan(10);
  expect(await page.evaluate(() => document.activeElement!.textContent)).toContain('Cancel');
  // The announcement follows in steps of 25, while the visible text may say the same for a moment.
  await field
    .getByText(/^Uploading large\.pdf: 25%$/)
    .first()
    .waitFor({ state: 'attached' });
  await field.getByRole('button', { name: 'Cancel' }).click();
  await received('IMG_1.HEIC');
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).type))
    .toBe('file');
  await network({});
});

test('a file whose connection broke is kept and uploaded again', async () => {
  await network({ offline: true });
  await choose('again.pdf', 'application/pdf', pdf());
  await field.getByText('The connection was lost').waitFor();
  await network({});
  await field.getByRole('button', { name: 'Try again' }).click();
  await received('again.pdf');
});

test('an uploaded document waits while the bucket is unavailable, and survives that and leaving the page', async () => {
  const breakDown = async (route: Route) => {
    await s3.goOffline();
    await route.continue();
  };
  await page.route('**/finish?*', breakDown, { times: 1 });
  await choose('patient.pdf', 'application/pdf', pdf('patient'));
  await field.getByText('Checking', { exact: true }).waitFor();
  await page.goto(`${site.origin}/`);
  await s3.goOnline();
  await page.goto(`${site.origin}/application/bank`);
  await received('patient.pdf');
});

test('a document is removed after a confirmation, also without scripts', async () => {
  const plain = await site.visit({
    javaScriptEnabled: false,
    storageState: await merchant.context.storageState(),
  });
  await plain.page.goto(`${site.origin}/application/bank`);
  expect(await plain.page.content()).toContain('turn on JavaScript');
  await plain.page.getByRole('button', { name: 'Remove Bank statement' }).click();
  await plain.page.getByRole('heading', { name: 'Remove “' }).waitFor();
  await plain.page.getByRole('link', { name: 'Keep' }).click();
  await plain.page.getByRole('button', { name: 'Remove Bank statement' }).click();
  await plain.page.getByRole('button', { name: 'Remove file' }).click();
  await plain.page.waitForURL('**/application/bank#document-bank_statement');
  expect(await plain.page.getByRole('button', { name: 'Remove Bank statement' }).count()).toBe(0);
  await plain.leave();

  await page.reload();
  await choose('last.pdf', 'application/pdf', pdf());
  await received('last.pdf');
  page.once('dialog', (dialog) => void dialog.dismiss());
  await field.getByRole('button', { name: 'Remove' }).click();
  await field.getByText('last.pdf').first().waitFor();
  expect(await field.getByText('Choose a file').count()).toBe(0);
  page.once('dialog', (dialog) => void dialog.accept());
  await field.getByRole('button', { name: 'Remove' }).click();
  await field.getByText('Choose a file').waitFor();
});
