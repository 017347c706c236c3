import { createSecretKey } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { config } from '~/platform/config.server';
import type { Environment } from '~/platform/environment';
import { deriveKey } from '~/platform/secrets.server';

/** Seconds an access token lives (decisions: Authentication). */
export const tokenLifeSeconds = 3600;

const algorithm = 'HS256';
const keys = { test: createSecretKey(deriveKey('jwt/test')), live: createSecretKey(deriveKey('jwt/live')) };
const keyId = (environment: Environment) => `${environment}-1`;

export type AccessToken = { accountId: string; secretId: string };

/** Signs a token for one environment. Its key, audience and issuer are of no use in the other one (threat T2). */
export async function signAccessToken(environment: Environment, { accountId, secretId }: AccessToken): Promise<string> {
  return new SignJWT({ sid: secretId })
    .setProtectedHeader({ alg: algorithm, kid: keyId(environment), typ: 'at+jwt' })
    .setIssuer(config.addresses.api[environment])
    .setAudience(environment)
    .setSubject(accountId)
    .setIssuedAt()
    .setExpirationTime(`${tokenLifeSeconds}s`)
    .sign(keys[environment]);
}

/** Verifies with the one algorithm and the one key of the environment, whatever the token's header asks for (threat T3). */
export async function verifyAccessToken(environment: Environment, token: string): Promise<AccessToken | 'invalid_token' | 'wrong_environment'> {
  try {
    const { payload } = await jwtVerify(token, keys[environment], {
      algorithms: [algorithm],
      typ: 'at+jwt',
      issuer: config.addresses.api[environment],
      audience: environment,
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      clockTolerance: 5,
    });
    return { accountId: payload.sub!, secretId: payload.sid as string };
  } catch {
    return isOfOtherEnvironment(environment, token) ? 'wrong_environment' : 'invalid_token';
  }
}

function isOfOtherEnvironment(environment: Environment, token: string): boolean {
  try {
    return decodeProtectedHeader(token).kid === keyId(environment === 'test' ? 'live' : 'test');
  } catch {
    return false;
  }
}
