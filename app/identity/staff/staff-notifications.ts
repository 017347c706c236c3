import { parseActorId, type AuditActor } from '~/audit/audit';
import { findUserNames, toColleagueName } from '~/identity/users/user-names';
import { sendMail } from '~/mail/outbox';
import type { Database } from '~/platform/database/db.server';
import { buildStaffUrl } from '~/platform/http/surfaces.server';
import type { StaffLeave } from './leave-days';

type StaffAccessChange = {
  change: 'role_changed' | 'logged_out' | 'leave_set' | 'leave_ended';
  actor: AuditActor;
  role?: string;
  leave?: StaffLeave;
};

/** Emails a staff member what an admin changed about their access, in case it's a mistake or an attack. */
export async function notifyStaffMember(
  db: Database,
  userId: string,
  { actor, leave, ...change }: StaffAccessChange,
): Promise<void> {
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  await sendMail(db, {
    to: email,
    template: 'staff-access-changed',
    props: {
      ...change,
      by: await findActorName(actor, db),
      link: buildStaffUrl('/staff'),
      leaveFrom: leave?.from,
      leaveUntil: leave?.until,
    },
  });
}

/** An admin's name, or the command line. */
async function findActorName(actor: AuditActor, db: Database): Promise<string> {
  if (!actor.startsWith('staff:')) return 'Someone on the command line';
  const id = parseActorId(actor);
  return toColleagueName(await findUserNames([id], { db }), id);
}
