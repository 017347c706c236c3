import { beforeAll, expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { verifyPassword } from '~/identity/passwords';
import { findUserByEmail } from '~/identity/users';
import { createMailQueue } from '~/mail/outbox';
import { prisma } from '~/platform/db.server';
import { buildMerchant } from '../../tests/world/merchants';
import { buildPerson, invitationToken, mailsOf } from '../../tests/world/team';
import {
  deleteOldInvitations,
  inviteMember,
  listInvitations,
  maximumInvitations,
  resendInvitation,
  withdrawInvitation,
} from './invitations';
import { findInvitation, joinAs, joinAsNewPerson } from './joining';
import type { Role } from './members';
import { listTeam } from './team';

beforeAll(createMailQueue);

const password = 'seven quiet lighthouses';
const anEmail = () => `guest-${crypto.randomUUID()}@example.com`;
let computers = 0;
const anAddress = () => `10.${++computers >> 8}.${computers & 255}.7`;

async function invite(role: Role = 'finance', email = anEmail()) {
  const merchant = await buildMerchant();
  const by = { accountId: merchant.accountId, by: merchant.ownerId, address: anAddress() };
  expect(await inviteMember({ ...by, email, role })).toBe('invited');
  const { id } = (await listInvitations(merchant.accountId))[0]!;
  // A minute later.
  await prisma.rateLimit.deleteMany({ where: { key: { startsWith: 'mail_pause' } } });
  return { ...merchant, by, email, id, token: await invitationToken(email) };
}

const over = (id: string) =>
  prisma.$executeRaw`update member_invitations set expires_at = now() where id = ${id}`;
const roleOf = async (accountId: string, email: string) =>
  (await listTeam(accountId)).find((member) => member.email === email)?.role;

test('somebody new joins with a name and a password, once', async () => {
  const { accountId, ownerId, email, token, by } = await invite();
  expect(await findInvitation(token)).toMatchObject({ accountId, email, role: 'finance', isKnown: false });
  expect(await joinAsNewPerson(token, { name: 'Noor', password: 'short' })).toEqual({
    error: 'password_too_short',
  });
  const joined = await joinAsNewPerson(token, { name: 'Noor', password, address: by.address });
  expect(joined).toMatchObject({ email, accountId });
  const user = (await findUserByEmail(email))!;
  expect([
    user.name,
    await verifyPassword(user.passwordHash, password),
    await roleOf(accountId, email),
  ]).toEqual(['Noor', true, 'finance']);
  expect(await joinAsNewPerson(token, { name: 'Noor', password })).toEqual({ error: 'link_invalid' });
  expect(await findInvitation(token)).toBeNull();
  const owner = await prisma.user.findUniqueOrThrow({ where: { id: ownerId } });
  expect(
    (await mailsOf(owner.email)).map(({ template, props }) => [template, props.change, props.name]),
  ).toEqual([['team-changed', 'joined', 'Noor']]);
  expect((await listAudit({ accountId, action: 'member_joined' })).entries).toMatchObject([
    { subject: user.id, after: { role: 'finance' }, details: { invitedBy: ownerId } },
  ]);
});

test('of many who use one link at once, one joins', async () => {
  const { accountId, email, token } = await invite();
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () => joinAsNewPerson(token, { name: 'Noor', password })),
  );
  expect(outcomes.filter((outcome) => 'userId' in outcome)).toHaveLength(1);
  expect((await listTeam(accountId)).filter((member) => member.email === email)).toHaveLength(1);
});

test('somebody with a login joins with it, and nobody else does', async () => {
  const person = await buildPerson();
  const { accountId, token } = await invite('admin', person.email);
  const stranger = await buildPerson();
  expect(await joinAsNewPerson(token, { name: 'Eve', password })).toEqual({ error: 'link_invalid' });
  expect(await joinAs({ id: stranger.userId, ...stranger }, token)).toEqual({ error: 'link_invalid' });
  expect(await joinAs({ id: person.userId, ...person }, token)).toMatchObject({ accountId });
  expect(await roleOf(accountId, person.email)).toBe('admin');
  expect(await joinAs({ id: person.userId, ...person }, token)).toEqual({ error: 'link_invalid' });
});

test('an address with a login and one without are answered and written to alike', async () => {
  const { email: known } = await buildPerson();
  const [a, b] = [await invite('viewer', known), await invite('viewer')];
  const [one, other] = [await mailsOf(known), await mailsOf(b.email)];
  expect(one.map(({ template }) => template)).toEqual(other.map(({ template }) => template));
  expect(Object.keys(one[0]!.props)).toEqual(Object.keys(other[0]!.props));
  const shown = async ({ accountId }: { accountId: string }) =>
    (await listInvitations(accountId)).map(
      ({ id: _, email: __, inviter: ___, createdAt: ____, expiresAt: _____, ...rest }) => rest,
    );
  expect(await shown(a)).toEqual(await shown(b));
});

test('sent again, the new link works and the old one does not; taken back, none does', async () => {
  const { by, id, email, token } = await invite();
  expect(await resendInvitation({ ...by, id })).toBe('sent');
  const fresh = await invitationToken(email);
  expect([await findInvitation(token), (await findInvitation(fresh))?.email]).toEqual([null, email]);
  expect(await resendInvitation({ ...by, id })).toMatchObject({ error: 'mail_just_sent' });
  expect(await withdrawInvitation({ ...by, id })).toBe('withdrawn');
  expect(await findInvitation(fresh)).toBeNull();
  expect(await withdrawInvitation({ ...by, id })).toBe('not_found');
});

test('after a week it is over; it can be sent again, or the address invited anew', async () => {
  const { by, id, email, token, accountId } = await invite();
  await over(id);
  expect(await findInvitation(token)).toBeNull();
  expect(await joinAsNewPerson(token, { name: 'Noor', password })).toEqual({ error: 'link_invalid' });
  expect(await listInvitations(accountId)).toMatchObject([{ id, isOver: true }]);
  expect(await inviteMember({ ...by, email, role: 'viewer' })).toBe('invited');
  expect(await listInvitations(accountId)).toMatchObject([{ role: 'viewer', isOver: false }]);
  await prisma.$executeRaw`update member_invitations set expires_at = now() - interval '31 days' where account_id = ${accountId}`;
  await deleteOldInvitations();
  expect(await listInvitations(accountId)).toEqual([]);
});

test('the right of the inviter is asked for once more when it is accepted', async () => {
  const { accountId, ownerId, token } = await invite('owner');
  // Past the domain, as a row written by hand would be.
  await prisma.member.update({
    where: { accountId_userId: { accountId, userId: ownerId } },
    data: { role: 'admin' },
  });
  expect(await findInvitation(token)).toBeNull();
  expect(await joinAsNewPerson(token, { name: 'Eve', password })).toEqual({ error: 'link_invalid' });
});

test('an admin neither invites owners nor touches their invitations, and others invite nobody', async () => {
  const { accountId, id, email } = await invite('owner');
  const { userId: admin } = await buildPerson({ accountId, role: 'admin' });
  const { userId: finance } = await buildPerson({ accountId, role: 'finance' });
  const by = (userId: string) => ({ accountId, by: userId, address: anAddress() });
  expect(await inviteMember({ ...by(admin), email: anEmail(), role: 'owner' })).toBe('not_allowed');
  expect(await inviteMember({ ...by(finance), email: anEmail(), role: 'viewer' })).toBe('not_allowed');
  expect([
    await resendInvitation({ ...by(admin), id }),
    await withdrawInvitation({ ...by(admin), id }),
  ]).toEqual(['not_allowed', 'not_allowed']);
  expect(await listInvitations(accountId)).toMatchObject([{ id, email }]);
});

test('another account’s invitations are not found', async () => {
  const [own, other] = [await invite(), await invite()];
  expect([
    await resendInvitation({ ...own.by, id: other.id }),
    await withdrawInvitation({ ...own.by, id: other.id }),
  ]).toEqual(['not_found', 'not_found']);
  expect(await findInvitation(other.token)).not.toBeNull();
});

test('twice, for a member, or past the limit: nobody is invited', async () => {
  const { by, email, accountId, ownerId } = await invite();
  expect(await inviteMember({ ...by, email, role: 'viewer' })).toBe('already_invited');
  const owner = await prisma.user.findUniqueOrThrow({ where: { id: ownerId } });
  expect(await inviteMember({ ...by, email: owner.email, role: 'viewer' })).toBe('already_member');
  const outcomes = await Promise.all(
    Array.from({ length: maximumInvitations + 1 }, () =>
      inviteMember({ ...by, address: anAddress(), email: anEmail(), role: 'viewer' }),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'too_many_invitations')).toHaveLength(2);
  expect(await listInvitations(accountId)).toHaveLength(maximumInvitations);
});
