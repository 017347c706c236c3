import { expect, test } from 'vitest';
import { startSession } from '~/identity/sessions/sessions';
import { requireCheckoutSecret } from '~/merchants/credentials/credentials';
import { buildApiClient, sendApiRequest } from '../../world/api-client';
import {
  buildDamagedTokens,
  buildTokensWithForeignKeys,
  buildValidClaims,
  buildValidToken,
  buildTokensWithOtherAlgorithms,
  buildTokensWithOtherClaims,
  buildTokensWithOtherKeys,
  buildTokensWithStrayKeyIds,
  buildUnsignedTokens,
  type ForgedToken,
} from '../../world/attacks/forged-tokens';
import { buildMerchant, goLive } from '../../world/merchants';
import { buildPayment } from '../../world/payments/payments';

const owner = () => buildApiClient();

/** A request for the merchant's own payment, so that an accepted token would succeed. */
async function requestWithHeaders(headers: [string, string][], trx: string) {
  const {
    status,
    headers: sent,
    json,
    text,
  } = await sendApiRequest('test', 'GET', `/transactions/${trx}`, { headers: headers as never });
  return { status, challenge: sent.get('www-authenticate'), code: json?.code, text };
}

/** The tokens whose reply differs from the one for a forged token. */
async function expectRefused(forgeries: ForgedToken[], trx: string) {
  const wrong: string[] = [];
  for (const [what, token] of forgeries) {
    const { status, challenge, code, text } = await requestWithHeaders(
      [['Authorization', `Bearer ${token}`]],
      trx,
    );
    const refused =
      status === 401 &&
      challenge?.startsWith('Bearer') &&
      /^(missing|invalid)_token$/.test(code) &&
      !text.includes(trx);
    if (!refused) wrong.push(`${what}: ${status} ${code}`);
  }
  expect(wrong).toEqual([]);
}

test('the genuine token that all forgeries are based on is accepted', async () => {
  const client = await owner();
  const { id } = await buildPayment(client);
  expect(
    await requestWithHeaders([['Authorization', `Bearer ${buildValidToken(client.merchant)}`]], id),
  ).toMatchObject({
    status: 200,
  });
});

test(
  'more than a thousand forged tokens are all rejected, with the expected scheme',
  { timeout: 60_000 },
  async () => {
    const client = await owner();
    const { id } = await buildPayment(client);
    const claims = buildValidClaims(client.merchant);
    const kinds = [
      buildUnsignedTokens,
      buildTokensWithOtherKeys,
      buildTokensWithOtherAlgorithms,
      buildTokensWithForeignKeys,
      buildTokensWithStrayKeyIds,
      buildTokensWithOtherClaims,
    ];
    const forgeries = [
      ...kinds.flatMap((kind) => kind(claims)),
      ...buildDamagedTokens(buildValidToken(client.merchant), await buildMerchant()),
    ];
    expect(new Set(forgeries.map(([, token]) => token)).size).toBeGreaterThan(1_000);
    await expectRefused(forgeries, id);
    expect(await requestWithHeaders([['Authorization', `Bearer ${client.token}`]], id)).toMatchObject({
      status: 200,
    });
  },
);

test("a merchant's other secrets are not access tokens", async () => {
  const client = await owner();
  const { merchant } = client;
  const { id } = await buildPayment(client);
  const cookie = await startSession(new Request('http://localhost:3000/login'), merchant.ownerId, '::1');
  const value = /=([^;]+)/.exec(cookie)![1]!;
  const secretValue = await requireCheckoutSecret({ accountId: merchant.accountId, environment: 'test' });
  await expectRefused(
    [
      ['a session', value],
      ['a cookie', cookie],
      ['a client secret', merchant.clientSecret],
      ['a checkout secret', secretValue],
      ['an account', merchant.accountId],
      ['a secret’s id', merchant.secretId],
      ['a transaction', id],
    ],
    id,
  );
});

test("a live token doesn't work in test", async () => {
  const client = await owner();
  const { id } = await buildPayment(client);
  const live = await buildApiClient(await goLive(client.merchant), 'live');
  expect(await requestWithHeaders([['Authorization', `Bearer ${live.token}`]], id)).toMatchObject({
    status: 401,
    code: 'wrong_environment',
    challenge: expect.stringMatching(/^Bearer/),
  });
});

test('a genuine token is only accepted alone in its header', async () => {
  const client = await owner();
  const { id } = await buildPayment(client);
  const forged = `Bearer ${client.token.slice(0, -5)}AAAAA`;
  const genuine = `Bearer ${client.token}`;
  const wrong: [string, string][][] = [
    [
      ['Authorization', forged],
      ['Authorization', genuine],
    ],
    [
      ['Authorization', genuine],
      ['Authorization', forged],
    ],
    [
      ['Authorization', genuine],
      ['Authorization', genuine],
    ],
    [['Authorization', `Basic ${client.token}`]],
    [['Authorization', `Token ${client.token}`]],
    [['Authorization', client.token]],
    [['Authorization', `Bearer${client.token}`]],
    [['Authorization', `Bearer  ${client.token}`]],
    [['Authorization', `Bearer\t${client.token}`]],
    [['Authorization', `Bearer ${client.token} x`]],
    [['Authorization', 'Bearer x.y.z']],
    [['Authorization', `${genuine}=`]],
  ];
  const absent: [string, string][][] = [
    [['Proxy-Authorization', genuine]],
    [['X-Authorization', genuine]],
    [['Cookie', `access_token=${client.token}; Authorization=${client.token}`]],
    [],
  ];
  const description = (headers: [string, string][]) => JSON.stringify(headers.map(([name]) => name));
  for (const headers of wrong)
    expect(await requestWithHeaders(headers, id), description(headers)).toMatchObject({
      status: 401,
      code: 'invalid_token',
      challenge: 'Bearer error="invalid_token"',
    });
  for (const headers of absent)
    expect(await requestWithHeaders(headers, id), description(headers)).toMatchObject({
      status: 401,
      code: 'missing_token',
      challenge: 'Bearer',
    });
  for (const query of [`?access_token=${client.token}`, `?token=${client.token}`])
    expect(await requestWithHeaders([], `${id}${query}`)).toMatchObject({ status: 401 });
});
