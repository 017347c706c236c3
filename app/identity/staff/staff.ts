import { parseActorId, recordAudit, type AuditActor } from '~/audit/audit';
import { prisma, type Database } from '~/platform/database/db.server';
import type { Prisma } from '~/platform/prisma/client';
import { endAllSessions } from '~/identity/sessions/sessions';
import { areOverlapping, getToday, isOnLeave, toStaffLeave, type StaffLeave } from './leave-days';

/** The permissions of each role. Everything else is forbidden (threat T25). */
const permissionsByStaffRole = {
  reviewer: ['applications_review', 'accounts_suspend'],
  support: [
    'mails_view',
    'mails_resend',
    'merchants_view',
    'payments_view',
    'outcomes_inquire',
    'acquirer_events_process',
    'support_session_start',
  ],
  admin: [
    'applications_review',
    'accounts_suspend',
    'mails_view',
    'mails_resend',
    'merchants_view',
    'payments_view',
    'outcomes_inquire',
    'acquirer_events_process',
    'discrepancies_resolve',
    'staff_manage',
    'staff_audit_view',
    'payment_page_watch',
    'support_session_start',
    'support_sessions_view',
    'operations_view',
    'books_audit',
    'connections_manage',
  ],
} as const satisfies Record<string, readonly string[]>;

export type StaffRole = keyof typeof permissionsByStaffRole;
export type StaffPermission = (typeof permissionsByStaffRole)[StaffRole][number];

export const staffRoles = Object.keys(permissionsByStaffRole) as StaffRole[];

export function hasStaffPermission(role: StaffRole, permission: StaffPermission): boolean {
  return listStaffPermissions(role).includes(permission);
}

export function listStaffPermissions(role: StaffRole): readonly StaffPermission[] {
  return permissionsByStaffRole[role];
}

export function isStaffRole(role: unknown): role is StaffRole {
  return typeof role === 'string' && Object.hasOwn(permissionsByStaffRole, role);
}

/** A person's staff role. Null for everyone else, and for former staff members. */
export async function findStaffRole(userId: string, db: Database = prisma): Promise<StaffRole | null> {
  return (await findStaffAccess(userId, db))?.role ?? null;
}

/** `onLeaveUntil`: the last day of a leave that has begun, on which the person has no access. */
export type StaffAccess = { role: StaffRole; onLeaveUntil: string | null };

/** Null for everyone who isn't a staff member, and for former ones. */
export async function findStaffAccess(userId: string, db: Database = prisma): Promise<StaffAccess | null> {
  const member = await db.staffMember.findUnique({
    where: { userId, endedAt: null },
    select: { role: true, leaveFrom: true, leaveUntil: true },
  });
  if (!member || !isStaffRole(member.role)) return null;
  const leave = toStaffLeave(member);
  return { role: member.role, onLeaveUntil: leave && isOnLeave(leave) ? leave.until : null };
}

/** The email addresses of staff members with a given permission. */
export async function listStaffEmailsByPermission(
  permission: StaffPermission,
  db: Database = prisma,
): Promise<string[]> {
  const roles = staffRoles.filter((role) => hasStaffPermission(role, permission));
  const users = await db.user.findMany({
    where: { staff: { endedAt: null, role: { in: roles } } },
    select: { email: true },
  });
  return users.map(({ email }) => email);
}

const userColumns = {
  user: {
    select: {
      email: true,
      name: true,
      secondFactor: { select: { createdAt: true } },
      _count: { select: { passkeys: true } },
    },
  },
} as const;

/** Staff members, then former ones, up to 500. */
export async function listStaff() {
  const members = await prisma.staffMember.findMany({
    orderBy: [{ endedAt: { sort: 'desc', nulls: 'first' } }, { createdAt: 'asc' }],
    take: 500,
    include: userColumns,
  });
  return members.map(toListedMember);
}

/** A current or former staff member. */
export async function findStaffMember(userId: string) {
  const member = await prisma.staffMember.findUnique({ where: { userId }, include: userColumns });
  if (!member) return null;
  const lastLogins = await findLastLogins([userId]);
  return { ...toListedMember(member), lastLoginAt: lastLogins.get(userId) ?? null };
}

function toListedMember({
  user: { secondFactor, _count, ...user },
  leaveStartedAt: _,
  ...member
}: Prisma.StaffMemberGetPayload<{ include: typeof userColumns }>) {
  return {
    ...member,
    ...user,
    hasSecondFactor: secondFactor !== null || _count.passkeys > 0,
    leave: member.endedAt ? null : toStaffLeave(member),
  };
}

/** When each person last logged in to the staff area, from the audit log. */
export async function findLastLogins(userIds: readonly string[]): Promise<Map<string, Date>> {
  const actors = userIds.map((id) => `staff:${id}`);
  const found = await prisma.$queryRaw<{ actor: string; at: Date }[]>`
    select person.actor, login.created_at as at
    from unnest(${actors}::text[]) person (actor),
    lateral (select created_at from audit_entries
      where actor = person.actor and action = 'staff_logged_in' and actor like 'staff:%'
      order by created_at desc, id desc limit 1) login`;
  return new Map(found.map(({ actor, at }) => [parseActorId(actor), at]));
}

/** A change of a staff member's access, by an admin. */
export type StaffChange = { userId: string; actor: AuditActor; address?: string };

type ActiveStaffMember = { userId: string; role: StaffRole; leave: StaffLeave | null };

/**
 * The current staff, locked in a fixed order: if two admins change each other, the second waits here and then may no longer
 * be one.
 */
export async function lockActiveStaff(db: Database): Promise<ActiveStaffMember[]> {
  const rows = await db.$queryRaw<
    { userId: string; role: StaffRole; leaveFrom: Date | null; leaveUntil: Date | null }[]
  >`
    select user_id as "userId", role, leave_from as "leaveFrom", leave_until as "leaveUntil" from staff_members
    where ended_at is null order by user_id for update`;
  return rows.map(({ userId, role, ...days }) => ({ userId, role, leave: toStaffLeave(days) }));
}

/** Whether an actor may change the staff: an admin, or someone with shell access. */
export function isManager(active: readonly ActiveStaffMember[], actor: AuditActor): boolean {
  return (
    actor === 'system:shell' ||
    active.some(({ userId, role }) => actor === `staff:${userId}` && hasStaffPermission(role, 'staff_manage'))
  );
}

/** Whether on every day, today and later, an admin of these staff members isn't on leave. */
export function isAdminAlwaysThere(staff: readonly ActiveStaffMember[]): boolean {
  const admins = staff.filter(({ role }) => hasStaffPermission(role, 'staff_manage'));
  // If all are away on a day, they are on the first day of one of their leaves, too, or today.
  const days = [getToday(), ...admins.flatMap(({ leave }) => leave?.from ?? [])];
  return days
    .filter((day) => day >= getToday())
    .every((day) => admins.some(({ leave }) => !leave || !areOverlapping(leave, { from: day, until: day })));
}

/**
 * Removes a staff member and ends their sessions. Admins can't remove
 * themselves, so one always remains. With shell access, everyone can be removed.
 */
export async function endStaffMembership({
  userId,
  actor,
  address,
}: StaffChange): Promise<'ended' | 'not_staff' | 'not_allowed' | 'last_admin'> {
  return prisma.$transaction(async (tx) => {
    const active = await lockActiveStaff(tx);
    if (!isManager(active, actor) || actor === `staff:${userId}`) return 'not_allowed';
    if (!active.some((staffMember) => staffMember.userId === userId)) return 'not_staff';
    const others = active.filter((staffMember) => staffMember.userId !== userId);
    const isAdmin = active.some(({ userId: id, role }) => id === userId && role === 'admin');
    if (isAdmin && actor !== 'system:shell' && !isAdminAlwaysThere(others)) return 'last_admin';
    // Someone who comes back has no old leave or reset.
    await tx.$executeRaw`
      update staff_members set ended_at = now(), leave_from = null, leave_until = null, leave_started_at = null
      where user_id = ${userId}`;
    const { count } = await tx.staffFactorReset.updateMany({
      where: { userId, endedAt: null },
      data: { outcome: 'canceled', endedAt: new Date() },
    });
    if (count)
      await recordAudit(tx, { actor, action: 'staff_factor_reset_canceled', subject: userId, address });
    await endAllSessions(tx, userId, 'staff');
    await recordAudit(tx, { actor, action: 'staff_removed', subject: userId, address });
    return 'ended';
  });
}
