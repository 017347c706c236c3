import { createMiddleware } from 'hono/factory';
import { isAddressAllowed } from '~/merchants/credentials/address-ranges';
import { retrieveSecretStatus } from '~/merchants/credentials/credentials';
import { recordSecretUse } from '~/merchants/credentials/secret-usage';
import { clientAddress } from '~/platform/client-address.server';
import { noteTrace } from '~/platform/trace';
import { verifyAccessToken } from './access-tokens';
import type { ApiEnv } from './api-env';
import { problem, type ProblemCode } from './problem';

/** Lets a request through with a valid token of this environment whose secret still stands (spec 5). */
export const requireToken = createMiddleware<ApiEnv>(async (c, next) => {
  const refuse = (code: ProblemCode, challenge = 'Bearer') =>
    problem(c, code, { headers: { 'WWW-Authenticate': challenge } });
  const authorization = c.req.header('authorization');
  if (authorization === undefined) return refuse('missing_token');
  const [, token] = /^Bearer ([\w.-]{20,4096})$/i.exec(authorization) ?? [];
  if (!token) return refuse('invalid_token', 'Bearer error="invalid_token"');
  const environment = c.get('environment');
  const verified = verifyAccessToken(environment, token);
  if (typeof verified === 'string') return refuse(verified, 'Bearer error="invalid_token"');
  // From here on it is known whose request this is, also where it is refused.
  c.set('caller', { accountId: verified.accountId, secretId: verified.secretId });
  noteTrace({ accountId: verified.accountId });
  const standing = await retrieveSecretStatus(environment, verified.secretId);
  if (standing === 'ended') return refuse('invalid_token', 'Bearer error="invalid_token"');
  if (typeof standing === 'string') return problem(c, standing);
  const address = clientAddress(c.req.raw, c.env);
  if (!isAddressAllowed(standing.addresses, address)) return problem(c, 'address_not_allowed');
  recordSecretUse(verified.secretId, address);
  c.set('pciCertified', standing.pciCertified);
  c.set('actor', { accountId: verified.accountId, environment, operator: `api:${verified.secretId}` });
  await next();
});

/** Whoever has no right to send card data in this environment may pay with a card token and nothing else (spec 4.2). */
export const requirePciCertification = createMiddleware<ApiEnv>(async (c, next) => {
  if (c.get('pciCertified')) return next();
  // What is no JSON is told by the parser, which reads it next.
  const body = await c.req.json<{ card?: unknown } | null>().catch(() => undefined);
  if (body === undefined) return next();
  const card = body?.card;
  return card && typeof card === 'object' && 'token' in card && !('pan' in card)
    ? next()
    : problem(c, 'pci_certification_required');
});
