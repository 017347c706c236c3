import { createMiddleware } from 'hono/factory';
import { countApiRequest } from '~/merchants/api-requests/api-rate-limit';
import type { ApiEnv } from '~/api/api-env';
import { respondWithProblem } from '~/api/replies/problem';

/**
 * The API rate limit per merchant and environment: rejects requests above it with 429, and reports the
 * remaining number in every response. api-rate-limit.ts counts them.
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
  if (allowed) return next();
  const detail = `Your account can send ${limit} requests per second in the ${environment} environment. Wait ${resetSeconds} ${resetSeconds === 1 ? 'second' : 'seconds'}, then send the same request again.`;
  return respondWithProblem(c, 'too_many_requests', { detail, headers: { 'Retry-After': reset } });
});
