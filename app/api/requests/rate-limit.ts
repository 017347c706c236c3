import { createMiddleware } from 'hono/factory';
import { countApiRequest } from '~/merchants/api-requests/api-rate-limit';
import type { ApiEnv } from '~/api/api-env';
import { respondWithProblem } from '~/api/replies/problem';

/**
 * Limits each merchant's requests per second and environment, and reports the remaining number in every
 * response.
 */
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
  return allowed ? next() : respondWithProblem(c, 'too_many_requests', { headers: { 'Retry-After': reset } });
});
