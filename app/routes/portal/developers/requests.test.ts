import { expect, test, vi } from 'vitest';
import { flushRequests } from '~/api/request-log/request-log';
import { hashPassword } from '~/identity/passwords/passwords';
import { listApiRequests } from '~/merchants/api-requests/request-list';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../../tests/world/api-client';
import { openBrowser, readFilterResult, readPage } from '../../../../tests/world/browser';
import { buildMerchant, type Merchant } from '../../../../tests/world/merchants';
import {
  acquirer,
  declinedOutcome,
  mockAnswerOnce,
  unknownOutcome,
} from '../../../../tests/world/acquirers/acquirer';

const password = 'correct horse battery';
const path = '/developers/requests';
const card = { pan: '4242424242424242', code: '123', expiry: '12/40' };
const payment = (externalId: string, amount = 2500) => ({
  operation: 'authcap',
  external_id: externalId,
  order: { order_amount: amount, order_currency: 'EUR' },
  card,
});

/** The browser of a logged-in member of a new merchant with this role, and the merchant's server. */
async function logIn(role = 'viewer') {
  const email = `requests-${crypto.randomUUID()}@example.com`;
  const merchant = await buildMerchant({ email, passwordHash: await hashPassword(password) });
  await prisma.member.updateMany({ where: { userId: merchant.ownerId }, data: { role } });
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
  return { merchant, browser, server: await buildApiClient(merchant) };
}

const textOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ');
const listed = (html: string) =>
  [...html.matchAll(/href="\/developers\/requests\/(req_\w+)"/g)].map(([, id]) => id);
const rowsOf = ({ accountId }: Merchant) =>
  prisma.apiRequest.findMany({ where: { accountId }, orderBy: { id: 'desc' } });

test('a request is listed, and its page shows request and reply', async () => {
  const { merchant, browser, server } = await logIn();
  const { json } = await server.post('/transactions', payment('order-1'));
  await flushRequests();
  const { html } = await readPage(await browser.open(path));
  const [row] = await rowsOf(merchant);
  expect(listed(html)[0]).toBe(row!.id);
  const page = await readPage(await browser.open(`${path}/${row!.id}`));
  const text = textOf(page.html);
  for (const part of [
    'POST /transactions',
    'createTransaction',
    'order-1',
    'Executed',
    json.id,
    '"pan": "[secret]"',
    '"order_amount": 2500',
    `sk_test_…${merchant.clientSecret.slice(-4)}`,
    row!.id,
  ])
    expect(text).toContain(part);
  expect(page.html).toContain(`href="/transactions/${json.id}"`);
  expect(page.html).toContain('href="/developers/external-ids?external_id=order-1"');
});

test('a declined payment, capture, or refund is called declined, and a later look at it is not', async () => {
  const { merchant, browser, server } = await logIn();
  const declined = { ...payment('order-1'), card: { ...card, pan: '4000000000009995' } };
  const { json } = await server.post('/transactions', declined);
  await server.post('/transactions', declined);
  await server.get(`/transactions/${json.id}`);
  const { id } = (await server.post('/transactions', { ...payment('order-2'), operation: 'authorize' })).json;
  mockAnswerOnce('capture', declinedOutcome);
  await server.post(`/transactions/${id}`, { operation: 'capture', external_id: 'capture-2' });
  await flushRequests();
  const { html } = await readPage(await browser.open(path));
  const results = html
    .slice(html.indexOf('<tbody'))
    .split('</tr>')
    .slice(0, 5)
    .map((row) => textOf(row).match(/Declined [a-z_]+|Replayed Declined [a-z_]+|No error/)?.[0]);
  expect(results).toEqual([
    'Declined do_not_honor',
    'No error',
    'No error',
    'Replayed Declined insufficient_funds',
    'Declined insufficient_funds',
  ]);
  const row = await prisma.apiRequest.findFirstOrThrow({
    where: { accountId: merchant.accountId, outcome: 'replayed' },
  });
  const page = textOf((await readPage(await browser.open(`${path}/${row.id}`))).html);
  expect(page).toMatch(/Response 200 Declined insufficient_funds/);
});

test('filters narrow the list', async () => {
  const { merchant, browser, server } = await logIn();
  await server.post('/transactions', payment('one'));
  await server.post('/transactions', payment('one', 1));
  await server.get('/transactions/trx_none');
  await flushRequests();
  const list = async (query: string) => listed((await readPage(await browser.open(`${path}?${query}`))).html);
  const [missing, conflict, made, token] = (await rowsOf(merchant)).map(({ id }) => id);
  const today = new Date().toISOString().slice(0, 10);
  const all = [missing, conflict, made, token];
  for (const [query, expected] of [
    ['', all],
    ['status=2', [made, token]],
    ['status=4', [missing, conflict]],
    ['operation=createTransaction', [conflict, made]],
    ['code=external_id_conflict', [conflict]],
    ['code=External-ID+conflict', [conflict]],
    ['external_id=one', [conflict, made]],
    [`secret=${merchant.secretId}`, all],
    [`secret=${createId('key')}`, []],
    [`from=${today}&to=${today}`, all],
    ['to=2020-01-01', []],
    ['from=2100-12-31', []],
    ['from=9999-12-31&to=9999-12-31', []],
    [`before=${conflict}`, [made, token]],
    ['status=9&operation=x&code=%00&secret=%00&before=%00', all],
    ['external_id=4242424242424242', all],
    ['external_id=one%00&status=2&status=4', [made]],
  ] as const)
    expect({ query, list: await list(query) }).toEqual({ query, list: expected });
  for (const [query, errors] of [
    ['from=x&to=2026-02-30', ['Enter a date such as 2026-11-22', 'Enter a date such as 2026-11-22']],
    ['from=2020-01-02&to=2020-01-01', ['Enter a date that isn’t before the start date']],
    ['code=422', ['Enter an error code such as external_id_conflict']],
  ] as const) {
    const page = await readPage(await browser.open(`${path}?${query}`));
    expect({ query, errors: page.errors, listed: listed(page.html) }).toEqual({ query, errors, listed: [] });
    expect(readFilterResult(page.html), query).toBe('');
  }
});

test('the number of results is read aloud', async () => {
  const { browser } = await logIn();
  const { html } = await readPage(await browser.open(`${path}?operation=createTransaction`));
  expect(readFilterResult(html)).toBe('No results');
});

test('a page reads a limited number of requests, and the next one continues there', async () => {
  const { accountId } = await buildMerchant();
  const base = Date.now() - 100_000;
  const ids = Array.from({ length: 30 }, (_, i) => createId('req', base + i));
  await prisma.apiRequest.createMany({
    data: ids.map((id, i) => ({
      id,
      accountId,
      environment: 'test',
      method: 'GET',
      path: '/',
      operation: i % 2 ? 'getTransaction' : 'createRefund',
      status: 200,
      durationMs: 1,
    })),
  });
  for (const scanLimit of [3, 10, 15, 100]) {
    const seen: string[] = [];
    for (let older: string | undefined = 'req_z'; older;) {
      const page = await listApiRequests({
        accountId,
        environment: 'test',
        limit: 4,
        scanLimit,
        operation: 'createRefund',
        older,
      });
      expect(page.requests.length).toBeLessThanOrEqual(Math.min(4, scanLimit));
      seen.push(...page.requests.map(({ id }) => id));
      older = page.older ?? undefined;
    }
    expect(seen).toEqual(ids.filter((_, i) => i % 2 === 0).reverse());
  }
  expect(
    await listApiRequests({ accountId, environment: 'test', scanLimit: 10, operation: 'createToken' }),
  ).toMatchObject({ requests: [], cutShort: true });
});

test("another merchant's or environment's requests are nowhere", async () => {
  const [one, other] = [await logIn(), await logIn()];
  await one.server.post('/transactions', payment('mine'));
  await flushRequests();
  const [row] = await rowsOf(one.merchant);
  const { html } = await readPage(await other.browser.open(`${path}?external_id=mine`));
  expect(listed(html)).toEqual([]);
  for (const id of [row!.id, createId('req'), 'req_', '%00', '..%2f'])
    expect((await other.browser.open(`${path}/${id}`)).status).toBe(404);
  await prisma.apiRequest.update({ where: { id: row!.id }, data: { environment: 'live' } });
  expect((await one.browser.open(`${path}/${row!.id}`)).status).toBe(404);
});

test('an external_id is explained: what it did, what was repeated, what differed', async () => {
  const { browser, server } = await logIn();
  const { json } = await server.post('/transactions', payment('once'));
  const step = async (externalId: string) =>
    readPage(
      await browser.open(`/developers/external-ids?${new URLSearchParams({ external_id: externalId })}`),
    );
  await flushRequests();
  expect(textOf((await step('once')).html)).toContain('The request arrived and was processed once.');
  await server.post('/transactions', payment('once'));
  await server.post('/transactions', payment('once', 1));
  await server.post('/intents/card', { external_id: 'once' });
  await flushRequests();
  const { html } = await step('once');
  const text = textOf(html);
  for (const part of [
    'Payment (POST /transactions)',
    'Card intent (POST /intents/card)',
    'Replayed',
    'Conflicted',
    'order.order_amount',
    'reused this external_id with different content',
    'nothing happened twice',
    'different kinds',
  ])
    expect(text).toContain(part);
  expect(html).toContain(`href="/transactions/${json.id}"`);
  expect(textOf((await step('never')).html)).toContain('so it’s available');
  await server.post('/transactions', { external_id: 'wrong' });
  await flushRequests();
  expect(textOf((await step('wrong')).html)).toContain('you can fix the request and reuse it');
  const stranger = await logIn();
  expect(
    textOf((await readPage(await stranger.browser.open('/developers/external-ids?external_id=once'))).html),
  ).toContain('so it’s available');
  expect((await browser.open('/developers/external-ids?external_id=%00&external_id=2')).status).toBe(200);
});

test.each([
  {
    outcome: { kind: 'approved', acquirerReference: 'late' } as const,
    advice: 'The outcome is known now: the request succeeded.',
  },
  {
    outcome: declinedOutcome,
    advice: 'The outcome is known now: declined. To try again, use a new external_id.',
  },
])('an outcome that was unknown at first, and is $outcome.kind', async ({ outcome, advice }) => {
  const { browser, server } = await logIn();
  const read = async () => {
    await flushRequests();
    return textOf((await readPage(await browser.open('/developers/external-ids?external_id=late'))).html);
  };
  mockAnswerOnce('authorize', unknownOutcome);
  expect((await server.post('/transactions', payment('late'))).status).toBe(503);
  expect(
    textOf((await readPage(await browser.open('/developers/external-ids?external_id=late'))).html),
  ).not.toContain('You don’t need to do anything');
  expect(await read()).toContain('Don’t charge the card again with a different external_id.');
  vi.spyOn(acquirer, 'lookup').mockResolvedValueOnce(outcome);
  await server.post('/transactions', payment('late'));
  const text = await read();
  expect(text).toContain(advice);
  expect(text).toContain('Retries returned the outcome, and nothing happened twice.');
  expect(text).not.toContain('Don’t charge');
});

test('a declined request needs a new external_id', async () => {
  const { browser, server } = await logIn();
  mockAnswerOnce('authorize', declinedOutcome);
  await server.post('/transactions', payment('declined'));
  await flushRequests();
  const text = textOf(
    (await readPage(await browser.open('/developers/external-ids?external_id=declined'))).html,
  );
  expect(text).toContain('This request was declined.');
  expect(text).not.toContain('You don’t need to do anything');
});

test.each([
  ['%20', 'Enter an external_id'],
  ['4242424242424242', 'card_number_refused'],
  ['x'.repeat(256), 'too_big'],
])('an external_id that the API refuses isn’t looked up: %s', async (externalId, problem) => {
  const { browser } = await logIn();
  const page = await readPage(await browser.open(`/developers/external-ids?external_id=${externalId}`));
  expect(page.errors.join()).toContain(problem);
  expect(textOf(page.html)).not.toContain('so it’s available');
});

test('an external_id is found with every character that the API allows', async () => {
  const { browser, server } = await logIn();
  for (const externalId of [`${'😀'.repeat(180)}abcdefghijklmnop`, '😀'.repeat(255)]) {
    expect((await server.post('/transactions', payment(externalId))).status).toBe(200);
    await flushRequests();
    const { html } = await readPage(
      await browser.open(`/developers/external-ids?${new URLSearchParams({ external_id: externalId })}`),
    );
    expect(textOf(html)).toContain('The request arrived and was processed once.');
    expect(textOf(html)).toContain('Requests');
    expect(/<input[^>]*id="external_id"[^>]*>/.exec(html)![0]).toContain('maxLength="510"');
  }
});

test.each([
  ['owner', 200],
  ['developer', 200],
  ['viewer', 200],
  ['finance', 403],
])('who may see requests: %s', async (role, status) => {
  const { browser } = await logIn(role);
  for (const page of [path, '/developers/external-ids'])
    expect((await browser.open(page)).status).toBe(status);
  for (const page of [path, '/developers/external-ids'])
    expect((await openBrowser().open(page)).headers.get('location')).toMatch(/^\/login/);
});
