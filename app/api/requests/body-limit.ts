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
 * Refuses a body of more than 64 KiB. The server reads no more than the length that was announced, so that is enough to
 * look at; a body without one is counted as it comes, which takes a slower way through the server.
 */
export const limitBody = createMiddleware<ApiEnv>(async (c, next) => {
  const declaredLength = c.req.header('content-length');
  if (declaredLength !== undefined)
    return Number(declaredLength) > maximumBytes
      ? respondWithProblem(c, 'body_too_large', { detail })
      : next();
  return c.req.method === 'GET' || c.req.method === 'HEAD' ? next() : limitStream(c, next);
});
