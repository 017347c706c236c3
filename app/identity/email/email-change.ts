import type { AuditActor } from '~/audit/audit';
import { sendMail } from '~/mail/outbox';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { prisma, type Database } from '~/platform/database/db.server';
import { createEmailLink, findEmailLink, redeemEmailLink } from './email-links';
import { checkEmailLimits, type MailRejection } from './email-limits';
import { recordUserAudit } from '~/identity/users/user-audit';
import { endRecovery } from '~/identity/recovery/active-recovery';
import { endAllSessions } from '~/identity/sessions/sessions';
import { findUserByEmail } from '~/identity/users/users';

/** The mailbox that a link was sent to: the current or the new address. */
export type EmailChangeSide = 'old' | 'new';

const purposes = { old: 'email_old', new: 'email_new' } as const satisfies Record<EmailChangeSide, string>;
const sides = Object.keys(purposes) as EmailChangeSide[];

export type EmailChange = {
  userId: string;
  oldEmail: string;
  newEmail: string;
  oldAgreed: boolean;
  newAgreed: boolean;
  expiresAt: Date;
};

type EmailChangeActor = { userId: string; actor: AuditActor; address: string };

/** The pending email change. Null when there is none. */
export function findEmailChange(userId: string): Promise<EmailChange | null> {
  return findActiveChange(prisma, userId);
}

/**
 * Starts an email change for a person who has just confirmed their identity: sends a link to the new and the
 * current address. Nothing changes until both are opened. If the new address belongs to someone, the reply is
 * the same, and its owner is notified (threat T7). A previous change is canceled.
 */
export async function requestEmailChange(
  { userId, actor, address }: EmailChangeActor,
  newEmail: string,
): Promise<'sent' | 'same_address' | MailRejection> {
  const user = await prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  if (user.email === newEmail) return 'same_address';
  const rejection = await checkEmailLimits({ email: newEmail, address, mailPurpose: 'wish_of_another' });
  if (rejection) return rejection;
  await prisma.$transaction(async (db) => {
    const [{ email: oldEmail }] = await db.$queryRaw<
      [{ email: string }]
    >`select email from users where id = ${userId} for no key update`;
    await deleteEmailChange(db, userId);
    await db.$executeRaw`insert into email_changes (user_id, old_email, new_email, expires_at) values (${userId}, ${oldEmail}, ${newEmail}, now() + interval '24 hours')`;
    const isTaken = (await findUserByEmail(newEmail, db)) !== null;
    const createSideLink = async (side: EmailChangeSide, email: string) =>
      buildPortalUrl(
        `/email-change/${await createEmailLink(db, { purpose: purposes[side], email, userId })}`,
      );
    await sendMail(db, {
      to: oldEmail,
      template: 'email-change',
      props: { link: await createSideLink('old', oldEmail), oldEmail, newEmail, side: 'old' },
    });
    // Also written for an address in use, but not sent, so that both cases take the same time.
    const link = await createSideLink('new', newEmail);
    if (isTaken)
      await sendMail(db, {
        to: newEmail,
        template: 'email-change-address-in-use',
        props: { loginLink: buildPortalUrl('/login') },
      });
    else
      await sendMail(db, {
        to: newEmail,
        template: 'email-change',
        props: { link, oldEmail, newEmail, side: 'new' },
      });
    await recordUserAudit(db, {
      userId,
      actor,
      action: 'email_change_requested',
      before: { email: oldEmail },
      after: { email: newEmail },
      address,
    });
  });
  return 'sent';
}

/** Reads a link without using it. Null when it's unknown, used, or expired, or its change is over. */
export async function findEmailChangeLink(
  token: string,
): Promise<{ side: EmailChangeSide; change: EmailChange } | null> {
  for (const side of sides) {
    const link = await findEmailLink(purposes[side], token);
    const change = link?.userId && (await findActiveChange(prisma, link.userId));
    if (change && toSideEmail(change, side) === link.email) return { side, change };
  }
  return null;
}

/**
 * Confirms a link.
 * @returns `agreed` while the other link is pending; `changed` with the second one
 */
export async function confirmEmailChange(
  token: string,
  address: string,
): Promise<'agreed' | 'changed' | 'link_invalid'> {
  return prisma
    .$transaction(async (db) => {
      const found = await redeemChangeLink(db, token, sides);
      if (!found) return 'link_invalid';
      const { side, change } = found;
      const { userId, oldEmail, newEmail } = change;
      if (side === 'old')
        await db.$executeRaw`update email_changes set old_confirmed_at = now() where user_id = ${userId}`;
      else await db.$executeRaw`update email_changes set new_confirmed_at = now() where user_id = ${userId}`;
      if (!(side === 'old' ? change.newAgreed : change.oldAgreed)) return 'agreed';
      // The same lock as registrations of this address, so that only one of them gets it.
      await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`confirm ${newEmail}`}, 0))`;
      await deleteEmailChange(db, userId);
      if (await findUserByEmail(newEmail, db)) return 'link_invalid';
      await db.user.update({ where: { id: userId, email: oldEmail }, data: { email: newEmail } });
      // All links sent to the previous address stop working.
      await db.emailLink.deleteMany({ where: { userId, email: oldEmail } });
      // A recovery relies on the previous mailbox, and the email change required the second factor that the
      // recovery says is lost.
      await endRecovery(db, userId);
      await recordUserAudit(db, {
        userId,
        actor: `portal:${userId}`,
        action: 'email_changed',
        before: { email: oldEmail },
        after: { email: newEmail },
        address,
      });
      const passwordLink = buildPortalUrl('/forgot-password');
      for (const recipientSide of sides)
        await sendMail(db, {
          to: toSideEmail(change, recipientSide),
          template: 'email-changed',
          props: { oldEmail, newEmail, side: recipientSide, passwordLink },
        });
      return 'changed';
    })
    .catch((error: unknown) => {
      // Someone else took the address in the meantime.
      if ((error as { code?: string }).code === 'P2002') return 'link_invalid';
      throw error;
    });
}

/** "This wasn't me", from the current address: cancels the change and ends all sessions. */
export async function rejectEmailChange(
  token: string,
  address: string,
): Promise<'cancelled' | 'link_invalid'> {
  return prisma.$transaction(async (db) => {
    const found = await redeemChangeLink(db, token, ['old']);
    if (!found) return 'link_invalid';
    const { userId, newEmail } = found.change;
    await deleteEmailChange(db, userId);
    await endAllSessions(db, userId);
    await recordUserAudit(db, {
      userId,
      actor: `portal:${userId}`,
      action: 'email_change_reported',
      details: { newEmail },
      address,
    });
    return 'cancelled';
  });
}

/** Cancels the change for a logged-in person. Without a pending change, this does nothing. */
export async function cancelEmailChange({ userId, actor, address }: EmailChangeActor): Promise<void> {
  await prisma.$transaction(async (db) => {
    if (await deleteEmailChange(db, userId))
      await recordUserAudit(db, { userId, actor, action: 'email_change_canceled', address });
  });
}

/** Deletes expired changes. Called by a timer. */
export async function deleteExpiredEmailChanges(): Promise<void> {
  await prisma.$executeRaw`delete from email_changes where expires_at <= now()`;
}

async function redeemChangeLink(
  db: Database,
  token: string,
  allowedSides: readonly EmailChangeSide[],
): Promise<{ side: EmailChangeSide; change: EmailChange } | null> {
  for (const side of allowedSides) {
    const link = await redeemEmailLink(db, purposes[side], token);
    if (!link?.userId) continue;
    // If both links are opened at once, the second waits here and then sees the first one's confirmation.
    await db.$queryRaw`select user_id from email_changes where user_id = ${link.userId} for update`;
    const change = await findActiveChange(db, link.userId);
    return change && toSideEmail(change, side) === link.email ? { side, change } : null;
  }
  return null;
}

/** The change isn't valid if the person's address has changed since. */
async function findActiveChange(db: Database, userId: string): Promise<EmailChange | null> {
  const [change] = await db.$queryRaw<EmailChange[]>`
    select c.user_id as "userId", old_email as "oldEmail", new_email as "newEmail", old_confirmed_at is not null as "oldAgreed", new_confirmed_at is not null as "newAgreed", expires_at as "expiresAt"
    from email_changes c join users u on u.id = c.user_id and u.email = c.old_email where c.user_id = ${userId} and c.expires_at > now()`;
  return change ?? null;
}

async function deleteEmailChange(db: Database, userId: string): Promise<boolean> {
  await db.emailLink.deleteMany({ where: { userId, purpose: { in: Object.values(purposes) } } });
  return (await db.emailChange.deleteMany({ where: { userId } })).count > 0;
}

function toSideEmail(change: EmailChange, side: EmailChangeSide): string {
  return side === 'old' ? change.oldEmail : change.newEmail;
}
