import { sendMail } from '~/mail/outbox';
import { portalAddress } from '~/platform/addresses.server';
import { prisma } from '~/platform/db.server';
import { createEmailLink, findEmailLink, redeemEmailLink } from './email-links';
import { refuseMail, type MailRefusal } from './mail-limits';
import { findChangeFault, writePassword, type ChangeFault } from './password-change';
import { hashPassword } from './passwords';
import { forgetTries } from './throttles';
import { findUserByEmail } from './users';

/** Sends a link to choose a new password, or a mail that says there is no account: the reply on the page is the same (threat T7). */
export async function askForPasswordReset(input: {
  email: string;
  address: string;
}): Promise<'sent' | MailRefusal> {
  const { email } = input;
  const refusal = await refuseMail(input);
  if (refusal) return refusal;
  await prisma.$transaction(async (tx) => {
    const user = await findUserByEmail(email, tx);
    // Also written for nobody, and told to nobody, so that both take the same time.
    const token = await createEmailLink(tx, { purpose: 'reset', email, userId: user?.id });
    if (user)
      await sendMail(tx, {
        to: email,
        template: 'reset-password',
        props: { link: portalAddress(`/reset-password/${token}`) },
      });
    else
      await sendMail(tx, {
        to: email,
        template: 'no-account',
        props: { registerLink: portalAddress('/register') },
      });
  });
  return 'sent';
}

/**
 * Changes the password behind a link, ends all sessions and tells the owner. The password is judged before the link is
 * used up, so that a refused one costs nothing.
 */
export async function resetPassword(
  token: string,
  password: string,
  address?: string,
): Promise<'changed' | 'link_invalid' | ChangeFault> {
  const link = await findEmailLink('reset', token);
  const user = link && (await findUserByEmail(link.email));
  if (!user || user.id !== link.userId) return 'link_invalid';
  const fault = await findChangeFault(user, password, 'reset_password');
  if (fault) return fault;
  const passwordHash = await hashPassword(password);
  const changed = await prisma.$transaction(async (tx) => {
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
  if (!changed) return 'link_invalid';
  await forgetTries('login_account', user.email);
  return 'changed';
}
