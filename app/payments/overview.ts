import { prisma } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { endsSoon } from './ending-holds';

type Merchant = { accountId: string; environment: Environment };

/** Days as YYYY-MM-DD in the account's time zone, both included. */
type Days = { from: string; to: string };

/** One day in one currency. Amounts in minor units; refunds are less those that came back. */
export type DayFigures = Totals & { day: string; currency: string };
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

/** In the days of which zone figures stand while they are counted anew in another one; `isUnknown`: they cannot be. */
export type Recount = { standing: string; chosen: string; isUnknown: boolean };

/** A merchant's figures of the days on which something happened, in the order of time, and up to when they are counted. */
export async function retrieveFigures({ accountId, environment, days }: Merchant & { days: Days }): Promise<{
  figures: DayFigures[];
  countedUntil: Date;
  recount: Recount | null;
}> {
  const [rows, { countedUntil }, { dailyTotalsZone: standing, timeZone: chosen, dailyTotalsRecalculation }] =
    await Promise.all([
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
          dailyTotalsRecalculation: { select: { zone: true, unknown: true } },
        },
      }),
    ]);
  const figures = rows.map((row) => ({
    day: row.day.toISOString().slice(0, 10),
    currency: row.currency,
    ...(Object.fromEntries(counters.map((name) => [name, Number(row[name])])) as Totals),
  }));
  const isUnknown = dailyTotalsRecalculation?.zone === chosen && dailyTotalsRecalculation.unknown;
  return { figures, countedUntil, recount: standing === chosen ? null : { standing, chosen, isUnknown } };
}

/** What some days come to together. They must be of one currency. */
export function totalOf(figures: readonly Totals[]): Totals {
  return Object.fromEntries(
    counters.map((name) => [name, figures.reduce((sum, of) => sum + of[name], 0)]),
  ) as Totals;
}

/** Holds that end within 48 hours and of which something could still be captured, the first to end first. */
export async function listEndingHolds({ accountId, environment, limit }: Merchant & { limit: number }) {
  return prisma.$queryRaw<{ id: string; remaining: number; currency: string; captureBefore: Date }[]>`
    select id, amount_authorized - amount_captured - amount_voided - amount_expired - hold_reserved as remaining, order_currency as currency, capture_before as "captureBefore"
    from transactions t where account_id = ${accountId} and environment = ${environment} and ${endsSoon}
    order by capture_before limit ${limit}`;
}
