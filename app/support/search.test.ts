import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { flushRequests } from '~/api/request-log';
import { embedded, prisma } from '~/platform/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient, type ApiClient } from '../../tests/world/api-client';
import { buildMerchant } from '../../tests/world/merchants';
import { buildPayment, cards, refund } from '../../tests/world/payments/payments';
import { findPaymentHits, type Clocks } from './payment-hits';
import { findAnything } from './search';
import { understandWords } from './words';

const now = new Date();
const word = () => Array.from({ length: 10 }, () => 'bcdfghjklmnp'[Math.floor(Math.random() * 12)]).join('');
const mark = word();
let [own, other] = [] as unknown as [ApiClient, ApiClient];

beforeAll(async () => {
  own = await buildApiClient(
    await buildMerchant({ name: `Blue Fern ${mark}`, email: `owner@${mark}.example` }),
  );
  other = await buildApiClient(await buildMerchant({ name: `Red Oak ${word()}` }));
});

const search = (typed: string, clocks: Clocks = 'merchant', before?: string) =>
  findAnything({ said: understandWords(typed), clocks, now, before });
const paymentsOf = async (typed: string, clocks?: Clocks) => {
  const { payments } = await search(typed, clocks);
  if (payments === 'too_wide') throw new Error('too wide');
  return payments.payments.map(({ id }) => id);
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
  changes: { amount: number; lastFour?: string; environment?: string; currency?: string },
): Promise<string> {
  const id = createId('trx', at.getTime());
  const { amount, lastFour = '7391', environment = 'test', currency = 'USD' } = changes;
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
      acquirer: 'simulator',
      cardBrand: 'visa',
      cardLastFour: lastFour,
      createdAt: at,
      updatedAt: at,
    },
  });
  return id;
}

test('the sentence of a caller finds the payment, among all merchants', async () => {
  const wanted = await buildPaymentAt(own, yesterdayAt(14), { amount: 4123 });
  const others = [
    await buildPaymentAt(own, yesterdayAt(9), { amount: 4123 }),
    await buildPaymentAt(own, yesterdayAt(14), { amount: 4401 }),
    await buildPaymentAt(own, yesterdayAt(14), { amount: 4123, lastFour: '1881' }),
    await buildPaymentAt(own, new Date(yesterdayAt(14).getTime() - 86_400_000), { amount: 4123 }),
    await buildPaymentAt(own, yesterdayAt(14), { amount: 4123, currency: 'EUR' }),
  ];
  const alsoMeant = await buildPaymentAt(other, yesterdayAt(17), { amount: 3600 });
  expect(await paymentsOf('last four 7391, about 40 dollars, yesterday afternoon')).toEqual([
    alsoMeant,
    wanted,
  ]);
  expect(await paymentsOf(`7391 about 40 dollars yesterday afternoon at fern ${mark}`)).toEqual([wanted]);
  expect(await paymentsOf('7391 41.23 usd')).toEqual([wanted, others[0], others[3]].sort().reverse());
  expect(await paymentsOf(`7391 mastercard ${mark}`)).toEqual([]);
  expect(await paymentsOf('7391 live')).toEqual([]);
});

test('one word means all that it can mean: a reference, a time, a state, a card', async () => {
  const shop = await buildApiClient(await buildMerchant({ name: `Odd ${word()}` }));
  const named = async (orderId: string) =>
    (await buildPayment(shop, { operation: 'authcap', orderId, externalId: `${orderId}-${word()}` })).id;
  const [refunded, yesterday, today] = [
    await named('refunded'),
    await named('yesterday'),
    await named('today'),
  ];
  const back = (await refund(shop, today, 100, `back-${word()}`)).json.id as string;
  const long = await buildPaymentAt(shop, yesterdayAt(14), { amount: 4123 });
  expect(await paymentsOf('refunded')).toEqual(expect.arrayContaining([refunded, back, today]));
  expect(await paymentsOf('yesterday')).toEqual(expect.arrayContaining([yesterday, long]));
  expect(await paymentsOf('today')).toEqual(expect.arrayContaining([today, refunded, yesterday]));
});

test('a word that begins a merchant’s name hides no payment of others', async () => {
  const begin = word();
  const { accountId } = await buildMerchant({ name: `${begin}apolis Tea` });
  const id = await buildPaymentAt(own, yesterdayAt(14), { amount: 4123, lastFour: '7394' });
  expect((await search(`zzyx ${begin} says 7394`)).merchants.map((one) => one.id)).toEqual([accountId]);
  expect(await paymentsOf(`zzyx ${begin} says 7394`)).toEqual([id]);
  // What fits many payments is told from them by the name alone.
  expect(await paymentsOf(`zzyx ${begin} yesterday`)).toEqual([]);
  expect(await paymentsOf(`${begin} 7394`)).toEqual([]);
});

test('an order number is found however it is spelled, and exactly as it stands in quotes', async () => {
  const number = String(Math.floor(Math.random() * 1e9) + 1e9);
  const made = await Promise.all(
    ['order-', 'ORDER_', '', '#', 'order '].map(
      async (label) =>
        (
          await buildPayment(own, {
            operation: 'authcap',
            orderId: label + number,
            externalId: `${label}${number}-${word()}`,
          })
        ).id,
    ),
  );
  for (const typed of [`order ${number}`, `Order #${number}`, `the order no. ${number}, please`])
    expect([typed, new Set(await paymentsOf(typed))]).toEqual([typed, new Set(made)]);
  for (const typed of [`ORDER-${number}`, `order_${number}`, `Order${number}`])
    expect([typed, new Set(await paymentsOf(typed))]).toEqual([typed, new Set(made.slice(0, 2))]);
  expect(await paymentsOf(`"ORDER_${number}"`)).toEqual([made[1]]);
});

test.skipIf(embedded)(
  'an order number costs one look for each spelling, as each kind of reference, and those of which there are few are not asked for their end',
  async () => {
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    await search('order 2000');
    const asked = spy.mock.calls
      .map(([query]) => (query as unknown as { text?: string }).text ?? '')
      .filter((text) => text.includes('s (zone, from_at'));
    spy.mockRestore();
    expect(
      asked.map((text) => [text.split('cross join lateral').length - 1, text.split('(spelling)').length - 1]),
    ).toEqual([
      [3, 3],
      [1, 1],
    ]);
  },
);

test('a request that is none of the API is told apart', async () => {
  const id = createId('req');
  expect(await search(id)).toMatchObject({ requests: [], unknownRequests: [{ id, at: expect.any(Date) }] });
});

test('a time is meant on the merchant’s own clock, or on one that is chosen', async () => {
  const far = await buildApiClient(await buildMerchant({ name: `Far ${word()}` }));
  await prisma.account.update({ where: { id: far.merchant.accountId }, data: { timeZone: 'Asia/Tokyo' } });
  const id = await buildPaymentAt(far, yesterdayAt(14, 9), { amount: 777, lastFour: '7392' });
  expect(await paymentsOf('7392 yesterday afternoon')).toEqual([id]);
  expect(await paymentsOf('7392 yesterday afternoon', { timeZone: 'Asia/Tokyo' })).toEqual([id]);
  expect(await paymentsOf('7392 yesterday afternoon', { timeZone: 'Europe/Berlin' })).toEqual([]);
});

test('pages follow each other without a gap, also where not all was looked at', async () => {
  const made: string[] = [];
  for (let i = 0; i < 9; i++)
    made.push(
      await buildPaymentAt(i % 2 ? own : other, new Date(now.getTime() - (i + 1) * 60_000), {
        amount: 500 + i,
        lastFour: '7393',
      }),
    );
  for (const [limit, rowsRead] of [
    [2, 200_000],
    [4, 1],
  ] as const) {
    const seen: string[] = [];
    let before: string | undefined;
    do {
      const page = await findPaymentHits({
        readings: [{ said: understandWords('7393'), accountIds: null }],
        clocks: 'merchant',
        now,
        before,
        limit,
        rowsRead,
      });
      if (page === 'too_wide') throw new Error(page);
      seen.push(...page.payments.map(({ id }) => id));
      before = page.older ?? undefined;
    } while (before);
    expect(seen).toEqual(made);
  }
});

describe('whatever a caller can say', () => {
  test('ids of all kinds, references, e-mail addresses and states', async () => {
    const orderId = `order-7-${word()}`;
    const payment = await buildPayment(own, { operation: 'authcap', orderId, externalId: `mine-${mark}` });
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
    for (const typed of [
      payment.id,
      `what of ${operationId}?`,
      eventId,
      requestId,
      orderId,
      `order ${orderId}`,
      `mine-${mark}`,
      `"mine-${mark}"`,
    ])
      expect([typed, await paymentsOf(typed)]).toEqual([typed, [payment.id]]);
    const declined = await buildPayment(own, { pan: cards.declined, externalId: `no-${mark}` });
    expect(await paymentsOf(`declined today ${mark}`)).toEqual([declined.id]);
    const { json: given } = await refund(own, payment.id, 100, `back-${mark}`);
    expect(await paymentsOf(`refunded today ${mark}`)).toEqual([given.id, payment.id].sort().reverse());
    await prisma.$executeRaw`update transactions set "order" = jsonb_build_object('card_holder', jsonb_build_object('email', ${`Guest@${mark}.example`}::text)) where id = ${payment.id}`;
    expect(await paymentsOf(`guest@${mark}.example`)).toEqual([payment.id]);
    expect((await search(requestId)).requests).toMatchObject([
      { id: requestId, merchant: `Blue Fern ${mark}` },
    ]);
    expect((await search(eventId)).webhooks).toMatchObject([
      { kind: 'event', id: eventId, transactionId: payment.id },
    ]);
  });

  test('a request that was refused, by its reference', async () => {
    const reference = `bad-${word()}`;
    await own.post('/transactions', { external_id: reference });
    await flushRequests();
    expect(await search(reference)).toMatchObject({
      payments: { payments: [] },
      requests: [{ status: 422, externalId: reference }],
    });
  });

  test('a merchant and its people', async () => {
    const { accountId, ownerId } = own.merchant;
    for (const typed of [accountId, `fern ${mark}`, mark.toUpperCase()])
      expect([typed, (await search(typed)).merchants.map(({ id }) => id)]).toEqual([typed, [accountId]]);
    for (const typed of [ownerId, `Owner@${mark}.example`, `owner ${mark}`])
      expect([typed, (await search(typed)).people.map(({ id, accounts }) => [id, accounts[0]!.id])]).toEqual([
        typed,
        [[ownerId, accountId]],
      ]);
    // What names the merchant alone shows its latest payments as well.
    expect((await paymentsOf(mark)).length).toBeGreaterThan(0);
    expect(await search('100%_nobody')).toMatchObject({ merchants: [], people: [], called: { nobody: [] } });
    expect(await search(`7391 nobody ${mark}x`)).toMatchObject({
      called: { merchant: [], person: [], nobody: ['nobody', `${mark}x`] },
      payments: { payments: expect.arrayContaining([expect.anything()]) },
    });
  });
});
