import { createMiddleware } from 'hono/factory';
import { secretStanding } from '~/merchants/credentials';
import { verifyAccessToken } from './access-tokens';
import type { ApiEnv } from './api-env';
import { problem, type ProblemCode } from './problem';

/** Lets a request through with a valid token of this environment whose secret still stands (spec 5). */
export const requireToken = createMiddleware<ApiEnv>(async (c, next) => {
  const refuse = (code: ProblemCode, challenge = 'Bearer') => problem(c, code, { headers: { 'WWW-Authenticate': challenge } });
  const [, token] = /^Bearer ([\w.-]{20,4096})$/i.exec(c.req.header('authorization') ?? '') ?? [];
  if (!token) return refuse('missing_token');
  const environment = c.get('environment');
  const verified = verifyAccessToken(environment, token);
  if (typeof verified === 'string') return refuse(verified, 'Bearer error="invalid_token"');
  const standing = await secretStanding(verified.secretId);
  if (standing === 'ended') return refuse('invalid_token', 'Bearer error="invalid_token"');
  if (standing === 'account_suspended') return problem(c, 'account_suspended');
  c.set('actor', { accountId: verified.accountId, environment, operator: `api:${verified.secretId}` });
  await next();
});
