import { refundFailureOperator } from '~/payments/operations/refund-failures';
import type { Database } from '~/platform/database/db.server';
import { Prisma } from '~/platform/prisma/client';

const accountZone = Prisma.sql`a.daily_totals_zone`;

// The totals of operations by account and day. A refund's operations also appear in its payment, and count
// once: on the REFUND. A failed refund counts on the day it failed.
export const countOperations = (condition: Prisma.Sql, zone = accountZone) => Prisma.sql`
  select t.account_id, t.environment, (o.completed_at at time zone ${zone})::date as day, o.currency,
    count(*) filter (where o.type in ('authorize', 'authcap') and o.status = 'SUCCEEDED')::int as approved,
    count(*) filter (where o.type in ('authorize', 'authcap') and o.status = 'FAILED')::int as declined,
    coalesce(sum(o.amount) filter (where o.type in ('authcap', 'capture', 'partial_capture') and o.status = 'SUCCEEDED'), 0)::bigint as captured,
    coalesce(sum(returned.sign) filter (where o.type = 'refund'), 0)::int as refunds,
    coalesce(sum(returned.sign * o.amount) filter (where o.type = 'refund'), 0)::bigint as refunded,
    count(*) filter (where o.type = 'chargeback')::int as chargebacks,
    coalesce(sum(o.amount) filter (where o.type = 'chargeback'), 0)::bigint as charged_back,
    count(*) filter (where o.type = 'dispute_lost')::int as losses,
    coalesce(sum(o.amount) filter (where o.type = 'dispute_lost'), 0)::bigint as lost
  from operations o join transactions t on t.id = o.transaction_id join accounts a on a.id = t.account_id,
    lateral (select case when o.status = 'SUCCEEDED' then 1 when o.operator = ${refundFailureOperator} then -1 else 0 end as sign) as returned
  where ${condition} and o.status in ('SUCCEEDED', 'FAILED') and (
    t.type = 'PAYMENT' and o.type in ('authorize', 'authcap', 'capture', 'partial_capture')
    or t.type = 'REFUND' and o.type = 'refund' or t.type = 'CHARGEBACK' and o.type in ('chargeback', 'dispute_lost'))
  group by 1, 2, 3, 4`;

export const dailyTotalColumns = Prisma.raw(
  'account_id, environment, day, currency, approved, declined, captured, refunds, refunded, chargebacks, charged_back, losses, lost',
);
export const dailyTotalNames = [
  'approved',
  'declined',
  'captured',
  'refunds',
  'refunded',
  'chargebacks',
  'charged_back',
  'losses',
  'lost',
];
/** Adds to existing totals. */
export const addedTotals = (table: 'daily_totals' | 'recalculated_daily_totals') =>
  Prisma.raw(dailyTotalNames.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', '));
export const replacedTotals = Prisma.raw(
  dailyTotalNames.map((name) => `${name} = excluded.${name}`).join(', '),
);
export const totalsOf = (table: 'daily_totals' | 'excluded') =>
  Prisma.raw(dailyTotalNames.map((name) => `${table}.${name}`).join(', '));

export const completedBetween = (since: Date, until: Date) =>
  Prisma.sql`o.completed_at >= ${since}::timestamptz and o.completed_at < ${until}::timestamptz`;

/**
 * The time up to which operations are counted. Locks the row, so no one else counts until the
 * transaction ends.
 */
export async function lockWatermark(db: Database): Promise<Date> {
  const [{ until }] = await db.$queryRaw<
    [{ until: Date }]
  >`select counted_until as until from daily_totals_watermark where id = 1 for update`;
  return until;
}
