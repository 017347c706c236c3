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

/** `wait`: the seconds until the next attempt. */
export type PasswordChangeFault = PasswordFault | { wait: number };

type PasswordChange = { userId: string; actor: AuditActor; address?: string };

/**
 * Changes the password of a person who has just confirmed their identity. All sessions end, and the caller
 * starts a new one (threat T6).
 */
export async function changePassword(
  { sessionId, ...change }: PasswordChange & { sessionId?: string },
  password: string,
): Promise<'changed' | 'session_over' | PasswordChangeFault> {
  const user = await prisma.user.findUniqueOrThrow({
    where: { id: change.userId },
    select: { id: true, email: true, name: true, passwordHash: true },
  });
  const fault = await findPasswordChangeFault(user, password, 'confirm_password');
  // Submitted twice: the first submission has changed the password and ended the session of the second.
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
 * What's wrong with a person's new password, if anything. It must differ from the current one. Checking that
 * is an attempt, counted before it's checked, which uses nothing up and waits in the queue of all logins
 * (threat T8). `limitName`: with confirmations, or separately behind a link, so that someone in the owner's
 * session can't block a password reset.
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

/**
 * The consequences of every password change: all sessions end, all devices are forgotten, reset links and
 * recoveries started with the old password stop working, and the person is notified. `loggedOut` is
 * `all_other` when a new session starts.
 */
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
