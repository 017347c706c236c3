import type { Database } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import {
  createCheckoutSecret,
  createApiSecret,
  type NewCredentials,
} from '~/merchants/credentials/credentials';

/**
 * Creates a merchant account in test mode with its owner and test credentials (spec 1, account registration).
 */
export async function createAccount(
  db: Database,
  { name, ownerId, timeZone = 'UTC' }: { name: string; ownerId: string; timeZone?: string },
): Promise<NewCredentials> {
  const { id } = await db.account.create({
    data: {
      id: createId('acc'),
      name,
      timeZone,
      dailyTotalsZone: timeZone,
      members: { create: { userId: ownerId, role: 'owner' } },
    },
  });
  await createCheckoutSecret(db, { accountId: id, environment: 'test' });
  return createApiSecret(db, { accountId: id, environment: 'test', createdBy: ownerId });
}

/**
 * Switches an account from test to live mode (spec 1), so that live credentials can be created. Raw card data
 * requires certification (spec 8).
 */
export async function enableLiveMode(
  db: Database,
  { accountId, pciCertified }: { accountId: string; pciCertified: boolean },
): Promise<void> {
  await db.account.update({
    where: { id: accountId },
    data: { mode: 'live', pciCertifiedAt: pciCertified ? new Date() : null },
  });
  const checkoutSecretKey = { accountId, environment: 'live' } as const;
  // Accounts of earlier versions may have one.
  const existingSecret = await db.checkoutSecret.findUnique({
    where: { accountId_environment: checkoutSecretKey },
  });
  if (!existingSecret) await createCheckoutSecret(db, checkoutSecretKey);
}
