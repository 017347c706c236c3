import { createMiddleware } from 'hono/factory';
import { isAddressAllowed } from '~/merchants/credentials/address-ranges';
import { retrieveSecretStatus } from '~/merchants/credentials/credentials';
import { recordSecretUse } from '~/merchants/credentials/secret-usage';
import { getClientIp } from '~/platform/http/client-ip.server';
import { addTraceFields } from '~/platform/observability/trace';
import { verifyAccessToken } from './access-tokens';
import type { ApiEnv } from '~/api/api-env';
import { respondWithProblem } from '~/api/replies/problem';

const jwtFormat = /^(?=.{20,4096}$)[\w-]+\.[\w-]+\.[\w-]+$/;

/** Requires a valid token of this environment whose secret is still active (spec 5). */
export const requireToken = createMiddleware<ApiEnv>(async (c, next) => {
  const rejectToken = (code: 'invalid_token' | 'wrong_environment', detail: string) =>
    respondWithProblem(c, code, { detail, headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });
  const authorization = c.req.header('authorization');
  if (authorization === undefined) return respondWithProblem(c, 'missing_token');
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1];
  if (!token)
    return rejectToken('invalid_token', 'Send Authorization: Bearer, a space, and the access token.');
  const environment = c.get('environment');
  const verified = jwtFormat.test(token) ? verifyAccessToken(environment, token) : 'invalid_token';
  if (verified === 'invalid_token') return rejectToken(verified, describeInvalidToken(token));
  if (verified === 'wrong_environment')
    return rejectToken(
      verified,
      environment === 'live'
        ? 'This is a test token, and you called the live API.'
        : 'This is a live token, and you called the test API.',
    );
  // From here on, the account is known, even if the request is rejected.
  c.set('caller', { accountId: verified.accountId, secretId: verified.secretId });
  addTraceFields({ accountId: verified.accountId });
  const secretStatus = await retrieveSecretStatus(environment, verified.secretId);
  if (secretStatus === 'ended')
    return rejectToken(
      'invalid_token',
      'The client secret of this token expired or was revoked. Get a token with your current secret.',
    );
  if (typeof secretStatus === 'string') return respondWithProblem(c, secretStatus);
  const address = getClientIp(c.req.raw, c.env);
  if (!isAddressAllowed(secretStatus.addresses, address)) return respondWithProblem(c, 'address_not_allowed');
  recordSecretUse(verified.secretId, address);
  c.set('pciCertified', secretStatus.pciCertified);
  c.set('actor', { accountId: verified.accountId, environment, operator: `api:${verified.secretId}` });
  await next();
});

/** A secret in place of a token is recognized by its prefix alone, so the reply says nothing about a real one. */
function describeInvalidToken(token: string): string {
  if (/^sk_(test|live)_/.test(token))
    return 'This is a client secret. Exchange it for a token with POST /auth/token.';
  return jwtFormat.test(token)
    ? 'The token is expired or damaged. Get a new one with POST /auth/token.'
    : 'This isn’t one of our access tokens. Get one with POST /auth/token.';
}

/** Without permission to send card data in this environment, only card tokens are allowed (spec 4.2). */
export const requirePciCertification = createMiddleware<ApiEnv>(async (c, next) => {
  if (c.get('pciCertified')) return next();
  const body = await c.req.json<{ card?: unknown } | null>();
  const card = body?.card;
  return card && typeof card === 'object' && 'token' in card && !('pan' in card)
    ? next()
    : respondWithProblem(c, 'pci_certification_required');
});
