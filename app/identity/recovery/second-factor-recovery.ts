import type { AuditActor } from '~/audit/audit';
import { sendMail } from '~/mail/outbox';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { prisma, type Database } from '~/platform/database/db.server';
import { createEmailLink, findEmailLink, redeemEmailLink } from '~/identity/email/email-links';
import { checkEmailLimits, type MailRejection } from '~/identity/email/email-limits';
import { recordUserAudit } from '~/identity/users/user-audit';
import { endRecovery, findRecovery } from './active-recovery';
import { findSecondFactor, removeSecondFactor } from '~/identity/second-factor/second-factor';
import { findStaffRole } from '~/identity/staff/staff';

/** Time for the owner to notice: three days include a weekend day and a workday. */
export const recoveryWaitHours = 72;
const notificationIntervalHours = 24;

/**
 * Sends a link that starts a recovery, after a correct password. Not for staff: an admin with shell access
 * helps them.
 */
export async function requestRecovery({
  user,
  address,
}: {
  user: { id: string; email: string };
  address: string;
}): Promise<'sent' | 'not_for_staff' | MailRejection> {
  if (await findStaffRole(user.id)) return 'not_for_staff';
  const rejection = await checkEmailLimits({ email: user.email, address, mailPurpose: 'recovery' });
  if (rejection) return rejection;
  await prisma.$transaction(async (db) => {
    const link = buildPortalUrl(
      `/recovery/${await createEmailLink(db, { purpose: 'recovery', email: user.email, userId: user.id })}`,
    );
    await sendMail(db, {
      to: user.email,
      template: 'recovery-link',
      props: { link, passwordLink: buildPortalUrl('/forgot-password'), waitHours: recoveryWaitHours },
    });
    await recordUserAudit(db, {
      userId: user.id,
      actor: `portal:${user.id}`,
      action: 'recovery_requested',
      address,
    });
  });
  return 'sent';
}

/** Reads a link without using it. */
export async function findRecoveryLink(
  token: string,
  purpose: 'recovery' | 'recovery_cancel' = 'recovery',
): Promise<{ email: string } | null> {
  const link = await findEmailLink(purpose, token);
  const user =
    link?.userId &&
    (await prisma.user.findUnique({
      where: { id: link.userId, email: link.email },
      select: { email: true },
    }));
  if (!user) return null;
  return purpose === 'recovery' || (await findRecovery(link.userId!)) ? { email: link.email } : null;
}

/** Starts the waiting time. A running recovery continues unchanged: nothing shortens it. */
export async function startRecovery(token: string, address: string): Promise<'begun' | 'link_invalid'> {
  return prisma.$transaction(async (db) => {
    const userId = await redeemRecoveryLink(db, 'recovery', token);
    if (!userId || !(await findSecondFactor(userId, db)) || (await findStaffRole(userId, db)))
      return 'link_invalid';
    const insertedCount = await db.$executeRaw`
      insert into factor_recoveries (user_id, takes_effect_at) values (${userId}, now() + make_interval(hours => ${recoveryWaitHours})) on conflict do nothing`;
    if (!insertedCount) return 'begun';
    await recordUserAudit(db, { userId, actor: `portal:${userId}`, action: 'recovery_started', address });
    await notifyUser(db, userId);
    return 'begun';
  });
}

/** "This wasn't me", from an email. */
export async function rejectRecovery(token: string, address: string): Promise<'cancelled' | 'link_invalid'> {
  return prisma.$transaction(async (db) => {
    const userId = await redeemRecoveryLink(db, 'recovery_cancel', token);
    if (!userId || !(await endRecovery(db, userId))) return 'link_invalid';
    await recordUserAudit(db, { userId, actor: `portal:${userId}`, action: 'recovery_canceled', address });
    return 'cancelled';
  });
}

/** For a logged-in person, without further confirmation, because it makes their account safer. */
export async function cancelRecovery({
  userId,
  actor,
  address,
}: {
  userId: string;
  actor: AuditActor;
  address: string;
}): Promise<void> {
  await prisma.$transaction(async (db) => {
    if (await endRecovery(db, userId))
      await recordUserAudit(db, { userId, actor, action: 'recovery_canceled', address });
  });
}

/**
 * Notifies people with a running recovery once a day, and removes the second factor after the waiting time.
 * Called by a timer. Concurrent processes share the work. `notifyOwners`: notifies the person's accounts in the
 * same transaction.
 */
export async function advanceRecoveries(
  notifyOwners: (db: Database, userId: string) => Promise<void>,
): Promise<void> {
  while (await prisma.$transaction((db) => advanceNextRecovery(db, notifyOwners)));
}

async function advanceNextRecovery(
  db: Database,
  notifyOwners: (db: Database, userId: string) => Promise<void>,
): Promise<boolean> {
  // Locks the person, like every change of a second factor. If such a change is in progress, this waits for
  // the next run.
  const [due] = await db.$queryRaw<{ userId: string; isOver: boolean }[]>`
    select r.user_id as "userId", r.takes_effect_at <= now() as "isOver" from factor_recoveries r join users u on u.id = r.user_id
    where r.takes_effect_at <= now() or r.notified_at <= now() - make_interval(hours => ${notificationIntervalHours})
    order by r.takes_effect_at limit 1 for update of r skip locked for no key update of u skip locked`;
  if (!due) return false;
  const { userId } = due;
  if (!due.isOver) await notifyUser(db, userId);
  // Someone who has become a staff member in the meantime must keep the second factor.
  else if (await findStaffRole(userId, db)) await endRecovery(db, userId);
  else {
    await notifyOwners(db, userId);
    await removeSecondFactor(db, { userId, actor: 'system:advance-recoveries' }, 'recovered');
  }
  return true;
}

async function notifyUser(db: Database, userId: string): Promise<void> {
  const [notification] = await db.$queryRaw<{ takesEffectAt: Date; email: string }[]>`
    update factor_recoveries r set notified_at = now() from users u where r.user_id = ${userId} and u.id = r.user_id returning takes_effect_at as "takesEffectAt", u.email`;
  const { takesEffectAt, email } = notification!;
  const link = buildPortalUrl(
    `/recovery/cancel/${await createEmailLink(db, { purpose: 'recovery_cancel', email, userId })}`,
  );
  await sendMail(db, {
    to: email,
    template: 'recovery-running',
    props: {
      link,
      passwordLink: buildPortalUrl('/forgot-password'),
      takesEffectAt: takesEffectAt.toISOString(),
    },
  });
}

/** Uses a link, if the person still has the address it was sent to. */
async function redeemRecoveryLink(
  db: Database,
  purpose: 'recovery' | 'recovery_cancel',
  token: string,
): Promise<string | null> {
  const link = await redeemEmailLink(db, purpose, token);
  const user =
    link?.userId &&
    (await db.user.findUnique({ where: { id: link.userId, email: link.email }, select: { id: true } }));
  return user ? user.id : null;
}
