import { expect, test } from 'vitest';
import { hashPassword } from '~/identity/passwords/passwords';
import { retrieveDesigns, findPublishedDesign } from '~/merchants/checkout-design/design-versions';
import { enableLiveMode } from '~/merchants/accounts/accounts';
import { defaultDesign } from '~/merchants/checkout-design/checkout-design';
import { createId } from '~/platform/ids';
import { prisma } from '~/platform/database/db.server';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { jpegPage, png } from '../../../../tests/world/documents/sample-files';
import { buildMerchant } from '../../../../tests/world/merchants';

const password = 'correct horse battery';
const path = '/checkout-design';

/** The browser of a logged-in member of a new merchant with this role, and the editor's actions. */
async function logIn({ role = 'owner', live = false } = {}) {
  const email = `design-${crypto.randomUUID()}@example.com`;
  const merchant = await buildMerchant({ email, passwordHash: await hashPassword(password) });
  await prisma.member.updateMany({ where: { userId: merchant.ownerId }, data: { role } });
  if (live) await enableLiveMode(prisma, { accountId: merchant.accountId, pciCertified: false });
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
  const inTest = { accountId: merchant.accountId, environment: 'test' as const };
  const seen = async (environment: 'test' | 'live' = 'test') => ({
    environment,
    revision: (await retrieveDesigns({ ...inTest, environment })).revision,
  });
  const save = async (fields: Record<string, string>, file?: Buffer) =>
    browser.upload(
      path,
      { ...usual, ...(await seen()), ...fields },
      file && new Blob([new Uint8Array(file)]),
      'logo',
    );
  const publish = async () => browser.submit(`${path}/publish`, await seen());
  return { merchant, browser, inTest, seen, save, publish };
}

/** The initial form. */
const usual = {
  accent: '',
  background: '',
  logoId: '',
  font: 'inter',
  corners: 'soft',
  layout: 'two_columns',
  companyName: '',
  companyInfo: '',
  supportEmail: '',
  supportPhone: '',
  supportUrl: '',
  termsUrl: '',
  privacyUrl: '',
  payWord: 'pay',
  language: 'en',
  receipts: 'on',
};

const leadsTo = (response: Response) => [response.status, response.headers.get('location')];
/** What the bar says about unpublished changes. */
const readBar = (html: string) =>
  /\d+ unpublished changes?:[^/]*(?=<\/)/.exec(html.replaceAll('<!-- -->', ''))?.[0].replace(/<[^>]*>/g, '');
const logosOf = (html: string) => [...html.matchAll(/\/logos\/(logo_\w+)\.png/g)].map(([, id]) => id!);

test('a design is drafted, previewed, published and restored by plain forms', async () => {
  const { browser, inTest, seen, save, publish } = await logIn();
  expect((await readPage(await browser.open(path))).html).toContain('You haven’t published a design yet');
  expect(leadsTo(await save({ accent: '0B5F5A', companyName: 'Harbour Tea' }))).toEqual([
    302,
    `${path}?saved`,
  ]);
  expect(await findPublishedDesign(inTest)).toEqual(defaultDesign);
  const drafted = (await readPage(await browser.open(`${path}?saved`))).html;
  expect(drafted).toContain('Payers don’t see it yet');
  expect(readBar(drafted)).toBe('2 unpublished changes: Accent color, Company name');

  expect(leadsTo(await save({ accent: '#0b5f5a', companyName: 'Harbour Tea', then: 'publish' }))).toEqual([
    302,
    `${path}/publish`,
  ]);
  const differences = (await readPage(await browser.open(`${path}/publish`))).html;
  for (const text of ['#0b5f5a', 'Default', 'Harbour Tea']) expect(differences).toContain(text);
  expect(leadsTo(await publish())).toEqual([302, `${path}?published`]);
  expect(await findPublishedDesign(inTest)).toMatchObject({
    accent: '#0b5f5a',
    companyName: 'Harbour Tea',
    receipts: true,
  });

  await save({ receipts: '' });
  await publish();
  expect(leadsTo(await browser.submit(`${path}/history`, { ...(await seen()), restore: '1' }))).toEqual([
    302,
    `${path}?restored`,
  ]);
  expect(await retrieveDesigns(inTest)).toMatchObject({
    draft: { design: { accent: '#0b5f5a' } },
    published: { number: 2, design: { accent: null } },
  });
  const history = (await readPage(await browser.open(`${path}/history`))).html.replaceAll('<!-- -->', '');
  expect(history).toContain('Accent color, Company name, Receipts');
  expect(history).toContain('Payers see it');
  expect(leadsTo(await browser.upload(path, { ...(await seen()), discard: 'draft' }))).toEqual([
    302,
    `${path}?discarded`,
  ]);
  for (const restore of ['9', '0', '-1', 'x', '1e9', '99999999999'])
    expect((await browser.submit(`${path}/history`, { ...(await seen()), restore })).status).toBe(404);
});

test('the history has pages, and compares the last version of a page with the one before', async () => {
  const { browser, inTest, merchant } = await logIn();
  await prisma.checkoutDesign.createMany({
    data: Array.from({ length: 101 }, (_, index) => ({
      ...{ id: createId('dsg'), ...inTest, number: index + 1, savedBy: merchant.ownerId },
      design: { ...defaultDesign, font: 'nunito' },
      ...{ publishedBy: merchant.ownerId, publishedAt: new Date() },
    })),
  });
  const open = async (address: string) => {
    const html = (await readPage(await browser.open(address))).html.replaceAll('<!-- -->', '');
    return {
      versions: [...html.matchAll(/data-title="Version">.*?(\d+)/g)].map(([, number]) => Number(number)),
      changes: [...html.matchAll(/data-title="Changed"><span>([^<]*)/g)].map(([, fields]) => fields),
      visible: html.split('Payers see it<').length - 1,
      older: /href="([^"]*before=\d+)"/.exec(html)?.[1],
    };
  };
  const first = await open(`${path}/history`);
  expect(first).toMatchObject({ visible: 1, older: `${path}/history?before=2` });
  expect(first.versions).toHaveLength(100);
  expect(new Set(first.changes)).toEqual(new Set(['Nothing']));
  expect(await open(first.older!)).toEqual({
    versions: [1],
    changes: ['Font'],
    visible: 0,
    older: undefined,
  });
});

test('errors are shown next to their fields, and the input is kept', async () => {
  const { inTest, save } = await logIn();
  const response = await save(
    {
      accent: 'blue"><script>',
      supportUrl: 'http://shop.example',
      companyName: 'Harbour Tea',
      supportPhone: '12',
    },
    await png(),
  );
  const { html, title, errors } = await readPage(response);
  expect({ status: response.status, title }).toEqual({ status: 422, title: 'Error: Checkout · Tillway' });
  expect(errors).toEqual([
    expect.stringContaining('Enter a color'),
    expect.stringContaining('country code'),
    expect.stringContaining('https://'),
  ]);
  expect(html).not.toContain('"><script>');
  expect(html).toContain('value="Harbour Tea"');
  // The image was valid, so it doesn't have to be chosen again.
  expect(logosOf(html)).not.toEqual([]);
  expect((await retrieveDesigns(inTest)).draft).toBeNull();
});

test('a logo that is too large is rejected at its field, and nothing else is lost', async () => {
  const { save } = await logIn();
  const response = await save({ companyName: 'Harbour Tea' }, Buffer.alloc(3 * 1024 * 1024));
  const { html, errors } = await readPage(response);
  expect({ status: response.status, errors }).toEqual({
    status: 422,
    errors: [expect.stringContaining('larger than 2 MB')],
  });
  expect(html).toContain('value="Harbour Tea"');
  expect(html).toContain('the last saved design');
});

test("a logo is re-encoded, kept until it is removed, and never another account's", async () => {
  const [mine, theirs] = [await logIn(), await logIn()];
  await theirs.save({}, await png());
  const foreign = (await retrieveDesigns(theirs.inTest)).draft!.design.logoId!;
  await mine.save({ logoId: foreign });
  expect((await retrieveDesigns(mine.inTest)).draft!.design.logoId).toBeNull();

  expect((await readPage(await mine.save({}, Buffer.from('GIF89a'.repeat(9))))).errors).toEqual([
    'Choose a PNG, JPEG, or SVG file',
  ]);
  expect((await mine.save({}, await jpegPage())).status).toBe(302);
  const { logoId } = (await retrieveDesigns(mine.inTest)).draft!.design;
  expect(logosOf((await readPage(await mine.browser.open(path))).html)).toContain(logoId);
  await mine.save({ logoId: logoId!, font: 'nunito' });
  expect((await retrieveDesigns(mine.inTest)).draft!.design).toMatchObject({ logoId, font: 'nunito' });
  await mine.save({ logoId: logoId!, removeLogo: 'on' });
  expect((await retrieveDesigns(mine.inTest)).draft!.design.logoId).toBeNull();
});

test('unreadable text is reported while choosing, and not published', async () => {
  const { browser, inTest, seen, save, publish } = await logIn();
  await save({ accent: '#777777' });
  const { html } = await readPage(await browser.open(path));
  expect(html.replaceAll('<!-- -->', '')).toMatch(/Button text: contrast 4\.4:1, but 4\.5:1 is needed/);
  expect(html).toMatch(/<button[^>]*name="accentInstead"[^>]*value="#767676"/);
  expect((await readPage(await browser.open(`${path}/publish`))).html).toContain(
    'This design can’t be published yet',
  );
  expect(leadsTo(await publish())).toEqual([302, `${path}/publish`]);
  expect(await findPublishedDesign(inTest)).toEqual(defaultDesign);
  await save({ accent: '#777777', accentInstead: '#767676' });
  expect(leadsTo(await publish())).toEqual([302, `${path}?published`]);
  expect((await seen()).revision).not.toBe('');
});

test('a button that hardly stands out is mentioned again before publishing', async () => {
  const { browser, save } = await logIn();
  const warning = /Button against background: contrast \d(\.\d)?:1, but 3:1 is needed/;
  await save({ accent: '#f6f6f0' });
  expect((await readPage(await browser.open(path))).html).toMatch(warning);
  const { html } = await readPage(await browser.open(`${path}/publish`));
  expect(html).toMatch(warning);
  expect(html).toContain('>Publish</button>');
  await save({ accent: '#3340b5' });
  expect((await readPage(await browser.open(`${path}/publish`))).html).not.toContain('Check the colors');
});

test('the second of two people who edit at once gets a message, and may save anyway', async () => {
  const { browser, inTest, seen, save } = await logIn();
  const before = await seen();
  await save({ font: 'nunito' });
  const rejected = await readPage(await save({ ...before, font: 'atkinson' }));
  expect(rejected.errors).toEqual([expect.stringContaining('Someone else saved')]);
  const readRevision = (html: string) => /name="revision" value="(\w*)"/.exec(html)![1]!;
  const invalid = await readPage(await save({ ...before, font: 'atkinson', accent: 'red?' }));
  expect(readRevision(invalid.html)).toBe(before.revision);
  const revision = readRevision(rejected.html);
  await save({ revision, font: 'atkinson' });
  expect((await retrieveDesigns(inTest)).draft!.design.font).toBe('atkinson');
  for (const late of [
    browser.submit(`${path}/publish`, before),
    browser.submit(`${path}/history`, { ...before, restore: '1' }),
  ])
    expect(leadsTo(await late)).toEqual([302, `${path}?changed`]);
});

test('a second click on Publish says that the design is published', async () => {
  const { browser, inTest, seen, save } = await logIn();
  await save({ font: 'nunito' });
  const draft = await seen();
  for (const click of [browser.submit(`${path}/publish`, draft), browser.submit(`${path}/publish`, draft)])
    expect(leadsTo(await click)).toEqual([302, `${path}?published`]);
  expect((await retrieveDesigns(inTest)).published).toMatchObject({ number: 1 });
});

test('a page left open in one environment changes nothing in the other', async () => {
  const { browser, merchant, seen, save } = await logIn({ live: true });
  await save({ font: 'nunito' });
  const inTest = await seen();
  await browser.submit('/environment', { environment: 'live' });
  await save({ font: 'system' });
  await browser.submit(`${path}/publish`, inTest);
  await browser.submit(`${path}/history`, { ...inTest, restore: '1' });
  expect(await prisma.checkoutDesign.findMany({ where: { accountId: merchant.accountId } })).toMatchObject([
    { environment: 'test', number: null, design: { font: 'nunito' } },
  ]);
});

test('a design published in test is copied to live as a draft, from the editor and when going live', async () => {
  const { browser, inTest, seen, save, publish } = await logIn({ live: true });
  const live = { ...inTest, environment: 'live' as const };
  expect(leadsTo(await browser.submit(`${path}/copy`, await seen('live')))).toEqual([
    302,
    `${path}?nothing_to_copy`,
  ]);
  await save({ font: 'nunito' });
  await publish();
  const goLive = async () => (await readPage(await browser.open('/go-live'))).html.replaceAll('<!-- -->', '');
  expect(await goLive()).toMatch(/Version 1.*Default.*Different: font.*Copy checkout design to live/s);
  expect(leadsTo(await browser.submit(`${path}/copy`, await seen('live')))).toEqual([302, `${path}?copied`]);
  expect(await retrieveDesigns(live)).toMatchObject({
    draft: { design: { font: 'nunito' } },
    published: null,
  });
  expect(await goLive()).toContain('Publish the live draft');
  expect((await readPage(await browser.open(`${path}?copied`))).html).toContain('The live draft is now');
  expect(leadsTo(await browser.submit(`${path}/publish`, await seen('live')))).toEqual([
    302,
    `${path}?published`,
  ]);
  expect(await findPublishedDesign(live)).toMatchObject({ font: 'nunito' });
  expect(await goLive()).not.toContain('Different: font');
});

test('a draft is discarded or replaced only after a confirmation', async () => {
  const { browser, inTest, seen, save, publish } = await logIn({ live: true });
  const open = async (address: string) => readPage(await browser.open(address));
  /** The confirmation's fields, sent as a browser without scripts sends them. */
  const confirm = async (page: string, action: string) => {
    const { html } = await open(page);
    const inputs = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"\/>/g)];
    return leadsTo(
      await browser.upload(action, Object.fromEntries(inputs.map(([, name, value]) => [name!, value!]))),
    );
  };
  for (const font of ['nunito', 'system']) {
    await save({ font });
    await publish();
  }
  // Without a draft, nothing is lost.
  expect((await open(`${path}/history`)).html).toContain('name="restore"');
  expect((await open(`${path}?discard`)).title).toBe('Checkout · Tillway');
  expect((await open(path)).html).not.toContain(`href="${path}?copy"`);

  await save({ font: 'atkinson' });
  const editorHtml = (await open(path)).html;
  expect(editorHtml).toContain(`href="${path}?discard"`);
  expect(editorHtml).not.toContain('name="discard"');
  const history = (await open(`${path}/history`)).html;
  expect(history).toContain(`href="${path}/history?restore=1"`);
  expect(history).not.toContain('name="restore"');
  expect((await open(`${path}?discard`)).title).toBe('Discard draft · Tillway');
  expect(await confirm(`${path}/history?restore=1`, `${path}/history`)).toEqual([302, `${path}?restored`]);
  expect((await retrieveDesigns(inTest)).draft).toMatchObject({ design: { font: 'nunito' } });
  expect(await confirm(`${path}?discard`, path)).toEqual([302, `${path}?discarded`]);
  expect((await retrieveDesigns(inTest)).draft).toBeNull();

  await browser.submit(`${path}/copy`, await seen('live'));
  await browser.submit('/environment', { environment: 'test' });
  const { html } = await open(path);
  expect(html).toContain(`href="${path}?copy"`);
  expect(html).not.toContain(`action="${path}/copy`);
  expect((await open(`${path}?copy`)).title).toBe('Replace the live draft · Tillway');
  expect(await confirm(`${path}?copy`, `${path}/copy`)).toEqual([302, `${path}?copied`]);
});

test("the preview is the payers' page with the form's values, framed only by us, and saves nothing", async () => {
  const { browser, inTest } = await logIn();
  const visible = await browser.upload(`${path}/preview`, {
    ...usual,
    accent: '#0b5f5a',
    companyName: 'Harbour Tea',
    payWord: 'order',
    supportUrl: 'javascript:alert(1)',
  });
  const { html } = await readPage(visible);
  expect(visible.status).toBe(200);
  expect(visible.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(visible.headers.get('content-security-policy')).toMatch(
    /form-action 'none'; frame-ancestors 'self'/,
  );
  for (const text of ['--color-accent:#0b5f5a', 'Harbour Tea', 'Order and pay', '€42.00'])
    expect(html).toContain(text);
  expect(html).not.toMatch(/javascript:|<script/);
  // Links to other languages would lose the form's content.
  expect(html).toContain('Deutsch');
  expect(html).not.toContain('href="?');
  expect((await retrieveDesigns(inTest)).draft).toBeNull();

  const inState = async (state: string, sampleLanguage = '') =>
    (await readPage(await browser.upload(`${path}/preview`, { ...usual, state, sampleLanguage }))).html;
  expect(await inState('errors')).toContain('Enter the card number');
  expect(await inState('declined')).toContain('Your payment was declined');
  expect(await inState('paid')).toContain('Payment complete');
  expect(await inState('saved_cards')).toContain('Use another card');
  expect(await inState('billing')).toMatch(/<option value="DE" selected="">Germany/);
  const linkPage = await inState('link');
  expect(linkPage).toContain('Tea tasting');
  expect(linkPage).not.toMatch(/href="\?|<script/);
  expect(await inState('empty', 'ar')).toContain('<html lang="ar" dir="rtl">');
  // Other values are ignored.
  expect(await inState('__proto__', '../en')).toContain('<html lang="en" dir="ltr">');
  expect((await browser.open(path)).headers.get('content-security-policy')).toMatch(
    /frame-src 'self'.*frame-ancestors 'none'/,
  );
});

test('before publishing, the current and the new design are previewed side by side', async () => {
  const { browser, save, publish } = await logIn();
  await save({ companyName: 'Harbour Tea' });
  await publish();
  await save({ companyName: 'Harbour Coffee' });
  const { html } = await readPage(await browser.open(`${path}/publish`));
  const frames = [...html.matchAll(/<iframe[^>]*src="([^"]*)"/g)].map(([, src]) => src!);
  expect(frames).toHaveLength(2);
  const [now, after] = await Promise.all(
    frames.map(async (src) => (await readPage(await browser.open(src))).html),
  );
  expect(now).toContain('Harbour Tea');
  expect(now).not.toContain('Harbour Coffee');
  expect(after).toContain('Harbour Coffee');
});

test.each([
  ['owner', 200, 302],
  ['developer', 200, 302],
  ['finance', 403, 403],
  ['viewer', 403, 403],
])('who may edit the checkout: %s', async (role, read, changed) => {
  const { browser, inTest, seen, save, publish } = await logIn({ role });
  for (const page of ['', '/history', '/preview'])
    expect((await browser.open(path + page)).status).toBe(read);
  expect((await browser.upload(`${path}/preview`, usual)).status).toBe(read);
  expect((await save({ font: 'nunito' })).status).toBe(changed);
  expect((await publish()).status).toBe(changed);
  expect((await browser.submit(`${path}/copy`, await seen('live'))).status).toBe(changed);
  expect((await browser.submit(`${path}/history`, { ...(await seen()), restore: '1' })).status).toBe(changed);
  expect((await findPublishedDesign(inTest)).font).toBe(changed === 302 ? 'nunito' : 'inter');
});

test("a visitor is sent to log in, and another site's form is rejected", async () => {
  const stranger = openBrowser();
  for (const page of ['', '/publish', '/history', '/preview', '/copy'])
    expect((await stranger.open(path + page)).headers.get('location')).toMatch(/^\/login/);
  for (const page of ['', '/publish', '/history', '/preview', '/copy'])
    expect((await stranger.upload(path + page, {})).headers.get('location')).toMatch(/^\/login/);
  const { browser, inTest, seen } = await logIn();
  const forged = await browser.submit(
    path,
    { ...usual, ...(await seen()) },
    { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example', 'content-length': '400' } },
  );
  expect(forged.status).toBe(403);
  expect((await retrieveDesigns(inTest)).draft).toBeNull();
});
