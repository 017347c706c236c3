import { sendMail } from '~/mail/outbox';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { prisma } from '~/platform/database/db.server';
import { createEmailLink } from './email-links';
import { checkEmailLimits, type MailRejection } from './email-limits';
import { findUserByEmail } from '~/identity/users/users';

/**
 * Answers a registration with an email, whether or not the address is in use. The email says the rest (threat
 * T7). Both cases run the same statements, so they take the same time.
 */
export async function requestEmailConfirmation(input: {
  name: string;
  email: string;
  address: string;
}): Promise<'sent' | MailRejection> {
  const { name, email } = input;
  const rejection = await checkEmailLimits(input);
  if (rejection) return rejection;
  await prisma.$transaction(async (tx) => {
    const user = await findUserByEmail(email, tx);
    if (user) {
      const resetLink = buildPortalUrl(
        `/reset-password/${await createEmailLink(tx, { purpose: 'reset', email, userId: user.id })}`,
      );
      await sendMail(tx, {
        to: email,
        template: 'already-registered',
        props: { loginLink: buildPortalUrl('/login'), resetLink },
      });
    } else {
      const link = buildPortalUrl(
        `/confirm/${await createEmailLink(tx, { purpose: 'confirm', email, name })}`,
      );
      await sendMail(tx, { to: email, template: 'confirm-address', props: { link } });
    }
  });
  return 'sent';
}
