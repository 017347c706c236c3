import { describe, expect, it } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildMerchant } from '../../../tests/world/merchants';
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

it('lists the members of an account by name', async () => {
  const [own] = [await buildMerchant({ name: 'Blue Fern' }), await buildMerchant({ name: 'Red Oak' })];
  const addMember = async (name: string) => {
    const id = createId('usr');
    await prisma.user.create({
      data: {
        id,
        email: `${id}@merchant.test`,
        name,
        passwordHash: 'none',
        members: { create: { accountId: own.accountId, role: 'finance' } },
      },
    });
    return { id, name };
  };
  const [zoe, ada] = [await addMember('Zoe'), await addMember('Ada')];
  expect(await listColleagues(own.accountId)).toEqual([
    ada,
    { id: own.ownerId, name: 'Owner of Blue Fern' },
    zoe,
  ]);
});
