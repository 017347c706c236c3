import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildPerson, readInvitationToken, logInAs, listMailsTo } from '../../../tests/world/identity/team';
import { inviteMember } from './invitations';
import { findMemberInvitation, acceptMemberInvitationAsUser } from './invitation-acceptance';
import { findMembership, canManageRole, listRolePermissions, memberRoles, type MemberRole } from './members';
import { changeRole, leaveTeam, listGrantors, listTeam, removeMember } from './team';

async function buildTeam(...others: MemberRole[]) {
  const { accountId, ownerId } = await buildMerchant();
  const people = await Promise.all(
    others.map((role) => buildPerson({ accountId, role, name: `The ${role}` })),
  );
  return { accountId, ownerId, people: people.map((person, i) => ({ ...person, role: others[i]! })) };
}

const roleOf = async (userId: string) => (await findMembership(userId))?.role ?? null;
const address = '127.0.0.1';

test('who may change whom: an owner everyone, an admin all but owners, others nobody', () => {
  for (const actor of memberRoles)
    for (const role of memberRoles)
      expect({ actor, role, canManageRole: canManageRole(actor, role) }).toEqual({
        actor,
        role,
        canManageRole: actor === 'owner' || (actor === 'admin' && role !== 'owner'),
      });
  expect(listRolePermissions('viewer')).not.toContain('members_manage');
});

test.each(
  memberRoles.flatMap((actor) =>
    memberRoles.flatMap((target) => memberRoles.map((role) => [actor, target, role] as const)),
  ),
)('%s makes a %s %s', async (actor, target, role) => {
  const { accountId, people } = await buildTeam(actor, target);
  const [by, member] = people as [(typeof people)[0], (typeof people)[0]];
  const allowed = canManageRole(actor, target) && canManageRole(actor, role);
  const outcome = await changeRole({ accountId, userId: member.userId, by: by.userId, role });
  expect(outcome).toBe(!allowed ? 'not_allowed' : role === target ? 'unchanged' : 'changed');
  expect(await roleOf(member.userId)).toBe(allowed ? role : target);
});

test.each(memberRoles.flatMap((actor) => memberRoles.map((target) => [actor, target] as const)))(
  '%s removes a %s',
  async (actor, target) => {
    const { accountId, people } = await buildTeam(actor, target);
    const outcome = await removeMember({ accountId, userId: people[1]!.userId, by: people[0]!.userId });
    expect(outcome).toBe(canManageRole(actor, target) ? 'removed' : 'not_allowed');
    expect(await roleOf(people[1]!.userId)).toBe(outcome === 'removed' ? null : target);
  },
);

test("the last owner can't be demoted, removed or leave; with a second one they can", async () => {
  const { accountId, ownerId, people } = await buildTeam('admin');
  const last = { accountId, userId: ownerId, by: ownerId };
  expect({
    changeRole: await changeRole({ ...last, role: 'admin' }),
    removeMember: await removeMember(last),
    leaveTeam: await leaveTeam(last),
  }).toEqual({ changeRole: 'last_owner', removeMember: 'last_owner', leaveTeam: 'last_owner' });
  expect(await changeRole({ accountId, userId: people[0]!.userId, by: ownerId, role: 'owner' })).toBe(
    'changed',
  );
  expect(await leaveTeam(last)).toBe('left');
  expect((await listTeam(accountId)).map(({ userId }) => userId)).toEqual([people[0]!.userId]);
});

test('a person of another account is neither found nor counted', async () => {
  const [own, other] = [await buildTeam(), await buildTeam('viewer')];
  const stranger = { accountId: own.accountId, userId: other.people[0]!.userId, by: own.ownerId };
  expect({
    changeRole: await changeRole({ ...stranger, role: 'admin' }),
    removeMember: await removeMember(stranger),
  }).toEqual({ changeRole: 'not_found', removeMember: 'not_found' });
  const intruder = { accountId: own.accountId, userId: own.ownerId, by: other.ownerId };
  expect({
    changeRole: await changeRole({ ...intruder, role: 'viewer' }),
    removeMember: await removeMember(intruder),
  }).toEqual({ changeRole: 'not_allowed', removeMember: 'not_allowed' });
});

test("a change is audited with before and after, and emailed to the person and the team's managers", async () => {
  const { accountId, ownerId, people } = await buildTeam('finance');
  const { userId, email } = people[0]!;
  const owner = await prisma.user.findUniqueOrThrow({ where: { id: ownerId } });
  await changeRole({ accountId, userId, by: ownerId, role: 'viewer', address });
  await removeMember({ accountId, userId, by: ownerId, address });
  const { entries } = await listAudit({ accountId });
  expect(entries.filter(({ action }) => action.startsWith('member_'))).toMatchObject([
    {
      action: 'member_removed',
      actor: `portal:${ownerId}`,
      subject: userId,
      before: { role: 'viewer' },
      after: { role: null },
      address,
    },
    {
      action: 'member_role_changed',
      actor: `portal:${ownerId}`,
      subject: userId,
      before: { role: 'finance' },
      after: { role: 'viewer' },
      address,
    },
  ]);
  expect(
    (await listMailsTo(email)).map(({ template, props }) => [template, props.change, props.role]),
  ).toEqual([
    ['membership-changed', 'role_changed', 'Read-only'],
    ['membership-changed', 'removed', undefined],
  ]);
  expect(
    (await listMailsTo(owner.email)).map(({ template, props }) => [template, props.change, props.role]),
  ).toEqual([
    ['team-changed', 'role_changed', 'Read-only'],
    ['team-changed', 'removed', 'Read-only'],
  ]);
});

test.each(['removed', 'lowered', 'left'] as const)(
  'the invitations of a person who is %s end',
  async (how) => {
    const { accountId, ownerId, people } = await buildTeam('owner');
    const { userId } = people[0]!;
    const [guest, newOwner] = [await buildPerson(), await buildPerson()];
    await inviteMember({ accountId, email: guest.email, role: 'viewer', by: userId, address });
    await inviteMember({ accountId, email: newOwner.email, role: 'owner', by: userId, address });
    const tokens = [
      await readInvitationToken(guest.email),
      await readInvitationToken(newOwner.email),
    ] as const;
    const change = { accountId, userId, by: ownerId };
    // As an admin, they can still invite viewers.
    if (how === 'lowered') await changeRole({ ...change, role: 'admin' });
    else await (how === 'removed' ? removeMember(change) : leaveTeam(change));
    expect({
      firstIsValid: (await findMemberInvitation(tokens[0])) !== null,
      secondIsValid: (await findMemberInvitation(tokens[1])) !== null,
    }).toEqual({ firstIsValid: how === 'lowered', secondIsValid: false });
    expect(
      await acceptMemberInvitationAsUser(
        { id: newOwner.userId, email: newOwner.email, name: newOwner.name },
        tokens[1],
      ),
    ).toEqual({ error: 'link_invalid' });
    expect(await prisma.memberInvitation.count({ where: { accountId } })).toBe(how === 'lowered' ? 1 : 0);
  },
);

test('owners and admins of the account can grant permissions', async () => {
  const { accountId } = await buildTeam('viewer', 'admin', 'developer');
  expect(await listGrantors(accountId)).toEqual([expect.stringContaining('Owner of'), 'The admin']);
});

test("a person whose session ended meanwhile can't change their own role", async () => {
  const { accountId } = await buildMerchant();
  const { userId } = await buildPerson({ accountId, role: 'admin' });
  await logInAs(userId);
  const { id: sessionId } = await prisma.session.findFirstOrThrow({ where: { userId } });
  await prisma.session.deleteMany({ where: { userId } });
  const change = { accountId, userId, by: userId, role: 'viewer', sessionId } as const;
  expect(await changeRole(change)).toBe('session_over');
  expect((await findMembership(userId, accountId))?.role).toBe('admin');
  expect(await changeRole({ ...change, sessionId: undefined })).toBe('changed');
});
