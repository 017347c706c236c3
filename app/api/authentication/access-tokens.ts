import { createSigner, createVerifier } from 'fast-jwt';
import { config } from '~/platform/config/config.server';
import type { Environment } from '~/platform/environment';
import { singleton } from '~/platform/concurrency/singleton.server';
import { getRootKeys, type RootKey } from '~/platform/secrets/root-keys.server';

/** The lifetime of an access token in seconds (decisions: Authentication). */
export const tokenLifetimeSeconds = 3600;

const algorithm = 'HS256';
const tokenType = 'at+jwt';

/**
 * Signs and verifies the tokens of one environment. Its key, audience, and issuer don't work in the other one
 * (threat T2).
 */
function createTokenSigner(environment: Environment, root: RootKey) {
  const key = root.derive(`jwt/${environment}`);
  const iss = config.addresses.api[environment];
  return {
    sign: createSigner({
      algorithm,
      key,
      kid: `${environment}-${root.id}`,
      header: { alg: algorithm, typ: tokenType },
      iss,
      aud: environment,
      expiresIn: tokenLifetimeSeconds * 1000,
    }),
    // One algorithm and one key, whatever the token's header says (threat T3).
    verify: createVerifier({
      algorithms: [algorithm],
      key,
      checkTyp: tokenType,
      allowedIss: iss,
      allowedAud: environment,
      // The others are checked with their types in checkAccessToken.
      requiredClaims: ['iss', 'aud'],
      clockTolerance: 5_000,
    }),
  };
}

/** Keys of SECRET_KEY sign and come first. Tokens signed with another listed key stay valid. */
function getTokenSigners(environment: Environment) {
  const [current, ...others] = getRootKeys();
  const tokens = (root: RootKey) =>
    singleton(`access-tokens-${environment}-${root.id}`, () => createTokenSigner(environment, root));
  return [tokens(current), ...others.map(tokens)] as const;
}

export type AccessToken = { accountId: string; secretId: string };

export function signAccessToken(environment: Environment, { accountId, secretId }: AccessToken): string {
  return getTokenSigners(environment)[0].sign({ sub: accountId, sid: secretId });
}

/**
 * 32 bytes in Base64 end in two unused bits. Of the four spellings of a signature, only this one is accepted.
 */
const signature = /\.[\w-]{42}[AEIMQUYcgkosw048]$/;

// Merchants send one token a thousand times an hour, so its signature is verified only once.
const maximumCachedTokens = 1_000;
const cachedTokens = {
  test: new Map<string, AccessToken & { exp: number }>(),
  live: new Map<string, AccessToken & { exp: number }>(),
};

export function verifyAccessToken(
  environment: Environment,
  token: string,
): AccessToken | 'invalid_token' | 'wrong_environment' {
  const cachedToken = cachedTokens[environment].get(token);
  if (cachedToken && cachedToken.exp * 1000 > Date.now()) return cachedToken;
  const verified = checkAccessToken(environment, token);
  if (typeof verified === 'string') return verified;
  if (cachedTokens[environment].size >= maximumCachedTokens) cachedTokens[environment].clear();
  cachedTokens[environment].set(token, verified);
  return verified;
}

function checkAccessToken(
  environment: Environment,
  token: string,
): (AccessToken & { exp: number }) | 'invalid_token' | 'wrong_environment' {
  if (!signature.test(token)) return 'invalid_token';
  const claims = readClaims(environment, token);
  // Reported only for tokens that are valid in the other environment.
  if (!claims)
    return readClaims(environment === 'test' ? 'live' : 'test', token)
      ? 'wrong_environment'
      : 'invalid_token';
  const { sub, sid, iat, exp } = claims;
  const isComplete =
    typeof sub === 'string' && typeof sid === 'string' && typeof iat === 'number' && typeof exp === 'number';
  return isComplete ? { accountId: sub, secretId: sid, exp } : 'invalid_token';
}

/**
 * The claims of a token signed by one of our keys. The keys are tried in turn, because a token's header isn't
 * trusted before verification.
 */
function readClaims(environment: Environment, token: string): Record<string, unknown> | null {
  for (const { verify } of getTokenSigners(environment)) {
    try {
      return verify(token) as Record<string, unknown>;
    } catch {
      // Signed with another key, or not by us.
    }
  }
  return null;
}
