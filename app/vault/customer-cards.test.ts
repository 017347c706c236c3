import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { Secret } from '~/platform/secrets/secret';
import { buildMerchant } from '../../tests/world/merchants';
import {
  deleteCardToken,
  deleteCustomerCard,
  isDeletedCardToken,
  listCustomerCards,
  openCard,
  storeCard,
} from './card-tokens';

const numbers = { visa: '4242424242424242', mastercard: '5555555555554444' } as const;
type SavedCard = {
  customerId?: string;
  brand?: keyof typeof numbers;
  merchantReason?: string;
  expiry?: string;
};

const save = (
  accountId: string,
  { customerId = 'ada', brand = 'visa', merchantReason, expiry = '2040-12' }: SavedCard = {},
) =>
  storeCard(prisma, {
    ...{ accountId, environment: 'test', externalId: createId('req'), customerId, brand, expiry },
    ...(merchantReason && { merchantReason }),
    card: { pan: new Secret(numbers[brand]), expiry: { month: 12, year: 2040 } },
    lastFour: numbers[brand].slice(-4),
  });
const list = async (accountId: string, customerId = 'ada') =>
  (await listCustomerCards({ accountId, environment: 'test', customerId, validFrom: '2030-01' })).map(
    ({ id, hasAgreement }) => [id, hasAgreement],
  );

test('a customer’s cards are listed once each, newest first, while they are valid and open', async () => {
  const { accountId } = await buildMerchant();
  await save(accountId, { merchantReason: 'recurring' });
  await save(accountId);
  const other = await save(accountId, { brand: 'mastercard' });
  const newest = await save(accountId);
  await save(accountId, { customerId: 'bob' });
  await save(accountId, { expiry: '2029-12' });
  const closed = await save(accountId, { brand: 'mastercard' });
  await prisma.cardToken.update({ where: { id: closed }, data: { closedAt: new Date() } });
  // One of the copies has the agreement.
  expect(await list(accountId)).toEqual([
    [newest, true],
    [other, false],
  ]);
});

test('a customer deletes all copies of their card, and no other card', async () => {
  const { accountId } = await buildMerchant();
  const [first, second] = [await save(accountId), await save(accountId)];
  const [other, bobs] = [
    await save(accountId, { brand: 'mastercard' }),
    await save(accountId, { customerId: 'bob' }),
  ];
  const key = { accountId, environment: 'test' } as const;
  const remove = (id: string, customerId = 'ada') => deleteCustomerCard({ ...key, customerId, id });
  const listDeleted = async () => {
    const ids = [first, second, other, bobs];
    const isDeleted = await Promise.all(ids.map((id) => isDeletedCardToken({ ...key, id })));
    return ids.filter((_, index) => isDeleted[index]);
  };
  for (const id of ['tok_\0', 'tok_missing', bobs]) await remove(id);
  await remove(first, 'bob');
  expect(await listDeleted()).toEqual([]);
  await remove(second);
  expect(await listDeleted()).toEqual([first, second]);
  const entries = await prisma.auditEntry.findMany({
    where: { accountId, action: 'card_token_deleted' },
    orderBy: { id: 'asc' },
  });
  expect(entries.map(({ subject, actor }) => [subject, actor])).toEqual([
    [first, 'checkout'],
    [second, 'checkout'],
  ]);
});

test('a card that a payer chose is opened only for its customer, and while it is open', async () => {
  const { accountId } = await buildMerchant();
  const key = { accountId, environment: 'test', tokenId: await save(accountId) } as const;
  expect((await openCard({ ...key, customerId: 'ada' }))!.card.pan.reveal()).toBe(numbers.visa);
  expect(await openCard({ ...key, customerId: 'bob' })).toBeNull();
  await prisma.cardToken.update({ where: { id: key.tokenId }, data: { closedAt: new Date() } });
  expect(await openCard({ ...key, customerId: 'ada' })).toBeNull();
  // The merchant still charges it.
  expect(await openCard(key)).not.toBeNull();
  await deleteCardToken({ accountId, environment: 'test', id: key.tokenId, actor: 'api:key_1' });
  expect(await openCard(key)).toBeNull();
});
