import { prisma, type Database } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { Prisma } from '~/platform/prisma/client';
import { addedTotals, dailyTotalColumns, countOperations, lockWatermark } from './daily-totals-statements';

/**
 * The number of transactions per database transaction, so that others can count in between and a shutdown
 * doesn't wait long.
 */
const sliceLength = 2_000;
/** How long one run of the timer continues, because new operations have to be counted too. */
const turnMs = 10_000;

/**
 * Recalculates the daily totals of accounts that changed their time zone. The current totals stay until the
 * new ones are complete. An interrupted recalculation continues where it stopped.
 */
export async function recalculateChangedZones(
  stopping?: AbortSignal,
  limits = { slices: Infinity, length: sliceLength },
): Promise<void> {
  const ends = Date.now() + turnMs;
  let slices = 0;
  for (const { id } of await listOutdatedAccounts())
    try {
      while (
        !stopping?.aborted &&
        Date.now() < ends &&
        slices++ < limits.slices &&
        (await continueRecalculation(id, limits.length))
      );
    } catch (error) {
      log.error('daily totals recalculated in a new time zone', error, { accountId: id });
    }
}

/** Adds new operations to recalculations in progress, in the transaction that adds them to the totals. */
export async function addToRecalculations(db: Database, completedCondition: Prisma.Sql): Promise<void> {
  const recalculations = await db.dailyTotalsRecalculation.findMany({ where: { unknown: false } });
  for (const { accountId, zone } of recalculations)
    await addTotals(db, Prisma.sql`t.account_id = ${accountId} and ${completedCondition}`, zone);
}

/**
 * Accounts whose totals have another time zone than the chosen one, and those that switched back before the
 * recalculation was complete.
 */
function listOutdatedAccounts() {
  return prisma.$queryRaw<{ id: string }[]>`
    select id from accounts a where daily_totals_zone <> time_zone and not exists (select from daily_totals_recalculations r where r.account_id = a.id and r.zone = a.time_zone and r.unknown)
    union select a.id from daily_totals_recalculations r join accounts a on a.id = r.account_id where a.daily_totals_zone = a.time_zone
    order by id limit 100`;
}

/**
 * Starts a recalculation, counts its next part, or completes it.
 * @returns whether there is more to do
 */
function continueRecalculation(accountId: string, length: number): Promise<boolean> {
  return prisma.$transaction(
    async (db) => {
      const watermark = await lockWatermark(db);
      const {
        timeZone,
        dailyTotalsZone,
        dailyTotalsRecalculation: recalculation,
      } = await db.account.findUniqueOrThrow({
        where: { id: accountId },
        select: { timeZone: true, dailyTotalsZone: true, dailyTotalsRecalculation: true },
      });
      if (timeZone === dailyTotalsZone) return discardRecalculation(db, accountId);
      if (recalculation?.zone !== timeZone) return startRecalculation(db, accountId, timeZone, watermark);
      const slice = await db.$queryRaw<{ environment: string; id: string }[]>`
      select environment, id from transactions
      where account_id = ${accountId} and (environment, id) > (${recalculation.afterEnvironment}, ${recalculation.afterId}) order by environment, id limit ${length}`;
      const last = slice.at(-1);
      if (!last) return finishRecalculation(db, accountId, timeZone);
      await addTotals(
        db,
        Prisma.sql`t.id = any(${slice.map(({ id }) => id)}) and o.completed_at < ${recalculation.countedUntil}::timestamptz`,
        timeZone,
      );
      await db.dailyTotalsRecalculation.update({
        where: { accountId },
        data: { afterEnvironment: last.environment, afterId: last.id },
      });
      return true;
    },
    { timeout: 60_000 },
  );
}

async function startRecalculation(
  db: Database,
  accountId: string,
  zone: string,
  countedUntil: Date,
): Promise<boolean> {
  const [{ known }] = await db.$queryRaw<
    [{ known: boolean }]
  >`select exists (select from pg_timezone_names where name = ${zone}) as known`;
  if (!known)
    log.warn('daily totals keep their time zone: the database does not know the new one', { accountId });
  await discardRecalculation(db, accountId);
  await db.dailyTotalsRecalculation.create({ data: { accountId, zone, countedUntil, unknown: !known } });
  return known;
}

async function finishRecalculation(
  db: Database,
  accountId: string,
  dailyTotalsZone: string,
): Promise<boolean> {
  await db.dailyTotals.deleteMany({ where: { accountId } });
  await db.$executeRaw`insert into daily_totals (${dailyTotalColumns}) select ${dailyTotalColumns} from recalculated_daily_totals where account_id = ${accountId}`;
  await db.account.update({ where: { id: accountId }, data: { dailyTotalsZone } });
  return discardRecalculation(db, accountId);
}

async function discardRecalculation(db: Database, accountId: string): Promise<false> {
  await db.recalculatedDailyTotals.deleteMany({ where: { accountId } });
  await db.dailyTotalsRecalculation.deleteMany({ where: { accountId } });
  return false;
}

async function addTotals(db: Database, condition: Prisma.Sql, zone: string): Promise<void> {
  await db.$executeRaw`
    insert into recalculated_daily_totals (${dailyTotalColumns}) ${countOperations(condition, Prisma.sql`${zone}::text`)}
    on conflict (account_id, environment, day, currency) do update set ${addedTotals('recalculated_daily_totals')}`;
}
