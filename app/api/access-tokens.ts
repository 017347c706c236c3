import { createSigner, createVerifier } from 'fast-jwt';
import { config } from '~/platform/config.server';
import { environments, type Environment } from '~/platform/environment';
import { deriveKey } from '~/platform/secrets.server';

/** Seconds an access token lives (decisions: Authentication). */
export const tokenLifeSeconds = 3600;

const algorithm = 'HS256';
const tokenType = 'at+jwt';
const keyId = (environment: Environment) => `${environment}-1`;

/** Signer and verifier of one environment. Its key, audience and issuer are of no use in the other one (threat T2). */
function createTokens(environment: Environment) {
  const key = deriveKey(`jwt/${environment}`);
  const iss = config.addresses.api[environment];
  return {
    sign: createSigner({ algorithm, key, kid: keyId(environment), header: { alg: algorithm, typ: tokenType }, iss, aud: environment, expiresIn: tokenLifeSeconds * 1000 }),
    // One algorithm and one key, whatever the token's header asks for (threat T3).
    verify: createVerifier({
      algorithms: [algorithm],
      key,
      checkTyp: tokenType,
      allowedIss: iss,
      allowedAud: environment,
      requiredClaims: ['iss', 'aud', 'sub', 'sid', 'iat', 'exp'],
      clockTolerance: 5_000,
    }),
  };
}

const tokens = Object.fromEntries(environments.map((environment) => [environment, createTokens(environment)])) as Record<Environment, ReturnType<typeof createTokens>>;

export type AccessToken = { accountId: string; secretId: string };

export function signAccessToken(environment: Environment, { accountId, secretId }: AccessToken): string {
  return tokens[environment].sign({ sub: accountId, sid: secretId });
}

/** 32 bytes in base 64 end in two bits that count for nothing: of the four spellings of a signature we write this one. */
const signature = /\.[\w-]{42}[AEIMQUYcgkosw048]$/;

// A merchant sends one token a thousand times an hour: its signature is checked at the first.
const knownTokens = 1_000;
const known = { test: new Map<string, AccessToken & { exp: number }>(), live: new Map<string, AccessToken & { exp: number }>() };

export function verifyAccessToken(environment: Environment, token: string): AccessToken | 'invalid_token' | 'wrong_environment' {
  const earlier = known[environment].get(token);
  if (earlier && earlier.exp * 1000 > Date.now()) return earlier;
  const verified = checkAccessToken(environment, token);
  if (typeof verified === 'string') return verified;
  if (known[environment].size >= knownTokens) known[environment].clear();
  known[environment].set(token, verified);
  return verified;
}

function checkAccessToken(environment: Environment, token: string): (AccessToken & { exp: number }) | 'invalid_token' | 'wrong_environment' {
  if (!signature.test(token)) return 'invalid_token';
  try {
    const { sub, sid, iat, exp } = tokens[environment].verify(token) as Record<string, unknown>;
    const complete = typeof sub === 'string' && typeof sid === 'string' && typeof iat === 'number' && typeof exp === 'number';
    return complete ? { accountId: sub, secretId: sid, exp } : 'invalid_token';
  } catch {
    return isOfOtherEnvironment(environment, token) ? 'wrong_environment' : 'invalid_token';
  }
}

/** Only told to those whose token is genuine elsewhere. */
function isOfOtherEnvironment(environment: Environment, token: string): boolean {
  try {
    tokens[environment === 'test' ? 'live' : 'test'].verify(token);
    return true;
  } catch {
    return false;
  }
}
