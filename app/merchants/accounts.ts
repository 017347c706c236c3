import type { Database } from '~/platform/db.server';
import { createId } from '~/platform/ids';
import { createCheckoutSecret, createSecret, type NewCredentials } from './credentials';

/** Opens a merchant account in test mode, with its owner and its test credentials (spec 1, account registration). */
export async function createAccount(db: Database, input: { name: string; ownerId: string }): Promise<NewCredentials> {
  const { id } = await db.account.create({
    data: { id: createId('acc'), name: input.name, members: { create: { userId: input.ownerId, role: 'owner' } } },
  });
  await createCheckoutSecret(db, { accountId: id, environment: 'test' });
  return createSecret(db, { accountId: id, environment: 'test', createdBy: input.ownerId });
}
