import { createAccount, enableLiveMode } from '~/merchants/accounts/accounts';
import { createApiSecret } from '~/merchants/credentials/credentials';
import { addRedirectHost } from '~/merchants/redirect-hosts/redirect-hosts';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';

export type Merchant = {
  accountId: string;
  ownerId: string;
  clientId: string;
  clientSecret: string;
  secretId: string;
};

let count = 0;

/** A merchant account in test mode with its owner and test credentials. */
export async function buildMerchant(
  input: { name?: string; email?: string; passwordHash?: string } = {},
): Promise<Merchant> {
  const name = input.name ?? `Merchant ${++count}`;
  const ownerId = createId('usr');
  const email = input.email ?? `${ownerId}@merchant.test`;
  await prisma.user.create({
    data: { id: ownerId, email, name: `Owner of ${name}`, passwordHash: input.passwordHash ?? 'none' },
  });
  const credentials = await prisma.$transaction((db) => createAccount(db, { name, ownerId }));
  return { ...credentials, accountId: credentials.clientId, ownerId };
}

/** The merchant with live credentials and listed hosts, as after its approval. */
export async function goLive(
  merchant: Merchant,
  { pciCertified = true, hosts = ['shop.example'] } = {},
): Promise<Merchant> {
  const { accountId, ownerId } = merchant;
  // Before the account is live, to avoid a notification.
  for (const hostInput of hosts) await addRedirectHost({ accountId, hostInput, createdBy: ownerId });
  await enableLiveMode(prisma, { accountId, pciCertified });
  return {
    ...merchant,
    ...(await createApiSecret(prisma, { accountId, environment: 'live', createdBy: ownerId })),
  };
}
