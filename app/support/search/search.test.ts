import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { builtInConnectionId } from '~/acquirers/registry';
import { flushRequests } from '~/api/request-log/request-log';
import { isEmbedded, prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient, type ApiClient } from '../../../tests/world/api-client';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildPayment, cards, refund } from '../../../tests/world/payments/payments';
import { refreshPlannerStatistics } from '../../../tests/world/planner-statistics';
import { searchPayments } from './payment-search';
import type { Clocks } from './search-scopes';
import { searchAll } from './search';
import { parseSearchQuery } from '~/support/query/query-parser';

const now = new Date();
const randomWord = () =>
  Array.from({ length: 10 }, () => 'bcdfghjklmnp'[Math.floor(Math.random() * 12)]).join('');
const marker = randomWord();
let [own, other] = [] as unknown as [ApiClient, ApiClient];

beforeAll(async () => {
  own = await buildApiClient(
    await buildMerchant({ name: `Blue Fern ${marker}`, email: `owner@${marker}.example` }),
  );
  other = await buildApiClient(await buildMerchant({ name: `Red Oak ${randomWord()}` }));
  await refreshPlannerStatistics();
});

const search = (input: string, clocks: Clocks = 'merchant', before?: string) =>
  searchAll({ input, clocks, now, before });
const findPaymentIds = async (input: string, clocks?: Clocks) => {
  const { payments } = await search(input, clocks);
  if (payments === 'too_wide') throw new Error('too wide');
  return payments.payments.map(({ id }) => id);
};
/** Which of these payments no page of the results has. Other tests' payments may fill many pages. */
const findMissing = async (input: string, expected: string[]) => {
  const missing = new Set(expected);
  let before: string | undefined;
  do {
    const { payments } = await search(input, 'merchant', before);
    if (payments === 'too_wide') throw new Error('too wide');
    for (const { id } of payments.payments) missing.delete(id);
    before = payments.older ?? undefined;
  } while (missing.size > 0 && before);
  return [...missing];
};

/** A moment in a zone yesterday. */
function yesterdayAt(hour: number, offsetHours = 0): Date {
  const there = new Date(now.getTime() + offsetHours * 3_600_000);
  return new Date(
    Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate() - 1, hour - offsetHours),
  );
}

/** A payment as it would have been made at another time: its id tells when, too. */
async function buildPaymentAt(
  client: ApiClient,
  at: Date,
  changes: { amount: number; lastFour?: string; cardBin?: string; environment?: string; currency?: string },
): Promise<string> {
  const id = createId('trx', at.getTime());
  const { amount, lastFour = '7391', cardBin, environment = 'test', currency = 'USD' } = changes;
  await prisma.transaction.create({
    data: {
      id,
      accountId: client.merchant.accountId,
      environment,
      type: 'PAYMENT',
      status: 'CAPTURED',
      orderAmount: amount,
      orderCurrency: currency,
      amountAuthorized: amount,
      amountCaptured: amount,
      externalId: id,
      authorizationId: id,
      connectionId: builtInConnectionId('test'),
      cardBrand: 'visa',
      cardLastFour: lastFour,
      cardBin,
      createdAt: at,
      updatedAt: at,
    },
  });
  return id;
}

test('a masked card number finds the payments with its first and last digits', async () => {
  const [lastFour, amount] = ['7388', 4123];
  const expected = [
    await buildPaymentAt(own, yesterdayAt(14), { amount, lastFour, cardBin: '424242' }),
    // A chargeback has no first digits.
    await buildPaymentAt(own, yesterdayAt(13), { amount, lastFour }),
  ];
  await buildPaymentAt(own, yesterdayAt(14), { amount, lastFour, cardBin: '555555' });
  for (const q of ['424242******7388', '4242 **** **** 7388'])
    expect(await findPaymentIds(q)).toEqual(expected);
});

test("a caller's sentence finds the payment, among all merchants", async () => {
  const expectedPayment = await buildPaymentAt(own, yesterdayAt(14), { amount: 4123 });
  const others = [
    await buildPaymentAt(own, yesterdayAt(9), { amount: 4123 }),
    await buildPaymentAt(own, yesterdayAt(14), { amount: 4401 }),
    await buildPaymentAt(own, yesterdayAt(14), { amount: 4123, lastFour: '1881' }),
    await buildPaymentAt(own, new Date(yesterdayAt(14).getTime() - 86_400_000), { amount: 4123 }),
    await buildPaymentAt(own, yesterdayAt(14), { amount: 4123, currency: 'EUR' }),
  ];
  const otherMatch = await buildPaymentAt(other, yesterdayAt(17), { amount: 3600 });
  expect(await findPaymentIds('last four 7391, about 40 dollars, yesterday afternoon')).toEqual([
    otherMatch,
    expectedPayment,
  ]);
  expect(await findPaymentIds(`7391 about 40 dollars yesterday afternoon at fern ${marker}`)).toEqual([
    expectedPayment,
  ]);
  expect(await findPaymentIds('7391 41.23 usd')).toEqual(
    [expectedPayment, others[0], others[3]].sort().reverse(),
  );
  expect(await findPaymentIds(`7391 mastercard ${marker}`)).toEqual([]);
  expect(await findPaymentIds('7391 live')).toEqual([]);
});

test('one word has all of its meanings: a reference, a time, a state, a card', async () => {
  const shop = await buildApiClient(await buildMerchant({ name: `Odd ${randomWord()}` }));
  const createPayment = async (orderId: string) =>
    (await buildPayment(shop, { operation: 'authcap', orderId, externalId: `${orderId}-${randomWord()}` }))
      .id;
  const [refunded, yesterday, today] = [
    await createPayment('refunded'),
    await createPayment('yesterday'),
    await createPayment('today'),
  ];
  const back = (await refund(shop, today, 100, `back-${randomWord()}`)).json.id as string;
  const long = await buildPaymentAt(shop, yesterdayAt(14), { amount: 4123 });
  expect(await findMissing('refunded', [refunded, back, today])).toEqual([]);
  expect(await findMissing('yesterday', [yesterday, long])).toEqual([]);
  expect(await findMissing('today', [today, refunded, yesterday])).toEqual([]);
});

test("a word that starts a merchant's name hides no payment of others", async () => {
  const prefix = randomWord();
  const { accountId } = await buildMerchant({ name: `${prefix}apolis Tea` });
  const id = await buildPaymentAt(own, yesterdayAt(14), { amount: 4123, lastFour: '7394' });
  expect((await search(`zzyx ${prefix} says 7394`)).merchants.map((one) => one.id)).toEqual([accountId]);
  expect(await findPaymentIds(`zzyx ${prefix} says 7394`)).toEqual([id]);
  // What fits many payments is reported from them by the name alone.
  expect(await findPaymentIds(`zzyx ${prefix} yesterday`)).toEqual([]);
  expect(await findPaymentIds(`${prefix} 7394`)).toEqual([]);
});

test('an order number is found in each spelling, and exactly if quoted', { timeout: 60_000 }, async () => {
  const number = String(Math.floor(Math.random() * 1e9) + 1e9);
  const createdIds = await Promise.all(
    ['order-', 'ORDER_', '', '#', 'order '].map(
      async (label) =>
        (
          await buildPayment(own, {
            operation: 'authcap',
            orderId: label + number,
            externalId: `${label}${number}-${randomWord()}`,
          })
        ).id,
    ),
  );
  for (const input of [`order ${number}`, `Order #${number}`, `the order no. ${number}, please`])
    expect({ input, paymentIds: new Set(await findPaymentIds(input)) }).toEqual({
      input,
      paymentIds: new Set(createdIds),
    });
  for (const input of [`ORDER-${number}`, `order_${number}`, `Order${number}`])
    expect({ input, paymentIds: new Set(await findPaymentIds(input)) }).toEqual({
      input,
      paymentIds: new Set(createdIds.slice(0, 2)),
    });
  expect(await findPaymentIds(`"ORDER_${number}"`)).toEqual([createdIds[1]]);
});

test.skipIf(isEmbedded)(
  'an order number takes one lookup per spelling and kind of reference, and selective ones need no end',
  async () => {
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    await search('order 2000');
    const queries = spy.mock.calls
      .map(([query]) => (query as unknown as { text?: string }).text ?? '')
      // Without a match, parts of it are searched for among the newest payments, not once for each merchant.
      .filter((text) => text.includes('s (zone, from_at') && text.includes('cross join lateral'));
    spy.mockRestore();
    expect(
      queries.map((text) => [
        text.split('cross join lateral').length - 1,
        text.split('(spelling)').length - 1,
      ]),
    ).toEqual([
      [3, 3],
      [1, 1],
      // Of intents without a payment.
      [2, 2],
    ]);
  },
);

test("a request ID that the API doesn't know is reported", async () => {
  const id = createId('req');
  expect(await search(id)).toMatchObject({ requests: [], unknownRequests: [{ id, at: expect.any(Date) }] });
});

test("a time refers to the merchant's own clock, or to a chosen time zone", async () => {
  const far = await buildApiClient(await buildMerchant({ name: `Far ${randomWord()}` }));
  await prisma.account.update({ where: { id: far.merchant.accountId }, data: { timeZone: 'Asia/Tokyo' } });
  const id = await buildPaymentAt(far, yesterdayAt(14, 9), { amount: 777, lastFour: '7392' });
  expect(await findPaymentIds('7392 yesterday afternoon')).toEqual([id]);
  expect(await findPaymentIds('7392 yesterday afternoon', { timeZone: 'Asia/Tokyo' })).toEqual([id]);
  expect(await findPaymentIds('7392 yesterday afternoon', { timeZone: 'Europe/Berlin' })).toEqual([]);
});

test('pages follow each other without a gap, even where not everything was read', async () => {
  const createdIds: string[] = [];
  for (let i = 0; i < 9; i++)
    createdIds.push(
      await buildPaymentAt(i % 2 ? own : other, new Date(now.getTime() - (i + 1) * 60_000), {
        amount: 500 + i,
        lastFour: '7393',
      }),
    );
  for (const [limit, rowBudget] of [
    [2, 200_000],
    [4, 1],
  ] as const) {
    const foundIds: string[] = [];
    let before: string | undefined;
    do {
      const page = await searchPayments({
        interpretations: [{ criteria: parseSearchQuery('7393'), accountIds: null }],
        clocks: 'merchant',
        now,
        before,
        limit,
        rowBudget,
      });
      if (page === 'too_wide') throw new Error(page);
      foundIds.push(...page.payments.map(({ id }) => id));
      before = page.older ?? undefined;
    } while (before);
    expect(foundIds).toEqual(createdIds);
  }
});

test("a busy merchant's payment isn't skipped when the others fill the page", async () => {
  const [busy, quiet] = [await buildApiClient(), await buildApiClient()];
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  // With a budget of one row, a page reads fifty of each merchant.
  for (let i = 1; i <= 50; i++) await buildPaymentAt(busy, ago(i), { amount: 100, lastFour: '7397' });
  const expected = [await buildPaymentAt(busy, ago(60), { amount: 900, lastFour: '7397' })];
  for (const minutes of [70, 80, 90])
    expected.push(await buildPaymentAt(quiet, ago(minutes), { amount: 900, lastFour: '7397' }));
  const pages: { found: string[]; isIncomplete: boolean }[] = [];
  let before: string | undefined;
  do {
    const page = await searchPayments({
      interpretations: [
        {
          criteria: parseSearchQuery('7397 9.00 usd'),
          accountIds: [busy.merchant.accountId, quiet.merchant.accountId],
        },
      ],
      ...{ clocks: 'merchant', now, before, limit: 2, rowBudget: 1 },
    });
    if (page === 'too_wide') throw new Error(page);
    pages.push({ found: page.payments.map(({ id }) => id), isIncomplete: page.isIncomplete });
    before = page.older ?? undefined;
  } while (before);
  expect(pages).toEqual([
    { found: [], isIncomplete: true },
    { found: expected.slice(0, 2), isIncomplete: false },
    { found: expected.slice(2), isIncomplete: false },
  ]);
});

test('payments made after midnight take no room from those of yesterday', async () => {
  const midnight = new Date(now.getTime() - 86_400_000);
  midnight.setUTCHours(0, 0, 0, 0);
  for (let minute = 0; minute < 51; minute++)
    await buildPaymentAt(own, new Date(midnight.getTime() + minute * 60_000), {
      amount: 900,
      lastFour: '7395',
    });
  const wanted = await buildPaymentAt(own, new Date(midnight.getTime() - 3_600_000), {
    amount: 900,
    lastFour: '7395',
  });
  const page = await searchPayments({
    interpretations: [{ criteria: parseSearchQuery('7395 yesterday'), accountIds: [own.merchant.accountId] }],
    clocks: 'merchant',
    now: new Date(midnight.getTime() + 52 * 60_000),
    rowBudget: 1,
  });
  expect(page).toMatchObject({ payments: [{ id: wanted }], older: null, isIncomplete: false });
});

test('a refunded payment is found below any number of others', async () => {
  const shop = await buildApiClient();
  const wanted = await buildPaymentAt(shop, yesterdayAt(9), { amount: 900 });
  for (let minute = 0; minute < 51; minute++)
    await buildPaymentAt(shop, new Date(yesterdayAt(14).getTime() + minute * 60_000), { amount: 900 });
  for (const [text, amountRefunded] of [
    ['refunded', 100],
    ['partially refunded', 100],
    ['fully refunded', 900],
  ] as const) {
    await prisma.transaction.update({ where: { id: wanted }, data: { amountRefunded } });
    const page = await searchPayments({
      interpretations: [{ criteria: parseSearchQuery(text), accountIds: [shop.merchant.accountId] }],
      clocks: 'merchant',
      now,
      rowBudget: 1,
    });
    expect(page, text).toMatchObject({ payments: [{ id: wanted }], older: null, isIncomplete: false });
  }
});

describe('everything that a caller can say', () => {
  test('IDs of all kinds, references, email addresses and states', async () => {
    const orderId = `order-7-${randomWord()}`;
    const payment = await buildPayment(own, { operation: 'authcap', orderId, externalId: `mine-${marker}` });
    const { id: operationId } = await prisma.operation.findFirstOrThrow({
      where: { transactionId: payment.id },
    });
    const { id: eventId } = await prisma.webhookEvent.findFirstOrThrow({
      where: { transactionId: payment.id },
    });
    await flushRequests();
    const { id: requestId } = await prisma.apiRequest.findFirstOrThrow({
      where: { transactionId: payment.id },
    });
    for (const input of [
      payment.id,
      `what of ${operationId}?`,
      eventId,
      requestId,
      orderId,
      `order ${orderId}`,
      `mine-${marker}`,
      `"mine-${marker}"`,
    ])
      expect({ input, paymentIds: await findPaymentIds(input) }).toEqual({ input, paymentIds: [payment.id] });
    const declined = await buildPayment(own, { pan: cards.declined, externalId: `no-${marker}` });
    expect(await findPaymentIds(`declined today ${marker}`)).toEqual([declined.id]);
    const { json: createdRefund } = await refund(own, payment.id, 100, `back-${marker}`);
    expect(await findPaymentIds(`refunded today ${marker}`)).toEqual(
      [createdRefund.id, payment.id].sort().reverse(),
    );
    await prisma.$executeRaw`update transactions set "order" = jsonb_build_object('card_holder', jsonb_build_object('email', ${`Guest@${marker}.example`}::text)) where id = ${payment.id}`;
    expect(await findPaymentIds(`guest@${marker}.example`)).toEqual([payment.id]);
    expect((await search(requestId)).requests).toMatchObject([
      { id: requestId, merchant: `Blue Fern ${marker}` },
    ]);
    expect((await search(eventId)).webhooks).toMatchObject([
      { kind: 'event', id: eventId, transactionId: payment.id },
    ]);
  });

  test('a rejected request, by its reference', async () => {
    const reference = `bad-${randomWord()}`;
    await own.post('/transactions', { external_id: reference });
    await flushRequests();
    expect(await search(reference)).toMatchObject({
      payments: { payments: [] },
      requests: [{ status: 422, externalId: reference }],
    });
  });

  test('a merchant and its people', async () => {
    const { accountId, ownerId } = own.merchant;
    for (const input of [accountId, `fern ${marker}`, marker.toUpperCase()])
      expect({ input, merchants: (await search(input)).merchants.map(({ id }) => id) }).toEqual({
        input,
        merchants: [accountId],
      });
    for (const input of [ownerId, `Owner@${marker}.example`, `owner ${marker}`])
      expect({
        input,
        people: (await search(input)).people.map(({ id, accounts }) => [id, accounts[0]!.id]),
      }).toEqual({ input, people: [[ownerId, accountId]] });
    // What names the merchant alone shows its latest payments as well.
    expect((await findPaymentIds(marker)).length).toBeGreaterThan(0);
    expect(await search('100%_nobody')).toMatchObject({
      merchants: [],
      people: [],
      matchedTerms: { nobody: [] },
    });
    expect(await search(`7391 nobody ${randomWord()}`)).toMatchObject({
      matchedTerms: { merchant: [], person: [], nobody: ['nobody', expect.any(String)] },
      payments: { payments: expect.arrayContaining([expect.anything()]) },
    });
  });
});
