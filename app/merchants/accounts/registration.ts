import { recordAudit } from '~/audit/audit';
import { findEmailLink, redeemEmailLink } from '~/identity/email/email-links';
import { findPasswordFault, hashPassword, type PasswordFault } from '~/identity/passwords/passwords';
import { createUser, findUserByEmail } from '~/identity/users/users';
import { prisma } from '~/platform/database/db.server';
import { isPublicAddress } from '~/platform/egress/public-addresses';
import { digest } from '~/platform/secrets/secrets.server';
import { resolveTimeZone } from '~/platform/time/time-zones.server';
import { createAccount } from './accounts';
import { registrationKeyKinds, replaceSearchKeys } from './search-keys';
import type { NewCredentials } from '~/merchants/credentials/credentials';

type Registration = { userId: string; email: string; credentials: NewCredentials };

/**
 * Creates a person with a merchant account and test credentials for a confirmed address, atomically (spec 1,
 * account registration). The password is validated before the link is used up.
 * @param timeZone what the browser reports
 * @param browserOwner the digest of the email address that the browser was used with before
 */
export async function completeRegistration(
  token: string,
  password: string,
  {
    address,
    timeZone: reported = '',
    browserOwner,
  }: { address?: string; timeZone?: string; browserOwner?: string | null } = {},
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
    await replaceSearchKeys(tx, credentials.clientId, registrationKeyKinds, [
      ...(address && isPublicAddress(address) ? [{ kind: 'ip_address' as const, text: address }] : []),
      ...[browserOwner, digest(redeemed.email)].flatMap((text) =>
        text ? [{ kind: 'browser' as const, text }] : [],
      ),
    ]);
    return { userId, email: redeemed.email, credentials };
  });
}
