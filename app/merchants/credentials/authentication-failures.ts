import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { pool } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { singleton } from '~/platform/concurrency/singleton.server';

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

/** Counts wrong secrets per client ID across all processes (decisions: Rate limits). */
export const authenticationFailures = {
  /**
   * Counts one.
   * @returns seconds until the next attempt; 0 while there are few
   */
  async count(environment: Environment, clientId: string): Promise<number> {
    const { consumedPoints, msBeforeNext } = await limiter.penalty(`${environment}:${clientId}`);
    return consumedPoints > failuresPerMinute ? Math.max(1, Math.ceil(msBeforeNext / 1000)) : 0;
  },
};
