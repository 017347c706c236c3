import { TZDate } from '@date-fns/tz';
import { defineStatement } from '~/platform/database/statement.server';
import type { Environment } from '~/platform/environment';
import { getIdLowerBound } from '~/platform/ids';
import { addDays, getDayInZone } from '~/platform/time/days';
import { maximumClockSkewMs } from './transaction-sources';

/** Payments and refunds by the time they were created. Amounts in minor units. */
export type CreatedTotals = {
  approved: number;
  approvedAmount: number;
  declined: number;
  refunds: number;
  refundedAmount: number;
};

/** `hours`: the approved amount by the hour of the account's clock, of which there are always 24. */
type DayTotals = { untilNow: CreatedTotals; hours: number[] };
export type TodayComparison = { today: DayTotals; lastWeek: DayTotals };

const hourMs = 3_600_000;

/** More than any account's page should read of a day. */
const defaultMaximumRowsRead = 200_000;

type HourRow = CreatedTotals & { currency: string; hour: number; isUntilNow: boolean; rows: number };

// One walk over the index of lists, which contains all columns. The order excludes the other indexes, which would read all
// of the merchant's rows.
const sumCreated = defineStatement<
  {
    accountId: string;
    environment: Environment;
    firstId: string;
    lastId: string;
    hours: string[];
    end: Date;
    now: Date;
    limit: number;
  },
  HourRow
>(
  'sum-created-transactions',
  `select order_currency as currency, width_bucket(created_at, :hours::timestamptz[]) - 1 as hour, created_at <= :now::timestamptz as "isUntilNow", count(*)::int as rows,
    count(*) filter (where type = 'PAYMENT' and status not in ('PENDING', 'DECLINED'))::int as approved,
    coalesce(sum(order_amount) filter (where type = 'PAYMENT' and status not in ('PENDING', 'DECLINED')), 0)::bigint as "approvedAmount",
    count(*) filter (where type = 'PAYMENT' and status = 'DECLINED')::int as declined,
    count(*) filter (where type = 'REFUND' and status not in ('PENDING', 'DECLINED'))::int as refunds,
    coalesce(sum(order_amount) filter (where type = 'REFUND' and status not in ('PENDING', 'DECLINED')), 0)::bigint as "refundedAmount"
  from (select order_currency, order_amount, type, status, created_at from transactions
    where account_id = :accountId and environment = :environment and id >= :firstId and id < :lastId
      and created_at >= (:hours::timestamptz[])[1] and created_at < :end::timestamptz order by id limit :limit::int) t
  group by 1, 2, 3`,
);

type Merchant = { accountId: string; environment: Environment };

/**
 * Today so far and the same weekday a week ago until the same time, by currency, in the account's time zone.
 * Null for an account with so many transactions that counting them would slow down the page.
 */
export async function compareToday({
  timeZone,
  now,
  maximumRowsRead = defaultMaximumRowsRead,
  ...merchant
}: Merchant & { timeZone: string; now: Date; maximumRowsRead?: number }): Promise<Map<
  string,
  TodayComparison
> | null> {
  const today = getDayInZone(now, timeZone);
  const [current, previous] = await Promise.all([
    readDay(merchant, { day: today, timeZone, now, maximumRowsRead }),
    readDay(merchant, {
      day: addDays(today, -7),
      timeZone,
      now: getSameTime(now, timeZone, -7),
      maximumRowsRead,
    }),
  ]);
  if (!current || !previous) return null;
  const currencies = new Set([...current, ...previous].map(({ currency }) => currency));
  return new Map(
    [...currencies].map((currency) => [
      currency,
      { today: sumHours(current, currency), lastWeek: sumHours(previous, currency) },
    ]),
  );
}

async function readDay(
  merchant: Merchant,
  {
    day,
    timeZone,
    now,
    maximumRowsRead,
  }: { day: string; timeZone: string; now: Date; maximumRowsRead: number },
): Promise<HourRow[] | null> {
  const hours = listHourStarts(day, timeZone);
  const end = listHourStarts(addDays(day, 1), timeZone)[0]!;
  const rows = await sumCreated({
    ...merchant,
    firstId: getIdLowerBound('trx', new Date(hours[0]!.getTime() - maximumClockSkewMs)),
    lastId: getIdLowerBound('trx', new Date(end.getTime() + maximumClockSkewMs)),
    ...{ hours: hours.map((hour) => hour.toISOString()), end, now, limit: maximumRowsRead },
  });
  return rows.reduce((sum, { rows: count }) => sum + count, 0) < maximumRowsRead ? rows : null;
}

/**
 * When each hour of a day's clock begins. An hour that a change of clocks skips begins together with the next one, and is
 * empty; one that it repeats takes twice as long.
 */
function listHourStarts(day: string, timeZone: string): Date[] {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return Array.from({ length: 24 }, (_, hour) => {
    const start = TZDate.tz(timeZone, year, month - 1, date, hour).getTime();
    // Of an hour that is repeated, TZDate may return the second one.
    const earlier = start - hourMs;
    return new Date(new TZDate(earlier, timeZone).getHours() === hour ? earlier : start);
  });
}

/** The same time of day some days later. A time that a change of clocks skips is an hour later. */
function getSameTime(moment: Date, timeZone: string, days: number): Date {
  const zoned = new TZDate(moment, timeZone);
  return new Date(
    TZDate.tz(
      timeZone,
      ...([zoned.getFullYear(), zoned.getMonth(), zoned.getDate() + days] as const),
      ...([zoned.getHours(), zoned.getMinutes(), zoned.getSeconds(), zoned.getMilliseconds()] as const),
    ).getTime(),
  );
}

function sumHours(rows: readonly HourRow[], currency: string): DayTotals {
  const untilNow = { approved: 0, approvedAmount: 0, declined: 0, refunds: 0, refundedAmount: 0 };
  const hours = Array.from({ length: 24 }, () => 0);
  for (const row of rows) {
    if (row.currency !== currency) continue;
    hours[row.hour]! += Number(row.approvedAmount);
    if (!row.isUntilNow) continue;
    for (const name of Object.keys(untilNow) as (keyof CreatedTotals)[]) untilNow[name] += Number(row[name]);
  }
  return { untilNow, hours };
}

/** The time of the account's clock in hours since 00:00, 14.5 at 14:30. */
export function getClockHours(now: Date, timeZone: string): number {
  const zoned = new TZDate(now, timeZone);
  return zoned.getHours() + zoned.getMinutes() / 60;
}
