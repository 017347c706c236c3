import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient, sendApiRequest } from '../../../tests/world/api-client';
import { buildMerchant } from '../../../tests/world/merchants';
import { listApiSecrets, revokeApiSecret, rotateApiSecret } from './api-secrets';
import { writeSecretUses } from './secret-usage';

const hours = (count: number) => new Date(Date.now() + count * 3_600_000);

/** A merchant with an older secret that is active for another day, and a newer one. */
async function buildRotatedSecret() {
  const merchant = await buildMerchant();
  const newSecret = await rotateApiSecret({
    accountId: merchant.accountId,
    environment: 'test',
    createdBy: merchant.ownerId,
    overlapHours: 24,
  });
  if (typeof newSecret === 'string') throw new Error(newSecret);
  const list = () => listApiSecrets({ accountId: merchant.accountId, environment: 'test' });
  const touch = (id: string, lastUsedAt: Date | null) =>
    prisma.apiSecret.update({ where: { id }, data: { lastUsedAt } });
  return { merchant, made: newSecret, list, touch };
}

test.each([
  ['quiet for a day while the newer one is used', -25, -1, true],
  ['used an hour ago', -1, -1, false],
  ['never used', null, -1, true],
  ['quiet, and so is the newer one', -30, -26, false],
  ['quiet, and nobody has begun to use the newer one', -30, null, false],
])('an older secret may be revoked when it is %s', async (_, older, newer, safe) => {
  const { merchant, made: newSecret, list, touch } = await buildRotatedSecret();
  await touch(merchant.secretId, older === null ? null : hours(older));
  await touch(newSecret.secretId, newer === null ? null : hours(newer));
  expect((await list()).map(({ id, safeToRetire }) => [id, safeToRetire])).toEqual([
    [newSecret.secretId, false],
    [merchant.secretId, safe],
  ]);
});

test('the creator of a secret is named, unless they have left', async () => {
  const { merchant, list } = await buildRotatedSecret();
  const { name } = await prisma.user.findUniqueOrThrow({ where: { id: merchant.ownerId } });
  expect((await list()).map(({ createdBy }) => createdBy)).toEqual([name, name]);
  await prisma.member.deleteMany({ where: { userId: merchant.ownerId } });
  expect((await list()).map(({ createdBy }) => createdBy)).toEqual([null, null]);
});

test('tokens and the requests made with them are counted', async () => {
  const client = await buildApiClient();
  const read = () => prisma.apiSecret.findUniqueOrThrow({ where: { id: client.merchant.secretId } });
  expect(await read()).toMatchObject({ tokens: 1, requests: 0n });
  for (let i = 0; i < 3; i++) await client.get('/transactions/trx_1');
  await writeSecretUses();
  await writeSecretUses();
  const used = await read();
  expect(used).toMatchObject({ tokens: 1, requests: 3n });
  expect(Date.now() - used.lastUsedAt!.getTime()).toBeLessThan(60_000);
});

test('a revoked secret and its tokens stop working, and one email is sent', async () => {
  const client = await buildApiClient();
  const { accountId, ownerId, secretId, clientId, clientSecret } = client.merchant;
  const revoke = () => revokeApiSecret({ accountId, environment: 'test', secretId, revokedBy: ownerId });
  expect((await client.get('/transactions/trx_1')).status).toBe(404);
  expect(await Promise.all([revoke(), revoke()])).toEqual(expect.arrayContaining(['revoked', 'ended']));
  expect((await client.get('/transactions/trx_1')).json.code).toBe('invalid_token');
  const token = await sendApiRequest('test', 'POST', '/auth/token', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_id: clientId, client_secret: clientSecret }),
  });
  expect(token.json.code).toBe('invalid_client');
  expect(await prisma.auditEntry.findMany({ where: { accountId, action: 'secret_revoked' } })).toMatchObject([
    { subject: secretId, actor: `portal:${ownerId}` },
  ]);
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: ownerId } });
  expect(await prisma.mail.count({ where: { recipient: email, template: 'credentials-changed' } })).toBe(1);
});

test("nobody can revoke another merchant's or environment's secret", async () => {
  const [one, other] = [await buildMerchant(), await buildMerchant()];
  for (const input of [
    { accountId: other.accountId, environment: 'test', secretId: one.secretId },
    { accountId: one.accountId, environment: 'live', secretId: one.secretId },
    { accountId: one.accountId, environment: 'test', secretId: createId('key') },
  ] as const)
    expect(await revokeApiSecret({ ...input, revokedBy: other.ownerId })).toBe('not_found');
  expect(await prisma.apiSecret.findUnique({ where: { id: one.secretId } })).toMatchObject({ endsAt: null });
});
