import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getDayInZone } from '~/platform/time/days';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { maximumAmount } from '~/platform/money/currencies';
import { log } from '~/platform/observability/log';
import { buildApiClient } from '../../../tests/world/api-client';
import { expectConsoleError } from '../../../tests/setup/errors';
import { buildMerchant } from '../../../tests/world/merchants';
import {
  buildPayment,
  cards,
  sendCaptureOrVoid,
  readStatementsWithEntries,
  refund,
} from '../../../tests/world/payments/payments';
import { overwriteOperations, deleteTransactions } from '../../../tests/world/payments/overwrite';
import {
  countEntireHistory,
  recalculateDailyTotals,
  recalculateLatestDailyTotals,
  refreshDailyTotals,
} from './daily-totals';
import { recalculateChangedZones } from './daily-totals-recalculation';
import { hasDailyTotals, retrieveDailyTotals, sumTotals } from './report';

const ever = { from: '2000-01-01', to: '2100-01-01' };
const none = {
  approved: 0,
  declined: 0,
  captured: 0,
  refunds: 0,
  refunded: 0,
  chargebacks: 0,
  chargedBack: 0,
  losses: 0,
  lost: 0,
};

const figuresOf = async (accountId: string, environment: 'test' | 'live' = 'test') =>
  (await retrieveDailyTotals({ accountId, environment, days: ever })).totals;
const countNow = () => refreshDailyTotals(undefined, { margin: 0 });
const setWatermark = (countedUntil: Date) =>
  prisma.dailyTotalsWatermark.update({ where: { id: 1 }, data: { countedUntil } });

beforeEach(countNow);

/** Test rows without ledger entries are removed before the reconciliation. */
const written: string[] = [];
afterEach(async () => {
  await deleteTransactions(written);
  written.length = 0;
});

// On this night, Lord Howe's clocks go back by half an hour.
const start = Date.parse('2024-04-01T00:00:00Z');
const minutes = 8 * 24 * 60;
const movements = fc.array(
  fc.record({
    of: fc.constantFrom('PAYMENT', 'REFUND', 'CHARGEBACK'),
    type: fc.constantFrom(
      'authorize',
      'authcap',
      'partial_capture',
      'capture',
      'void',
      'refund',
      'expire',
      'settle',
      'dispute_lost',
      'chargeback',
    ),
    status: fc.constantFrom('SUCCEEDED', 'SUCCEEDED', 'FAILED', 'PENDING'),
    operator: fc.constantFrom('api:key', 'system:refund-failures', 'system:late-approvals'),
    amount: fc.integer({ min: 1, max: maximumAmount }),
    currency: fc.constantFrom('EUR', 'JPY'),
    environment: fc.constantFrom('test', 'live'),
    minute: fc.integer({ min: 0, max: minutes }),
  }),
  { maxLength: 60 },
);
type Movement = typeof movements extends fc.Arbitrary<(infer M)[]> ? M : never;

/** Operations in combinations that the product may never write: the totals must not depend on that. */
async function write(accountId: string, moved: readonly Movement[]): Promise<void> {
  const transactions = ['test', 'live'].flatMap((environment) =>
    ['EUR', 'JPY'].flatMap((currency) =>
      ['PAYMENT', 'REFUND', 'CHARGEBACK'].map((type) => ({
        id: createId('trx'),
        environment,
        currency,
        type,
      })),
    ),
  );
  written.push(...transactions.map(({ id }) => id));
  const find = (environment: string, currency: string, type: string) =>
    transactions.find(
      (row) => row.environment === environment && row.currency === currency && row.type === type,
    )!.id;
  await prisma.transaction.createMany({
    data: transactions.map(({ id, environment, currency, type }) => ({
      id,
      accountId,
      environment,
      type,
      status: 'CAPTURED',
      orderAmount: 100,
      orderCurrency: currency,
      amountAuthorized: type === 'PAYMENT' ? 100 : 0,
      amountCaptured: type === 'PAYMENT' ? 100 : 0,
      amountRefunded: type === 'CHARGEBACK' ? 0 : 100,
      externalId: id,
      authorizationId: id,
      connectionId: `con_simulator_${environment}`,
      disputeStage: type === 'CHARGEBACK' ? 'needs_response' : null,
      parentId: type === 'PAYMENT' ? null : find(environment, currency, 'PAYMENT'),
    })),
  });
  await prisma.operation.createMany({
    data: moved.map(({ of, environment, minute, status, currency, ...movement }) => ({
      ...movement,
      currency,
      status,
      id: createId('op'),
      transactionId: find(environment, currency, of),
      completedAt: status === 'PENDING' ? null : new Date(start + minute * 60_000),
    })),
  });
}

/** One by one, as simply as possible. */
function naively(moved: readonly Movement[], environment: string, timeZone: string) {
  const days = new Map<string, typeof none & { day: string; currency: string }>();
  for (const { of, type, status, operator, amount, currency, minute, ...rest } of moved) {
    if (rest.environment !== environment || status === 'PENDING') continue;
    const day = getDayInZone(new Date(start + minute * 60_000), timeZone);
    const change: Partial<typeof none> = {};
    if (of === 'PAYMENT' && ['authorize', 'authcap'].includes(type))
      change[status === 'SUCCEEDED' ? 'approved' : 'declined'] = 1;
    if (
      of === 'PAYMENT' &&
      ['authcap', 'capture', 'partial_capture'].includes(type) &&
      status === 'SUCCEEDED'
    )
      change.captured = amount;
    if (of === 'REFUND' && type === 'refund' && status === 'SUCCEEDED')
      Object.assign(change, { refunds: 1, refunded: amount });
    if (of === 'REFUND' && type === 'refund' && status === 'FAILED' && operator === 'system:refund-failures')
      Object.assign(change, { refunds: -1, refunded: -amount });
    if (of === 'CHARGEBACK' && type === 'chargeback')
      Object.assign(change, { chargebacks: 1, chargedBack: amount });
    if (of === 'CHARGEBACK' && type === 'dispute_lost') Object.assign(change, { losses: 1, lost: amount });
    const key = `${day} ${currency}`;
    const sum = days.get(key) ?? { day, currency, ...none };
    for (const [name, value] of Object.entries(change) as [keyof typeof none, number][]) sum[name] += value;
    days.set(key, sum);
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

/** Days without totals may or may not have a row. */
const reported = <T extends typeof none>(rows: readonly T[]) =>
  rows.filter((row) => Object.keys(none).some((name) => row[name as keyof typeof none] !== 0));

test(
  "the totals equal a naive count by days of the account's time zone, and a recalculation corrects them",
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        movements,
        fc.constantFrom(
          'UTC',
          'Asia/Kathmandu',
          'Australia/Lord_Howe',
          'America/St_Johns',
          'Pacific/Kiritimati',
        ),
        async (moved, timeZone) => {
          const { accountId } = await buildMerchant();
          await prisma.account.update({
            where: { id: accountId },
            data: { timeZone, dailyTotalsZone: timeZone },
          });
          await write(accountId, moved);
          const { countedUntil } = await prisma.dailyTotalsWatermark.findUniqueOrThrow({ where: { id: 1 } });
          await setWatermark(new Date(start - 1));
          await countNow();
          const right = async () => {
            for (const environment of ['test', 'live'] as const)
              expect(reported(await figuresOf(accountId, environment))).toEqual(
                reported(naively(moved, environment, timeZone)),
              );
          };
          await right();
          expect(
            (
              await prisma.dailyTotalsWatermark.findUniqueOrThrow({ where: { id: 1 } })
            ).countedUntil.getTime(),
          ).toBeGreaterThanOrEqual(countedUntil.getTime());

          await prisma.dailyTotals.updateMany({
            where: { accountId },
            data: { captured: { increment: 7 }, approved: 3 },
          });
          await prisma.dailyTotals.deleteMany({ where: { accountId, currency: 'JPY' } });
          await prisma.dailyTotals.create({
            data: {
              accountId,
              environment: 'test',
              day: new Date('2024-04-05'),
              currency: 'CHF',
              approved: 1,
            },
          });
          expect(await recalculateDailyTotals(new Date(start - 2 * 86_400_000))).toBeGreaterThan(0);
          await right();
        },
      ),
      { numRuns: 8 },
    );
    await recalculateDailyTotals(new Date(0));
    expect(await recalculateDailyTotals(new Date(0))).toBe(0);
  },
);

test('a refund counts once and is subtracted if it fails; a chargeback counts when it opens and when it is lost', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const { id } = await buildPayment(client, { operation: 'authcap', amount: 10_000 });
  const held = await buildPayment(client, { operation: 'authorize', amount: 5_000 });
  await sendCaptureOrVoid(client, held.id, { operation: 'capture', amount: 2_000 });
  await buildPayment(client, { pan: cards.declined });
  const { json } = await refund(client, id, 1_500);
  await refund(client, id, 500);
  await countNow();
  expect(sumTotals(await figuresOf(accountId))).toEqual({
    ...none,
    approved: 2,
    declined: 1,
    captured: 12_000,
    refunds: 2,
    refunded: 2_000,
  });

  const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  const { id: reference } = await prisma.operation.findFirstOrThrow({ where: { transactionId: json.id } });
  const entry = { reference: `cb_${createId('req')}`, authorization, amountMinor: 4_000, currency: 'USD' };
  await readStatementsWithEntries([
    { ...entry, reference, amountMinor: 1_500, kind: 'refund_failed', code: 'system_error' },
    { ...entry, kind: 'chargeback_opened', reason: 'fraudulent', dueBy: '2030-01-31T00:00:00.000Z' },
  ]);
  await countNow();
  expect(sumTotals(await figuresOf(accountId))).toMatchObject({
    refunds: 1,
    refunded: 500,
    chargebacks: 1,
    chargedBack: 4_000,
    losses: 0,
  });
  await readStatementsWithEntries([{ ...entry, kind: 'chargeback_lost' }]);
  await countNow();
  expect(sumTotals(await figuresOf(accountId))).toMatchObject({
    chargebacks: 1,
    chargedBack: 4_000,
    losses: 1,
    lost: 4_000,
  });
});

test('recent operations wait for the margin; the recalculation finds later ones', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  await setWatermark(new Date(Date.now() - 60_000));
  await buildPayment(client, { operation: 'authcap' });
  await refreshDailyTotals();
  expect(await figuresOf(accountId)).toEqual([]);
  await countNow();
  expect(sumTotals(await figuresOf(accountId)).approved).toBe(1);
  const { id } = await buildPayment(client, { operation: 'authcap' });
  await overwriteOperations({ transactionId: id }, { completedAt: new Date(Date.now() - 3_600_000) });
  await countNow();
  expect(sumTotals(await figuresOf(accountId)).approved).toBe(1);
  expect(await recalculateDailyTotals(new Date(Date.now() - 3 * 86_400_000))).toBeGreaterThan(0);
  expect(sumTotals(await figuresOf(accountId)).approved).toBe(2);
});

test('a count with a longer margin counts nothing twice', async () => {
  const client = await buildApiClient();
  await buildPayment(client, { operation: 'authcap' });
  await countNow();
  // It may count only up to a time before the watermark.
  await refreshDailyTotals();
  await countNow();
  expect(sumTotals(await figuresOf(client.merchant.accountId)).approved).toBe(1);
});

test('the daily recalculation corrects the last two days, and warns if it did', async () => {
  const { accountId } = await buildMerchant();
  await recalculateLatestDailyTotals();
  const day = new Date(new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10));
  await prisma.dailyTotals.create({
    data: { accountId, environment: 'test', day, currency: 'EUR', approved: 1 },
  });
  const warned = vi.spyOn(log, 'warn');
  for (let run = 0; run < 2; run++) await recalculateLatestDailyTotals();
  const warnings = warned.mock.calls;
  warned.mockRestore();
  expect(warnings).toEqual([['daily totals were wrong and have been corrected', { count: 1 }]]);
  expect(await figuresOf(accountId)).toEqual([]);
});

test('an inserted history is counted completely, and not again', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const old = await buildPayment(client, { operation: 'authcap' });
  await overwriteOperations({ transactionId: old.id }, { completedAt: new Date('2024-04-01T12:00:00Z') });
  await setWatermark(new Date(Date.now() - 3_600_000));
  await buildPayment(client, { operation: 'authcap' });
  await countEntireHistory();
  await countNow();
  expect(await figuresOf(accountId)).toMatchObject([
    { day: '2024-04-01', approved: 1 },
    { approved: 1, captured: 10_000 },
  ]);
});

test('the totals of the chosen days are in chronological order, and by currency within a day', async () => {
  const { accountId } = await buildMerchant();
  const rows = [
    ['2024-04-05', 'EUR'],
    ['2024-04-04', 'USD'],
    ['2024-04-04', 'EUR'],
    ['2024-04-03', 'JPY'],
    ['2024-04-02', 'EUR'],
  ] as const;
  await prisma.dailyTotals.createMany({
    data: rows.map(([day, currency]) => ({
      accountId,
      environment: 'test',
      day: new Date(day),
      currency,
      approved: 1,
    })),
  });
  const days = { from: '2024-04-03', to: '2024-04-04' };
  expect((await retrieveDailyTotals({ accountId, environment: 'test', days })).totals).toEqual([
    { ...none, day: '2024-04-03', currency: 'JPY', approved: 1 },
    { ...none, day: '2024-04-04', currency: 'EUR', approved: 1 },
    { ...none, day: '2024-04-04', currency: 'USD', approved: 1 },
  ]);
  const merchant = { accountId, environment: 'test' as const };
  expect(await hasDailyTotals({ ...merchant, currency: 'JPY' })).toBe(true);
  expect(await hasDailyTotals({ ...merchant, currency: 'GBP' })).toBe(false);
});

test('concurrent counts count each operation once', async () => {
  const client = await buildApiClient();
  for (let round = 1; round <= 4; round++) {
    await buildPayment(client, { operation: 'authcap', amount: 100 });
    await Promise.all(Array.from({ length: 5 }, countNow));
    expect(sumTotals(await figuresOf(client.merchant.accountId))).toMatchObject({
      approved: round,
      captured: round * 100,
    });
  }
});

test('an account that changes its time zone gets its days recalculated', async () => {
  const { accountId } = await buildMerchant();
  const moved: Movement[] = [
    {
      of: 'PAYMENT',
      type: 'authcap',
      status: 'SUCCEEDED',
      operator: 'api:key',
      amount: 100,
      currency: 'EUR',
      environment: 'live',
      minute: 23 * 60 + 50,
    },
  ];
  await write(accountId, moved);
  await recalculateDailyTotals(new Date(start - 2 * 86_400_000));
  expect(await figuresOf(accountId, 'live')).toMatchObject([{ day: '2024-04-01', captured: 100 }]);
  await prisma.account.update({ where: { id: accountId }, data: { timeZone: 'Asia/Kathmandu' } });
  await countNow();
  expect(await figuresOf(accountId, 'live')).toMatchObject([{ day: '2024-04-02', captured: 100 }]);
});

const zoneOf = async (accountId: string) =>
  (await prisma.account.findUniqueOrThrow({ where: { id: accountId } })).dailyTotalsZone;
const chooseZone = (accountId: string, timeZone: string) =>
  prisma.account.update({ where: { id: accountId }, data: { timeZone } });
const recalculateSlices = (slices: number) => recalculateChangedZones(undefined, { slices, length: 1 });

test('a recalculation runs in slices, resumes, and counts new operations; the old totals stay until it ends', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  for (const amount of [100, 200, 300]) await buildPayment(client, { operation: 'authcap', amount });
  await countNow();
  const before = await figuresOf(accountId);
  await chooseZone(accountId, 'Pacific/Kiritimati');
  // It starts, and counts two transactions.
  await recalculateSlices(3);
  expect(await prisma.recalculatedDailyTotals.findMany({ where: { accountId } })).toMatchObject([
    { approved: 2, captured: 300n },
  ]);
  expect({ zone: await zoneOf(accountId), figures: await figuresOf(accountId) }).toEqual({
    zone: 'UTC',
    figures: before,
  });
  expect((await retrieveDailyTotals({ accountId, environment: 'test', days: ever })).recalculation).toEqual({
    currentZone: 'UTC',
    newZone: 'Pacific/Kiritimati',
    isUnknown: false,
  });
  // After a stop, no other part starts.
  await recalculateChangedZones(AbortSignal.abort(), { slices: 9, length: 1 });
  expect(await prisma.recalculatedDailyTotals.findMany({ where: { accountId } })).toMatchObject([
    { approved: 2 },
  ]);
  const moved = await buildPayment(client, { operation: 'authcap', amount: 4_000 });
  expect((await refund(client, moved.id, 1_000)).status).toBe(200);
  await Promise.all([countNow(), countNow(), recalculateSlices(9)]);
  const { totals, recalculation } = await retrieveDailyTotals({ accountId, environment: 'test', days: ever });
  expect({ zone: await zoneOf(accountId), recalculation }).toEqual({
    zone: 'Pacific/Kiritimati',
    recalculation: null,
  });
  expect(sumTotals(totals)).toEqual({ ...none, approved: 4, captured: 4_600, refunds: 1, refunded: 1_000 });
  const days = new Set(
    (await prisma.operation.findMany({ where: { transaction: { accountId } } })).map(({ completedAt }) =>
      getDayInZone(completedAt!, 'Pacific/Kiritimati'),
    ),
  );
  expect(totals.map(({ day }) => day)).toEqual([...days].sort());
  expect(await prisma.recalculatedDailyTotals.count({ where: { accountId } })).toBe(0);
});

test('choosing a third time zone meanwhile, or the old one, counts nothing twice', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  for (const amount of [100, 200]) await buildPayment(client, { operation: 'authcap', amount });
  await countNow();
  for (const [zone, slices] of [
    ['Asia/Kathmandu', 2],
    ['Asia/Tokyo', 2],
    ['UTC', 1],
    ['Asia/Tokyo', 9],
  ] as const) {
    await chooseZone(accountId, zone);
    await recalculateSlices(slices);
  }
  expect({ zone: await zoneOf(accountId), totals: sumTotals(await figuresOf(accountId)) }).toEqual({
    zone: 'Asia/Tokyo',
    totals: { ...none, approved: 2, captured: 300 },
  });
});

test('choosing the old time zone again discards the recalculation', async () => {
  const { accountId } = await buildMerchant();
  const readRecalculation = () => prisma.dailyTotalsRecalculation.findUnique({ where: { accountId } });
  await chooseZone(accountId, 'Asia/Tokyo');
  await recalculateSlices(1);
  expect(await readRecalculation()).toMatchObject({ zone: 'Asia/Tokyo' });
  await chooseZone(accountId, 'UTC');
  await recalculateSlices(1);
  expect(await readRecalculation()).toBeNull();
});

test('a complete recalculation changes nothing of other accounts', async () => {
  const [client, other, uninvolved] = [
    await buildApiClient(),
    await buildApiClient(),
    await buildApiClient(),
  ];
  for (const { amount, of } of [
    { amount: 100, of: client },
    { amount: 200, of: other },
    { amount: 300, of: other },
    { amount: 400, of: uninvolved },
  ])
    await buildPayment(of, { operation: 'authcap', amount });
  await countNow();
  // The other account's recalculation has counted one of two payments.
  await chooseZone(other.merchant.accountId, 'Asia/Tokyo');
  await recalculateSlices(2);
  await chooseZone(client.merchant.accountId, 'Asia/Kathmandu');
  await recalculateSlices(3);
  expect(await zoneOf(client.merchant.accountId)).toBe('Asia/Kathmandu');
  expect(
    await prisma.recalculatedDailyTotals.findMany({ where: { accountId: other.merchant.accountId } }),
  ).toMatchObject([{ captured: 200n }]);
  expect(
    await prisma.dailyTotalsRecalculation.count({ where: { accountId: other.merchant.accountId } }),
  ).toBe(1);
  for (const [{ merchant }, captured] of [
    [client, 100],
    [other, 500],
    [uninvolved, 400],
  ] as const)
    expect(sumTotals(await figuresOf(merchant.accountId)).captured).toBe(captured);
  await countNow();
  expect(await zoneOf(other.merchant.accountId)).toBe('Asia/Tokyo');
});

test('after ten seconds, a recalculation waits for the next run', async () => {
  const { accountId } = await buildMerchant();
  await chooseZone(accountId, 'Asia/Tokyo');
  const start = Date.now();
  for (const { milliseconds, zone } of [
    { milliseconds: 10_000, zone: 'UTC' },
    { milliseconds: 9_999, zone: 'Asia/Tokyo' },
  ]) {
    const clock = vi
      .spyOn(Date, 'now')
      .mockReturnValueOnce(start)
      .mockReturnValue(start + milliseconds);
    await recalculateSlices(9);
    clock.mockRestore();
    expect(await zoneOf(accountId)).toBe(zone);
  }
});

test("a failed recalculation is logged, and doesn't stop the others", async () => {
  const [client, other] = [await buildApiClient(), await buildMerchant()];
  const { accountId } = client.merchant;
  const { id } = await buildPayment(client, { operation: 'authcap' });
  await countNow();
  const { completedAt } = await prisma.operation.findFirstOrThrow({ where: { transactionId: id } });
  for (const changed of [accountId, other.accountId]) await chooseZone(changed, 'Asia/Tokyo');
  await recalculateSlices(1);
  // One more exceeds the column's range.
  await prisma.recalculatedDailyTotals.create({
    data: {
      accountId,
      environment: 'test',
      day: new Date(getDayInZone(completedAt!, 'Asia/Tokyo')),
      currency: 'USD',
      approved: 2 ** 31 - 1,
    },
  });
  expectConsoleError({
    message: 'daily totals recalculated in a new time zone',
    fields: { accountId },
  });
  await recalculateSlices(9);
  expect({ failed: await zoneOf(accountId), other: await zoneOf(other.accountId) }).toEqual({
    failed: 'UTC',
    other: 'Asia/Tokyo',
  });
  await chooseZone(accountId, 'UTC');
  await countNow();
  expect(sumTotals(await figuresOf(accountId)).approved).toBe(1);
});

test('a time zone unknown to the database is tried once, and the totals stay', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const warned = vi.spyOn(log, 'warn');
  const listWarnings = () => warned.mock.calls.filter(([, fields]) => fields?.accountId === accountId);
  const warning = [
    'daily totals keep their time zone: the database does not know the new one',
    { accountId },
  ];
  await chooseZone(accountId, 'Mars/Base');
  for (let turn = 0; turn < 3; turn++) await countNow();
  expect(listWarnings()).toEqual([warning]);
  // New operations still count in the old time zone.
  await buildPayment(client, { operation: 'authcap' });
  await countNow();
  const { totals, recalculation } = await retrieveDailyTotals({ accountId, environment: 'test', days: ever });
  expect({ approved: sumTotals(totals).approved, recalculation }).toEqual({
    approved: 1,
    recalculation: { currentZone: 'UTC', newZone: 'Mars/Base', isUnknown: true },
  });
  await chooseZone(accountId, 'Asia/Tokyo');
  await countNow();
  expect(listWarnings()).toEqual([warning]);
  warned.mockRestore();
  expect(await zoneOf(accountId)).toBe('Asia/Tokyo');
});
