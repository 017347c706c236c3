import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { verifyPassword } from '~/identity/passwords/passwords';
import { findUserByEmail } from '~/identity/users/users';
import { prisma } from '~/platform/database/db.server';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildPerson, readInvitationToken, listMailsTo } from '../../../tests/world/identity/team';
import {
  deleteOldMemberInvitations,
  inviteMember,
  listMemberInvitations,
  maxMemberInvitations,
  resendMemberInvitation,
  withdrawMemberInvitation,
} from './invitations';
import {
  findMemberInvitation,
  acceptMemberInvitationAsUser,
  acceptMemberInvitationAsNewUser,
} from './invitation-acceptance';
import type { MemberRole } from './members';
import { listTeam } from './team';

const password = 'seven quiet lighthouses';
const anEmail = () => `guest-${crypto.randomUUID()}@example.com`;
let computers = 0;
const anAddress = () => `10.${++computers >> 8}.${computers & 255}.7`;

async function invite(role: MemberRole = 'finance', email = anEmail()) {
  const merchant = await buildMerchant();
  const by = { accountId: merchant.accountId, by: merchant.ownerId, address: anAddress() };
  expect(await inviteMember({ ...by, email, role })).toBe('invited');
  const { id } = (await listMemberInvitations(merchant.accountId))[0]!;
  // A minute later.
  await prisma.rateLimit.deleteMany({ where: { key: { startsWith: 'mail_pause' } } });
  return { ...merchant, by, email, id, token: await readInvitationToken(email) };
}

const expireInvitation = (id: string) =>
  prisma.$executeRaw`update member_invitations set expires_at = now() - interval '1 second' where id = ${id}`;
const roleOf = async (accountId: string, email: string) =>
  (await listTeam(accountId)).find((member) => member.email === email)?.role;

test('an invitation says whether staff approved the account, so that its subject can name it', async () => {
  const { accountId, by, email } = await invite();
  await prisma.account.update({ where: { id: accountId }, data: { mode: 'live' } });
  const colleague = anEmail();
  await inviteMember({ ...by, email: colleague, role: 'finance' });
  for (const [recipient, approved] of [
    [email, false],
    [colleague, true],
  ] as const)
    expect(await listMailsTo(recipient)).toMatchObject([
      { template: 'team-invitation', props: { approved } },
    ]);
});

test('a new person joins with a name and a password, once', async () => {
  const { accountId, ownerId, email, token, by } = await invite();
  expect(await findMemberInvitation(token)).toMatchObject({
    accountId,
    email,
    role: 'finance',
    isKnown: false,
  });
  expect(await acceptMemberInvitationAsNewUser(token, { name: 'Noor', password: 'short' })).toEqual({
    error: 'password_too_short',
  });
  const joined = await acceptMemberInvitationAsNewUser(token, {
    name: 'Noor',
    password,
    address: by.address,
  });
  expect(joined).toMatchObject({ email, accountId });
  const user = (await findUserByEmail(email))!;
  expect({
    name: user.name,
    verifyPassword: await verifyPassword(user.passwordHash, password),
    role: await roleOf(accountId, email),
  }).toEqual({ name: 'Noor', verifyPassword: true, role: 'finance' });
  expect(await acceptMemberInvitationAsNewUser(token, { name: 'Noor', password })).toEqual({
    error: 'link_invalid',
  });
  expect(await findMemberInvitation(token)).toBeNull();
  const owner = await prisma.user.findUniqueOrThrow({ where: { id: ownerId } });
  expect(
    (await listMailsTo(owner.email)).map(({ template, props }) => [template, props.change, props.name]),
  ).toEqual([['team-changed', 'joined', 'Noor']]);
  expect((await listAudit({ accountId, action: 'member_joined' })).entries).toMatchObject([
    { subject: user.id, after: { role: 'finance' }, details: { invitedBy: ownerId } },
  ]);
});

test('of many who use one link at once, one joins', async () => {
  const { accountId, email, token } = await invite();
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () => acceptMemberInvitationAsNewUser(token, { name: 'Noor', password })),
  );
  expect(outcomes.filter((outcome) => 'userId' in outcome)).toHaveLength(1);
  expect((await listTeam(accountId)).filter((member) => member.email === email)).toHaveLength(1);
});

test('a person with a login joins with it, and nobody else can', async () => {
  const person = await buildPerson();
  const { accountId, token } = await invite('admin', person.email);
  const stranger = await buildPerson();
  expect(await acceptMemberInvitationAsNewUser(token, { name: 'Eve', password })).toEqual({
    error: 'link_invalid',
  });
  expect(await acceptMemberInvitationAsUser({ id: stranger.userId, ...stranger }, token)).toEqual({
    error: 'link_invalid',
  });
  expect(await acceptMemberInvitationAsUser({ id: person.userId, ...person }, token)).toMatchObject({
    accountId,
  });
  expect(await roleOf(accountId, person.email)).toBe('admin');
  expect(await acceptMemberInvitationAsUser({ id: person.userId, ...person }, token)).toEqual({
    error: 'link_invalid',
  });
});

test('an address with a login and one without get the same reply and email', async () => {
  const { email: known } = await buildPerson();
  const [a, b] = [await invite('viewer', known), await invite('viewer')];
  const [one, other] = [await listMailsTo(known), await listMailsTo(b.email)];
  expect(one.map(({ template }) => template)).toEqual(other.map(({ template }) => template));
  expect(Object.keys(one[0]!.props)).toEqual(Object.keys(other[0]!.props));
  const visibleFields = async ({ accountId }: { accountId: string }) =>
    (await listMemberInvitations(accountId)).map(
      ({ id: _, email: __, inviter: ___, createdAt: ____, expiresAt: _____, ...rest }) => rest,
    );
  expect(await visibleFields(a)).toEqual(await visibleFields(b));
});

test('after resending, only the new link works; after canceling, none does', async () => {
  const { by, id, email, token } = await invite();
  expect(await resendMemberInvitation({ ...by, id })).toBe('sent');
  const fresh = await readInvitationToken(email);
  expect({
    memberInvitation: await findMemberInvitation(token),
    email: (await findMemberInvitation(fresh))?.email,
  }).toEqual({ memberInvitation: null, email });
  expect(await resendMemberInvitation({ ...by, id })).toMatchObject({ error: 'mail_just_sent' });
  expect(await withdrawMemberInvitation({ ...by, id })).toBe('withdrawn');
  expect(await findMemberInvitation(fresh)).toBeNull();
  expect(await withdrawMemberInvitation({ ...by, id })).toBe('not_found');
});

test('an invitation expires after a week; it can be resent, or the address invited again', async () => {
  const { by, id, email, token, accountId } = await invite();
  await expireInvitation(id);
  expect(await findMemberInvitation(token)).toBeNull();
  expect(await acceptMemberInvitationAsNewUser(token, { name: 'Noor', password })).toEqual({
    error: 'link_invalid',
  });
  expect(await listMemberInvitations(accountId)).toMatchObject([{ id, isOver: true }]);
  expect(await inviteMember({ ...by, email, role: 'viewer' })).toBe('invited');
  expect(await listMemberInvitations(accountId)).toMatchObject([{ role: 'viewer', isOver: false }]);
  await prisma.$executeRaw`update member_invitations set expires_at = now() - interval '31 days' where account_id = ${accountId}`;
  await deleteOldMemberInvitations();
  expect(await listMemberInvitations(accountId)).toEqual([]);
});

test("the inviter's permission is checked again when it is accepted", async () => {
  const { accountId, ownerId, token } = await invite('owner');
  // Bypasses the domain's check, like a row inserted directly.
  await prisma.member.update({
    where: { accountId_userId: { accountId, userId: ownerId } },
    data: { role: 'admin' },
  });
  expect(await findMemberInvitation(token)).toBeNull();
  expect(await acceptMemberInvitationAsNewUser(token, { name: 'Eve', password })).toEqual({
    error: 'link_invalid',
  });
});

test('an admin neither invites owners nor changes their invitations, and other roles invite nobody', async () => {
  const { accountId, id, email } = await invite('owner');
  const { userId: admin } = await buildPerson({ accountId, role: 'admin' });
  const { userId: finance } = await buildPerson({ accountId, role: 'finance' });
  const by = (userId: string) => ({ accountId, by: userId, address: anAddress() });
  expect(await inviteMember({ ...by(admin), email: anEmail(), role: 'owner' })).toBe('not_allowed');
  expect(await inviteMember({ ...by(finance), email: anEmail(), role: 'viewer' })).toBe('not_allowed');
  expect({
    resendMemberInvitation: await resendMemberInvitation({ ...by(admin), id }),
    withdrawMemberInvitation: await withdrawMemberInvitation({ ...by(admin), id }),
  }).toEqual({ resendMemberInvitation: 'not_allowed', withdrawMemberInvitation: 'not_allowed' });
  expect(await listMemberInvitations(accountId)).toMatchObject([{ id, email }]);
});

test("another account's invitations are not found", async () => {
  const [own, other] = [await invite(), await invite()];
  expect({
    resendMemberInvitation: await resendMemberInvitation({ ...own.by, id: other.id }),
    withdrawMemberInvitation: await withdrawMemberInvitation({ ...own.by, id: other.id }),
  }).toEqual({ resendMemberInvitation: 'not_found', withdrawMemberInvitation: 'not_found' });
  expect(await findMemberInvitation(other.token)).not.toBeNull();
});

test('nobody is invited twice, as a member, or past the limit', async () => {
  const { by, email, accountId, ownerId } = await invite();
  expect(await inviteMember({ ...by, email, role: 'viewer' })).toBe('already_invited');
  const owner = await prisma.user.findUniqueOrThrow({ where: { id: ownerId } });
  expect(await inviteMember({ ...by, email: owner.email, role: 'viewer' })).toBe('already_member');
  const outcomes = await Promise.all(
    Array.from({ length: maxMemberInvitations + 1 }, () =>
      inviteMember({ ...by, address: anAddress(), email: anEmail(), role: 'viewer' }),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'too_many_invitations')).toHaveLength(2);
  expect(await listMemberInvitations(accountId)).toHaveLength(maxMemberInvitations);
});
