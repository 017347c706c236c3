import type { AuditActor } from '~/audit/audit';
import { sendMail } from '~/mail/outbox';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { databaseNow, prisma, type Database } from '~/platform/database/db.server';
import { forgetDevices } from '~/identity/login/known-device';
import { recordUserAudit } from '~/identity/users/user-audit';
import { findPasswordFault, hashPassword, verifyPassword, type PasswordFault } from './passwords';
import { endRecovery } from '~/identity/recovery/active-recovery';
import { endAllSessions, isSessionActive } from '~/identity/sessions/sessions';
import { resetAttempts, takeAttempt } from '~/identity/login/lockout';
import { listPersonalTerms } from '~/identity/users/users';

/** `wait`: the seconds until the next try. */
export type PasswordChangeFault = PasswordFault | { wait: number };

type PasswordChange = { userId: string; actor: AuditActor; address?: string };

/** Changes the password of somebody who has just confirmed their identity. The caller begins a new session: all end (threat T6). */
export async function changePassword(
  { sessionId, ...change }: PasswordChange & { sessionId?: string },
  password: string,
): Promise<'changed' | 'session_over' | PasswordChangeFault> {
  const user = await prisma.user.findUniqueOrThrow({
    where: { id: change.userId },
    select: { id: true, email: true, name: true, passwordHash: true },
  });
  const fault = await findPasswordChangeFault(user, password, 'confirm_password');
  // Sent twice: the first has made it the present one, and ended the session that sends the second.
  if (fault === 'password_is_present' && !(await isSessionActive(prisma, { userId: user.id, sessionId })))
    return 'session_over';
  if (fault) return fault;
  const passwordHash = await hashPassword(password);
  const isChanged = await prisma.$transaction(
    async (db) =>
      (await isSessionActive(db, { userId: user.id, sessionId })) &&
      writePassword(db, change, { passwordHash, loggedOut: sessionId ? 'all_other' : 'all' }).then(
        () => true,
      ),
  );
  if (!isChanged) return 'session_over';
  await resetAttempts('login_account', user.email);
  return 'changed';
}

/**
 * What is wrong with a password as the next one of a person, if anything; the one they have is none. To find that out is a try, counted before it
 * is looked at: it uses nothing up, and takes one of the turns that all logins share (threat T8). `countedAs`: with confirmations, or behind a link apart
 * from them, so that no one in a session of the owner's keeps them from a new password.
 */
export async function findPasswordChangeFault(
  user: { id: string; email: string; name: string; passwordHash: string },
  password: string,
  limitName: 'confirm_password' | 'reset_password',
): Promise<PasswordChangeFault | null> {
  const fault = findPasswordFault(password, await listPersonalTerms(user));
  if (fault) return fault;
  const wait = await takeAttempt(limitName, user.id);
  if (wait) return { wait };
  return (await verifyPassword(user.passwordHash, password)) ? 'password_is_present' : null;
}

/** What every change of a password brings with it: all sessions end and all devices are forgotten, links to choose another are over, a recovery that anyone who knew the old one began too, and the person is notified. `loggedOut` is `all_other` where a session begins again. */
export async function writePassword(
  db: Database,
  change: PasswordChange,
  { passwordHash, loggedOut }: { passwordHash: string; loggedOut: 'all' | 'all_other' },
): Promise<void> {
  const { userId } = change;
  const { email } = await db.user.update({
    where: { id: userId },
    data: { passwordHash },
    select: { email: true },
  });
  await db.emailLink.deleteMany({ where: { email, purpose: 'reset' } });
  await endRecovery(db, userId);
  await endAllSessions(db, userId);
  await forgetDevices(db, userId);
  await recordUserAudit(db, { ...change, action: 'password_changed' });
  const changedAt = (await databaseNow(db)).toISOString();
  await sendMail(db, {
    to: email,
    template: 'password-changed',
    props: { changedAt, forgotLink: buildPortalUrl('/forgot-password'), loggedOut },
  });
}
