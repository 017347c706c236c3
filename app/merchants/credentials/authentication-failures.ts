import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { pool } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { once } from '~/platform/once.server';

const failuresPerMinute = 10;

const limiter = once(
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

/** Wrong secrets per client id, counted where all processes see it (decisions: Rate limits). */
export const authenticationFailures = {
  /** Counts one. @returns seconds until the next one is worth trying; 0 while there are few */
  async count(environment: Environment, clientId: string): Promise<number> {
    const { consumedPoints, msBeforeNext } = await limiter.penalty(`${environment}:${clientId}`);
    return consumedPoints > failuresPerMinute ? Math.max(1, Math.ceil(msBeforeNext / 1000)) : 0;
  },
};
