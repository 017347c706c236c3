import { jwtVerify } from 'jose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tokenLifetimeSeconds } from '~/api/authentication/access-tokens';
import { authenticationFailures } from '~/merchants/credentials/authentication-failures';
import { rotateApiSecret } from '~/merchants/credentials/api-secrets';
import { clearSecretStatusCache, createApiSecret } from '~/merchants/credentials/credentials';
import { prisma } from '~/platform/database/db.server';
import { runWithTrace, type Trace } from '~/platform/observability/trace';
import { deriveKey } from '~/platform/secrets/secrets.server';
import { buildApiClient, sendApiRequest } from '../../world/api-client';
import { buildMerchant } from '../../world/merchants';

const json = { 'Content-Type': 'application/json' };
const requestToken = (body: object, environment: 'test' | 'live' = 'test') =>
  sendApiRequest(environment, 'POST', '/auth/token', { headers: json, body: JSON.stringify(body) });
const requestWithToken = (token: string, environment: 'test' | 'live' = 'test') =>
  sendApiRequest(environment, 'GET', '/transactions/trx_unknown', {
    headers: { Authorization: `Bearer ${token}` },
  });

test('client ID and secret are exchanged for an access token for the API', async () => {
  const { clientId, clientSecret } = await buildMerchant();
  const requestedAt = Date.now();
  const {
    status,
    json: token,
    headers,
  } = await requestToken({ client_id: clientId, client_secret: clientSecret });
  expect(status).toBe(200);
  expect(token).toMatchObject({ expiry: tokenLifetimeSeconds, token_type: 'Bearer' });
  const expiresAt = Date.parse(token.expires_at);
  expect(expiresAt).toBeGreaterThanOrEqual(requestedAt + tokenLifetimeSeconds * 1000);
  expect(expiresAt).toBeLessThanOrEqual(Date.now() + tokenLifetimeSeconds * 1000);
  expect(headers.get('cache-control')).toBe('no-store');
  expect((await requestWithToken(token.access_token)).json.code).toBe('not_found');
});

test("another library reads the token's intended content", async () => {
  const { merchant, token } = await buildApiClient();
  const expected = {
    algorithms: ['HS256'],
    typ: 'at+jwt',
    issuer: 'http://localhost:3000/test/api',
    audience: 'test',
    requiredClaims: ['iat', 'exp'],
  };
  const { payload } = await jwtVerify(token, deriveKey('jwt/test'), expected);
  expect(payload).toMatchObject({ sub: merchant.accountId, sid: merchant.secretId });
  expect(payload.exp! - payload.iat!).toBe(tokenLifetimeSeconds);
});

test('all missing fields are named', async () => {
  const { status, json } = await requestToken({});
  expect(status).toBe(422);
  expect(json.errors.map((error: { field: string; code: string }) => `${error.field} ${error.code}`)).toEqual(
    ['client_id required', 'client_secret required'],
  );
});

test('an unknown ID and a wrong secret get the same reply', async () => {
  const { clientId } = await buildMerchant();
  const wrong = await requestToken({ client_id: clientId, client_secret: 'sk_test_wrong' });
  const unknown = await requestToken({ client_id: 'acc_unknown', client_secret: 'sk_test_wrong' });
  expect({ status: wrong.status, challenge: wrong.headers.get('www-authenticate') }).toEqual({
    status: 401,
    challenge: 'Bearer',
  });
  expect({ ...wrong.json, request_id: '', instance: '' }).toEqual({
    ...unknown.json,
    request_id: '',
    instance: '',
  });
});

test("a test secret doesn't work in live", async () => {
  const { clientId, clientSecret } = await buildMerchant();
  expect((await requestToken({ client_id: clientId, client_secret: clientSecret }, 'live')).json.code).toBe(
    'invalid_client',
  );
});

test('a test token at the live URL gets an explanation', async () => {
  const { token } = await buildApiClient();
  expect(await requestWithToken(token, 'live')).toMatchObject({
    status: 401,
    json: { code: 'wrong_environment' },
  });
});

test("after ten failures in a minute, wrong secrets must wait, and the right one doesn't", async () => {
  const { clientId, clientSecret } = await buildMerchant();
  const sendWrongSecret = () => requestToken({ client_id: clientId, client_secret: 'wrong' });
  for (let i = 0; i < 10; i++) expect((await sendWrongSecret()).status).toBe(401);
  const blocked = await sendWrongSecret();
  expect(blocked.status).toBe(429);
  expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await requestToken({ client_id: clientId, client_secret: clientSecret })).status).toBe(200);
});

test('a card number in the place of the client ID is not stored', async () => {
  const pan = '4222222222222';
  expect((await requestToken({ client_id: pan, client_secret: 'wrong' })).status).toBe(401);
  expect(await prisma.rateLimit.count({ where: { key: { contains: pan } } })).toBe(0);
});

test('after many failures, only wrong secrets must wait', async () => {
  const { clientId: client_id, clientSecret: client_secret, accountId } = await buildMerchant();
  const failures = vi.spyOn(authenticationFailures, 'count').mockResolvedValue(7);
  onTestFinished(() => void failures.mockRestore());
  const wrong = await requestToken({ client_id, client_secret: 'wrong' });
  expect(wrong).toMatchObject({
    status: 429,
    json: { code: 'too_many_requests', detail: expect.stringContaining('wrong secrets') },
  });
  expect(wrong.json.detail).toContain('Wait 7 s');
  expect(wrong.headers.get('retry-after')).toBe('7');
  expect(await requestToken({ client_id, client_secret })).toMatchObject({ status: 200 });
  await prisma.account.update({ where: { id: accountId }, data: { status: 'suspended' } });
  expect(await requestToken({ client_id, client_secret })).toMatchObject({
    status: 403,
    json: { code: 'account_suspended' },
  });
});

test("the lines logged about a request contain its token's account", async () => {
  const { merchant, get } = await buildApiClient();
  const trace: Trace = {};
  await runWithTrace(trace, () => get('/transactions/trx_unknown'));
  expect(trace).toEqual({ accountId: merchant.accountId });
});

test('without a valid token, the API names the authentication scheme', async () => {
  for (const headers of [
    undefined,
    { Authorization: 'Bearer abc' },
    { Authorization: 'Basic YTpi' },
    { Authorization: `Bearer ${'a'.repeat(9000)}` },
  ]) {
    const { status, headers: sent } = await sendApiRequest('test', 'GET', '/transactions/trx_1', {
      headers: headers as Record<string, string>,
    });
    expect(status).toBe(401);
    expect(sent.get('www-authenticate')).toMatch(/^Bearer/);
  }
});

test('a token works until the overlap of its rotated secret ends', async () => {
  const { merchant, get } = await buildApiClient();
  const { accountId, ownerId: createdBy, secretId } = merchant;
  await rotateApiSecret({ accountId, environment: 'test', createdBy, overlapHours: 1 });
  clearSecretStatusCache();
  expect((await get('/transactions/trx_1')).status).toBe(404);
  await prisma.apiSecret.update({ where: { id: secretId }, data: { endsAt: new Date() } });
  clearSecretStatusCache();
  expect((await get('/transactions/trx_1')).json).toMatchObject({
    code: 'invalid_token',
    detail: 'The client secret of this token expired or was revoked. Get a token with your current secret.',
  });
});

test('a token ends with its secret and with its account', async () => {
  const { merchant, get } = await buildApiClient();
  await createApiSecret(prisma, {
    accountId: merchant.accountId,
    environment: 'test',
    createdBy: merchant.ownerId,
  });
  await prisma.apiSecret.update({
    where: { id: merchant.secretId },
    data: { endsAt: new Date(Date.now() - 1000) },
  });
  expect((await get('/transactions/trx_1')).status).toBe(401);

  const other = await buildApiClient();
  await prisma.account.update({ where: { id: other.merchant.accountId }, data: { status: 'suspended' } });
  expect((await other.get('/transactions/trx_1')).json.code).toBe('account_suspended');
});
