import { expect, test } from 'vitest';
import { hashPassword } from '~/identity/passwords/passwords';
import { buildApiClient } from '../../../../tests/world/api-client';
import { openBrowser, readFilterResult, readPage } from '../../../../tests/world/browser';
import { buildMerchant } from '../../../../tests/world/merchants';
import {
  buildPayment,
  cards,
  sendCaptureOrVoid,
  paymentBody,
  refund,
} from '../../../../tests/world/payments/payments';

const password = 'correct horse battery';

/** A logged-in member of a new merchant, and the merchant's server. */
async function logIn() {
  const email = `list-${crypto.randomUUID()}@example.com`;
  const client = await buildApiClient(
    await buildMerchant({ email, passwordHash: await hashPassword(password) }),
  );
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
  return {
    client,
    browser,
    show: async (query: string) => (await readPage(await browser.open(`/transactions${query}`))).html,
  };
}

/** The transactions on a page, in order. */
const listed = (html: string) => [...html.matchAll(/href="\/transactions\/(trx_\w+)"/g)].map(([, id]) => id!);
const chips = (html: string) =>
  [
    ...(/aria-label="Active filters".*?<\/ul>/s.exec(html)?.[0] ?? '').matchAll(
      /<a[^>]*href="([^"]*)"[^>]*><span[^>]*>Remove the filter: <\/span><span[^>]*>([^<]*)/g,
    ),
  ].map(([, to, text]) => [text, to!.replaceAll('&amp;', '&')]);

test('searching an order without an attempt shows what the payer did; other merchants learn nothing', async () => {
  const [own, other] = [await logIn(), await logIn()];
  const find = async ({ show }: typeof own) => show('?search=order-7');
  const urls = { success: 'https://shop.test/ok', failure: 'https://shop.test/no' };
  const { json } = await own.client.post('/intents/payment', {
    external_id: 'order-7',
    order: { order_amount: 2_500, order_currency: 'EUR' },
    redirect_urls: urls,
  });
  expect(await find(own)).toContain('Not opened yet');
  const payer = openBrowser();
  const address = (below = '') =>
    `/test/checkout${below}?client_id=${own.client.merchant.accountId}&intent_id=${json.intent_id}`;
  await payer.open(address());
  await payer.submit(address('/cancel'), {});
  const found = await find(own);
  for (const text of ['No payment attempts', json.intent_id, 'First opened at', 'Canceled at'])
    expect(found).toContain(text);
  const none = await find(other);
  expect(none).toContain('No results');
  // It takes the focus after a search, because the form is rendered again.
  expect(readFilterResult(none)).toBe('No transactions');
});

test('a wrong filter lists nothing and counts nothing, even if other filters are valid', async () => {
  const { client, show } = await logIn();
  const payment = (await buildPayment(client)).id as string;
  expect(listed(await show('?status=AUTHORIZED'))).toEqual([payment]);
  for (const query of ['?from=yesterday', '?status=AUTHORIZED&from=yesterday', '?search=4242&refund=half']) {
    const html = await show(query);
    expect(listed(html), query).toEqual([]);
    expect(readFilterResult(html), query).toBe('');
    for (const text of ['No results', 'Searched for', 'Save as view', 'Download as CSV'])
      expect(html, query).not.toContain(text);
  }
});

test('one search field finds a payment by anything known about it, and says how it was understood', async () => {
  const [own, other] = [await logIn(), await logIn()];
  const body = paymentBody({ externalId: 'cart-1', orderId: 'order-1', amount: 4_200, currency: 'EUR' });
  const { json: payment } = await own.client.post('/transactions', {
    ...body,
    order: { ...body.order, card_holder: { email: 'Ada@Example.com' } },
  });
  await sendCaptureOrVoid(own.client, payment.id, {
    operation: 'capture',
    amount: 2_000,
    externalId: 'parcel-1',
  });
  const { json: back } = await refund(own.client, payment.id, 500, 'return-1');
  const [first, second] = [payment.id, back.id] as string[];
  const searches: [string, string[], string][] = [
    [first!, [first!], 'a transaction ID'],
    ['cart-1', [first!], 'an external_id'],
    ['CART-1', [first!], 'an external_id'],
    ['parcel-1', [first!], 'an external_id'],
    ['return-1', [second!], 'an external_id'],
    ['order-1', [second!, first!], 'an order_id'],
    ['ada@example.com', [second!, first!], 'email address'],
    ['4242', [second!, first!], 'the last four digits of a card'],
    ['42,00', [first!], 'an amount, such as €42.00 or the same in another currency'],
    ['€5', [second!], 'an amount: €5.00 or an external_id'],
    ['43.00', [], 'an amount'],
    ['7.125', [], 'an amount, such as €7,125.00, KWD\u00a07.125, or the same in another currency'],
    ['KWD 7.125', [], 'an amount: KWD\u00a07.125 or KWD\u00a07,125.000'],
  ];
  for (const [input, ids, text] of searches) {
    const query = `?search=${encodeURIComponent(input)}`;
    const html = await own.show(query);
    expect(listed(html), input).toEqual(ids);
    if (ids.length)
      expect(html.replaceAll('<!-- -->', '')).toContain(
        `>${ids.length} transaction${ids.length > 1 ? 's' : ''}<`,
      );
    expect(/role="status"[^>]*>(.*?)<\/p>/s.exec(html)![1]!.replace(/<[^>]*>/g, ''), input).toContain(text);
    expect(listed(await other.show(query)), input).toEqual([]);
  }
});

test("a complete card number isn't searched: it leaves the URL, and the page says what to do", async () => {
  const { browser, show } = await logIn();
  for (const field of ['search', 'from', 'min']) {
    const response = await browser.open(`/transactions?status=DECLINED&${field}=4532+0151+1283+0366`);
    expect({ status: response.status, location: response.headers.get('location') }).toEqual({
      status: 302,
      location: '/transactions?refused=card_number',
    });
  }
  const html = await show('?refused=card_number');
  expect(html).toContain('Search by the last four digits instead');
  expect(html).not.toMatch(/1283.?0366/);
  expect((await browser.open('/transactions/export?search=4532015112830366')).status).toBe(400);
});

test('filters are in the URL, and can be removed one by one or all at once', async () => {
  const { client, browser, show } = await logIn();
  const declined = (await client.post('/transactions', paymentBody({ pan: cards.declined }))).json
    .id as string;
  const held = (await buildPayment(client, { amount: 700, currency: 'JPY' })).id as string;
  const taken = (await buildPayment(client, { operation: 'authcap' })).id as string;
  // Empty form fields aren't in the URL.
  const sent = await browser.open(
    '/transactions?search=&from=&currency=jpy&status=AUTHORIZED&status=DECLINED&by=',
  );
  expect({ status: sent.status, location: sent.headers.get('location') }).toEqual({
    status: 302,
    location: '/transactions?currency=jpy&status=AUTHORIZED&status=DECLINED',
  });
  const both = await show('?status=AUTHORIZED&status=DECLINED');
  expect(listed(both)).toEqual([held, declined]);
  expect(chips(both)).toEqual([
    ['Authorized', '/transactions?status=DECLINED'],
    ['Declined', '/transactions?status=AUTHORIZED'],
  ]);
  expect(both).toContain('>Clear all</a>');
  expect(listed(await show('?currency=jpy&min=700&max=700'))).toEqual([held]);
  // A file wouldn't have the transactions that were meant.
  expect(both).toContain('href="/transactions/export?');
  expect(await show('?currency=jpy&min=lots')).not.toContain('/transactions/export');
  expect(listed(await show('?by=api&brand=visa'))).toEqual([taken, held, declined]);
  expect(listed(await show('?by=checkout'))).toEqual([]);
  expect(listed(await show('?type=REFUND'))).toEqual([]);
});

test.each([
  ['from=tomorrow', 'Enter a date such as', 'from'],
  ['to=2026-02-30', 'Enter a date such as', 'to'],
  ['from=2026-02-02&to=2026-02-01', 'isn’t before the start date', 'to'],
  ['min=lots', 'Enter an amount such as', 'min'],
  ['currency=XQZ', 'three-letter', 'currency'],
])('%s is reported as invalid, and stays for correction', async (query, text, field) => {
  const { show, browser } = await logIn();
  const { errors, html } = await readPage(await browser.open(`/transactions?${query}`));
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain(text);
  const input = new RegExp(`<(?:input|select)[^>]*id="${field}"[^>]*>`).exec(await show(`?${query}`))![0];
  expect(input).toContain('aria-invalid="true"');
  expect(html).toContain(`value="${new URLSearchParams(query).get(field)}"`);
  expect((await browser.open(`/transactions/export?${query}`)).status).toBe(400);
});

test.each([
  ['status=captures', 'status'],
  ['status=CAPTURED&status=x', 'status'],
  ['type=payments', 'type'],
  ['brand=visaa', 'brand'],
  ['by=someone', 'by'],
])("%s is reported as unknown, and isn't exported as everything", async (query, field) => {
  const { browser } = await logIn();
  const { errors, html } = await readPage(await browser.open(`/transactions?${query}`));
  expect(errors).toEqual([expect.stringContaining('from the list')]);
  expect(html).toContain(`id="${field}-error"`);
  expect(html).toMatch(new RegExp(`id="${field}"`));
  expect((await browser.open(`/transactions/export?${query}`)).status).toBe(400);
});

test('status, type and brand are recognized in any case, and empty filters are ignored', async () => {
  const { client, browser, show } = await logIn();
  const taken = (await buildPayment(client, { operation: 'authcap' })).id as string;
  await buildPayment(client);
  for (const query of ['status=captured', 'status=Captured&type=payment', 'status=CAPTURED&brand=VISA'])
    expect(listed(await show(`?${query}`))).toEqual([taken]);
  const file = await (await browser.open('/transactions/export?status=captured&type=&brand=')).text();
  expect(file.split('\r\n')).toHaveLength(3);
  expect(file).toContain(taken);
  expect((await browser.open('/transactions/export?hold=soon')).status).toBe(400);
});

test('a reference of the maximum length is found, and one with a leading space', async () => {
  const { client, show } = await logIn();
  for (const externalId of [`${'😀'.repeat(180)}abcdefghijklmnop`, '😀'.repeat(255), ' begins and ends ']) {
    const { id } = await buildPayment(client, { externalId });
    expect(listed(await show(`?${new URLSearchParams({ search: externalId })}`))).toEqual([id]);
  }
  const { id } = await buildPayment(client, { externalId: 'plain' });
  const html = await show('?search=+plain++');
  expect(listed(html)).toEqual([id]);
  expect(/<input[^>]*id="search"[^>]*>/.exec(html)![0]).toContain('maxLength="510"');
  const urls = { success: 'https://shop.test/ok', failure: 'https://shop.test/no' };
  const { json } = await client.post('/intents/payment', {
    external_id: ' unattempted',
    order: { order_amount: 2_500, order_currency: 'EUR' },
    redirect_urls: urls,
  });
  for (const search of [' unattempted', ` ${json.intent_id} `])
    expect(await show(`?${new URLSearchParams({ search })}`)).toContain('No payment attempts');
});

test.each([
  'search=%00',
  'search=a%00b',
  'status=x&status=x&status[]=y',
  'from=0001-01-01&to=9999-12-31',
  'search=a&search=b',
  'before=%00',
  'before=trx_1',
  'after=x&before=y',
  `by=usr_${'0'.repeat(36)}`,
  'by=portal:%25',
  'brand=%27',
  `search=${'x'.repeat(300)}`,
  'min=999999999999&max=0',
  'search=%F0%9F%AB%96',
  'search=%E2%82%AC99999999999',
])('any URL shows a page: %s', async (query) => {
  const { browser } = await logIn();
  expect((await browser.open(`/transactions?${query}`)).status).toBe(200);
  expect([200, 400]).toContain((await browser.open(`/transactions/export?${query}`)).status);
});

test('pages lead to older ones and back', async () => {
  const { client, show } = await logIn();
  const made: string[] = [];
  for (let i = 0; i < 53; i++) made.unshift((await buildPayment(client)).id as string);
  const way = (html: string, text: string) =>
    [...html.matchAll(/<a[^>]*href="\/transactions([^"]*)"[^>]*>(Newest|Newer|Older)<\/a>/g)]
      .find(([, , name]) => name === text)?.[1]!
      .replaceAll('&amp;', '&');
  const first = await show('?status=AUTHORIZED');
  expect(way(first, 'Newer')).toBeUndefined();
  const second = await show(way(first, 'Older')!);
  const third = await show(way(second, 'Older')!);
  expect([first, second, third].flatMap(listed)).toEqual(made);
  expect(way(third, 'Older')).toBeUndefined();
  expect(listed(await show(way(third, 'Newer')!))).toEqual(listed(second));
  expect(listed(await show(way(second, 'Newer')!))).toEqual(listed(first));
  expect(way(third, 'Newest')).toBe('?status=AUTHORIZED');
});

test('the title of the column Created reverses the order of the list and of its export', async () => {
  const { client, browser, show } = await logIn();
  const made: string[] = [];
  for (let i = 0; i < 27; i++) made.push((await buildPayment(client)).id as string);
  const readSort = (html: string) =>
    /aria-sort="(\w+)"[^>]*><a[^>]*href="([^"]*)"/
      .exec(html)!
      .slice(1)
      .map((text) => text.replaceAll('&amp;', '&'));
  const newestFirst = await show('?status=AUTHORIZED');
  expect(readSort(newestFirst)).toEqual(['descending', '/transactions?sort=oldest&status=AUTHORIZED']);
  const oldestFirst = await show('?sort=oldest&status=AUTHORIZED');
  expect(readSort(oldestFirst)).toEqual(['ascending', '/transactions?status=AUTHORIZED']);
  expect(listed(oldestFirst)).toEqual(made.slice(0, 25));
  const next =
    /rel="next"[^>]*href="\/transactions([^"]*)"[^>]*>Newer</.exec(oldestFirst)?.[1] ??
    /href="\/transactions([^"]*)"[^>]*rel="next"[^>]*>Newer</.exec(oldestFirst)![1]!;
  expect(listed(await show(next.replaceAll('&amp;', '&')))).toEqual(made.slice(25));

  const readIds = async (query: string) =>
    (await (await browser.open(`/transactions/export${query}`)).text())
      .split('\r\n')
      .flatMap((line) => /^"?(trx_\w+)/.exec(line)?.[1] ?? []);
  expect(await readIds('?sort=oldest')).toEqual(made);
  expect(await readIds('')).toEqual(made.toReversed());
});

test('columns are chosen by a plain form, and saved for this person', async () => {
  const { client, browser, show } = await logIn();
  await buildPayment(client, { orderId: 'order-77' });
  const heads = (html: string) =>
    [...html.matchAll(/role="columnheader"[^>]*>(?:<a[^>]*>)?([^<]*)</g)].map(([, text]) => text);
  expect(heads(await show(''))).toEqual([
    'Amount',
    'Status',
    'Type',
    'Reference',
    'Payer’s email',
    'Created',
  ]);
  const fields = [
    ['column', 'order_id'],
    ['column', 'status'],
    ['column', 'nonsense'],
    ['returnTo', '/transactions?type=PAYMENT'],
  ];
  const chosen = await browser.submit('/transactions/columns', new URLSearchParams(fields) as never);
  expect({ status: chosen.status, location: chosen.headers.get('location') }).toEqual({
    status: 302,
    location: '/transactions?type=PAYMENT',
  });
  expect(heads(await show(''))).toEqual(['Amount', 'Status', 'Order ID']);
  expect(await show('')).toContain('order-77');
  const names = ['status', 'type', 'external_id', 'order_id', 'email', 'card', 'captured', 'refunded'];
  const submit = (columns: string[]) =>
    browser.submit(
      '/transactions/columns',
      new URLSearchParams([
        ...columns.map((name) => ['column', name]),
        ['returnTo', '/transactions?type=PAYMENT'],
      ]) as never,
    );
  const refused = (await submit(names)).headers.get('location')!;
  expect(refused).toBe(`/transactions?type=PAYMENT&columns=${names.join('.')}`);
  const corrected = await readPage(await browser.open(refused));
  expect(corrected.errors).toEqual(['Choose at most 7 columns']);
  expect(corrected.html).toMatch(/<details[^>]*open=""[^>]*><summary[^>]*>.{0,900}Columns/);
  expect(heads(corrected.html)).toEqual(['Amount', 'Status', 'Order ID']);
  expect((await submit(names.slice(1))).headers.get('location')).toBe('/transactions?type=PAYMENT');
  expect(heads(await show(''))).toHaveLength(8);
  await browser.submit('/transactions/columns', { usual: 'yes', returnTo: 'https://evil.example' });
  expect(heads(await show(''))).toHaveLength(6);
});
