import { afterAll, expect, test } from 'vitest';
import { createId } from '~/platform/ids';
import {
  generateTransactions,
  insertTransactions,
  removeTransactions,
  type BulkTransaction,
} from '../../../tests/world/payments/bulk-transactions';
import { buildMerchant } from '../../../tests/world/merchants';
import { findPayerPayment, findTwins, isPayerKnown, listPayerPayments } from './payer-payments';

const used: string[] = [];
afterAll(() => removeTransactions(used));

const noon = new Date('2026-11-20T12:00:00Z').getTime();
const hour = 3_600_000;

/**
 * A merchant's captured payments in the test environment, `hours` after noon each, by their name. They have nothing in
 * common unless it's given.
 */
async function buildPayments(
  payments: Record<string, { hours: number } & Partial<BulkTransaction>>,
  { accountId }: { accountId?: string } = {},
) {
  const owner = accountId ?? (await buildMerchant()).accountId;
  used.push(owner);
  const names = Object.keys(payments);
  const rows = generateTransactions({ count: names.length, people: [] }).map((row, i) => {
    const { hours, ...changes } = payments[names[i]!]!;
    const createdAt = new Date(noon + hours * hour);
    return {
      ...row,
      ...{ type: 'PAYMENT', status: 'CAPTURED' as const, parentId: null, intentId: null, email: null },
      ...{ id: createId('trx', createdAt.getTime()), createdAt, externalId: createId('req') },
      ...{ brand: 'visa', lastFour: String(1000 + i), orderId: `order-${i}` },
      ...changes,
    };
  });
  await insertTransactions({ accountId: owner, environment: 'test' }, rows);
  const nameOf = (id: string) => names[rows.findIndex((row) => row.id === id)] ?? 'another';
  const idOf = (name: string) => rows[names.indexOf(name)]!.id;
  return {
    accountId: owner,
    idOf,
    nameOf,
    find: async (name: string) => (await findPayerPayment(idOf(name)))!.payment,
  };
}

test('twins have the same card, email, or order, within 24 hours before or after', async () => {
  const payer = { lastFour: '4242', email: 'Ada@Example.com', orderId: 'tea-1' };
  const other = { lastFour: '1111', email: null, orderId: 'other' };
  const { find, nameOf, accountId } = await buildPayments({
    payment: { hours: 0, ...payer },
    'card, a day before': { hours: -24, ...other, lastFour: '4242' },
    'card, earlier': { hours: -24.01, ...other, lastFour: '4242' },
    'email in other letters': { hours: 2, ...other, email: 'ADA@example.COM' },
    order: { hours: -1, ...other, orderId: 'tea-1' },
    'all, a day after': { hours: 24, ...payer },
    'all, later': { hours: 24.01, ...payer },
    'another card with these digits': { hours: 1, ...other, lastFour: '4242', brand: 'mastercard' },
    nothing: { hours: 1, ...other },
  });
  await buildPayments({ elsewhere: { hours: 0.5, ...payer } });
  const { twins, isMore } = await findTwins(await find('payment'));
  expect(twins.map(({ id, matches }) => [nameOf(id), matches])).toEqual([
    ['card, a day before', ['card']],
    ['order', ['order']],
    ['email in other letters', ['email']],
    ['all, a day after', ['card', 'email', 'order']],
  ]);
  expect(isMore).toBe(false);
  expect(twins.every((twin) => twin.accountId === accountId)).toBe(true);
});

test('of many twins, the closest are found', async () => {
  const card = { lastFour: '4242' };
  const { find, nameOf } = await buildPayments({
    payment: { hours: 0, ...card },
    ...Object.fromEntries([-5, -3, -1, 2, 4].map((hours) => [String(hours), { hours, ...card }])),
  });
  const { twins, isMore } = await findTwins(await find('payment'), 3);
  expect(twins.map(({ id }) => nameOf(id))).toEqual(['-3', '-1', '2']);
  expect(isMore).toBe(true);
  expect((await findTwins(await find('payment'), 5)).isMore).toBe(false);
});

test('a payment without a card, an email, and an order has no twins', async () => {
  const unknown = { lastFour: null as unknown as string, orderId: null as unknown as string };
  const { find } = await buildPayments({
    payment: { hours: 0, ...unknown },
    other: { hours: 1, ...unknown },
  });
  const payment = await find('payment');
  expect(isPayerKnown(payment)).toBe(false);
  expect(await findTwins(payment)).toEqual({ twins: [], isMore: false });
  expect(await listPayerPayments({ payment })).toEqual({ payments: [], older: null });
});

test("a payer's payments have the same card or email, at any time, page by page", async () => {
  const payer = { lastFour: '4242', email: 'ada@example.com' };
  const { find, nameOf, idOf } = await buildPayments({
    payment: { hours: 0, ...payer, orderId: 'tea-1' },
    card: { hours: -1_000, lastFour: '4242' },
    both: { hours: 500, ...payer },
    email: { hours: -2_000, email: 'ADA@example.com' },
    order: { hours: 1, orderId: 'tea-1' },
    'another brand': { hours: 1, lastFour: '4242', brand: 'mastercard' },
  });
  const payment = await find('payment');
  const list = async (query: Partial<Parameters<typeof listPayerPayments>[0]> = {}) => {
    const { payments, older } = await listPayerPayments({ payment, ...query });
    return [payments.map(({ id }) => nameOf(id)), older && nameOf(older)];
  };
  expect(await list()).toEqual([['both', 'payment', 'card', 'email'], null]);
  expect(await list({ limit: 3 })).toEqual([['both', 'payment', 'card'], 'card']);
  expect(await list({ limit: 3, before: idOf('card') })).toEqual([['email'], null]);
  // A page reads so many rows with these four digits, and the next one continues there.
  expect(await list({ maximumRowsRead: 2 })).toEqual([['both'], 'another brand']);
  expect(await list({ maximumRowsRead: 2, before: idOf('another brand') })).toEqual([
    ['payment', 'card'],
    'card',
  ]);
});

test("payments with the email don't hide older ones with the card, of which only some were read", async () => {
  const { find, nameOf, idOf } = await buildPayments({
    payment: { hours: 0, lastFour: '4242', email: 'ada@example.com' },
    'another brand': { hours: -1, lastFour: '4242', brand: 'mastercard' },
    'another brand again': { hours: -2, lastFour: '4242', brand: 'mastercard' },
    card: { hours: -3, lastFour: '4242' },
    'email 1': { hours: -4, email: 'ada@example.com' },
    'email 2': { hours: -5, email: 'ada@example.com' },
  });
  const payment = await find('payment');
  const list = async (before?: string) => {
    const query = { payment, before, limit: 2, maximumRowsRead: 3 };
    const { payments, older } = await listPayerPayments(query);
    return [payments.map(({ id }) => nameOf(id)), older && nameOf(older)];
  };
  expect(await list()).toEqual([['payment'], 'another brand again']);
  expect(await list(idOf('another brand again'))).toEqual([['card', 'email 1'], 'email 1']);
  expect(await list(idOf('email 1'))).toEqual([['email 2'], null]);
});

test('a refund has no payer of its own', async () => {
  expect(await findPayerPayment(createId('trx'))).toBeNull();
});
