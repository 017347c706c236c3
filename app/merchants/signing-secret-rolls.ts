import { recordAudit } from '~/audit/audit';
import { prisma } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { tellOfCredentials } from './credential-news';
import { sealNewCheckoutSecret } from './credentials';

/**
 * Puts a new checkout signing secret in the place of the old one. A redirect carries one signature, so there is no overlap:
 * from here on the merchant's server refuses redirects until it has the new one, and asks the API for the transaction instead.
 * @param since when the one was made that the person saw; another one in its place stays, so that two clicks roll once
 */
export async function rollSigningSecret({
  accountId,
  environment,
  since,
  rolledBy,
  address,
}: {
  accountId: string;
  environment: Environment;
  since: Date;
  rolledBy: string;
  address?: string;
}): Promise<'rolled' | 'moved_on'> {
  const where = { accountId, environment };
  return prisma.$transaction(async (db) => {
    const { count } = await db.checkoutSecret.updateMany({
      where: { ...where, createdAt: since },
      data: { sealed: sealNewCheckoutSecret(where), createdAt: new Date() },
    });
    if (!count) return 'moved_on';
    await recordAudit(db, {
      actor: `portal:${rolledBy}`,
      action: 'signing_secret_rolled',
      accountId,
      details: { environment },
      address,
    });
    await tellOfCredentials(db, {
      accountId,
      environment,
      userId: rolledBy,
      change: 'signing_secret_rolled',
      subject: '',
    });
    return 'rolled';
  });
}

/** Since when the signing secret is the one it is. */
export async function signingSecretSince(where: {
  accountId: string;
  environment: Environment;
}): Promise<Date> {
  const { createdAt } = await prisma.checkoutSecret.findUniqueOrThrow({
    where: { accountId_environment: where },
    select: { createdAt: true },
  });
  return createdAt;
}
