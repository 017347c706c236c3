import { createMiddleware } from 'hono/factory';
import { bodyLimit } from 'hono/body-limit';
import type { ApiEnv } from '~/api/api-env';
import { respondWithProblem } from '~/api/replies/problem';

const maximumBytes = 64 * 1024;
const detail = 'The body can be at most 64 KiB.';

const limitStream = bodyLimit({
  maxSize: maximumBytes,
  onError: (c) => respondWithProblem(c, 'body_too_large', { detail }),
});

/**
 * Rejects bodies over 64 KiB. The server never reads more than the announced length, so checking that is
 * enough. A body without a length is counted as it arrives, which is slower.
 */
export const limitBody = createMiddleware<ApiEnv>(async (c, next) => {
  const declaredLength = c.req.header('content-length');
  if (declaredLength !== undefined)
    return Number(declaredLength) > maximumBytes
      ? respondWithProblem(c, 'body_too_large', { detail })
      : next();
  return c.req.method === 'GET' || c.req.method === 'HEAD' ? next() : limitStream(c, next);
});
