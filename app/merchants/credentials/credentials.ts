import { recordAudit } from '~/audit/audit';
import { prisma, type Database } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import type { SealedColumn } from '~/platform/secrets/reencryption.server';
import { deriveKey, digest, hmacDigest, randomToken, seal, unseal } from '~/platform/secrets/secrets.server';
import { createAddressList, isAddressAllowed, type AddressList } from './address-ranges';

/** A merchant's client credentials. The secret exists only in this result. */
export type NewCredentials = { secretId: string; clientId: string; clientSecret: string };

/**
 * Creates a client secret for one environment (decisions: Authentication): 256 random bits, stored as a hash.
 */
export async function createApiSecret(
  db: Database,
  input: { accountId: string; environment: Environment; createdBy: string },
  clientSecret = `sk_${input.environment}_${randomToken()}`,
): Promise<NewCredentials> {
  const secretId = createId('key');
  await db.apiSecret.create({
    data: { id: secretId, ...input, hash: digest(clientSecret), hint: clientSecret.slice(-4) },
  });
  return { secretId, clientId: input.accountId, clientSecret };
}

/**
 * The client secret of a submitted form, the same for each submission, because the hash of the first one can't be shown to
 * a person who submitted the form twice.
 * @param formToken random, and stored nowhere
 */
export function deriveClientSecret({
  accountId,
  environment,
  createdBy,
  formToken,
}: {
  accountId: string;
  environment: Environment;
  createdBy: string;
  formToken: string;
}): string {
  const bits = hmacDigest(
    deriveKey('client-secret'),
    [accountId, environment, createdBy, formToken].join('/'),
  );
  return `sk_${environment}_${Buffer.from(bits, 'hex').toString('base64url')}`;
}

/**
 * The owner of a secret. An unknown ID and a wrong secret give the same answer, in the same way.
 * @param address the IP address of the request
 */
export async function authenticateClient(input: {
  clientId: string;
  clientSecret: string;
  environment: Environment;
  address: string;
}): Promise<{ accountId: string; secretId: string } | 'invalid_client' | AccessRejection> {
  const { environment, address } = input;
  const secret = await prisma.apiSecret.findUnique({
    where: { hash: digest(input.clientSecret) },
    include: includeAccount(environment),
  });
  if (
    !secret ||
    secret.accountId !== input.clientId ||
    secret.environment !== environment ||
    hasEnded(secret)
  )
    return 'invalid_client';
  const secretStatus = toSecretAccess(secret);
  if (typeof secretStatus === 'string') return secretStatus;
  if (!isAddressAllowed(secretStatus.addresses, address)) return 'address_not_allowed';
  await prisma.apiSecret.update({
    where: { id: secret.id },
    data: { lastUsedAt: new Date(), lastAddress: address || undefined, tokens: { increment: 1 } },
  });
  return { accountId: secret.accountId, secretId: secret.id };
}

const secretStatusCacheSeconds = 3;
const secretStatusCache = new Map<string, { checkedAt: number; secretStatus: SecretStatus }>();

/** Why a correct secret is rejected. */
type AccessRejection = 'account_suspended' | 'live_not_enabled' | 'address_not_allowed';

/** The permissions and allowed addresses of an active secret, or the reason why it has none. */
type SecretAccess =
  { pciCertified: boolean; addresses: AddressList } | Exclude<AccessRejection, 'address_not_allowed'>;

/** The current permissions of a token's secret. */
type SecretStatus = SecretAccess | 'ended';

/**
 * Read on every API call, so it's cached for 3 s. A rotated secret, a suspended account, or an address that
 * is no longer allowed is rejected within the 5 s that decisions (Authentication) allow.
 */
export async function retrieveSecretStatus(
  environment: Environment,
  secretId: string,
): Promise<SecretStatus> {
  const cached = secretStatusCache.get(secretId);
  if (cached && performance.now() - cached.checkedAt < secretStatusCacheSeconds * 1000)
    return cached.secretStatus;
  const secret = await prisma.apiSecret.findUnique({
    where: { id: secretId },
    include: includeAccount(environment),
  });
  const secretStatus = !secret || hasEnded(secret) ? 'ended' : toSecretAccess(secret);
  if (secretStatusCache.size > 10_000) secretStatusCache.clear();
  secretStatusCache.set(secretId, { checkedAt: performance.now(), secretStatus });
  return secretStatus;
}

/** After a change in this process. Other processes' caches expire in a few seconds. */
export function clearSecretStatusCache(): void {
  secretStatusCache.clear();
}

const includeAccount = (environment: Environment) => ({
  account: {
    select: {
      status: true,
      mode: true,
      pciCertifiedAt: true,
      allowedAddresses: { where: { environment }, select: { range: true } },
    },
  },
});

type SecretWithAccount = {
  environment: string;
  account: {
    status: string;
    mode: string;
    pciCertifiedAt: Date | null;
    allowedAddresses: { range: string }[];
  };
};

/** Raw card data requires a permission only in live (decisions: Errors). Test cards aren't card data. */
function toSecretAccess({ environment, account }: SecretWithAccount): SecretAccess {
  if (account.status !== 'active') return 'account_suspended';
  if (environment === 'live' && account.mode !== 'live') return 'live_not_enabled';
  return {
    pciCertified: environment === 'test' || account.pciCertifiedAt !== null,
    addresses: createAddressList(account.allowedAddresses.map(({ range }) => range)),
  };
}

function hasEnded(secret: { endsAt: Date | null }): boolean {
  return secret.endsAt !== null && secret.endsAt <= new Date();
}

/** Creates the secret that signs redirects (decisions: Intents and the hosted page). */
export async function createCheckoutSecret(
  db: Database,
  input: { accountId: string; environment: Environment },
): Promise<void> {
  await db.checkoutSecret.create({ data: { ...input, sealed: sealNewCheckoutSecret(input) } });
}

/** A new checkout signing secret in its stored form. */
export function sealNewCheckoutSecret(input: { accountId: string; environment: Environment }): string {
  return seal(toCheckoutSealingPurpose(input), `cs_${input.environment}_${randomToken()}`);
}

/** An account's checkout signing secrets by environment. Live has none before the account is live. */
export async function findCheckoutSecrets(accountId: string): Promise<Partial<Record<Environment, string>>> {
  const rows = await prisma.checkoutSecret.findMany({ where: { accountId } });
  return Object.fromEntries(
    rows
      .map(({ environment, sealed }) => [
        environment,
        unseal(toCheckoutSealingPurpose({ accountId, environment }), sealed),
      ])
      .filter(([, secret]) => secret),
  );
}

/** The decrypted checkout signing secret, for signing and for showing it to the merchant. */
export async function requireCheckoutSecret(input: {
  accountId: string;
  environment: Environment;
}): Promise<string> {
  const { sealed } = await prisma.checkoutSecret.findUniqueOrThrow({
    where: { accountId_environment: input },
  });
  const secret = unseal(toCheckoutSealingPurpose(input), sealed);
  if (!secret) throw new Error('a checkout secret does not open with this key');
  return secret;
}

/** Shows the checkout signing secret to a person and audits it. */
export async function revealCheckoutSecret({
  userId,
  address,
  ...where
}: {
  accountId: string;
  environment: Environment;
  userId: string;
  address?: string;
}): Promise<string> {
  const { accountId, environment } = where;
  await recordAudit(prisma, {
    actor: `portal:${userId}`,
    action: 'signing_secret_viewed',
    accountId,
    details: { environment },
    address,
  });
  return requireCheckoutSecret({ accountId, environment });
}

function toCheckoutSealingPurpose(input: { accountId: string; environment: string }): string {
  return `checkout-secret/${input.accountId}/${input.environment}`;
}

export const sealedCheckoutSecrets: SealedColumn = {
  label: 'checkout secrets',
  table: 'checkout_secrets',
  keys: ['account_id', 'environment'],
  value: 'sealed',
  assignment: 'sealed = $1',
  purpose: (accountId, environment) =>
    toCheckoutSealingPurpose({ accountId: accountId!, environment: environment! }),
};
