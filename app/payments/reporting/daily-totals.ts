import { prisma, type Database } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import {
  addedTotals,
  completedBetween,
  dailyTotalColumns,
  countOperations,
  lockWatermark,
  replacedTotals,
  totalsOf,
} from './daily-totals-statements';
import { addToRecalculations, recalculateChangedZones } from './daily-totals-recalculation';

/**
 * How long after its date an operation may become visible: it is dated before it is written, a connection may take 10 s to
 * get and a transaction 5 s to end. What comes later still is found by the daily recalculation.
 */
const marginSeconds = 20;
/** Counted in one transaction at most: an installation that has never counted gets there step by step. */
const stepHours = 24;
const maximumCountMs = 120_000;

/**
 * Adds to the figures what happened since it was last done, each operation once: the watermark moves in the transaction
 * that adds, and anyone who adds holds it. Then goes on with recalculating for accounts that have chosen another time zone. Called by a timer.
 */
export async function refreshDailyTotals(
  stopping?: AbortSignal,
  { margin = marginSeconds } = {},
): Promise<void> {
  while (!stopping?.aborted && (await countNextStep(margin)));
  await recalculateChangedZones(stopping);
}

/** Counts one step further. @returns whether there is more to count */
function countNextStep(margin: number): Promise<boolean> {
  return prisma.$transaction(
    async (db) => {
      const since = await lockWatermark(db);
      // Where nothing happened for long, it goes on with the first that did.
      const [{ until, behind }] = await db.$queryRaw<[{ until: Date; behind: boolean }]>`
      select least(next.until, latest)::timestamptz(3) as until, next.until < latest as behind from
        (select now() - ${margin}::int * interval '1 second' as latest) as l,
        (select coalesce(min(completed_at), now()) + ${stepHours}::int * interval '1 hour' as until from operations where completed_at >= ${since}::timestamptz) as next`;
      if (until <= since) return false;
      await db.$executeRaw`
      insert into daily_totals (${dailyTotalColumns}) ${countOperations(completedBetween(since, until))}
      on conflict (account_id, environment, day, currency) do update set ${addedTotals('daily_totals')}`;
      await addToRecalculations(db, completedBetween(since, until));
      await db.dailyTotalsWatermark.update({ where: { id: 1 }, data: { countedUntil: until } });
      return behind;
    },
    { timeout: maximumCountMs },
  );
}

/**
 * Counts the days since a moment again, as far as they are counted, and fixes what differs: the first day only if it begins
 * after that moment. @returns how many figures were wrong
 */
export async function recalculateDailyTotals(since: Date): Promise<number> {
  return prisma.$transaction(async (db) => correctTotals(db, { since, until: await lockWatermark(db) }), {
    timeout: maximumCountMs,
  });
}

/** Fixes the last two days. What there is to fix should not have been: it was written later than the margin allows for. */
export async function recalculateLatestDailyTotals(): Promise<void> {
  const correctedCount = await recalculateDailyTotals(new Date(Date.now() - 3 * 86_400_000));
  if (correctedCount)
    log.warn('daily totals were wrong and have been corrected', { count: correctedCount });
}

/** Counts all that has ever happened, up to now, where a whole past was put in at once and nobody is at work yet. */
export async function countEntireHistory(): Promise<void> {
  await prisma.$transaction(
    async (db) => {
      await lockWatermark(db);
      const [{ until }] = await db.$queryRaw<[{ until: Date }]>`select now()::timestamptz(3) as until`;
      await db.dailyTotalsWatermark.update({ where: { id: 1 }, data: { countedUntil: until } });
      await correctTotals(db, { since: new Date(0), until });
    },
    { timeout: maximumCountMs },
  );
}

async function correctTotals(db: Database, { since, until }: { since: Date; until: Date }): Promise<number> {
  const [{ count }] = await db.$queryRaw<[{ count: number }]>`
    with counted as (${countOperations(completedBetween(since, until))}), whole as (
      select c.* from counted c join accounts a on a.id = c.account_id where c.day > (${since}::timestamptz at time zone a.daily_totals_zone)::date
    ), gone as (
      delete from daily_totals f using accounts a where a.id = f.account_id and f.day > (${since}::timestamptz at time zone a.daily_totals_zone)::date
        and f.day >= ${since}::timestamptz::date - 1
        and not exists (select from whole w where (w.account_id, w.environment, w.day, w.currency) = (f.account_id, f.environment, f.day, f.currency))
      returning 1
    ), fixed as (
      insert into daily_totals (${dailyTotalColumns}) select ${dailyTotalColumns} from whole
      on conflict (account_id, environment, day, currency) do update set ${replacedTotals} where (${totalsOf('daily_totals')}) is distinct from (${totalsOf('excluded')})
      returning 1
    )
    select ((select count(*) from gone) + (select count(*) from fixed))::int as count`;
  return count;
}
