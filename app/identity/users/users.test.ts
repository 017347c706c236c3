import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildPerson } from '../../../tests/world/identity/team';
import { buildMerchant } from '../../../tests/world/merchants';
import { recordWork } from '../../../tests/world/work-recorder';
import { recordUserAudit } from './user-audit';
import { findUserNames } from './user-names';
import { createUser, listPersonalTerms } from './users';

test("a new person's ID says that it is a person's", async () => {
  const email = `${createId('usr')}@merchant.test`;
  expect(await createUser(prisma, { email, name: 'Ada', passwordHash: 'none' })).toMatch(/^usr_/);
});

test('the names of the accounts a person belongs to are among the guesses for their password', async () => {
  await buildMerchant({ name: 'Mill Books' });
  const { accountId } = await buildMerchant({ name: 'Harbor Books' });
  const { userId: id, email, name } = await buildPerson({ accountId });
  expect(await listPersonalTerms({ id, email, name })).toEqual([email, name, 'Harbor Books']);
});

test('an account sees the names of its members, and not of former ones', async () => {
  const { accountId } = await buildMerchant();
  const member = await buildPerson({ accountId, name: 'Mia Member' });
  const former = await buildPerson({ accountId: (await buildMerchant()).accountId, name: 'Fay Former' });
  await buildPerson({ accountId, name: 'Uma Unlisted' });
  const ids = [member.userId, null, former.userId, undefined, member.userId];

  expect({
    everywhere: await findUserNames(ids),
    inAccount: await findUserNames(ids, { accountId }),
  }).toEqual({
    everywhere: new Map([
      [member.userId, 'Mia Member'],
      [former.userId, 'Fay Former'],
    ]),
    inAccount: new Map([[member.userId, 'Mia Member']]),
  });
});

test('nobody to name costs no query', async () => {
  const { statements } = await recordWork(async () =>
    expect(await findUserNames([null, undefined])).toEqual(new Map()),
  );
  expect(statements).toEqual([]);
});

/** A member of two accounts, whose IDs are in ascending order. They joined the second one first. */
async function buildMemberOfTwo() {
  const merchants = [await buildMerchant(), await buildMerchant()];
  const accountIds = merchants.map(({ accountId }) => accountId).sort();
  const { userId } = await buildPerson({ accountId: accountIds[1] });
  await prisma.member.create({ data: { accountId: accountIds[0]!, userId, role: 'viewer' } });
  return { userId, accountIds };
}

async function listOldestFirst(userId: string) {
  const { entries } = await listAudit({ subject: userId });
  return entries.reverse().map(({ accountId, actor, action }) => ({ accountId, actor, action }));
}

test("a person's change is audited in each of their accounts, in the order of the accounts' IDs", async () => {
  const { userId, accountIds } = await buildMemberOfTwo();
  const entry = { actor: `portal:${userId}`, action: 'name_changed' } as const;
  await recordUserAudit(prisma, { userId, ...entry });
  expect(await listOldestFirst(userId)).toEqual(accountIds.map((accountId) => ({ accountId, ...entry })));
});

test('a change in the staff area is audited once, in no account, even for a member of accounts', async () => {
  const { userId } = await buildMemberOfTwo();
  const entry = { actor: `staff:${userId}`, action: 'name_changed' } as const;
  await recordUserAudit(prisma, { userId, ...entry });
  expect(await listOldestFirst(userId)).toEqual([{ accountId: null, ...entry }]);
});

test('a change by a person without an account is audited once', async () => {
  const { userId } = await buildPerson();
  const entry = { actor: `portal:${userId}`, action: 'name_changed' } as const;
  await recordUserAudit(prisma, { userId, ...entry });
  expect(await listOldestFirst(userId)).toEqual([{ accountId: null, ...entry }]);
});
