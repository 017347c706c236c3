import { SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { tokenLifeSeconds } from '~/api/access-tokens';
import { createSecret } from '~/merchants/credentials';
import { prisma } from '~/platform/db.server';
import { deriveKey } from '~/platform/secrets.server';
import { buildApiClient, send } from '../world/api-client';
import { buildMerchant } from '../world/merchants';

const json = { 'Content-Type': 'application/json' };
const requestToken = (body: object, environment: 'test' | 'live' = 'test') => send(environment, 'POST', '/auth/token', { headers: json, body: JSON.stringify(body) });
const lookAround = (token: string, environment: 'test' | 'live' = 'test') =>
  send(environment, 'GET', '/transactions/trx_unknown', { headers: { Authorization: `Bearer ${token}` } });

test('client id and secret are exchanged for a token that opens the API', async () => {
  const { clientId, clientSecret } = await buildMerchant();
  const { status, json: token, headers } = await requestToken({ client_id: clientId, client_secret: clientSecret });
  expect(status).toBe(200);
  expect(token).toMatchObject({ expiry: tokenLifeSeconds, token_type: 'Bearer' });
  expect(headers.get('cache-control')).toBe('no-store');
  expect((await lookAround(token.access_token)).json.code).toBe('not_found');
});

test('missing fields are all named', async () => {
  const { status, json } = await requestToken({});
  expect(status).toBe(422);
  expect(json.errors.map((error: { field: string; code: string }) => `${error.field} ${error.code}`)).toEqual(['client_id required', 'client_secret required']);
});

test('an unknown id and a wrong secret get the same answer', async () => {
  const { clientId } = await buildMerchant();
  const wrong = await requestToken({ client_id: clientId, client_secret: 'sk_test_wrong' });
  const unknown = await requestToken({ client_id: 'acc_unknown', client_secret: 'sk_test_wrong' });
  expect(wrong.status).toBe(401);
  expect({ ...wrong.json, request_id: '', instance: '' }).toEqual({ ...unknown.json, request_id: '', instance: '' });
});

test('a test secret opens nothing in live', async () => {
  const { clientId, clientSecret } = await buildMerchant();
  expect((await requestToken({ client_id: clientId, client_secret: clientSecret }, 'live')).json.code).toBe('invalid_client');
});

test('a test token on the live address is told so', async () => {
  const { token } = await buildApiClient();
  expect(await lookAround(token, 'live')).toMatchObject({ status: 401, json: { code: 'wrong_environment' } });
});

test('after ten failures in a minute wrong secrets have to wait, and the right one does not', async () => {
  const { clientId, clientSecret } = await buildMerchant();
  const guess = () => requestToken({ client_id: clientId, client_secret: 'wrong' });
  for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(401);
  const blocked = await guess();
  expect(blocked.status).toBe(429);
  expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await requestToken({ client_id: clientId, client_secret: clientSecret })).status).toBe(200);
});

test('without a token, or with a broken one, the API says which scheme it wants', async () => {
  for (const headers of [undefined, { Authorization: 'Bearer abc' }, { Authorization: 'Basic YTpi' }, { Authorization: `Bearer ${'a'.repeat(9000)}` }]) {
    const { status, headers: sent } = await send('test', 'GET', '/transactions/trx_1', { headers: headers as Record<string, string> });
    expect(status).toBe(401);
    expect(sent.get('www-authenticate')).toMatch(/^Bearer/);
  }
});

test('forged tokens are refused', async () => {
  const { merchant } = await buildApiClient();
  const claims = { sid: merchant.secretId, sub: merchant.accountId, aud: 'test', iss: 'http://localhost:3000/test/api' };
  const sign = (key: Buffer, header: object, change: object = {}, life: string | number = '1h') =>
    new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'HS256', kid: 'test-1', typ: 'at+jwt', ...header } as never).setIssuedAt().setExpirationTime(life).sign(key);
  const right = deriveKey('jwt/test');
  expect((await lookAround(await sign(right, {}))).status).toBe(404);
  const forged = [
    new UnsecuredJWT(claims).setIssuedAt().setExpirationTime('1h').encode(),
    await sign(deriveKey('jwt/live'), {}),
    await sign(Buffer.from('guess'.padEnd(32, '.')), {}),
    await sign(right, { typ: 'JWT' }),
    await sign(Buffer.concat([right, right]), { alg: 'HS512' }),
    await sign(right, {}, { aud: 'live' }),
    await sign(right, {}, { iss: 'http://elsewhere' }),
    await sign(right, {}, {}, Math.floor(Date.now() / 1000) - 60),
    await sign(right, {}, { sid: 'key_unknown' }),
    `${(await sign(right, {})).slice(0, -2)}AA`,
  ];
  for (const token of forged) expect((await lookAround(token)).status).toBe(401);
});

test('a token dies with its secret and with its account', async () => {
  const { merchant, get } = await buildApiClient();
  await createSecret(prisma, { accountId: merchant.accountId, environment: 'test', createdBy: merchant.ownerId });
  await prisma.apiSecret.update({ where: { id: merchant.secretId }, data: { endsAt: new Date(Date.now() - 1000) } });
  expect((await get('/transactions/trx_1')).status).toBe(401);

  const other = await buildApiClient();
  await prisma.account.update({ where: { id: other.merchant.accountId }, data: { status: 'suspended' } });
  expect((await other.get('/transactions/trx_1')).json.code).toBe('account_suspended');
});
