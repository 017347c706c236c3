import { createMiddleware } from 'hono/factory';
import { countApiRequest } from '~/merchants/api-requests/api-rate-limit';
import type { ApiEnv } from './api-env';
import { problem } from './problem';

/** Holds each merchant to its requests a second in each environment, and says on every reply how many are left. */
export const limitRate = createMiddleware<ApiEnv>(async (c, next) => {
  const { accountId, environment } = c.get('actor');
  const { allowed, limit, remaining, resetSeconds } = await countApiRequest(environment, accountId);
  const reset = String(resetSeconds);
  const headers = {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': reset,
  };
  c.set('rateHeaders', headers);
  return allowed ? next() : problem(c, 'too_many_requests', { headers: { 'Retry-After': reset } });
});
