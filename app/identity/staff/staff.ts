import { recordAudit, type AuditActor } from '~/audit/audit';
import { prisma, type Database } from '~/platform/database/db.server';
import { endAllSessions } from '~/identity/sessions/sessions';

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
  const member = await db.staffMember.findUnique({
    where: { userId, endedAt: null },
    select: { role: true },
  });
  return member && isStaffRole(member.role) ? member.role : null;
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

/** Staff members, then former ones, up to 500. */
export async function listStaff() {
  const members = await prisma.staffMember.findMany({
    orderBy: [{ endedAt: { sort: 'desc', nulls: 'first' } }, { createdAt: 'asc' }],
    take: 500,
    include: {
      user: {
        select: {
          email: true,
          name: true,
          secondFactor: { select: { createdAt: true } },
          _count: { select: { passkeys: true } },
        },
      },
    },
  });
  return members.map(({ user: { secondFactor, _count, ...user }, ...member }) => ({
    ...member,
    ...user,
    hasSecondFactor: secondFactor !== null || _count.passkeys > 0,
  }));
}

/**
 * Removes a staff member and ends their sessions. Colleagues take over their cases. Admins can't remove
 * themselves, so one always remains. With shell access, everyone can be removed.
 */
export async function endStaffMembership({
  userId,
  actor,
  address,
}: {
  userId: string;
  actor: AuditActor;
  address?: string;
}): Promise<'ended' | 'not_staff' | 'not_allowed'> {
  return prisma.$transaction(async (tx) => {
    // Locked in a fixed order: if two admins remove each other, the second waits here and then is no longer
    // one.
    const active = await tx.$queryRaw<{ userId: string; role: StaffRole }[]>`
      select user_id as "userId", role from staff_members where ended_at is null order by user_id for update`;
    const isAllowed =
      actor.startsWith('system:') ||
      active.some(
        (staffMember) =>
          actor === `staff:${staffMember.userId}` &&
          staffMember.userId !== userId &&
          hasStaffPermission(staffMember.role, 'staff_manage'),
      );
    if (!isAllowed) return 'not_allowed';
    if (!active.some((staffMember) => staffMember.userId === userId)) return 'not_staff';
    await tx.$executeRaw`update staff_members set ended_at = now() where user_id = ${userId}`;
    await endAllSessions(tx, userId, 'staff');
    await recordAudit(tx, { actor, action: 'staff_removed', subject: userId, address });
    return 'ended';
  });
}
