import { randomBytes } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { config } from '~/platform/config/config.server';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import * as roots from '~/platform/secrets/root-keys.server';
import { signAccessToken, verifyAccessToken } from './access-tokens';

/** A SECRET_KEY of this test. Each verification of a signature reads it. */
function useNewRootKey() {
  const root = roots.createRootKey(randomBytes(32).toString('hex'));
  const reads = vi.spyOn(roots, 'getRootKeys').mockReturnValue([root]);
  onTestFinished(() => void reads.mockRestore());
  return {
    root,
    /** Whether verifying the token leaves its signature unchecked. */
    isCached(environment: Environment, token: string): boolean {
      reads.mockClear();
      verifyAccessToken(environment, token);
      return reads.mock.calls.length === 0;
    },
  };
}

const createOwner = () => ({ accountId: createId('acc'), secretId: createId('key') });

test.each(['test', 'live'] as const)('a %s token contains what clients may rely on', async (environment) => {
  const { root } = useNewRootKey();
  const { accountId, secretId } = createOwner();
  const token = signAccessToken(environment, { accountId, secretId });
  expect(decodeProtectedHeader(token)).toEqual({
    alg: 'HS256',
    typ: 'at+jwt',
    kid: `${environment}-${root.id}`,
  });
  const { payload } = await jwtVerify(token, root.derive(`jwt/${environment}`));
  expect(payload).toEqual({
    sub: accountId,
    sid: secretId,
    iss: config.addresses.api[environment],
    aud: environment,
    iat: expect.any(Number),
    exp: payload.iat! + 3600,
  });
  expect(verifyAccessToken(environment, token)).toMatchObject({ accountId, secretId });
});

test('a correctly signed token without one of its claims is invalid', async () => {
  const { root } = useNewRootKey();
  const { accountId, secretId } = createOwner();
  const iat = Math.floor(Date.now() / 1000);
  const claims = {
    iss: config.addresses.api.test,
    aud: 'test',
    sub: accountId,
    sid: secretId,
    iat,
    exp: iat + 60,
  };
  const verifyClaims = async (tokenClaims: Record<string, unknown>) => {
    const token = await new SignJWT(tokenClaims)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .sign(root.derive('jwt/test'));
    return verifyAccessToken('test', token);
  };
  expect(await verifyClaims(claims)).toMatchObject({ accountId, secretId });
  const results = Object.keys(claims).map(async (name) => [
    name,
    await verifyClaims({ ...claims, [name]: undefined }),
  ]);
  expect(Object.fromEntries(await Promise.all(results))).toEqual({
    iss: 'invalid_token',
    aud: 'invalid_token',
    sub: 'invalid_token',
    sid: 'invalid_token',
    iat: 'invalid_token',
    exp: 'invalid_token',
  });
});

test('a token that is used again is verified once, until it expires', () => {
  const { isCached } = useNewRootKey();
  const second = Math.floor(Date.now() / 1000) * 1000;
  vi.useFakeTimers({ toFake: ['Date'], now: second });
  onTestFinished(() => void vi.useRealTimers());
  const owner = createOwner();
  const token = signAccessToken('test', owner);
  const useAfter = (milliseconds: number) => {
    vi.setSystemTime(second + milliseconds);
    return { isCached: isCached('test', token), result: verifyAccessToken('test', token) };
  };
  const accepted = expect.objectContaining(owner);
  const lifetime = 3_600_000;
  expect(useAfter(0)).toEqual({ isCached: false, result: accepted });
  expect(useAfter(0)).toEqual({ isCached: true, result: accepted });
  expect(useAfter(lifetime - 1)).toEqual({ isCached: true, result: accepted });
  // Other clocks may be up to five seconds behind.
  expect(useAfter(lifetime)).toEqual({ isCached: false, result: accepted });
  expect(useAfter(lifetime + 5_000)).toEqual({ isCached: false, result: accepted });
  expect(useAfter(lifetime + 5_001)).toEqual({ isCached: false, result: 'invalid_token' });
});

test('up to 1,000 tokens of an environment are cached, and no invalid ones', () => {
  const { isCached } = useNewRootKey();
  const useOtherTokens = (count: number) => {
    for (let index = 0; index < count; index++) isCached('live', signAccessToken('live', createOwner()));
  };
  const token = signAccessToken('live', createOwner());
  // Other tests have cached tokens, too. The first tokens that don't fit clear them.
  let used = 0;
  for (isCached('live', token); used < 1_001; used++) {
    useOtherTokens(1);
    if (!isCached('live', token)) break;
  }
  expect(used).toBeLessThan(1_001);

  // The cache contains the token and the one that cleared it.
  for (let index = 0; index < 1_000; index++) isCached('live', `invalid-${index}`);
  useOtherTokens(998);
  expect(isCached('live', token)).toBe(true);
  useOtherTokens(1);
  expect(isCached('live', token)).toBe(false);
});
