import { createMiddleware } from 'hono/factory';
import { secretStanding } from '~/merchants/credentials';
import { verifyAccessToken } from './access-tokens';
import type { ApiEnv } from './api-env';
import { problem, type ProblemCode } from './problem';

/** Lets a request through with a valid token of this environment whose secret still stands (spec 5). */
export const requireToken = createMiddleware<ApiEnv>(async (c, next) => {
  const refuse = (code: ProblemCode, challenge = 'Bearer') => problem(c, code, { headers: { 'WWW-Authenticate': challenge } });
  const authorization = c.req.header('authorization');
  if (authorization === undefined) return refuse('missing_token');
  const [, token] = /^Bearer ([\w.-]{20,4096})$/i.exec(authorization) ?? [];
  if (!token) return refuse('invalid_token', 'Bearer error="invalid_token"');
  const environment = c.get('environment');
  const verified = verifyAccessToken(environment, token);
  if (typeof verified === 'string') return refuse(verified, 'Bearer error="invalid_token"');
  const standing = await secretStanding(verified.secretId);
  if (standing === 'ended') return refuse('invalid_token', 'Bearer error="invalid_token"');
  if (typeof standing === 'string') return problem(c, standing);
  c.set('pciCertified', standing.pciCertified);
  c.set('actor', { accountId: verified.accountId, environment, operator: `api:${verified.secretId}` });
  await next();
});

/** Raw card data is refused before it is read, where the account has no right to send it (spec 4.2). */
export const requirePciCertification = createMiddleware<ApiEnv>(async (c, next) => (c.get('pciCertified') ? next() : problem(c, 'pci_certification_required')));
