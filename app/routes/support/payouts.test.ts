import { beforeAll, expect, test } from 'vitest';
import { failRefund } from '~/payments/operations/refund-failures';
import { builtInConnectionId } from '~/acquirers/registry';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient, type ApiClient } from '../../../tests/world/api-client';
import { readVisibleText } from '../../../tests/world/browser';
import { buildStaff, type Staff } from '../../../tests/world/identity/staff';
import { logInAs } from '../../../tests/world/identity/team';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildChargeback } from '../../../tests/world/payments/chargebacks';
import { buildPayment, refund } from '../../../tests/world/payments/payments';
import { buildPayout } from '../../../tests/world/payments/payouts';
import { refreshPlannerStatistics } from '../../../tests/world/planner-statistics';

const randomWord = () =>
  Array.from({ length: 10 }, () => 'bcdfghjklmnp'[Math.floor(Math.random() * 12)]).join('');
const day = 86_400_000;
const name = `Harbour ${randomWord()}`;
let [client, support] = [] as unknown as [ApiClient, Staff];
let accountId: string;
/** What a caller asks about: its sales were 93.80, a chargeback made it 15.98. */
let low: { id: string; paymentId: string; chargebackId: string };

beforeAll(async () => {
  client = await buildApiClient(await buildMerchant({ name }));
  ({ accountId } = client.merchant);
  support = await buildStaff('support');
  const { id: chargebackId, paymentId } = await buildChargeback(client);
  const yesterday = new Date(Date.now() - day);
  await buildPayout({ accountId, at: new Date(Date.now() - 3 * day), currency: 'EUR' });
  const id = await buildPayout({
    accountId,
    at: yesterday,
    currency: 'EUR',
    entries: [
      { fee: 302, net: 9_078, transactionId: paymentId, currency: 'EUR' },
      { kind: 'chargeback', fee: 1_500, net: -7_480, amount: -5_980, transactionId: chargebackId },
    ],
  });
  low = { id, paymentId, chargebackId };
  await refreshPlannerStatistics();
});

const pathOf = (id: string) => `/support/merchants/${accountId}/payouts/${id}`;

async function open(path: string, browser: { open: (path: string) => Promise<Response> } = support) {
  const response = await browser.open(path);
  const html = (await response.text()).replace(/<script[\s\S]*?<\/script>/g, '').replaceAll('<!-- -->', '');
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
  return { status: response.status, main, text: readVisibleText(main).replace(/\s+/g, ' ') };
}
const search = (q: string) => open(`/support?${new URLSearchParams({ q })}`);

/** A panel of a page, by its title. */
const readPanel = (main: string, title: string): string =>
  main.split('<section').find((part) => part.includes(`>${title}</h2>`)) ?? '';

test('a merchant’s page lists the latest payouts, which lead to what they contain', async () => {
  const { main } = await open(`/support/merchants/${accountId}`);
  expect(main).toContain('#payouts"');
  const panel = readPanel(main, 'Latest payouts, test');
  expect(panel).toContain('id="payouts"');
  expect(panel).toContain(`href="${pathOf(low.id)}"`);
  expect(readVisibleText(panel).replace(/\s+/g, ' ')).toMatch(/Paid €34\.00 -€18\.02 €15\.98/);
  const live = await open(`/support/merchants/${accountId}?environment=live`);
  expect(readVisibleText(readPanel(live.main, 'Latest payouts, live'))).toContain('None yet');
});

test('a payout’s page has the amounts and entries that the merchant sees, and links to staff pages', async () => {
  const { main, text } = await open(pathOf(low.id));
  expect(text).toMatch(
    /Sales €93\.80 Chargebacks -€59\.80 Card fees -€3\.02 Chargeback fees -€15\.00 Net €15\.98/,
  );
  expect(text).toMatch(/Total €34\.00 -€18\.02 €15\.98/);
  expect(text).toContain(`${name}’s view, read-only`);
  expect(text).not.toContain('CSV');
  for (const id of [low.paymentId, low.chargebackId])
    expect(main).toContain(`href="/support/transactions/${id}"`);
  expect(main).not.toMatch(/href="\/(transactions|payouts)/);
  const owner = await logInAs(client.merchant.ownerId);
  const { text: ownText } = await open(`/payouts/${low.id}`, owner);
  const readSummary = (page: string) => /Sales .*? Net \S+/.exec(page)![0];
  expect(readSummary(text)).toBe(readSummary(ownText));
});

test('the merchant’s audit log records who viewed a payout, once', async () => {
  const staffMember = await buildStaff('support');
  for (let i = 0; i < 2; i++) await staffMember.open(pathOf(low.id));
  const entries = await prisma.auditEntry.findMany({
    where: { actor: `staff:${staffMember.userId}`, action: 'staff_viewed_payout' },
  });
  expect(entries).toMatchObject([{ accountId, subject: low.id, details: { environment: 'test' } }]);
  const owner = await logInAs(client.merchant.ownerId);
  expect((await open('/audit-log', owner)).text).toContain('viewed a payout and its entries');
  const admin = await buildStaff('admin');
  expect((await open('/staff/audit-log', admin)).main).toContain(`href="${pathOf(low.id)}"`);
});

test('a payout of another merchant, or an unknown one, isn’t found', async () => {
  const { accountId: strangerId } = await buildMerchant();
  const theirs = await buildPayout({ accountId: strangerId });
  for (const path of [
    pathOf(theirs),
    pathOf(createId('po')),
    pathOf('x'),
    `/support/merchants/x/payouts/${low.id}`,
  ])
    expect((await support.open(path)).status).toBe(404);
  expect(await prisma.auditEntry.count({ where: { action: 'staff_viewed_payout', subject: theirs } })).toBe(
    0,
  );
});

test('a shared payout is found once for each merchant, with its own amount', async () => {
  const { accountId: partnerId } = await buildMerchant({ name: `Partner ${randomWord()}` });
  const id = await buildPayout({ accountId, entries: [{}, { accountId: partnerId, net: 1_234 }] });
  const { main, text } = await search(`what is ${id.toUpperCase()}?`);
  for (const owner of [accountId, partnerId])
    expect(main).toContain(`href="/support/merchants/${owner}/payouts/${id}"`);
  expect(text).toContain('$96.80');
  expect(text).toContain('$12.34');
  expect((await open(`/support/merchants/${partnerId}/payouts/${id}`)).text).not.toContain('96.80');
});

test.each([
  ['payout of 15.98', true],
  ['payout 15.98 euros yesterday', true],
  ['Payouts yesterday', true],
  // A day later than the bank said.
  ['payout 15.98 today', true],
  ['payouts', false],
  ['payout 15.97', false],
  ['payout 15.98 dollars', false],
  ['payout 15.98 live', false],
])('"%s" with a merchant leads to its payouts first', async (request, isPayoutFound) => {
  const { main, text } = await search(`${request} ${name}`);
  const panel = readPanel(main, 'Payouts');
  expect(panel.includes(`href="${pathOf(low.id)}"`)).toBe(isPayoutFound);
  const environment = request.includes('live') ? '?environment=live' : '';
  expect(panel).toContain(`href="/support/merchants/${accountId}${environment}#payouts"`);
  expect(main.indexOf(panel)).toBeLessThan(main.indexOf('>Merchants</h2>'));
  for (const unwanted of ['We ignored', 'No payments found', 'No results'])
    expect(text).not.toContain(unwanted);
});

test('the search finds older payouts, and says how far back it searched', async () => {
  const busy = `Busy ${randomWord()}`;
  const { accountId: busyId } = await buildMerchant({ name: busy });
  const ago = (days: number) => new Date(Date.now() - days * day);
  const older = await buildPayout({ accountId: busyId, at: ago(200), entries: [{ net: 4_321 }] });
  for (let i = 1; i <= 101; i++)
    await buildPayout({ accountId: busyId, at: ago(i), entries: [{ net: 100 }] });
  const date = ago(200).toISOString().slice(0, 10);
  for (const q of [`payout ${date}`, 'payout 43.21', `payout 43.21 ${date}`, `payout about 43.00 ${date}`]) {
    const { main, text } = await search(`${q} ${busy}`);
    expect({ q, isFound: main.includes(`/payouts/${older}"`) }).toEqual({ q, isFound: true });
    expect(text).not.toContain('We searched the payouts since');
  }
  for (const q of ['payout about 43.00', 'payout 43.20'])
    expect((await search(`${q} ${busy}`)).text).toContain('To find older ones, add the arrival date.');
});

test('without a merchant, the search asks for it', async () => {
  expect((await search('payout of 15.98')).text).toContain(
    'We ignored “payout”. Add the merchant’s name to find its payouts, or enter the payout’s ID.',
  );
  expect((await search(`payout ${low.id}`)).text).not.toContain('We ignored');
});

test('a payment’s page shows the payouts of its refunds and chargebacks, too', async () => {
  const { main } = await open(`/support/transactions/${low.paymentId}`);
  const panel = readPanel(main, 'Payouts');
  expect(panel.split(`href="${pathOf(low.id)}"`)).toHaveLength(3);
  expect(panel).toContain(`href="/support/transactions/${low.chargebackId}"`);
  expect(readVisibleText(panel).replace(/\s+/g, ' ')).toMatch(
    /Paid Payment €93\.80 -€3\.02 €90\.78 .* Paid Chargeback -€59\.80 -€15\.00 -€74\.80/,
  );
});

test('a payment’s page says why the merchant can’t capture, void, or refund', async () => {
  const readAvailability = async (id: string) =>
    readVisibleText(readPanel((await open(`/support/transactions/${id}`)).main, 'Capture, void, or refund'))
      .replace(/\s+/g, ' ')
      .trim();
  const { paymentId } = await buildChargeback(client, { amountMinor: 10_000 });
  const locked = await readAvailability(paymentId);
  expect(locked).toContain('Capture: The full amount is already captured.');
  expect(locked).toContain('Refund: The remaining amount is locked until an open chargeback is decided.');
  expect(locked).not.toContain('buttons');
  const partlyLocked = await readAvailability(low.paymentId);
  expect(partlyLocked).toContain('Refund: $60.00 is left to refund. $40.00 is locked by an open chargeback.');
  expect(partlyLocked).toContain('only the roles Owner, Admin, and Finance have the buttons. See the');
  expect(await readAvailability(low.chargebackId)).toBe('');
});

test('a failed refund is visible in lists of payments, and has a label in the acquirer ledger', async () => {
  const shop = await buildApiClient();
  const { id } = (await buildPayment(shop, { operation: 'authcap' })) as { id: string };
  const { id: refundId } = (await refund(shop, id, 1_000)).json as { id: string };
  const readLists = async () =>
    (await Promise.all([search(id), open(`/support/merchants/${shop.merchant.accountId}`)])).map(({ text }) =>
      text.includes('Refund failed'),
    );
  expect(await readLists()).toEqual([false, false]);
  const { id: reference } = await prisma.operation.findFirstOrThrow({ where: { transactionId: refundId } });
  expect(await failRefund(builtInConnectionId('test'), { reference, code: 'restricted_card' })).toBe(true);
  expect(await readLists()).toEqual([true, true]);
  const kinds = ['authcap', 'refund', 'refund_failed'];
  await prisma.acquirerStatementEntry.createMany({
    data: kinds.map((kind) => ({
      ...{ connectionId: builtInConnectionId('test'), environment: 'test', kind, reference },
      ...{ authorization: reference, amount: 1_000, currency: 'USD', approved: true },
    })),
  });
  const { main } = await open(`/support/transactions/${id}`);
  const entries = [...readPanel(main, 'Acquirer ledger').matchAll(/data-title="Entry"[^>]*>(.*?)<\/td>/g)];
  expect(entries.map(([, label]) => readVisibleText(label!).trim())).toEqual([
    'Authorization and capture',
    'Refund',
    'Failed refund',
  ]);
});
