import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { pool } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { singleton } from '~/platform/concurrency/singleton.server';
import { requirePersistentKey } from '~/platform/secrets/persistent-keys.server';
import { hmacDigest } from '~/platform/secrets/secrets.server';

const failuresPerMinute = 10;

const limiter = singleton(
  'client-failures',
  () =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: 'client',
      points: failuresPerMinute,
      duration: 60,
    }),
);

/**
 * Counts wrong secrets per client ID across all processes (decisions: Rate limits). Only a keyed hash of the ID
 * is stored, because a sender can put anything there (threat T15).
 */
export const authenticationFailures = {
  /**
   * Counts one.
   * @returns seconds until the next attempt; 0 while there are few
   */
  async count(environment: Environment, clientId: string): Promise<number> {
    const { consumedPoints, msBeforeNext } = await limiter.penalty(
      `${environment}:${hmacDigest(requirePersistentKey('throttles'), clientId)}`,
    );
    return consumedPoints > failuresPerMinute ? Math.max(1, Math.ceil(msBeforeNext / 1000)) : 0;
  },
};
