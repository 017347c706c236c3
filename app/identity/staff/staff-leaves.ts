import { recordAudit, type AuditActor } from '~/audit/audit';
import { endAllSessions } from '~/identity/sessions/sessions';
import { prisma } from '~/platform/database/db.server';
import { addDays } from '~/platform/time/days';
import { areOverlapping, getToday, type StaffLeave } from './leave-days';
import { isManager, lockActiveStaff, type StaffChange } from './staff';
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
    if (!active.some((member) => member.userId === userId)) return 'not_staff';
    const isAdminThere = active.some(
      (member) =>
        member.userId !== userId &&
        member.role === 'admin' &&
        !(member.leave && areOverlapping(member.leave, leave)),
    );
    if (!isAdminThere) return 'last_admin';
    await db.staffMember.update({
      where: { userId },
      data: { leaveFrom: new Date(leave.from), leaveUntil: new Date(leave.until), leaveStartedAt: null },
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

/**
 * Returns the work of people whose leave has begun, and ends their staff sessions, once. Called by a timer.
 * @param releaseCases returns a person's cases to the queue; a second call finds none
 */
export async function startDueLeaves(
  releaseCases: (userId: string, actor: AuditActor) => Promise<unknown>,
): Promise<void> {
  const due = await prisma.$queryRaw<{ userId: string }[]>`
    select user_id as "userId" from staff_members
    where ended_at is null and leave_started_at is null and ${new Date(getToday())}::date between leave_from and leave_until`;
  for (const { userId } of due) {
    await releaseCases(userId, jobActor);
    await prisma.$transaction(async (db) => {
      await endAllSessions(db, userId, 'staff');
      const { count } = await db.staffMember.updateMany({
        where: { userId, leaveStartedAt: null, leaveFrom: { not: null } },
        data: { leaveStartedAt: new Date() },
      });
      if (count) await recordAudit(db, { actor: jobActor, action: 'staff_leave_started', subject: userId });
    });
  }
}
