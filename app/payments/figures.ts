import { prisma, type Database } from '~/platform/db.server';
import { log } from '~/platform/log';
import { Prisma } from '~/platform/prisma/client';

/**
 * How long after its date an operation may become visible: it is dated before it is written, a connection may take 10 s to
 * get and a transaction 5 s to end. What comes later still is found by the daily recount.
 */
const marginSeconds = 20;
/** Counted in one transaction at most: an installation that has never counted gets there step by step. */
const stepHours = 24;
const turnMs = 120_000;

// What operations come to, by account and day. Those of a refund stand in its payment's trail as well, and count once: on
// the REFUND. A refund that came back counts against the day on which it did.
const counted = (which: Prisma.Sql) => Prisma.sql`
  select t.account_id, t.environment, (o.completed_at at time zone a.figures_zone)::date as day, o.currency,
    count(*) filter (where o.type in ('authorize', 'authcap') and o.status = 'SUCCEEDED')::int as approved,
    count(*) filter (where o.type in ('authorize', 'authcap') and o.status = 'FAILED')::int as declined,
    coalesce(sum(o.amount) filter (where o.type in ('authcap', 'capture', 'partial_capture') and o.status = 'SUCCEEDED'), 0)::bigint as captured,
    coalesce(sum(returned.sign) filter (where o.type = 'refund'), 0)::int as refunds,
    coalesce(sum(returned.sign * o.amount) filter (where o.type = 'refund'), 0)::bigint as refunded,
    count(*) filter (where o.type = 'chargeback')::int as chargebacks,
    coalesce(sum(o.amount) filter (where o.type = 'chargeback'), 0)::bigint as charged_back,
    count(*) filter (where o.type = 'settle')::int as losses,
    coalesce(sum(o.amount) filter (where o.type = 'settle'), 0)::bigint as lost
  from operations o join transactions t on t.id = o.transaction_id join accounts a on a.id = t.account_id,
    lateral (select case when o.status = 'SUCCEEDED' then 1 when o.operator = 'system:refund-failures' then -1 else 0 end as sign) as returned
  where ${which} and o.status in ('SUCCEEDED', 'FAILED') and (
    t.type = 'PAYMENT' and o.type in ('authorize', 'authcap', 'capture', 'partial_capture')
    or t.type = 'REFUND' and o.type = 'refund' or t.type = 'CHARGEBACK' and o.type in ('chargeback', 'settle'))
  group by 1, 2, 3, 4`;

const columns = Prisma.raw('account_id, environment, day, currency, approved, declined, captured, refunds, refunded, chargebacks, charged_back, losses, lost');
const values = ['approved', 'declined', 'captured', 'refunds', 'refunded', 'chargebacks', 'charged_back', 'losses', 'lost'];
const added = Prisma.raw(values.map((name) => `${name} = figures.${name} + excluded.${name}`).join(', '));
const replaced = Prisma.raw(values.map((name) => `${name} = excluded.${name}`).join(', '));
const [kept, found] = ['figures', 'excluded'].map((table) => Prisma.raw(values.map((name) => `${table}.${name}`).join(', ')));

/**
 * Adds to the figures what happened since it was last done, each operation once: the watermark moves in the transaction
 * that adds, and whoever adds holds it. Then counts anew for accounts that have another time zone since. Called by a timer.
 */
export async function refreshFigures(stopping?: AbortSignal, { margin = marginSeconds } = {}): Promise<void> {
  while (!stopping?.aborted && (await countOn(margin)));
  const outdated = await prisma.$queryRaw<{ id: string }[]>`select id from accounts where figures_zone <> time_zone order by id limit 100`;
  for (const { id } of outdated) if (!stopping?.aborted) await countInNewZone(id).catch((error: unknown) => log.error('figures in a new time zone', error, { accountId: id }));
}

/** Counts one step further. @returns whether there is more to count */
function countOn(margin: number): Promise<boolean> {
  return prisma.$transaction(async (db) => {
    const since = await holdWatermark(db);
    // Where nothing happened for long, it goes on with the first that did.
    const [{ until, behind }] = await db.$queryRaw<[{ until: Date; behind: boolean }]>`
      select least(next.until, latest)::timestamptz(3) as until, next.until < latest as behind from
        (select now() - ${margin}::int * interval '1 second' as latest) as l,
        (select coalesce(min(completed_at), now()) + ${stepHours}::int * interval '1 hour' as until from operations where completed_at >= ${since}::timestamptz) as next`;
    if (until <= since) return false;
    await db.$executeRaw`
      insert into figures (${columns}) ${counted(between(since, until))}
      on conflict (account_id, environment, day, currency) do update set ${added}`;
    await db.figuresWatermark.update({ where: { id: 1 }, data: { countedUntil: until } });
    return behind;
  }, { timeout: turnMs });
}

/**
 * Counts the days since a moment anew, as far as they are counted, and mends what differs: the first day only if it begins
 * after that moment. @returns how many figures were wrong
 */
export async function recountFigures(since: Date): Promise<number> {
  return prisma.$transaction(async (db) => mend(db, { since, until: await holdWatermark(db) }), { timeout: turnMs });
}

/** Mends the last two days. What there is to mend should not have been: it was written later than the margin allows for. */
export async function recountLatestFigures(): Promise<void> {
  const mended = await recountFigures(new Date(Date.now() - 3 * 86_400_000));
  if (mended) log.warn('figures of the last days were wrong and are mended', { count: mended });
}

/** Counts all that has ever happened, up to now, where a whole past was put in at once and nobody is at work yet. */
export async function countWholePast(): Promise<void> {
  await prisma.$transaction(async (db) => {
    await holdWatermark(db);
    const [{ until }] = await db.$queryRaw<[{ until: Date }]>`select now()::timestamptz(3) as until`;
    await db.figuresWatermark.update({ where: { id: 1 }, data: { countedUntil: until } });
    await mend(db, { since: new Date(0), until });
  }, { timeout: turnMs });
}

function countInNewZone(accountId: string): Promise<number> {
  return prisma.$transaction(async (db) => {
    const until = await holdWatermark(db);
    await db.$executeRaw`update accounts set figures_zone = time_zone where id = ${accountId}`;
    return mend(db, { since: new Date(0), until, accountId });
  }, { timeout: turnMs });
}

async function mend(db: Database, { since, until, accountId }: { since: Date; until: Date; accountId?: string }): Promise<number> {
  const [ofAccount, figuresOf] = accountId ? [Prisma.sql`t.account_id = ${accountId} and`, Prisma.sql`f.account_id = ${accountId} and`] : [Prisma.empty, Prisma.empty];
  const [{ count }] = await db.$queryRaw<[{ count: number }]>`
    with counted as (${counted(Prisma.sql`${ofAccount} ${between(since, until)}`)}), whole as (
      select c.* from counted c join accounts a on a.id = c.account_id where c.day > (${since}::timestamptz at time zone a.figures_zone)::date
    ), gone as (
      delete from figures f using accounts a where ${figuresOf} a.id = f.account_id and f.day > (${since}::timestamptz at time zone a.figures_zone)::date
        and f.day >= ${since}::timestamptz::date - 1
        and not exists (select from whole w where (w.account_id, w.environment, w.day, w.currency) = (f.account_id, f.environment, f.day, f.currency))
      returning 1
    ), mended as (
      insert into figures (${columns}) select ${columns} from whole
      on conflict (account_id, environment, day, currency) do update set ${replaced} where (${kept!}) is distinct from (${found!})
      returning 1
    )
    select ((select count(*) from gone) + (select count(*) from mended))::int as count`;
  return count;
}

const between = (since: Date, until: Date) => Prisma.sql`o.completed_at >= ${since}::timestamptz and o.completed_at < ${until}::timestamptz`;

async function holdWatermark(db: Database): Promise<Date> {
  const [{ until }] = await db.$queryRaw<[{ until: Date }]>`select counted_until as until from figures_watermark where id = 1 for update`;
  return until;
}
