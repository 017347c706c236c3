import { createMiddleware } from 'hono/factory';
import { isAddressAllowed } from '~/merchants/credentials/address-ranges';
import { retrieveSecretStatus } from '~/merchants/credentials/credentials';
import { recordSecretUse } from '~/merchants/credentials/secret-usage';
import { getClientIp } from '~/platform/http/client-ip.server';
import { addTraceFields } from '~/platform/observability/trace';
import { verifyAccessToken } from './access-tokens';
import type { ApiEnv } from '~/api/api-env';
import { respondWithProblem, type ProblemCode } from '~/api/replies/problem';

/** Requires a valid token of this environment whose secret is still active (spec 5). */
export const requireToken = createMiddleware<ApiEnv>(async (c, next) => {
  const rejectWithChallenge = (code: ProblemCode, challenge = 'Bearer') =>
    respondWithProblem(c, code, { headers: { 'WWW-Authenticate': challenge } });
  const authorization = c.req.header('authorization');
  if (authorization === undefined) return rejectWithChallenge('missing_token');
  const token = /^Bearer ([\w.-]{20,4096})$/i.exec(authorization)?.[1];
  if (!token) return rejectWithChallenge('invalid_token', 'Bearer error="invalid_token"');
  const environment = c.get('environment');
  const verified = verifyAccessToken(environment, token);
  if (typeof verified === 'string') return rejectWithChallenge(verified, 'Bearer error="invalid_token"');
  // From here on, the account is known, even if the request is rejected.
  c.set('caller', { accountId: verified.accountId, secretId: verified.secretId });
  addTraceFields({ accountId: verified.accountId });
  const secretStatus = await retrieveSecretStatus(environment, verified.secretId);
  if (secretStatus === 'ended') return rejectWithChallenge('invalid_token', 'Bearer error="invalid_token"');
  if (typeof secretStatus === 'string') return respondWithProblem(c, secretStatus);
  const address = getClientIp(c.req.raw, c.env);
  if (!isAddressAllowed(secretStatus.addresses, address)) return respondWithProblem(c, 'address_not_allowed');
  recordSecretUse(verified.secretId, address);
  c.set('pciCertified', secretStatus.pciCertified);
  c.set('actor', { accountId: verified.accountId, environment, operator: `api:${verified.secretId}` });
  await next();
});

/** Without permission to send card data in this environment, only card tokens are allowed (spec 4.2). */
export const requirePciCertification = createMiddleware<ApiEnv>(async (c, next) => {
  if (c.get('pciCertified')) return next();
  const body = await c.req.json<{ card?: unknown } | null>();
  const card = body?.card;
  return card && typeof card === 'object' && 'token' in card && !('pan' in card)
    ? next()
    : respondWithProblem(c, 'pci_certification_required');
});
