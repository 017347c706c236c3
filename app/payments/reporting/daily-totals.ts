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
 * How long after its date an operation can become visible: it's dated before it's written, a connection can
 * take 10 s and a transaction 5 s. The daily recalculation finds later ones.
 */
const marginSeconds = 20;
/** The maximum per transaction: an installation that has never counted catches up step by step. */
const stepHours = 24;
const maximumCountMs = 120_000;

/**
 * Adds new operations to the totals, each once: the transaction that adds them moves the watermark and locks
 * it. Then continues the recalculations of accounts that changed their time zone. Called by a timer.
 */
export async function refreshDailyTotals(
  stopping?: AbortSignal,
  { margin = marginSeconds } = {},
): Promise<void> {
  while (!stopping?.aborted && (await countNextStep(margin)));
  await recalculateChangedZones(stopping);
}

/**
 * Counts one step further.
 * @returns whether there is more to count
 */
function countNextStep(margin: number): Promise<boolean> {
  return prisma.$transaction(
    async (db) => {
      const since = await lockWatermark(db);
      // After a long pause, it continues with the next operation.
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
 * Counts the days again since a given time and corrects what differs. The first day is included only if it begins
 * after that time.
 * @returns how many totals were wrong
 */
export async function recalculateDailyTotals(since: Date): Promise<number> {
  return prisma.$transaction(async (db) => correctTotals(db, { since, until: await lockWatermark(db) }), {
    timeout: maximumCountMs,
  });
}

/**
 * Corrects the last two days. A difference means that an operation was written later than the margin allows.
 */
export async function recalculateLatestDailyTotals(): Promise<void> {
  const correctedCount = await recalculateDailyTotals(new Date(Date.now() - 3 * 86_400_000));
  if (correctedCount) log.warn('daily totals were wrong and have been corrected', { count: correctedCount });
}

/** Counts everything up to now, after a complete history was inserted and before the service starts. */
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
