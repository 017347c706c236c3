import { executeQuery } from '~/platform/database/query.server';
import { databaseNowMs, defineStatement } from '~/platform/database/statement.server';

/** A counter that starts again when its window has ended, `windowMs` after the first count. */
type WindowCounter = { key: string; windowMs: number };

type CountOptions = {
  counters: readonly WindowCounter[];
  /** How much to count, 1 by default. */
  added?: number;
  /** A counter that has reached this counts nothing more until its window ends. */
  maximum?: number;
  /** The window ends `windowMs` after the last count instead of the first. */
  sliding?: boolean;
};

/** A counter's current window. `expire` identifies it: its end, in milliseconds since 1970. */
export type CountedWindow = { key: string; points: number; expire: string; remainingMs: number };

// Sorted by key, so that concurrent counts of the same counters wait for each other in the same order.
const countStatement = defineStatement<
  { keys: string[]; windows: number[]; added: number; maximum: number | null; sliding: boolean },
  CountedWindow
>(
  'count-in-windows',
  `insert into rate_limits as l (key, points, expire)
  select key, :added::int, ${databaseNowMs} + ms from unnest(:keys::text[], :windows::bigint[]) as counter (key, ms)
  order by key
  on conflict (key) do update set
    points = case when l.expire > ${databaseNowMs} then l.points + excluded.points else excluded.points end,
    expire = case when l.expire > ${databaseNowMs} and not :sliding::boolean then l.expire else excluded.expire end
  where l.expire <= ${databaseNowMs} or :maximum::int is null or l.points < :maximum::int
  returning key, points, expire::text, (expire - ${databaseNowMs})::float8 as "remainingMs"`,
);

// A window that has ended meanwhile took its count with it, and a later one hasn't counted this. A sliding window ends
// later with each count.
const uncountStatement = defineStatement<{ keys: string[]; expires: string[]; sliding: boolean }, object>(
  'uncount-in-windows',
  `with counted as (
    select l.key from rate_limits l
    join unnest(:keys::text[], :expires::bigint[]) as counter (key, expire) on counter.key = l.key
    where (:sliding::boolean or counter.expire = l.expire) and l.points > 0
    order by l.key for update of l
  )
  update rate_limits l set points = l.points - 1 from counted where l.key = counted.key`,
);

const findWindow = defineStatement<{ key: string }, { remainingMs: number }>(
  'find-counted-window',
  `select (expire - ${databaseNowMs})::float8 as "remainingMs" from rate_limits where key = :key`,
);

const deleteCounter = defineStatement<{ key: string }, object>(
  'delete-window-counter',
  'delete from rate_limits where key = :key',
);

/**
 * Counts in one or several counters. They're in the database and use its clock, so that all processes share
 * them and restarts preserve them (threats T8 and T23).
 * @returns the windows of those that counted
 */
export async function countInWindows({
  counters,
  added = 1,
  maximum,
  sliding = false,
}: CountOptions): Promise<CountedWindow[]> {
  return countStatement({
    keys: counters.map(({ key }) => key),
    windows: counters.map(({ windowMs }) => windowMs),
    added,
    maximum: maximum ?? null,
    sliding,
  });
}

/** Reverts one count in the windows that counted it. */
export async function uncountInWindows(
  windows: readonly Pick<CountedWindow, 'key' | 'expire'>[],
  { sliding = false } = {},
): Promise<void> {
  await uncountStatement({
    keys: windows.map(({ key }) => key),
    expires: windows.map(({ expire }) => expire),
    sliding,
  });
}

/** The time until a counter starts again; 0 when it has. */
export async function findRemainingMs(key: string): Promise<number> {
  const [window] = await findWindow({ key });
  return Math.max(0, window?.remainingMs ?? 0);
}

export async function resetCounter(key: string): Promise<void> {
  await deleteCounter({ key });
}

/** Called by a timer. An ended counter is like none. */
export async function deleteEndedCounters(): Promise<void> {
  await executeQuery({ text: `delete from rate_limits where expire < ${databaseNowMs}` });
}
