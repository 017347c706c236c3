import { expect, test } from 'vitest';
import { hashPassword } from '~/identity/passwords/passwords';
import { rotateApiSecret } from '~/merchants/credentials/api-secrets';
import { prisma } from '~/platform/database/db.server';
import { currencies, currencyDigits, getMaximumAmount } from '~/platform/money/currencies';
import { buildApiClient, sendApiRequest } from '../../../tests/world/api-client';
import { openBrowser, readPage } from '../../../tests/world/browser';
import { buildCardToken } from '../../../tests/world/payments/card-tokens';
import { buildMerchant, goLive } from '../../../tests/world/merchants';
import { fieldErrorCodes } from './field-error-codes';
import { guidePath, guides } from './guide-list';

const password = 'correct horse battery';

/** The browser of a logged-in member of a new merchant with this role. */
async function logIn(role = 'owner') {
  const email = `reader-${crypto.randomUUID()}@example.com`;
  const merchant = await buildMerchant({ email, passwordHash: await hashPassword(password) });
  await prisma.member.updateMany({ where: { userId: merchant.ownerId }, data: { role } });
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
  return { merchant, browser };
}

const tokenIn = (html: string) => /TOKEN=(eyJ[\w.-]+)/.exec(html)?.[1];
const readHtml = async (browser: ReturnType<typeof openBrowser>, path = '/docs') =>
  (await readPage(await browser.open(path))).html;

test.each(guides.map(({ slug, title }) => [guidePath(slug), title]))('%s is public', async (path, title) => {
  const response = await openBrowser().open(path);
  expect({ status: response.status, title: (await readPage(response)).title }).toEqual({
    status: 200,
    title: `${title} · Tillway`,
  });
});

test('the guide has every currency once, with its decimals and maximum', async () => {
  const html = await readHtml(openBrowser(), '/docs/currencies');
  const rows = [...html.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<td.*?<\/td>/gs)].map(([cell]) => cell.replace(/<[^>]+>/g, '')),
  );
  const listed = rows
    .filter(([decimals]) => /^\d$/.test(decimals ?? ''))
    .flatMap(([decimals, maximum, codes]) => codes!.split(' ').map((code) => [code, decimals, maximum]));
  expect(listed.sort()).toEqual(
    currencies.map((code) => [
      code,
      String(currencyDigits(code)),
      getMaximumAmount(code).toLocaleString('en'),
    ]),
  );
});

test('an unknown page of the docs leads back to the docs, not to an account', async () => {
  const { html } = await readPage(await openBrowser().open('/docs/nowhere'));
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  expect(main).toContain('The address may be mistyped, or the page has moved.');
  expect(main).not.toContain('account');
  for (const path of ['/docs', '/docs/search']) expect(main).toContain(`href="${path}"`);
});

test('the guide explains each status of a refund', async () => {
  const text = await (await openBrowser().open('/docs/refunds-and-chargebacks.md')).text();
  const table = text.slice(text.indexOf('| Refund status'), text.indexOf('The amount you can refund'));
  expect([...table.matchAll(/^\| `([A-Z]+)`/gm)].map(([, status]) => status)).toEqual([
    ...['PENDING', 'CAPTURED', 'SETTLED', 'DECLINED'],
  ]);
});

test('the titles of columns have no code marks', async () => {
  const { html } = await readPage(await openBrowser().open('/docs/refunds-and-chargebacks'));
  expect(html).toContain('data-title="dispute.stage"');
  expect(html).not.toMatch(/<(th|caption)[^>]*>[^<]*`/);
});

test('the decline codes of test cards are code', async () => {
  const text = await (await openBrowser().open('/docs/test-cards.md')).text();
  expect(text).toMatch(/Declined: `do_not_honor` +\|/);
  expect(text).toMatch(/Every charge is declined: `lost_card`, and the card is closed/);
});

test('an unknown guide is not found', async () => {
  for (const path of ['/docs/nothing', '/docs/..%2Fguide'])
    expect((await openBrowser().open(path)).status).toBe(404);
});

test('the reference has every operation, and the errors page every code with its cause', async () => {
  const { json } = await sendApiRequest('test', 'GET', '/openapi.json');
  const operations = Object.values(json.paths as object).flatMap((methods) =>
    Object.values(methods as object),
  ) as { operationId: string; tags: string[] }[];
  const reference = await readHtml(openBrowser(), '/docs/reference');
  for (const { operationId, tags } of operations) {
    const path = `/docs/reference/${tags[0]!.toLowerCase().replaceAll(' ', '-')}`;
    // Where its anchor was when the reference was one page.
    expect(reference).toMatch(new RegExp(`id="${operationId}"[^>]*><a [^>]*href="${path}#${operationId}"`));
    expect(await readHtml(openBrowser(), path)).toContain(`id="${operationId}"`);
  }
  const page = await readHtml(openBrowser(), '/docs/errors');
  const errors = toText(page);
  for (const [code, { cause, fix }] of Object.entries(
    json['x-problems'] as Record<string, { cause: string; fix: string }>,
  )) {
    expect(page).toContain(`id="${code}"`);
    for (const text of [cause, fix]) expect(errors).toContain(text.replaceAll('`', ''));
  }
});

test('the errors page lists only field codes that validation uses', async () => {
  // Every reply of every test is checked for undocumented codes: see tests/world/api-description-check.ts.
  const client = await buildApiClient();
  const { post } = client;
  const savedCard = await buildCardToken(client);
  const order = {
    order_id: '4242 4242 4242 4242',
    order_amount: '1',
    order_currency: 'XXQ',
    order_items: [{ name: '', unit_price: 2 ** 40 }, { name: 'Tea' }],
  };
  const replies = [
    await post('/transactions', {
      operation: 'pay',
      external_id: 'a\nb',
      surprise: true,
      order,
      card: { pan: '1', expiry: '13/40' },
    }),
    await post('/transactions', { card: { pan: '4242424242424242', expiry: '01/20' } }),
    await post('/transactions', {
      operation: 'authorize',
      external_id: 'o',
      order: { order_amount: 1, order_currency: 'EUR' },
      card: { token: 'tok_x' },
    }),
    await post('/transactions', {
      operation: 'authorize',
      external_id: 'o',
      order: { order_amount: 1, order_currency: 'EUR' },
      card: { token: savedCard, initiator: 'merchant', reason: 'recurring' },
    }),
    await post('/intents/payment', { redirect_urls: { success: 'ftp://shop.test', failure: '' } }),
    await (
      await buildApiClient(await goLive(await buildMerchant(), { hosts: [] }), 'live')
    ).post('/intents/payment', {
      external_id: 'i',
      order: { order_amount: 1, order_currency: 'EUR' },
      redirect_urls: { success: 'https://shop.test/ok', failure: 'https://shop.test/no' },
    }),
  ];
  const returnedCodes = new Set(
    replies.flatMap(({ json }) => json.errors.map(({ code }: { code: string }) => code)),
  );
  expect([...returnedCodes].sort()).toEqual(fieldErrorCodes.map(([code]) => code).sort());
  const page = await readHtml(openBrowser(), '/docs/errors');
  for (const code of returnedCodes) expect(page).toMatch(new RegExp(`<code[^>]*>${code}</code>`));
});

test('the reference of a payment describes card data and card tokens', async () => {
  const html = await readHtml(openBrowser(), '/docs/reference/transactions');
  for (const line of [
    'card.pan</code><b>required</b><span>Card data, string',
    'card.token</code><b>required</b><span>Card token, string, at most 64 characters',
    'card.initiator</code><span>Card token, string',
    'card.reason</code><span>Card token, string',
  ])
    expect(html).toContain(line);
  const markdown = await (await openBrowser().open('/docs/reference/transactions.md')).text();
  expect(markdown).toMatch(/\| `card\.pan` +\| Card data, string, required/);
  expect(markdown).toMatch(/\| `card\.token` +\| Card token, string, at most 64 characters, required/);
});

test.each([
  ['/docs/start', '/docs'],
  ['/docs.md', '/docs/start.md'],
])('%s is at %s', async (path, target) => {
  const response = await openBrowser().open(path);
  expect(response.status).toBe(301);
  expect(response.headers.get('location')).toBe(target);
  expect((await openBrowser().open(target)).status).toBe(200);
});

test('the examples are in the chosen language, which is remembered', async () => {
  const browser = openBrowser();
  const path = '/docs/reference/refunds';
  const readExample = async (query = '') => toText((await readPage(await browser.open(path + query))).html);
  expect(await readExample()).toContain('curl -s "$API/refunds"');
  expect(await readExample('?language=python')).toContain('requests.post(');
  expect(await readExample()).toContain('requests.post(');
  expect(await readExample('?language=php')).toContain('curl_init("{$api}/refunds")');
  expect(await readExample('?language=cobol')).toContain('curl_init("{$api}/refunds")');
  browser.cookies.set('example-language', 'constructor');
  expect(await readExample()).toContain('curl -s "$API/refunds"');
});

test('the examples have an ID for each resource of a page', async () => {
  const text = toText(await readHtml(openBrowser(), '/docs/reference/intents'));
  expect(text).toContain('curl -s "$API/intents/payment/$INTENT_ID"');
  expect(text).toContain('curl -s "$API/intents/card/$CARD_INTENT_ID"');
  expect(text).toMatch(/CARD_INTENT_ID=int_…/);
});

test('search engines may list the pages of the docs, with a description, and nothing else', async () => {
  const browser = openBrowser();
  const descriptions = new Set<string>();
  for (const { path } of await listPages()) {
    const html = await readHtml(browser, path);
    expect({ path, isListed: !html.includes('content="noindex"') }).toEqual({ path, isListed: true });
    expect(html).toContain(`<link rel="canonical" href="http://localhost:3000${path}"/>`);
    descriptions.add(/<meta name="description" content="([^"]{20,160})"/.exec(html)![1]!);
  }
  expect(descriptions.size).toBe((await listPages()).length);
  for (const path of ['/docs/search?q=refund', '/docs/nothing', '/login', '/register'])
    expect(await readHtml(browser, path)).toContain('<meta name="robots" content="noindex"/>');
});

test('each section of a page has an anchor and a link to it', async () => {
  for (const { path } of await listPages()) {
    const main = (await readHtml(openBrowser(), path)).split('<main')[1]!;
    for (const [, anchor, title] of main.matchAll(/<a href="#([^"]+)" aria-label="Link to “([^”]+)”"/g)) {
      expect(main).toContain(`id="${anchor}"`);
      expect(toText(main)).toContain(title!.replaceAll('&#x27;', "'"));
    }
    expect({ path, links: main.split('aria-label="Link to “').length }).toEqual({
      path,
      links: main.split(/class="anchored-heading"/).length,
    });
  }
});

test('the examples that get a token ask for the secret, and the others contain a token', async () => {
  const { browser } = await logIn();
  await browser.submit('/docs/token', { returnTo: '/docs' });
  const readNote = async (resource: string) => toText(await readHtml(browser, `/docs/reference/${resource}`));
  expect(await readNote('access-tokens')).toContain('enter yours in place of sk_test_…');
  expect(await readNote('card-tokens')).toContain('These examples contain your access token');
  expect(await readNote('card-tokens')).toContain('Replace the values that end in “…”');
  const note = await readNote('refunds');
  expect(note).toMatch(/These examples are ready to run|These examples contain your access token/);
  expect(note.includes('ready to run')).toBe(!note.includes('Replace the values'));
});

/** All pages of the docs, from the list for language models. */
async function listPages(): Promise<{ path: string; title: string }[]> {
  const text = await (await openBrowser().open('/llms.txt')).text();
  return [...text.matchAll(/^- \[([^\]]+)\]\(http:\/\/localhost:3000(\S+)\.md\): ./gm)].map(
    ([, title, path]) => ({ title: title!, path: path!.replace('/docs/start', '/docs') }),
  );
}

test('each page is also Markdown, without credentials', async () => {
  const { browser, merchant } = await logIn();
  await browser.submit('/docs/token', { returnTo: '/docs' });
  const token = tokenIn(await readHtml(browser))!;
  const pages = await listPages();
  expect(pages.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      ...guides.map(({ slug }) => guidePath(slug)),
      '/docs/errors',
      '/docs/reference',
      '/docs/reference/transactions',
      '/docs/reference/objects',
    ]),
  );
  for (const { path, title } of pages) {
    const html = await readHtml(browser, path);
    const address = /<link rel="alternate" type="text\/markdown" href="([^"]+)"/.exec(html)![1]!;
    expect(html).toMatch(new RegExp(`<a [^>]*href="${address}(\\?[^"]*)?"[^>]*>View as Markdown</a>`));
    const response = await browser.open(address);
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const text = await response.text();
    expect(text.startsWith(`# ${title}\n\n`)).toBe(true);
    for (const secret of [token, merchant.clientId, '{{']) expect(text).not.toContain(secret);
  }
  for (const path of ['/docs/nothing.md', '/docs/search.md', '/docs/reference/nothing.md'])
    expect({ path, status: (await browser.open(path)).status }).toEqual({ path, status: 404 });
});

test("the HTML and the Markdown have the same examples as the reader's language", async () => {
  const markdown = await (await openBrowser().open('/docs/reference/refunds.md?language=node')).text();
  const html = await readHtml(openBrowser(), '/docs/reference/refunds?language=node');
  const blocks = [...html.matchAll(/<pre.*?<\/pre>/gs)].map(([block]) => toText(block));
  expect(blocks.length).toBeGreaterThan(2);
  for (const block of blocks) expect(markdown).toContain(block);
});

const toText = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

test("the examples contain the reader's client ID and, on request, a working token", async () => {
  const { merchant, browser } = await logIn();
  for (const path of ['/docs', '/docs/webhooks', '/docs/typescript'])
    expect(toText(await readHtml(browser, path))).toContain(`CLIENT_ID=${merchant.clientId}`);
  const tokenResponse = await browser.submit('/docs/token', { returnTo: '/docs/idempotency' });
  expect({ status: tokenResponse.status, location: tokenResponse.headers.get('location') }).toEqual({
    status: 302,
    location: '/docs/idempotency',
  });
  expect(tokenResponse.headers.get('set-cookie')).not.toContain('eyJ');
  const token = tokenIn(await readHtml(browser, '/docs/idempotency'))!;
  const requestWithToken = () =>
    sendApiRequest('test', 'GET', '/transactions/trx_none', {
      headers: { Authorization: `Bearer ${token}` },
    });
  expect((await requestWithToken()).status).toBe(404);

  await rotateApiSecret({
    accountId: merchant.accountId,
    environment: 'test',
    createdBy: merchant.ownerId,
    overlapHours: 0,
  });
  expect(tokenIn(await readHtml(browser))).toBeUndefined();
});

test('only members with the permission see the token', async () => {
  const owner = await logIn();
  await owner.browser.submit('/docs/token', { returnTo: '/docs' });
  const tokenCookie = owner.browser.cookies.get('example-token')!;
  const other = await logIn();
  other.browser.cookies.set('example-token', tokenCookie);
  const stranger = openBrowser();
  stranger.cookies.set('example-token', tokenCookie);
  for (const browser of [other.browser, stranger]) expect(tokenIn(await readHtml(browser))).toBeUndefined();

  expect((await (await logIn('viewer')).browser.submit('/docs/token', { returnTo: '/docs' })).status).toBe(
    403,
  );
  expect((await stranger.submit('/docs/token', { returnTo: '/docs' })).headers.get('location')).toMatch(
    /^\/login/,
  );
  expect(
    (await owner.browser.submit('/docs/token', { returnTo: '//evil.example' })).headers.get('location'),
  ).toBe('/');
});

test('an account without a working secret is asked to create one', async () => {
  const { merchant, browser } = await logIn();
  await prisma.apiSecret.updateMany({
    where: { accountId: merchant.accountId },
    data: { endsAt: new Date(0) },
  });
  expect((await browser.submit('/docs/token', { returnTo: '/docs' })).headers.get('location')).toBe(
    '/developers',
  );
});

test('the guide to CSV exports lists the columns of each file', async () => {
  const { browser } = await logIn();
  const guide = await (await openBrowser().open('/docs/csv-exports.md')).text();
  const documented = guide.split(/^## /m).slice(1);
  const paths = ['/transactions/export', '/payouts/export', '/payouts/export?entries'];
  expect(documented).toHaveLength(paths.length);
  for (const [place, path] of paths.entries()) {
    const [header] = (await (await browser.open(path)).text()).replace('\ufeff', '').split('\r\n');
    const rows = documented[place]!.matchAll(/^\| (`.+?) +\|/gm);
    const names = [...rows].flatMap(([, cell]) => [...cell!.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
    expect(names.sort()).toEqual(header!.split(',').sort());
  }
});
