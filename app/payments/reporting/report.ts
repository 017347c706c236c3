import { prisma } from '~/platform/database/db.server';
import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { Prisma } from '~/platform/prisma/client';
import { expiresSoonCondition } from './expiring-holds';

type Merchant = { accountId: string; environment: Environment };

/** Days as YYYY-MM-DD in the account's time zone, both included. */
type Days = { from: string; to: string };

/** One day in one currency. Amounts in minor units. Refunds exclude those that failed. */
export type DayTotals = Totals & { day: string; currency: string };
export type Totals = Record<(typeof counters)[number], number>;

const counters = [
  'approved',
  'declined',
  'captured',
  'refunds',
  'refunded',
  'chargebacks',
  'chargedBack',
  'losses',
  'lost',
] as const;

/**
 * The time zone of the current totals during a recalculation. `isUnknown`: the database doesn't know the new
 * one.
 */
export type Recalculation = { currentZone: string; newZone: string; isUnknown: boolean };

/** Whether a merchant has ever had a transaction in this currency. */
export async function hasDailyTotals(where: Merchant & { currency: string }): Promise<boolean> {
  return (await prisma.dailyTotals.findFirst({ where, select: { day: true } })) !== null;
}

/** A merchant's daily totals in chronological order, and the time up to which they're counted. */
export async function retrieveDailyTotals({
  accountId,
  environment,
  days,
}: Merchant & { days: Days }): Promise<{
  totals: DayTotals[];
  countedUntil: Date;
  recalculation: Recalculation | null;
}> {
  const [
    rows,
    { countedUntil },
    { dailyTotalsZone: currentZone, timeZone: newZone, dailyTotalsRecalculation },
  ] = await Promise.all([
    prisma.dailyTotals.findMany({
      where: { accountId, environment, day: { gte: new Date(days.from), lte: new Date(days.to) } },
      orderBy: [{ day: 'asc' }, { currency: 'asc' }],
    }),
    prisma.dailyTotalsWatermark.findUniqueOrThrow({ where: { id: 1 } }),
    prisma.account.findUniqueOrThrow({
      where: { id: accountId },
      select: {
        dailyTotalsZone: true,
        timeZone: true,
        dailyTotalsRecalculation: true,
      },
    }),
  ]);
  const totals = rows.map((row) => ({
    day: row.day.toISOString().slice(0, 10),
    currency: row.currency,
    ...(Object.fromEntries(counters.map((name) => [name, Number(row[name])])) as Totals),
  }));
  const isUnknown = dailyTotalsRecalculation?.zone === newZone && dailyTotalsRecalculation.unknown;
  return {
    totals,
    countedUntil,
    recalculation: currentZone === newZone ? null : { currentZone, newZone, isUnknown },
  };
}

/** The sum of several days in one currency. */
export function sumTotals(totals: readonly Totals[]): Totals {
  return Object.fromEntries(
    counters.map((name) => [name, totals.reduce((sum, of) => sum + of[name], 0)]),
  ) as Totals;
}

/** Holds that expire within 48 hours and can still be captured, earliest first. */
export async function listExpiringHolds({ accountId, environment, limit }: Merchant & { limit: number }) {
  return queryRows<{ id: string; remaining: number; currency: string; captureBefore: Date }>(Prisma.sql`
    select id, amount_authorized - amount_captured - amount_voided - amount_expired - hold_reserved as remaining, order_currency as currency, capture_before as "captureBefore"
    from transactions t where account_id = ${accountId} and environment = ${environment} and ${expiresSoonCondition}
    order by capture_before limit ${limit}`);
}
