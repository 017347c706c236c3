import { endSessionsOfPerson } from '~/identity/sessions/session-list';
import { prisma } from '~/platform/database/db.server';
import { isManager, lockActiveStaff, type StaffChange } from './staff';
import { notifyStaffMember } from './staff-notifications';

/** Logs a staff member out in all browsers, such as after a theft, and forgets their devices. */
export async function endStaffSessions(
  change: StaffChange,
): Promise<'ended' | 'none' | 'not_allowed' | 'not_staff'> {
  const active = await prisma.$transaction(lockActiveStaff);
  if (!isManager(active, change.actor)) return 'not_allowed';
  if (!active.some(({ userId }) => userId === change.userId)) return 'not_staff';
  const hasEnded = await endSessionsOfPerson(change, (db) =>
    notifyStaffMember(db, change.userId, { change: 'logged_out', actor: change.actor }),
  );
  return hasEnded ? 'ended' : 'none';
}
