import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { currencyDigits } from '~/platform/money/currencies';
import {
  generateTransactions,
  insertTransactions,
  removeTransactions,
  type BulkTransaction,
} from '../../../tests/world/payments/bulk-transactions';
import { buildMerchant } from '../../../tests/world/merchants';
import { refundExtents, transactionStatuses, transactionTypes } from '~/payments/transactions/states';
import { emptyFilter as none, type ListFilter } from './transaction-filter';
import { countTransactions, listTransactions } from './transaction-list';

const timeZone = 'America/New_York';
// It includes the night in which the clocks there go back.
const until = new Date('2026-11-04T12:00:00Z');

let accountId: string;
let colleague: string;
let made: BulkTransaction[];
let fullyRefunded: string[];
const used: string[] = [];

beforeAll(async () => {
  const [own, other] = await Promise.all([buildMerchant(), buildMerchant()]);
  [accountId, colleague] = [own.accountId, createId('usr')];
  used.push(accountId, other.accountId);
  made = generateTransactions({ count: 240, people: [own.ownerId, colleague], until });
  await insertTransactions({ accountId, environment: 'test' }, made);
  // Some of the payments that no refund belongs to.
  fullyRefunded = made
    .filter(
      ({ type, status, lastFour }) => type === 'PAYMENT' && status === 'CAPTURED' && lastFour !== '4242',
    )
    .map(({ id }) => id);
  await prisma.$executeRaw`update transactions set amount_refunded = amount_captured where id = any(${fullyRefunded})`;
  // The same kinds of rows in other accounts, which must never appear.
  await insertTransactions(
    { accountId, environment: 'live' },
    generateTransactions({ count: 120, people: [colleague], until }),
  );
  await insertTransactions(
    { accountId: other.accountId, environment: 'test' },
    generateTransactions({ count: 120, people: [colleague], until }),
  );
});

afterAll(() => removeTransactions(used));

function isRefunded({ id }: BulkTransaction, extent: string): boolean {
  const isPartial = made.some(
    ({ parentId, type, status }) =>
      parentId === id && type === 'REFUND' && (status === 'CAPTURED' || status === 'SETTLED'),
  );
  return extent === 'FULL' ? fullyRefunded.includes(id) : isPartial;
}

const toPlace = (name: 'before' | 'after', id: string | null) => (id === null ? null : { [name]: id });

/** The IDs of all pages from the first to the last, and back. */
async function walk(filter: ListFilter, limit: number): Promise<string[]> {
  const isOldestFirst = filter.sort === 'oldest';
  const read = async (place: { before?: string; after?: string }) => {
    const { transactions, older, newer } = await listTransactions({
      ...{ accountId, environment: 'test', filter, timeZone, limit },
      ...place,
    });
    return {
      ids: transactions.map(({ id }) => id),
      next: isOldestFirst ? toPlace('after', newer) : toPlace('before', older),
      previous: isOldestFirst ? toPlace('before', older) : toPlace('after', newer),
    };
  };
  let page = await read({});
  const pages = [page.ids];
  expect(page.previous).toBeNull();
  while (page.next) {
    page = await read(page.next);
    pages.push(page.ids);
  }
  for (const expected of pages.slice(0, -1).reverse()) {
    page = await read(page.previous!);
    expect(page.ids).toEqual(expected);
  }
  return pages.flat();
}

/** The expected list, computed as simply as possible. */
function naive(filter: ListFilter): string[] {
  const dayThere = (moment: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(moment);
  const emailOf = ({ parentId, email }: BulkTransaction) =>
    parentId ? made.find(({ id }) => id === parentId)!.email : email;
  const major = ({ amount, currency }: BulkTransaction) => amount / 10 ** currencyDigits(currency);
  const found = made.filter((one) => {
    const { search } = filter;
    const asAmount = search && /^[\d.]+$/.test(search) && major(one) === Number(search);
    if (
      search &&
      !(
        one.externalId === search ||
        one.orderId === search ||
        one.id === search ||
        emailOf(one)?.toLowerCase() === search.toLowerCase() ||
        one.lastFour === search ||
        asAmount
      )
    )
      return false;
    if (filter.status.length && !filter.status.some((status) => status === one.status)) return false;
    if (filter.type.length && !filter.type.some((type) => type === one.type)) return false;
    if (filter.refund.length && !filter.refund.some((extent) => isRefunded(one, extent))) return false;
    if (filter.from && dayThere(one.createdAt) < filter.from) return false;
    if (filter.to && dayThere(one.createdAt) > filter.to) return false;
    if (filter.min && major(one) < Number(filter.min)) return false;
    if (filter.max && major(one) > Number(filter.max)) return false;
    if (filter.currency && one.currency !== filter.currency) return false;
    if (filter.brand && one.brand !== filter.brand) return false;
    if (filter.by === 'checkout') return one.operator === 'checkout';
    if (filter.by === 'api') return one.operator.startsWith('api:');
    return !filter.by || one.operator === `portal:${filter.by}` || one.touchedBy === filter.by;
  });
  const ids = found.map(({ id }) => id).sort();
  return filter.sort === 'oldest' ? ids : ids.reverse();
}

const days = ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03'];

/** Every filter with a sample of possible inputs. `by` a person is created if needed. */
const choices = () =>
  ({
    search: [
      '4242',
      '0042',
      '42.00',
      '42',
      '9.99',
      'payer1@example.com',
      'PAYER2@example.com',
      'ord-3',
      made[7]!.externalId,
      made[9]!.id,
      'nothing',
    ],
    from: days,
    to: days,
    min: ['4.2', '42', '100'],
    max: ['4.2', '42', '1250'],
    currency: ['EUR', 'JPY', 'KWD', 'CHF'],
    brand: ['visa', 'mastercard'],
    by: ['api', 'checkout', colleague],
    sort: ['oldest'],
  }) satisfies Partial<Record<keyof ListFilter, string[]>>;

test('each filter alone, on every page in both directions', async () => {
  const single: ListFilter[] = [
    none,
    ...Object.entries(choices()).flatMap(([name, values]) =>
      values.map((value) => ({ ...none, [name]: value })),
    ),
    ...transactionStatuses.map((status) => ({ ...none, status: [status] })),
    ...transactionTypes.map((type) => ({ ...none, type: [type] })),
    { ...none, type: ['REFUND', 'CHARGEBACK'] },
    ...refundExtents.map((extent) => ({ ...none, refund: [extent] })),
    { ...none, refund: [...refundExtents] },
    { ...none, refund: ['FULL'], type: ['REFUND'] },
  ];
  for (const filter of single.flatMap((one) => [one, { ...one, sort: 'oldest' }])) {
    expect(await walk(filter, 25), JSON.stringify(filter)).toEqual(naive(filter));
    const counted = await countTransactions({ accountId, environment: 'test', filter, timeZone });
    expect(counted, JSON.stringify(filter)).toEqual({ count: naive(filter).length, isMore: false });
  }
  // The comparison covered more than empty lists.
  expect(single.filter((filter) => naive(filter).length > 25).length).toBeGreaterThan(15);
});

test('combined filters, with any page size', async () => {
  const some = <T>(values: readonly T[]) =>
    fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });
  const { search, ...rest } = choices();
  const filters = fc.record({
    ...Object.fromEntries(Object.entries(rest).map(([name, values]) => [name, some(values)])),
    search: some(search),
    status: fc.uniqueArray(fc.constantFrom(...transactionStatuses), { maxLength: 4 }),
    type: fc.uniqueArray(fc.constantFrom(...transactionTypes), { maxLength: 2 }),
    refund: fc.uniqueArray(fc.constantFrom(...refundExtents), { maxLength: 2 }),
  }) as fc.Arbitrary<ListFilter>;
  await fc.assert(
    fc.asyncProperty(filters, fc.integer({ min: 1, max: 40 }), async (filter, limit) => {
      expect(await walk(filter, limit)).toEqual(naive(filter));
    }),
    { numRuns: 60 },
  );
}, 60_000);

test('a page with a row limit leaves the rest to the next ones', async () => {
  for (const filter of [
    none,
    { ...none, brand: 'visa' },
    { ...none, search: '42' },
    { ...none, type: ['REFUND', 'CHARGEBACK'], currency: 'KWD' },
    { ...none, by: colleague },
    { ...none, refund: [...refundExtents] },
    { ...none, sort: 'oldest' },
    { ...none, search: '42', sort: 'oldest' },
    { ...none, type: ['REFUND', 'CHARGEBACK'], currency: 'KWD', sort: 'oldest' },
    { ...none, by: colleague, sort: 'oldest' },
  ] as ListFilter[]) {
    const [next, previous] = filter.sort
      ? ([
          { link: 'newer', position: 'after' },
          { link: 'older', position: 'before' },
        ] as const)
      : ([
          { link: 'older', position: 'before' },
          { link: 'newer', position: 'after' },
        ] as const);
    const read = async (place: { before?: string; after?: string }) => {
      const { transactions, ...links } = await listTransactions({
        ...{ accountId, environment: 'test', filter, timeZone, limit: 10, maximumRowsRead: 12 },
        ...place,
      });
      return {
        ids: transactions.map(({ id }) => id),
        next: toPlace(next.position, links[next.link]),
        previous: toPlace(previous.position, links[previous.link]),
      };
    };
    let page = await read({});
    const found = [...page.ids];
    let pages = 1;
    for (; page.next; pages++) {
      page = await read(page.next);
      found.push(...page.ids);
    }
    let foundBackward = page.ids;
    while (page.previous) {
      page = await read(page.previous);
      // The way back ends with the first page, which may repeat some rows of the one before.
      const ids = page.previous ? page.ids : page.ids.filter((id) => !foundBackward.includes(id));
      foundBackward = [...ids, ...foundBackward];
    }
    expect(foundBackward).toEqual(naive(filter));
    const scope = { accountId, environment: 'test' as const, filter, timeZone };
    expect(await countTransactions({ ...scope, maximumRowsRead: 12 })).toMatchObject({ isMore: true });
    expect(found).toEqual(naive(filter));
    expect(pages).toBeGreaterThan(2);
  }
});

test.each([
  [1_000, { count: 1_000, isMore: false }],
  [1_001, { count: 1_000, isMore: true }],
])('a count of %i ends at a thousand', async (size, counted) => {
  const { accountId: large } = await buildMerchant();
  used.push(large);
  const merchant = { accountId: large, environment: 'test' as const };
  await insertTransactions(merchant, generateTransactions({ count: size, people: [], until }));
  expect(await countTransactions({ ...merchant, filter: none, timeZone })).toEqual(counted);
});

test("a day starts and ends in the account's time zone", async () => {
  const { accountId: alone } = await buildMerchant();
  used.push(alone);
  const moments = [
    '2026-11-01T03:59:59.999Z',
    '2026-11-01T04:00:00.000Z',
    '2026-11-02T04:59:59.999Z',
    '2026-11-02T05:00:00.000Z',
  ].map((text) => new Date(text));
  const four = moments.map((createdAt, i) => ({
    ...generateTransactions({ count: 1, seed: 50 + i, people: [], until: createdAt })[0]!,
    externalId: `boundary-${i}`,
  }));
  await insertTransactions({ accountId: alone, environment: 'test' }, four);
  const listDay = async (day: string, timeZone?: string) => {
    const filter = { ...none, from: day, to: day };
    const scope = { accountId: alone, environment: 'test' as const };
    const { transactions } = await listTransactions({ ...scope, timeZone, filter });
    return transactions.map(({ externalId }) => externalId);
  };
  expect(await listDay('2026-11-01', timeZone)).toEqual(['boundary-2', 'boundary-1']);
  expect(await listDay('2026-11-02')).toEqual(['boundary-3', 'boundary-2']);
});

test("an operation's external_id or ID, an intent, or a saved card leads to the transaction", async () => {
  const [one, two] = made as [BulkTransaction, BulkTransaction];
  const [operationId, intentId, tokenId] = [createId('op'), createId('int'), createId('tok')];
  const order = { accountId, environment: 'test', amount: 100, currency: 'EUR' };
  await prisma.operation.create({
    data: {
      id: operationId,
      transactionId: one.id,
      type: 'capture',
      status: 'SUCCEEDED',
      amount: 1,
      currency: 'EUR',
      externalId: 'parcel-1',
      operator: 'api:key',
      completedAt: new Date(),
    },
  });
  const [, other] = used as [string, string];
  for (const owner of [accountId, other])
    await prisma.idempotencyKey.create({
      data: {
        accountId: owner,
        environment: 'test',
        family: 'operation',
        externalId: 'parcel-1',
        fingerprint: 'x',
        resourceId: one.id,
        operationId,
      },
    });
  await prisma.paymentIntent.create({
    data: {
      id: intentId,
      ...order,
      externalId: two.externalId,
      operation: 'authcap',
      order: {},
      successUrl: 'https://a.test',
      failureUrl: 'https://a.test',
      state: 'PAID',
      transactionId: two.id,
      expiresAt: new Date(),
    },
  });
  await prisma.cardToken.create({
    data: {
      id: tokenId,
      accountId,
      environment: 'test',
      externalId: 'customer',
      brand: 'visa',
      lastFour: '4242',
      deletedAt: new Date(),
    },
  });
  await prisma.transaction.update({ where: { id: two.id }, data: { intentId, cardTokenId: tokenId } });
  const find = async (
    search: string,
    where: { accountId: string; environment: 'test' | 'live' } = { accountId, environment: 'test' },
  ) => (await listTransactions({ ...where, filter: { ...none, search } })).transactions.map(({ id }) => id);
  for (const [search, id] of [
    ['parcel-1', one.id],
    [operationId, one.id],
    [intentId, two.id],
    [tokenId, two.id],
  ] as const) {
    expect(await find(search)).toEqual([id]);
    expect(await find(search, { accountId, environment: 'live' })).toEqual([]);
    expect(await find(search, { accountId: other, environment: 'test' })).toEqual([]);
  }
});
