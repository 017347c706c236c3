import { recordAudit } from '~/audit/audit';
import { endAllSessions } from '~/identity/sessions/sessions';
import { prisma } from '~/platform/database/db.server';
import { addDays } from '~/platform/time/days';
import { getToday, isOnLeave, type StaffLeave } from './leave-days';
import { isAdminAlwaysThere, isManager, lockActiveStaff, type StaffChange } from './staff';
import { notifyStaffMember } from './staff-notifications';

const maximumLeaveDays = 366;

/**
 * Sets or replaces a leave of absence, on which the person can't log in to the staff area. `last_admin`: on one of its
 * days, no other admin would be there.
 */
export async function setStaffLeave(
  { userId, actor, address }: StaffChange,
  leave: StaffLeave,
): Promise<'saved' | 'not_allowed' | 'not_staff' | 'last_admin' | 'invalid_days'> {
  const today = getToday();
  if (leave.from > leave.until || leave.until < today || leave.until > addDays(today, maximumLeaveDays))
    return 'invalid_days';
  return prisma.$transaction(async (db) => {
    const active = await lockActiveStaff(db);
    if (!isManager(active, actor)) return 'not_allowed';
    const member = active.find((one) => one.userId === userId);
    if (!member) return 'not_staff';
    const changed = active.map((one) => (one.userId === userId ? { ...one, leave } : one));
    if (member.role === 'admin' && !isAdminAlwaysThere(changed)) return 'last_admin';
    const hasStarted = member.leave !== null && isOnLeave(member.leave) && isOnLeave(leave);
    await db.staffMember.update({
      where: { userId },
      data: {
        leaveFrom: new Date(leave.from),
        leaveUntil: new Date(leave.until),
        ...(!hasStarted && { leaveStartedAt: null }),
      },
    });
    await recordAudit(db, { actor, action: 'staff_leave_set', subject: userId, details: leave, address });
    await notifyStaffMember(db, userId, { change: 'leave_set', actor, leave });
    return 'saved';
  });
}

/** Ends a leave, or cancels a later one: the person can log in at once. */
export async function endStaffLeave({
  userId,
  actor,
  address,
}: StaffChange): Promise<'ended' | 'not_allowed' | 'no_leave'> {
  return prisma.$transaction(async (db) => {
    const active = await lockActiveStaff(db);
    if (!isManager(active, actor)) return 'not_allowed';
    if (!active.find((member) => member.userId === userId)?.leave) return 'no_leave';
    await db.staffMember.update({
      where: { userId },
      data: { leaveFrom: null, leaveUntil: null, leaveStartedAt: null },
    });
    await recordAudit(db, { actor, action: 'staff_leave_ended', subject: userId, address });
    await notifyStaffMember(db, userId, { change: 'leave_ended', actor });
    return 'ended';
  });
}

const jobActor = 'system:start-staff-leaves';

/** Ends the staff sessions of people whose leave has begun, once. Called by a timer. */
export async function startDueLeaves(): Promise<void> {
  const today = new Date(getToday());
  const isDue = {
    endedAt: null,
    leaveStartedAt: null,
    leaveFrom: { lte: today },
    leaveUntil: { gte: today },
  };
  const away = await prisma.staffMember.findMany({ where: isDue, select: { userId: true } });
  for (const { userId } of away)
    await prisma.$transaction(async (db) => {
      // An admin may have changed the leave in the meantime.
      const { count } = await db.staffMember.updateMany({
        where: { ...isDue, userId },
        data: { leaveStartedAt: new Date() },
      });
      if (!count) return;
      await endAllSessions(db, userId, 'staff');
      await recordAudit(db, { actor: jobActor, action: 'staff_leave_started', subject: userId });
    });
}
