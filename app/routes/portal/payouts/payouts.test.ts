import { expect, test } from 'vitest';
import { hashPassword } from '~/identity/passwords/passwords';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../../tests/world/api-client';
import { openBrowser, readFilterResult, readPage } from '../../../../tests/world/browser';
import { readCsvRows } from '../../../../tests/world/csv-rows';
import { buildMerchant } from '../../../../tests/world/merchants';
import { buildChargeback } from '../../../../tests/world/payments/chargebacks';
import { buildPayment } from '../../../../tests/world/payments/payments';
import { buildPayout } from '../../../../tests/world/payments/payouts';

const password = 'correct horse battery';
const day = 86_400_000;

async function logIn() {
  const email = `payouts-${crypto.randomUUID()}@example.com`;
  const client = await buildApiClient(
    await buildMerchant({ name: 'Tea & Co', email, passwordHash: await hashPassword(password) }),
  );
  const { accountId, ownerId } = client.merchant;
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
  return { client, browser, accountId, ownerId };
}

/** The text of a page's main part, in one line. */
async function readText(response: Response): Promise<string> {
  const { html } = await readPage(response);
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
  return main
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ');
}

test('a merchant without payouts learns when the first one appears', async () => {
  const { browser } = await logIn();
  const text = await readText(await browser.open('/payouts'));
  expect(text).toContain('No payouts yet');
  expect(text).toContain('about two days later');
  expect(text).not.toContain('Download');
  expect(text).not.toContain('Not in a payout yet');
});

test('the list starts with what isn’t in a payout yet', async () => {
  const { client, browser } = await logIn();
  await buildPayment(client, { operation: 'authcap' });
  await buildPayment(client, { operation: 'authcap', amount: 700, currency: 'JPY' });
  expect(await readText(await browser.open('/payouts'))).toContain(
    'Not in a payout yet, before fees ¥700 $100.00',
  );
  for (const path of ['/payouts?currency=JPY', '/payouts?from=soon', `/payouts?before=${createId('po')}`])
    expect(await readText(await browser.open(path))).not.toContain('before fees');
});

test('payouts are listed newest first, in pages', async () => {
  const { browser, accountId } = await logIn();
  const ids: string[] = [];
  for (let age = 0; age < 27; age++)
    ids.push(await buildPayout({ accountId, at: new Date(Date.now() - age * day), entries: [{}, {}] }));
  const listIds = async (path: string) => [
    ...new Set(
      [...(await (await browser.open(path)).text()).matchAll(/\/payouts\/(po_[0-9a-z]{36})"/g)].map(
        ([, id]) => id,
      ),
    ),
  ];
  expect(await listIds('/payouts')).toEqual(ids.slice(0, 25));
  expect(await listIds(`/payouts?before=${ids[24]}`)).toEqual(ids.slice(25));
  expect(await listIds('/payouts?before=nonsense')).toEqual(ids.slice(0, 25));
  const last = await (await browser.open(`/payouts?before=${ids[24]}`)).text();
  expect(last).toContain(`href="/payouts?after=${ids[25]}"`);
  expect(await listIds(`/payouts?after=${ids[25]}`)).toEqual(ids.slice(0, 25));
  const rows = await readCsvRows(await browser.open('/payouts/export'));
  expect(rows.map(({ id }) => id)).toEqual(ids);
  expect(rows[0]).toMatchObject({
    entries: '2',
    gross: '200.00',
    fees: '6.40',
    net: '193.60',
    net_minor: '19360',
  });
});

test('a payout shows its amounts and its entries, which link to their transactions', async () => {
  const { client, browser, accountId } = await logIn();
  const { id: paid } = await buildPayment(client, { operation: 'authcap' });
  const id = await buildPayout({
    accountId,
    entries: [
      { transactionId: paid as string },
      { kind: 'fee', amount: null, currency: null, fee: 50, net: -50, description: 'Radar' },
      { amount: 8_000, currency: 'EUR', exchangeRate: '1.25', fee: 0, net: 10_000 },
    ],
  });
  const response = await browser.open(`/payouts/${id}`);
  const { html } = await readPage(response.clone());
  const text = await readText(response);
  expect(text).toContain('Payout $196.30 ');
  expect(text).toMatch(/Sales \$200\.00 Card fees -\$3\.20 Other fees -\$0\.50 Net \$196\.30/);
  expect(text).toMatch(/Total \$200\.00 -\$3\.70 \$196\.30/);
  expect(text).toContain('settled on the day before, in UTC');
  expect(html).toContain(`href="/transactions/${paid}"`);
  expect(text).toContain('Payment order-1');
  expect(text).toContain('Fee Radar');
  expect(text).toContain('€80.00 at 1.25');
  const transaction = await readText(await browser.open(`/transactions/${paid}`));
  expect(transaction).toContain('Payouts $100.00 of it is not in a payout yet.');
  expect(transaction).toMatch(/Payouts .* Payment \$100\.00 -\$3\.20 \$96\.80/);
  expect((await readPage(await browser.open(`/transactions/${paid}`))).html).toContain(`/payouts/${id}`);
});

test('a payout with a negative amount is a debit, on every page and in the files', async () => {
  const { client, browser, accountId } = await logIn();
  const { id: transactionId } = (await buildPayment(client, { operation: 'authcap' })) as { id: string };
  const entries = [{ kind: 'refund', fee: 0, net: -500, transactionId }];
  const id = await buildPayout({ accountId, entries });
  expect(await readText(await browser.open(`/transactions/${transactionId}`))).toMatch(/Payouts .* Debited /);
  expect(await readCsvRows(await browser.open('/payouts/export'))).toMatchObject([
    { status: 'paid', status_label: 'Debited' },
  ]);
  expect(await readCsvRows(await browser.open(`/payouts/${id}/export`))).toMatchObject([
    { payout_status: 'paid', payout_status_label: 'Debited' },
  ]);
  expect(await readText(await browser.open('/payouts'))).toMatch(/Debited -\$5\.00 \$0\.00 -\$5\.00/);
  expect(await readText(await browser.open(`/payouts/${id}`))).toContain('Debited from your bank account on');
});

test('a printed payout names the merchant, the account, and the period of its entries', async () => {
  const { browser, accountId } = await logIn();
  const [first, last] = [new Date('2026-10-29T12:00:00Z'), new Date('2026-11-02T12:00:00Z')];
  const id = await buildPayout({ accountId, entries: [{ occurredAt: first }, { occurredAt: last }] });
  const text = await readText(await browser.open(`/payouts/${id}`));
  expect(text).toContain(`Tea &amp; Co , account ${accountId}`);
  expect(text).toContain('Period Oct 29, 2026 to Nov 2, 2026');
});

test('a search for a payout never repeats a card number', async () => {
  const { browser, accountId } = await logIn();
  const id = await buildPayout({ accountId });
  const found = await readPage(await browser.open(`/payouts?search=acq_${id}`));
  expect(found.html).toContain(`href="/payouts/${id}"`);
  expect((await readPage(await browser.open(`/search?q=acq_${id}`))).html).toContain(`href="/payouts/${id}"`);
  const refused = await browser.open('/payouts?search=4242+4242+4242+4242');
  expect(refused.headers.get('location')).toBe('/payouts?refused=card_number');
  expect(await readText(await browser.open('/payouts?refused=card_number'))).toContain('full card number');
  expect((await browser.open('/payouts/export?search=4242424242424242')).status).toBe(400);
});

test('a chargeback that isn’t in a payout yet announces its fee', async () => {
  const { client, browser } = await logIn();
  const { id } = await buildChargeback(client);
  for (const path of [`/transactions/${id}`, `/transactions/${id}/dispute`])
    expect(await readText(await browser.open(path))).toContain(
      'Not in a payout yet. The payout will also deduct a chargeback fee of $15.00',
    );
});

test('a failed payout says why, and what happens to its amount', async () => {
  const { browser, accountId } = await logIn();
  const id = await buildPayout({ accountId, status: 'failed', failureReason: 'The account is closed.' });
  expect(await readText(await browser.open(`/payouts/${id}`))).toMatch(
    /Failed .*This payout failed The account is closed\. Its amount goes back to your balance/,
  );
});

test('many entries are in pages, and the file has all of them, safe for spreadsheets', async () => {
  const { client, browser, accountId, ownerId } = await logIn();
  const { id: paid } = await buildPayment(client, {
    operation: 'authcap',
    externalId: '=cmd|x',
    orderId: '@order',
  });
  const at = Date.now();
  const entries = Array.from({ length: 60 }, (_, place) => ({
    occurredAt: new Date(at - Math.floor(place / 2) * 1_000),
    description: '+SUM(A1)',
    ...(place === 0 && { transactionId: paid as string }),
  }));
  const id = await buildPayout({
    accountId,
    entries: [...entries, { kind: 'refund', fee: 0, net: -1_234, occurredAt: new Date(at - day) }],
  });
  const first = await (await browser.open(`/payouts/${id}`)).text();
  const next = /href="(\/payouts\/po_\w+\?before=\d+_[^"]+)"/.exec(first)![1]!;
  // Without the rows of the titles and the total.
  const count = (html: string) => html.split('role="row"').length - 3;
  expect(count(first)).toBe(50);
  expect(count(await (await browser.open(next)).text())).toBe(11);
  const response = await browser.open(`/payouts/${id}/export`);
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="payout-tea-co-test-usd-${new Date().toISOString().slice(0, 10)}-${id.slice(-6)}.csv"`,
  );
  const rows = await readCsvRows(response);
  expect(new Set(rows.map(({ acquirer_entry_id }) => acquirer_entry_id)).size).toBe(61);
  expect(rows.find(({ transaction_id }) => transaction_id === paid)).toMatchObject({
    external_id: "'=cmd|x",
    order_id: "'@order",
    description: "'+SUM(A1)",
    kind: 'capture',
    gross: '100.00',
    fee: '3.20',
    net: '96.80',
    payment_amount: '100.00',
  });
  expect(rows.at(-1)).toMatchObject({ kind: 'refund', net: '-12.34', net_minor: '-1234', gross: '-12.34' });
  const audited = await prisma.auditEntry.findMany({ where: { accountId, action: 'payouts_exported' } });
  expect(audited).toMatchObject([
    { actor: `portal:${ownerId}`, subject: id, details: { environment: 'test' } },
  ]);
});

test('another merchant’s payout doesn’t exist, and neither do their entries in a shared one', async () => {
  const { browser, accountId } = await logIn();
  const stranger = await logIn();
  const theirs = await buildPayout({ accountId: stranger.accountId });
  for (const path of [
    `/payouts/${theirs}`,
    `/payouts/${theirs}/export`,
    `/payouts/${createId('po')}`,
    '/payouts/x',
  ])
    expect((await browser.open(path)).status).toBe(404);
  const shared = await buildPayout({
    accountId,
    entries: [
      {},
      { accountId: stranger.accountId, net: 1_111_111, description: 'theirs' },
      { accountId: null },
    ],
  });
  const page = await readText(await browser.open(`/payouts/${shared}`));
  expect(page).toContain('Payout $96.80');
  expect(page).not.toContain('theirs');
  expect(await readCsvRows(await browser.open(`/payouts/${shared}/export`))).toHaveLength(1);
  expect(await readText(await browser.open('/payouts'))).not.toContain('11,111');
  expect((await stranger.browser.open(`/payouts/${shared}`)).status).toBe(200);
});

test('a payout of the merchant’s own connection appears before its entries are known', async () => {
  const { browser, accountId } = await logIn();
  const connectionId = createId('con');
  await prisma.acquirerConnection.create({
    data: {
      ...{ id: connectionId, name: 'Own', acquirer: 'simulator', environment: 'test', accountId },
      ...{ state: 'retired', retiredAt: new Date() },
    },
  });
  const id = await buildPayout({ accountId, connectionId, status: 'pending', entries: [] });
  expect(await readText(await browser.open('/payouts'))).toMatch(/On its way – – \$0\.00/);
  expect(await readText(await browser.open(`/payouts/${id}`))).toContain(
    'The acquirer hasn’t listed what this payout contains',
  );
  // Live has its own payouts.
  await prisma.account.update({ where: { id: accountId }, data: { mode: 'live' } });
  await browser.submit('/environment', { environment: 'live', return: '/payouts' });
  expect((await browser.open(`/payouts/${id}`)).status).toBe(404);
});

test('the list and its files follow the filter, with a total and all entries', async () => {
  const { browser, accountId } = await logIn();
  const build = (date: string, more: object = {}) =>
    buildPayout({ accountId, at: new Date(`2026-${date}T08:00:00Z`), ...more });
  await build('09-30');
  const dollars = await build('10-02', { entries: [{}, {}] });
  const euro = await build('10-03', { currency: 'EUR' });
  await build('10-04', { status: 'failed' });
  const query = 'from=2026-10-01&to=2026-10-31';
  const response = await browser.open(`/payouts?${query}`);
  const { html } = await readPage(response.clone());
  const text = await readText(response);
  expect(text).toContain('Total in EUR, 1 payout €100.00 -€3.20 €96.80');
  expect(text).toContain('Total in USD, 1 payout $200.00 -$6.40 $193.60');
  // On paper.
  expect(text).toContain('Arrival from Oct 1, 2026 · Arrival to Oct 31, 2026');
  expect(text).toContain('The total doesn’t include failed payouts');
  expect(html.replaceAll('&amp;', '&')).toContain(`/payouts/export?${query}&entries=yes`);
  const file = await browser.open(`/payouts/export?${query}&currency=EUR`);
  expect(file.headers.get('content-disposition')).toContain('-test-eur-from-2026-10-01-to-2026-10-31.csv');
  expect((await readCsvRows(file)).map(({ id }) => id)).toEqual([euro]);
  const entries = await readCsvRows(await browser.open(`/payouts/export?${query}&entries=yes`));
  expect(entries.map(({ payout_id, payout_status }) => [payout_id, payout_status]).slice(1)).toEqual([
    [euro, 'paid'],
    [dollars, 'paid'],
    [dollars, 'paid'],
  ]);
  expect(entries[0]).toMatchObject({ payout_status: 'failed' });
  expect(await readText(await browser.open('/payouts?currency=JPY'))).toContain('No results');
  const wrong = await readPage(await browser.open('/payouts?currency=XQZ&to=soon'));
  expect(wrong.errors).toHaveLength(2);
  expect(readFilterResult(wrong.html)).toBe('');
  expect((await browser.open('/payouts/export?currency=XQZ')).status).toBe(400);
  const search = await browser.open('/search?q=193.60');
  expect((await readPage(search)).html).toContain(`href="/payouts/${dollars}"`);
});
