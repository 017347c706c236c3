import { recordAudit, type AuditActor } from '~/audit/audit';
import { sendMail } from '~/mail/outbox';
import { buildStaffUrl } from '~/platform/http/surfaces.server';
import { prisma } from '~/platform/database/db.server';
import { checkEmailLimits, type MailRejection } from '~/identity/email/email-limits';
import { createEmailLink, findEmailLink, redeemEmailLink } from '~/identity/email/email-links';
import {
  findPasswordFault,
  hashPassword,
  verifyPassword,
  type PasswordFault,
} from '~/identity/passwords/passwords';
import { findStaffRole, isStaffRole, type StaffRole } from './staff';
import { resetAttempts, takeAttempt } from '~/identity/login/lockout';
import { createUser, findUserByEmail } from '~/identity/users/users';

type InvitationActor = { actor: AuditActor; address?: string };

/**
 * Invites a person to the staff by email. Replaces an earlier invitation. They become a staff member when
 * they accept.
 */
export async function inviteStaff({
  email,
  name,
  role,
  actor,
  address,
}: { email: string; name: string; role: StaffRole } & InvitationActor): Promise<'invited' | 'already_staff'> {
  return prisma.$transaction(async (tx) => {
    const user = await findUserByEmail(email, tx);
    if (user && (await findStaffRole(user.id, tx))) return 'already_staff';
    await tx.emailLink.deleteMany({ where: { email, purpose: 'staff' } });
    const link = buildStaffUrl(
      `/staff/invitation/${await createEmailLink(tx, { purpose: 'staff', email, name, role, userId: user?.id })}`,
    );
    await sendMail(tx, { to: email, template: 'staff-invitation', props: { link, role } });
    await recordAudit(tx, {
      actor,
      action: 'staff_invited',
      subject: user?.id,
      details: { email, role },
      address,
    });
    return 'invited';
  });
}

/** Sends a new link for a pending invitation. The previous one no longer works. */
export async function resendStaffInvitation({
  email,
  actor,
  address = '',
}: { email: string } & InvitationActor): Promise<'resent' | 'no_invitation' | MailRejection> {
  const invitation = (await listStaffInvitations()).find((one) => one.email === email);
  if (!invitation) return 'no_invitation';
  const rejection = await checkEmailLimits({ email, address, mailPurpose: 'wish_of_another' });
  if (rejection) return rejection;
  const { name, role } = invitation;
  const outcome = await inviteStaff({ email, name, role, actor, address });
  return outcome === 'invited' ? 'resent' : 'no_invitation';
}

/**
 * Revokes an invitation.
 * @returns whether there was one
 */
export async function withdrawStaffInvitation({
  email,
  actor,
  address,
}: { email: string } & InvitationActor): Promise<boolean> {
  return prisma.$transaction(async (tx) => {
    const { count } = await tx.emailLink.deleteMany({ where: { email, purpose: 'staff' } });
    if (count)
      await recordAudit(tx, { actor, action: 'staff_invitation_withdrawn', details: { email }, address });
    return count > 0;
  });
}

/** Invitations that can still be accepted. */
export function listStaffInvitations(): Promise<
  { email: string; name: string; role: StaffRole; createdAt: Date; expiresAt: Date }[]
> {
  return prisma.$queryRaw`
    select email, name, role, created_at as "createdAt", expires_at as "expiresAt" from email_links
    where purpose = 'staff' and expires_at > now() order by created_at desc limit 200`;
}

/** Reads an invitation without using it. `isKnown`: the person already has a password and keeps it. */
export async function findStaffInvitation(
  token: string,
): Promise<{ email: string; isKnown: boolean } | null> {
  const link = await findEmailLink('staff', token);
  return link && { email: link.email, isKnown: (await findUserByEmail(link.email)) !== null };
}

export type StaffInvitationRejection =
  | { error: 'link_invalid' }
  | { error: 'wrong_password' | PasswordFault }
  | { error: 'too_many_attempts'; waitSeconds: number };

/**
 * Accepts an invitation with a new password or the person's existing one. The password is validated before
 * the link is used up. No session starts, because the second factor comes first.
 */
export async function acceptStaffInvitation(
  token: string,
  password: string,
  address: string,
): Promise<{ userId: string } | StaffInvitationRejection> {
  const link = await findEmailLink('staff', token);
  if (!link) return { error: 'link_invalid' };
  const user = await findUserByEmail(link.email);
  // A link isn't valid after the person changed their address.
  if (link.userId && link.userId !== user?.id) return { error: 'link_invalid' };
  const rejection = user
    ? await verifyExistingPassword(user, password)
    : toInvitationRejection(findPasswordFault(password, [link.email, link.name ?? link.email]));
  if (rejection) return rejection;
  const passwordHash = user ? null : await hashPassword(password);
  return prisma.$transaction(async (tx) => {
    const redeemed = await redeemEmailLink(tx, 'staff', token);
    const currentUser = redeemed && (await findUserByEmail(redeemed.email, tx));
    if (!isStaffRole(redeemed?.role) || currentUser?.id !== user?.id)
      return { error: 'link_invalid' } as const;
    const { email, name, role } = redeemed;
    const userId =
      user?.id ?? (await createUser(tx, { email, name: name ?? email, passwordHash: passwordHash! }));
    await tx.staffMember.upsert({
      where: { userId },
      create: { userId, role },
      update: { role, endedAt: null },
    });
    await recordAudit(tx, {
      actor: `staff:${userId}`,
      action: 'staff_joined',
      subject: userId,
      details: { role },
      address,
    });
    return { userId };
  });
}

/** Counted like a login, because a stranger with the email could guess here, too (threat T8). */
async function verifyExistingPassword(
  user: { email: string; passwordHash: string },
  password: string,
): Promise<StaffInvitationRejection | null> {
  const waitSeconds = await takeAttempt('login_account', user.email);
  if (waitSeconds) return { error: 'too_many_attempts', waitSeconds };
  if (!(await verifyPassword(user.passwordHash, password))) return { error: 'wrong_password' };
  await resetAttempts('login_account', user.email);
  return null;
}

function toInvitationRejection(fault: PasswordFault | null): StaffInvitationRejection | null {
  return fault && { error: fault };
}
