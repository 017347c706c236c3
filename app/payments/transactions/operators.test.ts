import { describe, expect, it } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { buildPerson } from '../../../tests/world/identity/team';
import { buildMerchant } from '../../../tests/world/merchants';
import { recordWork } from '../../../tests/world/work-recorder';
import { describeOperator, listColleagues, nameOperators } from './operators';

const known = { hints: new Map([['key_1', 'a1b2']]), names: new Map([['usr_1', 'Ada Sommer']]) };

describe('operator labels', () => {
  it.each([
    ['checkout', 'Payer, on the checkout page'],
    ['api:key_1', 'API, with the secret ending in a1b2'],
    ['api:key_gone', 'API'],
    ['portal:usr_1', 'Ada Sommer, in the portal'],
    ['portal:usr_gone', 'A former member, in the portal'],
    ['system:unknown-outcomes', 'Automatic: unknown outcomes'],
    ['system', 'Automatic'],
    ['terminal:12', 'terminal:12'],
  ])('%s is "%s"', (operator, text) => {
    expect(describeOperator(operator, known)).toBe(text);
  });
});

it('names the secrets and people of an account, and nobody from another account', async () => {
  const [own, other] = [await buildMerchant({ name: 'Blue Fern' }), await buildMerchant({ name: 'Red Oak' })];
  const { hint } = await prisma.apiSecret.findUniqueOrThrow({ where: { id: own.secretId } });
  const operators = [own, other].flatMap(({ secretId, ownerId }) => [`api:${secretId}`, `portal:${ownerId}`]);
  const nameOf = await nameOperators(own.accountId, [...operators, 'checkout']);
  expect([...operators, 'checkout'].map(nameOf)).toEqual([
    `API, with the secret ending in ${hint}`,
    'Owner of Blue Fern, in the portal',
    'API',
    'A former member, in the portal',
    'Payer, on the checkout page',
  ]);
});

it('reads only the secrets or people that the operators need', async () => {
  const { accountId, secretId, ownerId } = await buildMerchant();
  const countStatements = async (...operators: string[]) =>
    (await recordWork(() => nameOperators(accountId, operators))).statements.length;
  const users = await countStatements(`portal:${ownerId}`);
  expect(users).toBeGreaterThan(0);
  expect({
    neither: await countStatements('checkout', 'system:settle', 'system'),
    secret: await countStatements(`api:${secretId}`),
    both: await countStatements(`api:${secretId}`, `portal:${ownerId}`),
  }).toEqual({ neither: 0, secret: 1, both: 1 + users });
});

it("lists an account's team members by name", async () => {
  const { accountId, ownerId } = await buildMerchant({ name: 'Blue Fern' });
  await buildMerchant();
  const { userId: last } = await buildPerson({ accountId, role: 'finance', name: 'Zoe Winter' });
  const { userId: first } = await buildPerson({ accountId, role: 'finance', name: 'Ada Sommer' });
  expect(await listColleagues(accountId)).toEqual([
    { id: first, name: 'Ada Sommer' },
    { id: ownerId, name: 'Owner of Blue Fern' },
    { id: last, name: 'Zoe Winter' },
  ]);
});
