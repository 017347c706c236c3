import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { pool } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { once } from '~/platform/once.server';

const failuresPerMinute = 10;

const limiter = once(
  'client-failures',
  () => new RateLimiterPostgres({ storeClient: pool, tableName: 'rate_limits', tableCreated: true, keyPrefix: 'client', points: failuresPerMinute, duration: 60 }),
);

/** Wrong secrets per client id, counted where all processes see it (decisions: Rate limits). */
export const clientFailures = {
  /** Seconds until the client may try again; 0 when it may now. */
  async blockedFor(environment: Environment, clientId: string): Promise<number> {
    const counted = await limiter.get(`${environment}:${clientId}`);
    return counted && counted.consumedPoints >= failuresPerMinute ? Math.max(1, Math.ceil(counted.msBeforeNext / 1000)) : 0;
  },
  async count(environment: Environment, clientId: string): Promise<void> {
    await limiter.penalty(`${environment}:${clientId}`);
  },
};
