import { recordAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { notifyCredentialChange } from './credential-notifications';
import { sealNewCheckoutSecret } from './credentials';

/**
 * Rotates the checkout signing secret. A redirect carries one signature, so there's no overlap: until the
 * merchant's server has the new secret, it rejects redirects and relies on the API.
 * @param since when the secret that the person saw was created. If it was rotated since, nothing changes, so
 * that a double-click rotates once
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
}): Promise<'rotated' | 'moved_on'> {
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
    return 'rotated';
  });
}

/** When the current signing secret was created. */
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
