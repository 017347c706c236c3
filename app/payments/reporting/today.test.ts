import { afterAll, expect, test } from 'vitest';
import {
  generateTransactions,
  insertTransactions,
  removeTransactions,
  type BulkTransaction,
} from '../../../tests/world/payments/bulk-transactions';
import { createId } from '~/platform/ids';
import { buildMerchant } from '../../../tests/world/merchants';
import { compareToday, countHours } from './today';

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
  expect(result!.compared.lastWeek.hours).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5_400]);
  expect(result!.compared.today.hours).toEqual([1_000, 0, 0, 0, 0, 0, 0, 0, 0, 250]);
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
  expect(countHours(new Date('2026-10-25T11:00:00Z'), 'Europe/Berlin')).toBe(14);
  expect(countHours(new Date('2026-03-29T10:00:00Z'), 'Europe/Berlin')).toBe(12);
  expect(countHours(new Date('2026-11-27T00:00:00Z'), 'UTC')).toBe(1);
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
