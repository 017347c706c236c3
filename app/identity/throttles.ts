import { lastingKey } from '~/platform/lasting-keys.server';
import { keyedDigest } from '~/platform/secrets.server';
import { statement } from '~/platform/statement.server';

/** `sliding`: the seconds count from the last try instead of the first. */
type Limit = { points: number; seconds: number; sliding?: boolean };

/** Ten tries, then thirty minutes, and no edge of a window gives more: only as long a time without one starts the count anew (PCI DSS 8.3.4). */
const guesses = { points: 10, seconds: 30 * 60, sliding: true };

/** Counters in the database, by its clock: shared by all processes and kept over a restart (threats T8 and T23). */
const limits = {
  login_account: guesses,
  login_device: guesses,
  confirm_password: guesses,
  reset_password: guesses,
  second_factor: guesses,
  // Of all known devices of a person together: whoever had their password for a while may have the cookies of many.
  second_factor_devices: { ...guesses, points: 50 },
  login_address: { points: 100, seconds: 30 * 60 },
  // Wrong passwords on unknown devices, of everybody together. Each costs some 25 ms of a processor.
  login_overall: { points: 1_800, seconds: 60 },
  mail_address: { points: 30, seconds: 3600 },
  mail_recipient: { points: 6, seconds: 3600 },
  new_device_mail: { points: 5, seconds: 3600 },
  receipt_recipient: { points: 6, seconds: 3600 },
  mail_pause: { points: 1, seconds: 60 },
  // A new zone has an account's whole past counted anew.
  time_zone: { points: 10, seconds: 24 * 3600 },
  logo: { points: 30, seconds: 3600 },
  // Whoever needs more than this in a day is not helping somebody.
  look: { points: 20, seconds: 24 * 3600 },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

const clock = `(extract(epoch from statement_timestamp()) * 1000)::bigint`;

// Of many at once each waits for the one before it, and what is used up takes no more: a refused try changes nothing.
const take = statement<{ key: string; points: number; ms: number; sliding: boolean }, object>(
  'take-try',
  `insert into rate_limits as l (key, points, expire) values (:key, 1, ${clock} + :ms::int)
  on conflict (key) do update set
    points = case when l.expire > ${clock} then l.points + 1 else 1 end,
    expire = case when l.expire > ${clock} and not :sliding::boolean then l.expire else excluded.expire end
  where l.expire <= ${clock} or l.points < :points::int
  returning 1`,
);
const findWait = statement<{ key: string }, { seconds: number }>(
  'find-wait',
  `select ceil((expire - ${clock}) / 1000.0)::int as seconds from rate_limits where key = :key`,
);
const giveBack = statement<{ key: string }, object>(
  'give-try-back',
  'update rate_limits set points = points - 1 where key = :key and points > 0',
);
const forget = statement<{ key: string }, object>('forget-tries', 'delete from rate_limits where key = :key');

/** Counts one try. @returns 0 when it may go on, otherwise the seconds to wait */
export async function takeTry(name: LimitName, subject: string): Promise<number> {
  const { points, seconds, sliding = false }: Limit = limits[name];
  const key = keyOf(name, subject);
  if ((await take({ key, points, ms: seconds * 1000, sliding })).length) return 0;
  const [refused] = await findWait({ key });
  return Math.max(1, refused?.seconds ?? 1);
}

/** Gives one try back, for one that turned out right. */
export async function giveTryBack(name: LimitName, subject: string): Promise<void> {
  await giveBack({ key: keyOf(name, subject) });
}

/** Starts the count anew. */
export async function forgetTries(name: LimitName, subject: string): Promise<void> {
  await forget({ key: keyOf(name, subject) });
}

/** The table names nobody: it keeps a keyed hash of addresses. */
function keyOf(name: LimitName, subject: string): string {
  return `${name}:${keyedDigest(lastingKey('throttles'), subject)}`;
}
