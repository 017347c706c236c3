import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from './api-env';
import { problem } from './problem';

const json = /^application\/json\s*(;|$)/i;
const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/** Refuses a body that says it is something other than JSON in UTF-8, as it stands. */
export const requireJsonType = createMiddleware<ApiEnv>(async (c, next) => {
  if (c.req.method !== 'POST') return next();
  const type = c.req.header('content-type') ?? '';
  const isUtf8 = /^utf-?8$/i.test(charset.exec(type)?.[1] ?? 'utf-8');
  const isPlain = /^identity$/i.test(c.req.header('content-encoding') ?? 'identity');
  return json.test(type) && isUtf8 && isPlain ? next() : problem(c, 'unsupported_media_type');
});
