import { beforeAll, expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { parseSearchQuery } from '~/support/query/query-parser';
import { buildApiClient, type ApiClient } from '../../../tests/world/api-client';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildPaymentIntent, payPaymentIntent } from '../../../tests/world/payments/payment-intents';
import { buildPayment, cards } from '../../../tests/world/payments/payments';
import { refreshPlannerStatistics } from '../../../tests/world/planner-statistics';
import { searchIntents } from './intent-search';
import { searchAll } from './search';

const randomWord = (length = 10) =>
  Array.from({ length }, () => 'bcdfghjklmnp'[Math.floor(Math.random() * 12)]).join('');
const randomNumber = () => String(Math.floor(Math.random() * 1e9) + 1e9);
const merchantName = `Harbour ${randomWord()}`;
const otherName = `Oak ${randomWord()}`;
let [own, other] = [] as unknown as [ApiClient, ApiClient];

beforeAll(async () => {
  own = await buildApiClient(await buildMerchant({ name: merchantName }));
  other = await buildApiClient(await buildMerchant({ name: otherName }));
  await refreshPlannerStatistics();
});

const search = (input: string, before?: string) =>
  searchAll({ input, clocks: 'merchant', now: new Date(), before });
const findIds = async (input: string, before?: string) =>
  (await search(input, before)).intents.intents.map(({ id }) => id);

type Changes = { externalId?: string; orderId?: string; amount?: number; environment?: 'test' | 'live' };

const buildIntent = ({ merchant }: ApiClient, { orderId, amount = 4350, ...changes }: Changes) =>
  buildPaymentIntent(merchant, {
    ...changes,
    order: { order_amount: amount, order_currency: 'EUR', ...(orderId && { order_id: orderId }) },
  });

test('an unattempted order is found by its reference, in every spelling of a caller', async () => {
  const number = randomNumber();
  const byExternalId = (await buildIntent(own, { externalId: `HT-${number}` })).intent.id;
  const byOrderId = (await buildIntent(own, { orderId: `HT-${number}` })).intent.id;
  const both = [byOrderId, byExternalId].sort().reverse();
  for (const input of [
    `HT-${number}`,
    `"HT-${number}"`,
    `ht-${number}`,
    number,
    `"${number}" ${merchantName}`,
    `${number} ${merchantName}`,
    `order ${number}, 43 or 44 euros`,
    `order ${number}`,
    `order ${number} ${merchantName}`,
    `order ending in ${number} ${merchantName}`,
    `order ending in ${number}`,
    `…${number.slice(2)}`,
    `order starts with ht-${number} ${merchantName}`,
    `order ${number}, 43.50 euros, today, at ${merchantName}`,
    `order ${number}, card ending 4242`,
    `order HT-${number}, paid with visa`,
  ])
    expect({ input, ids: await findIds(input) }).toEqual({ input, ids: both });
  for (const input of [
    `"${number}"`,
    `order ${number}, 44.50 euros`,
    `order ${number} last year`,
    `order ${number} live`,
    `order ${number} ${otherName}`,
  ])
    expect({ input, ids: await findIds(input) }).toEqual({ input, ids: [] });
});

test('an intent is found by its ID, and by the start and the end of it', async () => {
  const { id } = (await buildIntent(own, {})).intent;
  for (const input of [
    id,
    id.slice(0, -2),
    `${id.slice(0, 12)}…${id.slice(-8)}`,
    `…${id.slice(-9)}x`.slice(0, -1),
  ])
    expect({ input, ids: await findIds(input) }).toEqual({ input, ids: [id] });
  expect(await findIds(`id ending in ${id.slice(-8)} ${merchantName}`)).toEqual([id]);
  expect((await search(id)).intents.intents).toMatchObject([
    { merchant: merchantName, environment: 'test', amount: 4350, currency: 'EUR', status: 'open' },
  ]);
});

test('an intent with a payment is left to it, and one whose attempts were all declined is not', async () => {
  const number = randomNumber();
  const paid = await buildIntent(own, { externalId: `p-${number}` });
  const declined = await buildIntent(own, { externalId: `d-${number}` });
  const payment = await payPaymentIntent(paid);
  await payPaymentIntent(declined, cards.declined);
  for (const input of [`order ending in ${number}`, `order ending in ${number} ${merchantName}`]) {
    const { payments, intents } = await search(input);
    expect(payments).toMatchObject({ payments: [expect.anything(), expect.anything()] });
    expect(intents.intents.map(({ id }) => id)).toEqual([declined.intent.id]);
  }
  const { payments, intents } = await search(paid.intent.id);
  expect({ payments, intents }).toMatchObject({
    payments: { payments: [{ id: payment }] },
    intents: { intents: [] },
  });
});

test("of an intent's states, the open one ends with its time", async () => {
  const { intent } = await buildIntent(own, {});
  const update = (data: object) => prisma.paymentIntent.update({ where: { id: intent.id }, data });
  const readStatus = async () => (await search(intent.id)).intents.intents[0]?.status;
  expect(await readStatus()).toBe('open');
  await update({ expiresAt: new Date(Date.now() - 1000) });
  expect(await readStatus()).toBe('expired');
  await update({ state: 'CANCELLED', canceledAt: new Date() });
  expect(await readStatus()).toBe('cancelled');
  await update({ state: 'BLOCKED', canceledAt: null });
  expect(await readStatus()).toBe('failed');
});

test('an amount alone finds intents of a named merchant, unless a payment is described', async () => {
  const name = `Fern ${randomWord()}`;
  const shop = await buildApiClient(await buildMerchant({ name }));
  const { id } = (await buildIntent(shop, { amount: 71_23 })).intent;
  await buildIntent(shop, { amount: 71_24 });
  for (const input of [`71.23 euros ${name}`, `71.23 eur today ${name}`])
    expect({ input, ids: await findIds(input) }).toEqual({ input, ids: [id] });
  for (const input of ['71.23 euros', `71.23 visa ${name}`, `71.23 declined ${name}`, name, `${name} today`])
    expect({ input, ids: await findIds(input) }).toEqual({ input, ids: [] });
});

test('four digits of a found card are no order number, and other payments hide no intent', async () => {
  const cards = await prisma.transaction.findMany({
    distinct: ['cardLastFour'],
    select: { cardLastFour: true },
  });
  const known = new Set(cards.map(({ cardLastFour }) => cardLastFour));
  const unknown = Array.from({ length: 1000 }, (_, i) => String(3000 + i)).filter((four) => !known.has(four));
  const digits = unknown[Math.floor(Math.random() * unknown.length)]!;
  const { id } = (await buildIntent(own, { externalId: `${randomWord()}-${digits}` })).intent;
  expect(await findIds(digits)).toEqual([id]);
  const { id: payment } = await buildPayment(own, {});
  await prisma.transaction.update({ where: { id: payment }, data: { cardLastFour: digits } });
  expect(await findIds(digits)).toEqual([]);
  const number = randomNumber();
  const intent = (await buildIntent(own, { externalId: `HT-${number}` })).intent.id;
  await buildPayment(other, { orderId: number });
  expect(await findIds(`order ${number}`)).toEqual([intent]);
});

test('a merchant with almost the same name is assumed if it has the intent', async () => {
  const number = randomNumber();
  const name = `Willow${randomWord()}`;
  const shop = await buildApiClient(await buildMerchant({ name }));
  const { id } = (await buildIntent(shop, { externalId: `HT-${number}` })).intent;
  const found = await search(`order ${number} ${name.slice(0, -1)}x`);
  expect(found.intents.intents.map((intent) => intent.id)).toEqual([id]);
  expect(found.assumedName?.name).toBe(name);
});

test('the newest are listed on the first page, and the others are said to exist', async () => {
  const number = randomNumber();
  for (let i = 0; i < 11; i++) await buildIntent(own, { externalId: `${createId('req')}-${number}` });
  const { intents } = await search(`order ending in ${number} ${merchantName}`);
  expect({ ...intents, intents: intents.intents.length }).toMatchObject({ intents: 10, hasMore: true });
  expect(await findIds(`order ending in ${number}`, createId('trx'))).toEqual([]);
});

test('the search says how far back it read, if older intents may match', async () => {
  const name = `Ash ${randomWord()}`;
  const { merchant } = await buildApiClient(await buildMerchant({ name }));
  const number = randomNumber();
  const { id } = (await buildPaymentIntent(merchant, { externalId: `HT-${number}` })).intent;
  await buildPaymentIntent(merchant);
  const criteria = parseSearchQuery(`order ending in ${number}`);
  const read = (accountIds: string[] | null, rowBudget: number) =>
    searchIntents({
      ...{ interpretations: [{ criteria, accountIds }], clocks: 'merchant', now: new Date() },
      rowBudget,
    });
  expect(await read(null, 1)).toEqual({ intents: [], hasMore: false, searchedSince: expect.any(Date) });
  expect(await read(null, 10_000)).toMatchObject({ intents: [{ id }], searchedSince: null });
  // Of a named merchant, an index contains all external_ids.
  expect(await read([merchant.accountId], 1)).toMatchObject({ intents: [{ id }], searchedSince: null });
});
