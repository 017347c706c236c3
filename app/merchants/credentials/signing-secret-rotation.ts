import { recordAudit } from '~/audit/audit';
import { prisma } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { notifyCredentialChange } from './credential-notifications';
import { sealNewCheckoutSecret } from './credentials';

/**
 * Puts a new checkout signing secret in the place of the old one. A redirect carries one signature, so there is no overlap:
 * from here on the merchant's server refuses redirects until it has the new one, and asks the API for the transaction instead.
 * @param since when the one was made that the person saw; another one in its place stays, so that two clicks roll once
 */
export async function rotateSigningSecret({
  accountId,
  environment,
  expectedCreatedAt,
  rotatedBy,
  address,
}: {
  accountId: string;
  environment: Environment;
  expectedCreatedAt: Date;
  rotatedBy: string;
  address?: string;
}): Promise<'rolled' | 'moved_on'> {
  const where = { accountId, environment };
  return prisma.$transaction(async (db) => {
    const { count } = await db.checkoutSecret.updateMany({
      where: { ...where, createdAt: expectedCreatedAt },
      data: { sealed: sealNewCheckoutSecret(where), createdAt: new Date() },
    });
    if (!count) return 'moved_on';
    await recordAudit(db, {
      actor: `portal:${rotatedBy}`,
      action: 'signing_secret_rotated',
      accountId,
      details: { environment },
      address,
    });
    await notifyCredentialChange(db, {
      accountId,
      environment,
      userId: rotatedBy,
      change: 'signing_secret_rotated',
      subject: '',
    });
    return 'rolled';
  });
}

/** Since when the signing secret is the one it is. */
export async function requireSigningSecretCreatedAt(where: {
  accountId: string;
  environment: Environment;
}): Promise<Date> {
  const { createdAt } = await prisma.checkoutSecret.findUniqueOrThrow({
    where: { accountId_environment: where },
    select: { createdAt: true },
  });
  return createdAt;
}
