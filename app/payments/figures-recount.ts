import { prisma, type Database } from '~/platform/db.server';
import { log } from '~/platform/log';
import { Prisma } from '~/platform/prisma/client';
import { added, columns, counted, holdWatermark } from './figure-counting';

/** So many transactions are counted in one database transaction: others count meanwhile, and a stop waits for no more. */
const sliceLength = 2_000;
/** So long one turn of the timer goes on with it: what happens meanwhile is to be counted too. */
const turnMs = 10_000;

/**
 * Counts the figures of accounts anew that have chosen another time zone, slice by slice beside those that stand, which stay
 * until all is counted. A recount that was interrupted goes on where it was.
 */
export async function recountZones(
  stopping?: AbortSignal,
  limits = { slices: Infinity, length: sliceLength },
): Promise<void> {
  const ends = Date.now() + turnMs;
  let slices = 0;
  for (const { id } of await listOutdated())
    try {
      while (
        !stopping?.aborted &&
        Date.now() < ends &&
        slices++ < limits.slices &&
        (await goOn(id, limits.length))
      );
    } catch (error) {
      log.error('figures in a new time zone', error, { accountId: id });
    }
}

/** Adds what has happened to the recounts that are on their way, in the transaction that adds it to the figures. */
export async function countForRecounts(db: Database, happened: Prisma.Sql): Promise<void> {
  const recounts = await db.dailyTotalsRecalculation.findMany({ where: { unknown: false } });
  for (const { accountId, zone } of recounts)
    await add(db, Prisma.sql`t.account_id = ${accountId} and ${happened}`, zone);
}

/** Those of another zone than they have chosen, and those that have gone back to it before the recount was done. */
function listOutdated() {
  return prisma.$queryRaw<{ id: string }[]>`
    select id from accounts a where daily_totals_zone <> time_zone and not exists (select from daily_totals_recalculations r where r.account_id = a.id and r.zone = a.time_zone and r.unknown)
    union select a.id from daily_totals_recalculations r join accounts a on a.id = r.account_id where a.daily_totals_zone = a.time_zone
    order by id limit 100`;
}

/** Begins a recount, counts its next slice or ends it. @returns whether there is more to do */
function goOn(accountId: string, length: number): Promise<boolean> {
  return prisma.$transaction(
    async (db) => {
      const watermark = await holdWatermark(db);
      const {
        timeZone,
        dailyTotalsZone,
        dailyTotalsRecalculation: recount,
      } = await db.account.findUniqueOrThrow({
        where: { id: accountId },
        select: { timeZone: true, dailyTotalsZone: true, dailyTotalsRecalculation: true },
      });
      if (timeZone === dailyTotalsZone) return forget(db, accountId);
      if (recount?.zone !== timeZone) return begin(db, accountId, timeZone, watermark);
      const slice = await db.$queryRaw<{ environment: string; id: string }[]>`
      select environment, id from transactions
      where account_id = ${accountId} and (environment, id) > (${recount.afterEnvironment}, ${recount.afterId}) order by environment, id limit ${length}`;
      const last = slice.at(-1);
      if (!last) return finish(db, accountId, timeZone);
      await add(
        db,
        Prisma.sql`t.id = any(${slice.map(({ id }) => id)}) and o.completed_at < ${recount.countedUntil}::timestamptz`,
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

async function begin(db: Database, accountId: string, zone: string, countedUntil: Date): Promise<boolean> {
  const [{ known }] = await db.$queryRaw<
    [{ known: boolean }]
  >`select exists (select from pg_timezone_names where name = ${zone}) as known`;
  if (!known)
    log.warn('figures stay in their time zone: the database does not know the new one', { accountId });
  await forget(db, accountId);
  await db.dailyTotalsRecalculation.create({ data: { accountId, zone, countedUntil, unknown: !known } });
  return known;
}

async function finish(db: Database, accountId: string, dailyTotalsZone: string): Promise<boolean> {
  await db.dailyTotals.deleteMany({ where: { accountId } });
  await db.$executeRaw`insert into daily_totals (${columns}) select ${columns} from recalculated_daily_totals where account_id = ${accountId}`;
  await db.account.update({ where: { id: accountId }, data: { dailyTotalsZone } });
  return forget(db, accountId);
}

async function forget(db: Database, accountId: string): Promise<false> {
  await db.recalculatedDailyTotals.deleteMany({ where: { accountId } });
  await db.dailyTotalsRecalculation.deleteMany({ where: { accountId } });
  return false;
}

async function add(db: Database, which: Prisma.Sql, zone: string): Promise<void> {
  await db.$executeRaw`
    insert into recalculated_daily_totals (${columns}) ${counted(which, Prisma.sql`${zone}::text`)}
    on conflict (account_id, environment, day, currency) do update set ${added('recalculated_daily_totals')}`;
}
