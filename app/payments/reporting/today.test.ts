import { afterAll, expect, test } from 'vitest';
import {
  generateTransactions,
  insertTransactions,
  removeTransactions,
  type BulkTransaction,
} from '../../../tests/world/payments/bulk-transactions';
import { createId } from '~/platform/ids';
import { buildMerchant } from '../../../tests/world/merchants';
import { compareToday, getClockHours } from './today';

const used: string[] = [];
afterAll(() => removeTransactions(used));

type Sample = { at: string } & Partial<Pick<BulkTransaction, 'type' | 'status' | 'amount' | 'currency'>>;

/** A merchant with transactions at these times. Each is a captured payment of 10.00 EUR unless it says otherwise. */
async function buildDays(samples: readonly Sample[], environment: 'test' | 'live' = 'test') {
  const { accountId } = await buildMerchant();
  used.push(accountId);
  const template = generateTransactions({
    count: 1,
    people: [],
    until: new Date('2026-01-01T00:00:00Z'),
  })[0]!;
  const toRow = ({ at, ...changes }: Sample): BulkTransaction => ({
    ...template,
    ...{ type: 'PAYMENT', status: 'CAPTURED', amount: 1_000, currency: 'EUR', parentId: null },
    ...{
      id: createId('trx', new Date(at).getTime()),
      createdAt: new Date(at),
      externalId: crypto.randomUUID(),
    },
    ...changes,
  });
  const payments = samples.map(toRow);
  const parent = toRow({ at: '2026-01-01T00:00:00Z', amount: 100_000 });
  const rows = payments.map((row) => (row.type === 'REFUND' ? { ...row, parentId: parent.id } : row));
  await insertTransactions({ accountId, environment }, [parent, ...rows]);
  return { accountId, environment } as const;
}

async function compare(samples: readonly Sample[], { now, timeZone }: { now: string; timeZone: string }) {
  const merchant = await buildDays(samples);
  const compared = (await compareToday({ ...merchant, timeZone, now: new Date(now) }))!.get('EUR');
  return compared && { today: compared.today.untilNow, lastWeek: compared.lastWeek.untilNow, compared };
}

/** The amounts of the 24 hours of a day. */
const atHours = (amounts: Record<number, number>) =>
  Array.from({ length: 24 }, (_, hour) => amounts[hour] ?? 0);

test('today until now is compared with the same weekday until the same time', async () => {
  const result = await compare(
    [
      ...[{ at: '2026-11-27T00:00:00.000Z' }, { at: '2026-11-27T09:59:59.000Z', amount: 250 }],
      { at: '2026-11-26T23:59:59.999Z', amount: 7 },
      { at: '2026-11-27T08:00:00Z', status: 'DECLINED', amount: 9 },
      { at: '2026-11-27T08:00:00Z', status: 'PENDING', amount: 9 },
      { at: '2026-11-27T08:30:00Z', type: 'REFUND', amount: 300, status: 'SETTLED' },
      { at: '2026-11-27T08:30:00Z', currency: 'USD', amount: 100_000 },
      ...[
        { at: '2026-11-20T10:00:00Z', amount: 400 },
        { at: '2026-11-20T10:00:01Z', amount: 5_000 },
      ],
      { at: '2026-11-19T09:00:00Z', amount: 3 },
    ],
    { now: '2026-11-27T10:00:00Z', timeZone: 'UTC' },
  );
  expect(result!.today).toEqual({
    ...{ approved: 2, approvedAmount: 1_250, declined: 1, refunds: 1, refundedAmount: 300 },
  });
  expect(result!.lastWeek).toEqual({
    ...{ approved: 1, approvedAmount: 400, declined: 0, refunds: 0, refundedAmount: 0 },
  });
  // The whole day a week ago, for the chart.
  expect(result!.compared.lastWeek.hours).toEqual(atHours({ 10: 5_400 }));
  expect(result!.compared.today.hours).toEqual(atHours({ 0: 1_000, 9: 250 }));
});

test('days and times are those of the account, also when the clocks change', async () => {
  // Sunday, October 25, 2026 has 25 hours in Berlin. A week before, the same time was an hour earlier in UTC.
  const result = await compare(
    [
      ...[
        { at: '2026-10-24T22:00:00Z', amount: 1 },
        { at: '2026-10-24T21:59:59Z', amount: 2 },
      ],
      ...[{ at: '2026-10-25T11:00:00Z', amount: 4 }],
      ...[
        { at: '2026-10-17T22:00:00Z', amount: 8 },
        { at: '2026-10-17T21:59:59Z', amount: 16 },
      ],
      ...[
        { at: '2026-10-18T10:00:00Z', amount: 32 },
        { at: '2026-10-18T10:00:01Z', amount: 64 },
      ],
    ],
    { now: '2026-10-25T11:00:00Z', timeZone: 'Europe/Berlin' },
  );
  expect([result!.today.approvedAmount, result!.lastWeek.approvedAmount]).toEqual([5, 40]);
});

/** `hours` and `lastHours`: the expected amounts. */
type ClockChange = {
  change: string;
  timeZone: string;
  now: string;
  today: string[];
  hours: Record<number, number>;
  lastWeek: string[];
  lastHours: Record<number, number>;
  lastUntilNow?: number;
};

// Each payment's amount is a power of two, so a sum says which of them it contains.
test.each<ClockChange>([
  {
    change: 'the hour that Berlin repeats',
    ...{ timeZone: 'Europe/Berlin', now: '2026-10-25T11:00:00Z' },
    today: ['2026-10-24T23:59:59Z', '2026-10-25T00:00:00Z', '2026-10-25T01:59:59Z', '2026-10-25T02:00:00Z'],
    hours: { 1: 1, 2: 6, 3: 8 },
    lastWeek: ['2026-10-18T00:00:00Z', '2026-10-18T01:00:00Z'],
    lastHours: { 2: 1, 3: 2 },
  },
  {
    change: 'a week after it',
    ...{ timeZone: 'Europe/Berlin', now: '2026-11-01T11:00:00Z' },
    today: ['2026-11-01T01:00:00Z', '2026-11-01T02:00:00Z'],
    hours: { 2: 1, 3: 2 },
    lastWeek: ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T02:00:00Z'],
    lastHours: { 2: 3, 3: 4 },
  },
  {
    change: 'the hour that Berlin skips',
    ...{ timeZone: 'Europe/Berlin', now: '2026-03-29T10:00:00Z' },
    today: ['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z'],
    hours: { 1: 1, 3: 2 },
    lastWeek: [
      '2026-03-22T01:00:00Z',
      '2026-03-22T02:00:00Z',
      '2026-03-22T11:00:00Z',
      '2026-03-22T11:00:01Z',
    ],
    lastHours: { 2: 1, 3: 2, 12: 12 },
    lastUntilNow: 7,
  },
  {
    change: 'the midnight that Santiago skips',
    ...{ timeZone: 'America/Santiago', now: '2026-09-06T15:00:00Z' },
    today: ['2026-09-06T03:59:59Z', '2026-09-06T04:00:00Z'],
    hours: { 1: 2 },
    lastWeek: ['2026-08-30T04:00:00Z', '2026-08-30T05:00:00Z'],
    lastHours: { 0: 1, 1: 2 },
  },
  {
    change: 'the half hour that Lord Howe Island repeats',
    ...{ timeZone: 'Australia/Lord_Howe', now: '2026-04-05T01:00:00Z' },
    today: ['2026-04-04T14:59:59Z', '2026-04-04T15:29:59Z', '2026-04-04T15:30:00Z'],
    hours: { 1: 3, 2: 4 },
    lastWeek: ['2026-03-28T14:59:59Z', '2026-03-28T15:00:00Z'],
    lastHours: { 1: 1, 2: 2 },
  },
])('hours are those of the clock: $change', async ({ timeZone, now, hours, lastHours, ...of }) => {
  const toSamples = (times: readonly string[]) => times.map((at, index) => ({ at, amount: 2 ** index }));
  const result = await compare([...toSamples(of.today), ...toSamples(of.lastWeek)], { now, timeZone });
  const { today, lastWeek } = result!.compared;
  expect(today.hours).toEqual(atHours(hours));
  expect(lastWeek.hours).toEqual(atHours(lastHours));
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  expect(today.untilNow.approvedAmount).toBe(sum(today.hours));
  expect(lastWeek.untilNow.approvedAmount).toBe(of.lastUntilNow ?? sum(lastWeek.hours));
});

test.each([
  ['at midnight', '2026-11-26T23:00:00.000Z', [1, 4]],
  ['a moment before it', '2026-11-26T22:59:59.999Z', [2, 8]],
])('%s, today is the day that the clock says', async (_, now, amounts) => {
  const result = await compare(
    [
      ...[
        { at: '2026-11-26T23:00:00Z', amount: 1 },
        { at: '2026-11-26T22:59:59Z', amount: 2 },
      ],
      ...[
        { at: '2026-11-19T23:00:00Z', amount: 4 },
        { at: '2026-11-19T22:59:59Z', amount: 8 },
      ],
    ],
    { now, timeZone: 'Europe/Berlin' },
  );
  expect([result!.today.approvedAmount, result!.lastWeek.approvedAmount]).toEqual(amounts);
});

test('the clock is that of the account', () => {
  expect(getClockHours(new Date('2026-10-25T11:30:00Z'), 'Europe/Berlin')).toBe(12.5);
  expect(getClockHours(new Date('2026-03-29T10:00:00Z'), 'Europe/Berlin')).toBe(12);
  expect(getClockHours(new Date('2026-11-27T00:00:00Z'), 'Asia/Kolkata')).toBe(5.5);
});

test.each([
  ['today', ['2026-11-27T08:00:00Z', '2026-11-27T08:00:01Z', '2026-11-20T08:00:00Z']],
  ['a week ago', ['2026-11-27T08:00:00Z', '2026-11-20T08:00:00Z', '2026-11-20T08:00:01Z']],
])('there is no comparison if there are too many transactions %s', async (_, times) => {
  const merchant = await buildDays(times.map((at) => ({ at })));
  const day = { ...merchant, timeZone: 'UTC', now: new Date('2026-11-27T10:00:00Z') };
  expect(await compareToday({ ...day, maximumRowsRead: 2 })).toBeNull();
  expect(await compareToday({ ...day, maximumRowsRead: 3 })).not.toBeNull();
});

test('neither other merchants nor the other environment count', async () => {
  const at = '2026-11-27T08:00:00Z';
  await buildDays([{ at }]);
  const live = await buildDays([{ at }], 'live');
  const now = new Date('2026-11-27T10:00:00Z');
  expect(await compareToday({ ...live, environment: 'test', timeZone: 'UTC', now })).toEqual(new Map());
  expect((await compareToday({ ...live, timeZone: 'UTC', now }))!.get('EUR')!.today.untilNow.approved).toBe(
    1,
  );
});
