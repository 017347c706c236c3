import { sendMail } from '~/mail/outbox';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { prisma } from '~/platform/database/db.server';
import { createEmailLink, findEmailLink, redeemEmailLink } from '~/identity/email/email-links';
import { checkEmailLimits, type MailRejection } from '~/identity/email/email-limits';
import { findPasswordChangeFault, writePassword, type PasswordChangeFault } from './password-change';
import { hashPassword } from './passwords';
import { resetAttempts } from '~/identity/login/lockout';
import { findUserByEmail } from '~/identity/users/users';

/**
 * Sends a link to choose a new password, or an email that there's no account. The page's reply is the same
 * (threat T7).
 */
export async function requestPasswordReset(input: {
  email: string;
  address: string;
}): Promise<'sent' | MailRejection> {
  const { email } = input;
  const rejection = await checkEmailLimits(input);
  if (rejection) return rejection;
  await prisma.$transaction(async (tx) => {
    const user = await findUserByEmail(email, tx);
    // Also written without an account, but not sent, so that both cases take the same time.
    const token = await createEmailLink(tx, { purpose: 'reset', email, userId: user?.id });
    if (user)
      await sendMail(tx, {
        to: email,
        template: 'reset-password',
        props: { link: buildPortalUrl(`/reset-password/${token}`) },
      });
    else
      await sendMail(tx, {
        to: email,
        template: 'no-account',
        props: { registerLink: buildPortalUrl('/register') },
      });
  });
  return 'sent';
}

/**
 * Changes the password with a link, ends all sessions, and notifies the owner. The password is validated
 * before the link is used up.
 */
export async function resetPassword(
  token: string,
  password: string,
  address?: string,
): Promise<'changed' | 'link_invalid' | PasswordChangeFault> {
  const link = await findEmailLink('reset', token);
  const user = link && (await findUserByEmail(link.email));
  if (!user || user.id !== link.userId) return 'link_invalid';
  const fault = await findPasswordChangeFault(user, password, 'reset_password');
  if (fault) return fault;
  const passwordHash = await hashPassword(password);
  const isChanged = await prisma.$transaction(async (tx) => {
    const redeemed = await redeemEmailLink(tx, 'reset', token);
    if (redeemed?.userId !== user.id) return false;
    if (!(await tx.user.count({ where: { id: user.id, email: redeemed.email } }))) return false;
    await writePassword(
      tx,
      { userId: user.id, actor: `portal:${user.id}`, address },
      { passwordHash, loggedOut: 'all' },
    );
    return true;
  });
  if (!isChanged) return 'link_invalid';
  await resetAttempts('login_account', user.email);
  return 'changed';
}
