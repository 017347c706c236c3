import type { AuditActor } from '~/audit/audit';
import { sendMail } from '~/mail/outbox';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { prisma, type Database } from '~/platform/database/db.server';
import { createEmailLink, findEmailLink, redeemEmailLink } from './email-links';
import { checkEmailLimits, type MailRefusal } from './email-limits';
import { recordUserAudit } from '~/identity/users/user-audit';
import { endRecovery } from '~/identity/recovery/active-recovery';
import { endAllSessions } from '~/identity/sessions/sessions';
import { findUserByEmail } from '~/identity/users/users';

/** Whose mailbox a link was sent to: the address of before, or the new one. */
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

/** The change that waits for its two links to be followed; null when there is none. */
export function findEmailChange(userId: string): Promise<EmailChange | null> {
  return findActiveChange(prisma, userId);
}

/**
 * For somebody who has just confirmed their identity: sends a link to the new address and one to that of before. Nothing changes until both were
 * followed. Of an address that somebody has the reply is the same, and its owner is notified (threat T7). A change of before is over.
 */
export async function requestEmailChange(
  { userId, actor, address }: EmailChangeActor,
  newEmail: string,
): Promise<'sent' | 'same_address' | MailRefusal> {
  const user = await prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  if (user.email === newEmail) return 'same_address';
  const refusal = await checkEmailLimits({ email: newEmail, address, mailPurpose: 'wish_of_another' });
  if (refusal) return refusal;
  await prisma.$transaction(async (db) => {
    const [{ email: oldEmail } = user] = await db.$queryRaw<
      { email: string }[]
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
    // Also written for an address that is taken, and told to nobody, so that both take the same time.
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

/** Looks at a link without using it up; null when it is unknown, used or over, and when its change is. */
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

/** Follows a link. @returns `agreed` while the other one is still to be followed; `changed` with the second of the two */
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
      // What a registration of this address waits for as well: of all ways to have it, one gets it.
      await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`confirm ${newEmail}`}, 0))`;
      await deleteEmailChange(db, userId);
      if (await findUserByEmail(newEmail, db)) return 'link_invalid';
      await db.user.update({ where: { id: userId, email: oldEmail }, data: { email: newEmail } });
      // Whatever was sent to the address of before opens nothing any more.
      await db.emailLink.deleteMany({ where: { userId, email: oldEmail } });
      // A recovery rests on the mailbox of before, and anyone who changes the address has shown the second factor that it says is lost.
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
      // Somebody on another way was faster with the address.
      if ((error as { code?: string }).code === 'P2002') return 'link_invalid';
      throw error;
    });
}

/** "This was not me", from the address of before: the change is over, and so are all sessions. */
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

/** Takes a change back, for anyone who is logged in. To take back none is fine. */
export async function cancelEmailChange({ userId, actor, address }: EmailChangeActor): Promise<void> {
  await prisma.$transaction(async (db) => {
    if (await deleteEmailChange(db, userId))
      await recordUserAudit(db, { userId, actor, action: 'email_change_canceled', address });
  });
}

/** Removes what is over. Called by a timer. */
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
    // Both links at once: the second waits here, and then sees that the first was followed.
    await db.$queryRaw`select user_id from email_changes where user_id = ${link.userId} for update`;
    const change = await findActiveChange(db, link.userId);
    return change && toSideEmail(change, side) === link.email ? { side, change } : null;
  }
  return null;
}

/** Of an address that the person has no more there is no change. */
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
