import { beforeAll, expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient, type ApiClient } from '../../../../../tests/world/api-client';
import { readVisibleText } from '../../../../../tests/world/browser';
import { buildStaff, type Staff } from '../../../../../tests/world/identity/staff';
import { logInAs } from '../../../../../tests/world/identity/team';
import { mockAnswerOnce, unknownOutcome } from '../../../../../tests/world/acquirers/acquirer';
import { buildDisputedPayment } from '../../../../../tests/world/payments/chargebacks';
import { expireHold } from '../../../../../tests/world/payments/elapsed-time';
import {
  buildPayment,
  cards,
  readStatementsWithEntries,
  refund,
  sendCaptureOrVoid,
} from '../../../../../tests/world/payments/payments';

let support: Staff;
let client: ApiClient;
beforeAll(async () => {
  support = await buildStaff('support');
  client = await buildApiClient();
});

const email = 'ada.lovelace@example.com';
const cardHolder = { first_name: 'Ada', last_name: 'Lovelace', email, country: 'DE' };

const openPage = async (id: string, rest = '') =>
  (await support.open(`/support/transactions/${id}${rest}`)).text();

/** A panel's text, without times, which are T. */
function readPanel(html: string, id: string): string {
  const section = new RegExp(`<section id="${id}".*?</section>`, 's').exec(html)?.[0] ?? '';
  return readVisibleText(section.replaceAll('<!-- -->', '').replace(/<time[^>]*>.*?<\/time>/gs, 'T'))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The lines of the notice about duplicates. */
function readNotice(html: string): string[] {
  const [, title, list] =
    /<p class="font-semibold">(Possible duplicate[^<]*)<\/p>.*?<ul>(.*?)<\/ul>/s.exec(html) ?? [];
  const lines = [...(list?.matchAll(/<li>(.*?)<\/li>/gs) ?? [])].map(([, line]) =>
    readVisibleText(line!.replace(/<time[^>]*>.*?<\/time>/gs, 'T'))
      .replaceAll(/\s+/g, ' ')
      .replace(/ (?=:)/, '')
      .trim(),
  );
  return title ? [title, ...lines] : [];
}

test('a payment without details of the payer', async () => {
  const own = await buildApiClient();
  const { id } = await buildPayment(own);
  const panel = readPanel(await openPage(id), 'payer');
  expect(panel).toBe(
    'Payer Name Not given Email Not given Country Not given All payments of this payer at this merchant Same card, email, or order within 24 hours (0) No other payments.',
  );
});

test('the email is masked until it’s shown, and the merchant sees who showed it', async () => {
  const { id } = await buildPayment(client, { cardHolder, orderId: createId('req') });
  const html = await openPage(id);
  expect(readPanel(html, 'payer')).toContain('Name Ada Lovelace Email a…@example.com Show Country Germany');
  expect(html).not.toContain(email);
  const path = `/support/transactions/${id}/payer-email`;
  expect(html).toContain(`href="${path}"`);
  expect(await (await support.open(path)).text()).not.toContain(email);
  const { accountId, ownerId } = client.merchant;
  const listViews = async () =>
    (await listAudit({ accountId, action: 'staff_viewed_payer_email' })).entries.map(
      ({ actor, subject, address, details }) => ({ actor, subject, address, details }),
    );
  expect(await listViews()).toEqual([]);
  expect(await (await support.submit(path, {})).text()).toContain(email);
  const entry = {
    ...{ actor: `staff:${support.userId}`, subject: id, address: null },
    details: { environment: 'test' },
  };
  expect(await listViews()).toEqual([entry]);
  // Each time it's shown.
  await support.submit(path, {});
  expect(await listViews()).toEqual([entry, entry]);
  const log = await (await (await logInAs(ownerId)).open('/audit-log')).text();
  expect(log).toContain('viewed a payer’s email address');
});

test('there is no email to show without one, or for an unknown payment', async () => {
  const { id } = await buildPayment(client, { orderId: createId('req') });
  for (const one of [id, createId('trx'), 'x'])
    expect((await support.submit(`/support/transactions/${one}/payer-email`, {})).status).toBe(404);
});

test('twins are listed with what they have in common, and a link to each', async () => {
  const own = await buildApiClient();
  const payment = { operation: 'authcap', cardHolder, orderId: 'tea-1' };
  const { id: declined } = await buildPayment(own, { ...payment, pan: cards.declined });
  const { id: other } = await buildPayment(own, { operation: 'authcap', amount: 900, orderId: 'tea-2' });
  const { id } = await buildPayment(own, payment);
  const html = await openPage(id);
  expect(readPanel(html, 'payer')).toContain(
    'within 24 hours (2) Payment of $100.00 T Same email and order Declined Payment of $9.00 T Same card Captured',
  );
  for (const twin of [declined, other]) expect(html).toContain(`href="/support/transactions/${twin}"`);
  expect(readNotice(html)).toEqual([]);
});

test('no full card number, and no more of it than before', async () => {
  const own = await buildApiClient();
  await buildPayment(own, { cardHolder });
  const { id } = await buildPayment(own, { cardHolder });
  for (const path of ['', '/payer', '/payer-email']) {
    const html = await openPage(id, path);
    expect(html).not.toContain(cards.approved);
    if (path) expect(html).not.toContain(cards.approved.slice(0, 6));
  }
  expect(readPanel(await openPage(id), 'payer')).not.toContain('4242');
});

/** Two captured payments of the same payer. */
async function buildDuplicates() {
  const own = await buildApiClient();
  const { id: first } = await buildPayment(own, { operation: 'authcap' });
  const { id: second } = await buildPayment(own, { operation: 'authcap' });
  return { own, first: first as string, second: second as string };
}

const title = 'Possible duplicate: $100.00 was approved twice';

test('the notice about a duplicate says which payment was refunded', async () => {
  const { own, first, second } = await buildDuplicates();
  expect(readNotice(await openPage(first))).toEqual([
    title,
    'This payment: not refunded',
    'The payment of T: not refunded',
  ]);
  expect(readPanel(await openPage(first), 'payer')).toContain('Possible duplicate Captured');
  await refund(own, second, 2_500);
  expect(readNotice(await openPage(first))[2]).toBe('The payment of T: $25.00 refunded');
  mockAnswerOnce('refund', unknownOutcome);
  await refund(own, second, 500);
  expect(readNotice(await openPage(first))[2]).toBe(
    'The payment of T: $25.00 refunded, $5.00 being refunded',
  );
  await refund(own, first, 10_000);
  expect(readNotice(await openPage(second))).toEqual([
    title,
    'The payment of T: refunded in full',
    'This payment: $25.00 refunded, $5.00 being refunded',
  ]);
});

test('the notice about a duplicate that was voided, that expired, or that is on hold', async () => {
  const own = await buildApiClient();
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) ids.push((await buildPayment(own)).id as string);
  await sendCaptureOrVoid(own, ids[0]!, { operation: 'void' });
  await expireHold(ids[1]!);
  expect(readNotice(await openPage(ids[2]!))).toEqual([
    'Possible duplicate: $100.00 was approved 3 times',
    'The payment of T: voided',
    'The payment of T: expired and released',
    'This payment: on hold',
  ]);
});

test('the notice about a duplicate that the payer’s bank took back', async () => {
  const own = await buildApiClient();
  const { paymentId, entry } = await buildDisputedPayment(own);
  const { id } = await buildPayment(own, { operation: 'authcap' });
  await readStatementsWithEntries([entry]);
  expect(readNotice(await openPage(id))[1]).toBe('The payment of T: $40.00 in an open chargeback');
  const { reference, authorization, amountMinor, currency } = entry;
  await readStatementsWithEntries([
    { kind: 'chargeback_lost', reference, authorization, amountMinor, currency },
  ]);
  expect(readNotice(await openPage(id))[1]).toBe('The payment of T: $40.00 charged back');
  expect(paymentId).not.toBe(id);
});

test('of many duplicates, the notice lists the closest ones, whatever was declined in between', async () => {
  const own = await buildApiClient();
  const { id } = await buildPayment(own, { operation: 'authcap' });
  for (let i = 0; i < 5; i++) await buildPayment(own, { pan: cards.declined });
  const { id: duplicate } = await buildPayment(own, { operation: 'authcap' });
  expect(readNotice(await openPage(id))).toEqual([
    title,
    'This payment: not refunded',
    'The payment of T: not refunded',
  ]);
  const { id: another } = await buildPayment(own, { pan: cards.declined });
  expect(await openPage(another as string)).toContain('so you don’t need to pay again');
  for (let i = 0; i < 4; i++) await buildPayment(own, { operation: 'authcap' });
  const html = await openPage(duplicate);
  const notice = readNotice(html);
  expect([notice[0], notice.length]).toEqual(['Possible duplicate: $100.00 was approved 6 times', 6]);
  expect(html).toContain('These are the closest ones.');
  expect(html).toContain('There are at least 4 other payments');
});

test('a payment of another amount or currency isn’t a duplicate', async () => {
  const own = await buildApiClient();
  await buildPayment(own, { operation: 'authcap', amount: 9_999 });
  await buildPayment(own, { operation: 'authcap', currency: 'EUR' });
  const { id } = await buildPayment(own, { operation: 'authcap' });
  const html = await openPage(id);
  expect(readPanel(html, 'payer')).toContain('within 24 hours (2)');
  expect(readNotice(html)).toEqual([]);
  expect(html).not.toContain('Why was I charged twice?');
});

test('many twins are folded, and counted as far as they are read', async () => {
  const own = await buildApiClient();
  const { id } = await buildPayment(own, { operation: 'authcap' });
  for (let i = 0; i < 6; i++) await buildPayment(own, { amount: 100 + i });
  const panel = readPanel(await openPage(id), 'payer');
  expect(panel).toContain('within 24 hours (6)');
  expect(panel).toContain('Show 1 more');
});

test('all payments of the payer at the merchant are one click away, and the merchant sees the access', async () => {
  const own = await buildApiClient();
  const { id: first } = await buildPayment(own, { cardHolder, orderId: 'tea-1' });
  const { id: byEmail } = await buildPayment(own, { cardHolder, pan: cards.declined, orderId: 'tea-2' });
  const { id: stranger } = await buildPayment(own, { pan: cards.declined, orderId: 'tea-1' });
  const { id: elsewhere } = await buildPayment(client, { cardHolder });
  const path = `/support/transactions/${first}/payer`;
  expect(await openPage(first)).toContain(`href="${path}"`);
  const html = await openPage(first, '/payer');
  for (const one of [first, byEmail]) expect(html).toContain(`href="/support/transactions/${one}"`);
  for (const one of [stranger, elsewhere]) expect(html).not.toContain(one);
  expect(html).not.toContain(email);
  await support.open(`${path}?before=${first}`);
  const { accountId } = own.merchant;
  const { entries } = await listAudit({ accountId, action: 'staff_viewed_payer_payments' });
  expect(entries.map(({ actor, subject }) => [actor, subject])).toEqual([[`staff:${support.userId}`, first]]);
  expect(await openPage(first, `/payer?before=${first}`)).toContain('No payments');
});

test('refunds have no payer of their own', async () => {
  const { own, first } = await buildDuplicates();
  const { json } = await refund(own, first, 100);
  const html = await openPage(json.id as string);
  expect(readPanel(html, 'payer')).toBe('');
  expect((await support.open(`/support/transactions/${json.id as string}/payer`)).status).toBe(404);
});

test('answers are in the language of the payer’s checkout, or in the one that staff choose', async () => {
  const own = await buildApiClient();
  const { accountId } = own.merchant;
  const { id } = await buildPayment(own);
  const readAnswer = async (query = '') => {
    const html = await openPage(id, query);
    const [, language, direction, text] = /<p lang="(..)" dir="(...)"[^>]*>(.*?)<\/p>/s.exec(html)!;
    return { language, direction, text, html };
  };
  const unknown = await readAnswer();
  expect(unknown).toMatchObject({ language: 'en', direction: 'ltr' });
  expect(unknown.html).toContain('The payer’s language isn’t known.');
  expect(await readAnswer('?language=ar')).toMatchObject({ language: 'ar', direction: 'rtl' });
  expect(await readAnswer('?language=xx')).toMatchObject({ language: 'en' });
  const order = { order_amount: 10_000, order_currency: 'USD' };
  const intent = await prisma.paymentIntent.create({
    data: {
      ...{ id: createId('int'), accountId, environment: 'test', externalId: createId('req') },
      ...{ operation: 'authorize', amount: 10_000, currency: 'USD', order, language: 'nl' },
      ...{ successUrl: 'https://shop.example', failureUrl: 'https://shop.example', expiresAt: new Date() },
    },
  });
  await prisma.transaction.update({ where: { id }, data: { intentId: intent.id } });
  const known = await readAnswer();
  expect(known.text).toContain('op uw kaart gereserveerd');
  expect(known.html).toContain('The payer’s checkout was in Dutch.');
  expect(known.html).toContain(`href="/support/transactions/${id}?language=fr#answers"`);
});
