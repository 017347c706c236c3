import { recordAudit } from '~/audit/audit';
import { endAllSessions } from '~/identity/sessions/sessions';
import { prisma } from '~/platform/database/db.server';
import { isAdminAlwaysThere, isManager, lockActiveStaff, type StaffChange, type StaffRole } from './staff';
import { notifyStaffMember } from './staff-notifications';

/**
 * Gives a staff member another role and ends their staff sessions. Admins can't change their own role.
 * `last_admin`: on some day, all other admins are on leave.
 */
export async function changeStaffRole(
  { userId, actor, address }: StaffChange,
  role: StaffRole,
): Promise<'changed' | 'not_allowed' | 'not_staff' | 'last_admin'> {
  return prisma.$transaction(async (db) => {
    const active = await lockActiveStaff(db);
    if (!isManager(active, actor) || actor === `staff:${userId}`) return 'not_allowed';
    const member = active.find((one) => one.userId === userId);
    if (!member) return 'not_staff';
    if (member.role === role) return 'changed';
    const changed = active.map((one) => (one.userId === userId ? { ...one, role } : one));
    if (member.role === 'admin' && !isAdminAlwaysThere(changed)) return 'last_admin';
    await db.staffMember.update({ where: { userId }, data: { role } });
    await endAllSessions(db, userId, 'staff');
    await recordAudit(db, {
      actor,
      action: 'staff_role_changed',
      subject: userId,
      before: { role: member.role },
      after: { role },
      address,
    });
    await notifyStaffMember(db, userId, { change: 'role_changed', actor, role });
    return 'changed';
  });
}
