import { beforeAll, expect, test } from 'vitest';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { readPage } from '../../../tests/world/browser';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildPayment, cards } from '../../../tests/world/payments/payments';
import { refreshPlannerStatistics } from '../../../tests/world/planner-statistics';
import { buildStaff, type Staff } from '../../../tests/world/identity/staff';

const randomWord = () =>
  Array.from({ length: 10 }, () => 'bcdfghjklmnp'[Math.floor(Math.random() * 12)]).join('');
let support: Staff;
beforeAll(async () => {
  support = await buildStaff('support');
  await refreshPlannerStatistics();
});

const open = async (q: string) =>
  (await readPage(await support.open(`/support?${new URLSearchParams({ q })}`))).html.replaceAll(
    '<!-- -->',
    '',
  );
const linkTo = (q: string) => `/support?${new URLSearchParams({ q })}`.replaceAll('&', '&amp;');

test('a search without results says what was understood, and what to try', async () => {
  const html = await open('9876 $98765.43 saterday afternoon');
  for (const text of [
    'No results',
    'Showing results for <strong class="font-semibold">Saturday</strong>',
    'No payment matches all of these: card ending 9876, amount 98765.43 in any dollar currency, and time',
  ])
    expect({ text, includesText: html.includes(text) }).toEqual({ text, includesText: true });
  expect(html).not.toContain('Not understood');
  for (const q of [
    '9876 about $98765.43 saterday afternoon',
    '$98765.43 saterday afternoon',
    '9876 $98765.43 afternoon payer: saterday',
    '9876 $98765.43 "saterday" afternoon',
  ])
    expect({ q, includesLinkTo: html.includes(linkTo(q)) }).toEqual({ q, includesLinkTo: true });
  expect(await open('ninety-nine thousand and one dollars last sat')).toContain(
    linkTo('about 99001 dollars last sat'),
  );
});

test('what was not understood is asked back, above the results of the rest', async () => {
  const client = await buildApiClient(await buildMerchant());
  const { id } = await buildPayment(client, { pan: cards.declined });
  const [stranger, other] = [randomWord(), randomWord()];
  const html = await open(`declined 3/05 ${stranger} ${other}`);
  expect(html.indexOf('What did you mean?')).toBeGreaterThan(0);
  expect(html.indexOf('What did you mean?')).toBeLessThan(html.indexOf(`/support/transactions/${id}`));
  for (const q of [
    `declined March 5 ${stranger} ${other}`,
    `declined May 3 ${stranger} ${other}`,
    'declined 3/05',
    `declined 3/05 payer: ${stranger} ${other}`,
    `declined 3/05 "${stranger} ${other}"`,
  ])
    expect({ q, includesLinkTo: html.includes(linkTo(q)) }).toEqual({ q, includesLinkTo: true });
  expect(await open('4242 before Friday')).toContain(linkTo('4242 Friday'));
});

test('a search of which nothing was understood lists nothing, and shows examples', async () => {
  const client = await buildApiClient(await buildMerchant());
  await buildPayment(client, {});
  for (const q of [`${randomWord()} ${randomWord()}`, 'the customer says', '31 February']) {
    const html = await open(q);
    expect(html).toContain('What are you looking for?');
    expect(html).toContain(linkTo('insufficient funds last week'));
    expect(html).not.toMatch(/support\/transactions\/trx_/);
  }
});

test('the page says how far back it searched for what no index contains', async () => {
  const client = await buildApiClient(await buildMerchant());
  const orderId = `HT-2026-${randomWord()}-4717`;
  const { id } = await buildPayment(client, { orderId });
  const html = await open('order 4717');
  for (const text of [
    `/support/transactions/${id}`,
    'No exact match for this order number',
    'These payments have one that starts or ends with it.',
  ])
    expect({ text, includesText: html.includes(text) }).toEqual({ text, includesText: true });
});

test('a single word without results is reported once, not with each meaning', async () => {
  const html = await open('9875');
  expect(html).toContain('Nothing matches the card ending 9875.');
  for (const text of ['No payment matches all of these', 'and or an order'])
    expect({ text, includesText: html.includes(text) }).toEqual({ text, includesText: false });
});

test('without payments of the named merchant, the search continues without the name', async () => {
  const name = `${randomWord()} Tea`;
  const { accountId } = await buildMerchant({ name });
  const html = await open(`9874 ${name}`);
  for (const text of ['No payments found', `/support/merchants/${accountId}`, linkTo('9874')])
    expect({ text, includesText: html.includes(text) }).toEqual({ text, includesText: true });
  expect(await open(name)).not.toContain('No payments found');
});

test('a name alone shows the merchant before its payments; with more words they come first', async () => {
  const name = `${randomWord()} Tea`;
  const merchant = await buildMerchant({ name });
  await buildPayment(await buildApiClient(merchant), {});
  const order = (html: string) =>
    [...html.matchAll(/<h2[^>]*>(Payments|Merchants)</g)].map(([, title]) => title);
  expect(order(await open(name))).toEqual(['Merchants', 'Payments']);
  expect(order(await open(`${name} today`))).toEqual(['Payments', 'Merchants']);
});

test('a state alone shows the newest payments in it', async () => {
  const client = await buildApiClient(await buildMerchant());
  const { id } = await buildPayment(client, { pan: cards.declined });
  expect(await open('declined')).toContain(`/support/transactions/${id}`);
});

test('a nearly matching name leads to the right one', async () => {
  const name = `Blue ${randomWord()} Books`;
  await buildMerchant({ name });
  const misspelled = `${name.split(' ')[1]!.slice(0, -1)}x`;
  const html = await open(`${misspelled} 4242`);
  expect(html).toContain('What did you mean?');
  expect(html).toContain(linkTo(`${name} 4242`));
});

test('a name is inserted into the search as it is spelled', async () => {
  const marker = randomWord();
  await buildMerchant({ name: `$& ${marker} $$` });
  expect(await open(`${marker.slice(0, -1)}x 4242`)).toContain(linkTo(`$& ${marker} $$ 4242`));
});

test("a page's request ID leads to the right place", async () => {
  const html = await open(createId('req', Date.parse('2026-11-20T10:11:12Z')));
  for (const text of ['This is a request ID', '2026-11-20T10:11:12', 'server log', 'stored for 30 days'])
    expect({ text, includesText: html.includes(text) }).toEqual({ text, includesText: true });
  expect(html).not.toContain('No results');
  const undatedPage = await open(`req_${'u'.repeat(36)}`);
  expect(undatedPage).toContain('This is a request ID');
  expect(undatedPage).not.toContain('It was created at');
});
