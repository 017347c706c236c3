import { recordAudit } from '~/audit/audit';
import { findEmailLink, redeemEmailLink } from '~/identity/email/email-links';
import { findPasswordFault, hashPassword, type PasswordFault } from '~/identity/passwords/passwords';
import { createUser, findUserByEmail } from '~/identity/users/users';
import { prisma } from '~/platform/database/db.server';
import { resolveTimeZone } from '~/platform/time/time-zones.server';
import { createAccount } from './accounts';
import type { NewCredentials } from '~/merchants/credentials/credentials';

type Registration = { userId: string; email: string; credentials: NewCredentials };

/**
 * Creates a person with a merchant account and test credentials for a confirmed address, atomically (spec 1,
 * account registration). The password is validated before the link is used up.
 * @param timeZone what the browser reports
 */
export async function completeRegistration(
  token: string,
  password: string,
  { address, timeZone: reported = '' }: { address?: string; timeZone?: string } = {},
): Promise<Registration | { error: 'link_invalid' | PasswordFault }> {
  const link = await findEmailLink('confirm', token);
  if (!link) return { error: 'link_invalid' };
  const fault = findPasswordFault(password, [link.email, link.name ?? '']);
  if (fault) return { error: fault };
  const [passwordHash, timeZone] = await Promise.all([hashPassword(password), resolveTimeZone(reported)]);
  return prisma.$transaction(async (tx) => {
    const redeemed = await redeemEmailLink(tx, 'confirm', token);
    if (!redeemed || (await findUserByEmail(redeemed.email, tx))) return { error: 'link_invalid' } as const;
    const name = redeemed.name ?? redeemed.email;
    const userId = await createUser(tx, { email: redeemed.email, name, passwordHash });
    const credentials = await createAccount(tx, { name, ownerId: userId, timeZone });
    await recordAudit(tx, {
      actor: `portal:${userId}`,
      action: 'account_opened',
      accountId: credentials.clientId,
      after: { name },
      address,
    });
    return { userId, email: redeemed.email, credentials };
  });
}
