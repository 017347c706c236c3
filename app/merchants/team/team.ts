import { recordAudit, type AuditActor } from '~/audit/audit';
import { endAllSessions, isSessionActive } from '~/identity/sessions/sessions';
import { sendMail } from '~/mail/outbox';
import { lockAccount } from '~/platform/database/account-lock.server';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { prisma, type Database } from '~/platform/database/db.server';
import {
  isMemberRole,
  canManageRole,
  memberRoles,
  listRolesWithPermission,
  type MemberRole,
} from './members';
import { notifyMembers } from '~/merchants/notifications/notifications';
import { accountNameColumns, toNameProps } from '~/merchants/notifications/account-names';
import { memberRoleLabels } from './role-labels';

type TeamMember = { userId: string; name: string; email: string; role: MemberRole; createdAt: Date };
export type TeamRejection = 'not_found' | 'not_allowed' | 'last_owner';

/** The team of an account: owners first, then by role and by the date of joining. */
export async function listTeam(accountId: string, db: Database = prisma): Promise<TeamMember[]> {
  const members = await db.member.findMany({
    where: { accountId },
    orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
    include: { user: { select: { name: true, email: true } } },
  });
  return members
    .flatMap(({ userId, role, createdAt, user }) =>
      isMemberRole(role) ? [{ userId, role, createdAt, ...user }] : [],
    )
    .sort((a, b) => memberRoles.indexOf(a.role) - memberRoles.indexOf(b.role));
}

/** The members who can grant a missing permission: at most five names. */
export async function listGrantors(accountId: string): Promise<string[]> {
  const managerRoles = listRolesWithPermission('members_manage');
  return (await listTeam(accountId))
    .filter(({ role }) => managerRoles.includes(role))
    .slice(0, 5)
    .map(({ name }) => name);
}

/** The team, locked until the end of the transaction: if two owners demote each other, one remains. */
export async function lockTeam(db: Database, accountId: string): Promise<TeamMember[]> {
  await lockAccount(db, accountId);
  return listTeam(accountId, db);
}

type TeamChange = { accountId: string; userId: string; by: string; address?: string };

/**
 * Changes a person's role. Their sessions end, because a session of one role must not serve another (threat
 * T6).
 * @returns unchanged when they already have it
 */
export function changeRole({
  accountId,
  userId,
  role,
  by,
  address,
  sessionId,
}: TeamChange & { role: MemberRole; sessionId?: string }): Promise<
  'changed' | 'unchanged' | 'session_over' | TeamRejection
> {
  return prisma.$transaction(async (db) => {
    const team = await lockTeam(db, accountId);
    const [actor, member] = [findTeamMember(team, by), findTeamMember(team, userId)];
    if (!member) return 'not_found';
    if (!actor || !canManageRole(actor.role, member.role) || !canManageRole(actor.role, role))
      return 'not_allowed';
    if (member.role === role) return 'unchanged';
    if (isLastOwner(team, member)) return 'last_owner';
    // A person who changes their own role continues in a new session.
    if (by === userId && !(await isSessionActive(db, { userId, sessionId }))) return 'session_over';
    await db.member.update({ where: { accountId_userId: { accountId, userId } }, data: { role } });
    await endAllSessions(db, userId, 'portal');
    const invitationsEnded = await endInvitations(db, { accountId, invitedBy: userId, role });
    await recordAudit(db, {
      actor: toAuditActor(by),
      action: 'member_role_changed',
      accountId,
      subject: userId,
      before: { role: member.role },
      after: { role },
      details: { invitationsEnded },
      address,
    });
    const change = {
      name: member.name,
      email: member.email,
      by: actor.name,
      before: memberRoleLabels[member.role].name,
      role: memberRoleLabels[role].name,
    };
    if (by !== userId)
      await notifyTeamMember(db, accountId, member, {
        change: 'role_changed',
        by: actor.name,
        role: memberRoleLabels[role].name,
      });
    await notifyMembers(
      db,
      accountId,
      'team',
      'team-changed',
      { change: 'role_changed', ...change },
      '/team',
      by,
    );
    return 'changed';
  });
}

/** Removes a member and ends all their sessions at once. */
export function removeMember({
  accountId,
  userId,
  by,
  address,
}: TeamChange): Promise<'removed' | TeamRejection> {
  return prisma.$transaction(async (db) => {
    const team = await lockTeam(db, accountId);
    const [actor, member] = [findTeamMember(team, by), findTeamMember(team, userId)];
    if (!member) return 'not_found';
    if (!actor || !canManageRole(actor.role, member.role)) return 'not_allowed';
    if (isLastOwner(team, member)) return 'last_owner';
    await endAllSessions(db, userId, 'portal');
    await endMembership(db, { accountId, member, by: actor, action: 'member_removed', address });
    if (by !== userId) await notifyTeamMember(db, accountId, member, { change: 'removed', by: actor.name });
    return 'removed';
  });
}

/** A member leaves. Their session continues, because they may belong to other accounts. */
export function leaveTeam({
  accountId,
  userId,
  address,
}: Omit<TeamChange, 'by'>): Promise<'left' | Exclude<TeamRejection, 'not_allowed'>> {
  return prisma.$transaction(async (db) => {
    const team = await lockTeam(db, accountId);
    const member = findTeamMember(team, userId);
    if (!member) return 'not_found';
    if (isLastOwner(team, member)) return 'last_owner';
    await endMembership(db, { accountId, member, by: member, action: 'member_left', address });
    return 'left';
  });
}

async function endMembership(
  db: Database,
  {
    accountId,
    member,
    by,
    action,
    address,
  }: {
    accountId: string;
    member: TeamMember;
    by: TeamMember;
    action: 'member_removed' | 'member_left';
    address?: string;
  },
): Promise<void> {
  await db.member.delete({ where: { accountId_userId: { accountId, userId: member.userId } } });
  const invitationsEnded = await endInvitations(db, { accountId, invitedBy: member.userId, role: null });
  await recordAudit(db, {
    actor: toAuditActor(by.userId),
    action,
    accountId,
    subject: member.userId,
    before: { role: member.role },
    after: { role: null },
    details: { email: member.email, invitationsEnded },
    address,
  });
  const { name, email } = member;
  await notifyMembers(
    db,
    accountId,
    'team',
    'team-changed',
    {
      change: action === 'member_left' ? 'left' : 'removed',
      name,
      email,
      by: by.name,
      role: memberRoleLabels[member.role].name,
    },
    '/team',
    by.userId,
  );
}

/**
 * An invitation depends on its inviter's permission: those that this role can't give are deleted.
 * @returns how many there were
 */
async function endInvitations(
  db: Database,
  { accountId, invitedBy, role }: { accountId: string; invitedBy: string; role: MemberRole | null },
): Promise<number> {
  const invalidRoles = memberRoles.filter((one) => !role || !canManageRole(role, one));
  return (
    await db.memberInvitation.deleteMany({ where: { accountId, invitedBy, role: { in: invalidRoles } } })
  ).count;
}

async function notifyTeamMember(
  db: Database,
  accountId: string,
  { email }: TeamMember,
  changeProps: { change: 'role_changed' | 'removed'; by: string; role?: string },
): Promise<void> {
  const account = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: accountNameColumns,
  });
  await sendMail(db, {
    to: email,
    template: 'membership-changed',
    props: { ...changeProps, ...toNameProps(account), link: buildPortalUrl('/') },
  });
}

/** Whether this member is the account's only owner. */
export function isLastOwner(team: readonly TeamMember[], { role }: Pick<TeamMember, 'role'>): boolean {
  return role === 'owner' && team.filter((other) => other.role === 'owner').length === 1;
}

function findTeamMember(team: TeamMember[], userId: string): TeamMember | undefined {
  return team.find((member) => member.userId === userId);
}

function toAuditActor(userId: string): AuditActor {
  return `portal:${userId}`;
}
