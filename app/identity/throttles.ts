import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { pool } from '~/platform/db.server';
import { deriveKey, keyedDigest } from '~/platform/secrets.server';

/**
 * Counters in the database, shared by all processes and kept over a restart (threat T8). `lockSeconds`: the try that uses
 * up the points locks for this long from then on, so that no window's edge gives more (PCI DSS 8.3.4: at most 10 tries, then
 * 30 minutes).
 */
const limits = {
  login_account: { points: 10, seconds: 24 * 3600, lockSeconds: 30 * 60 },
  login_device: { points: 10, seconds: 24 * 3600, lockSeconds: 30 * 60 },
  confirm_password: { points: 10, seconds: 24 * 3600, lockSeconds: 30 * 60 },
  second_factor: { points: 10, seconds: 24 * 3600, lockSeconds: 30 * 60 },
  login_address: { points: 100, seconds: 30 * 60 },
  mail_address: { points: 30, seconds: 3600 },
  mail_recipient: { points: 6, seconds: 3600 },
  receipt_recipient: { points: 6, seconds: 3600 },
  mail_pause: { points: 1, seconds: 60 },
  // A new zone has an account's whole past counted anew.
  time_zone: { points: 10, seconds: 24 * 3600 },
  logo: { points: 30, seconds: 3600 },
} satisfies Record<string, { points: number; seconds: number; lockSeconds?: number }>;

export type LimitName = keyof typeof limits;

const key = deriveKey('throttles');
const limiters = Object.fromEntries(
  Object.entries(limits).map(([name, { points, seconds }]) => [
    name,
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds,
    }),
  ]),
) as Record<LimitName, RateLimiterPostgres>;

/** Counts one try. @returns 0 when it may go on, otherwise the seconds to wait */
export async function takeTry(name: LimitName, subject: string): Promise<number> {
  const limit: { points: number; lockSeconds?: number } = limits[name];
  try {
    const { remainingPoints } = await limiters[name].consume(counted(subject));
    if (remainingPoints === 0 && limit.lockSeconds) await limiters[name].block(counted(subject), limit.lockSeconds);
    return 0;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
  }
}

/** Gives one try back, for one that turned out right. */
export async function giveTryBack(name: LimitName, subject: string): Promise<void> {
  await limiters[name].reward(counted(subject));
}

/** Starts the count anew. */
export async function forgetTries(name: LimitName, subject: string): Promise<void> {
  await limiters[name].delete(counted(subject));
}

/** The table names nobody: it keeps a keyed hash of addresses. */
function counted(subject: string): string {
  return keyedDigest(key, subject);
}
