import { recordAudit } from '~/audit/audit';
import { prisma, type Database } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import type { SealedPlace } from '~/platform/reseal.server';
import { digest, randomToken, seal, unseal } from '~/platform/secrets.server';
import { addressList, isListedAddress, type AddressList } from './address-ranges';

/** What a merchant's server logs in with. The secret is in this answer and nowhere else. */
export type NewCredentials = { secretId: string; clientId: string; clientSecret: string };

/** Creates a client secret of one environment (decisions: Authentication): 256 random bits, kept as a hash. */
export async function createSecret(
  db: Database,
  input: { accountId: string; environment: Environment; createdBy: string },
): Promise<NewCredentials> {
  const clientSecret = `sk_${input.environment}_${randomToken()}`;
  const secretId = createId('key');
  await db.apiSecret.create({
    data: { id: secretId, ...input, hash: digest(clientSecret), hint: clientSecret.slice(-4) },
  });
  return { secretId, clientId: input.accountId, clientSecret };
}

/**
 * Whose secret this is. An unknown id and a wrong secret are the same answer, found in the same way.
 * @param address where the request comes from
 */
export async function authenticateClient(input: {
  clientId: string;
  clientSecret: string;
  environment: Environment;
  address: string;
}): Promise<{ accountId: string; secretId: string } | 'invalid_client' | NoRights> {
  const { environment, address } = input;
  const secret = await prisma.apiSecret.findUnique({
    where: { hash: digest(input.clientSecret) },
    include: withAccount(environment),
  });
  if (
    !secret ||
    secret.accountId !== input.clientId ||
    secret.environment !== environment ||
    hasEnded(secret)
  )
    return 'invalid_client';
  const standing = standingOf(secret);
  if (typeof standing === 'string') return standing;
  if (!isListedAddress(standing.addresses, address)) return 'address_not_allowed';
  await prisma.apiSecret.update({
    where: { id: secret.id },
    data: { lastUsedAt: new Date(), lastAddress: address || undefined, tokens: { increment: 1 } },
  });
  return { accountId: secret.accountId, secretId: secret.id };
}

const standingCacheSeconds = 3;
const standings = new Map<string, { checkedAt: number; standing: SecretStanding }>();

/** Why a right secret opens nothing. */
type NoRights = 'account_suspended' | 'live_not_enabled' | 'address_not_allowed';

/** What a secret that has not ended gives a right to, and from where; a word when to nothing. */
type Rights = { pciCertified: boolean; addresses: AddressList } | Exclude<NoRights, 'address_not_allowed'>;

/** What a token's secret is still worth. */
type SecretStanding = Rights | 'ended';

/**
 * Asked on every API call, so the answer is kept for 3 s; a rolled secret, a suspended account or an address that is no
 * longer allowed is refused within the 5 s that decisions (Authentication) allow.
 */
export async function secretStanding(environment: Environment, secretId: string): Promise<SecretStanding> {
  const known = standings.get(secretId);
  if (known && performance.now() - known.checkedAt < standingCacheSeconds * 1000) return known.standing;
  const secret = await prisma.apiSecret.findUnique({
    where: { id: secretId },
    include: withAccount(environment),
  });
  const standing = !secret || hasEnded(secret) ? 'ended' : standingOf(secret);
  if (standings.size > 10_000) standings.clear();
  standings.set(secretId, { checkedAt: performance.now(), standing });
  return standing;
}

/** After a change in this process: what others know is a few seconds old. */
export function forgetStandings(): void {
  standings.clear();
}

const withAccount = (environment: Environment) => ({
  account: {
    select: {
      status: true,
      mode: true,
      pciCertifiedAt: true,
      allowedAddresses: { where: { environment }, select: { range: true } },
    },
  },
});

type WithAccount = {
  environment: string;
  account: {
    status: string;
    mode: string;
    pciCertifiedAt: Date | null;
    allowedAddresses: { range: string }[];
  };
};

/** Raw card data is a right of its own in live only (decisions: Errors); test cards are nobody's data. */
function standingOf({ environment, account }: WithAccount): Rights {
  if (account.status !== 'active') return 'account_suspended';
  if (environment === 'live' && account.mode !== 'live') return 'live_not_enabled';
  return {
    pciCertified: environment === 'test' || account.pciCertifiedAt !== null,
    addresses: addressList(account.allowedAddresses.map(({ range }) => range)),
  };
}

function hasEnded(secret: { endsAt: Date | null }): boolean {
  return secret.endsAt !== null && secret.endsAt <= new Date();
}

/** Creates the secret that signs what a payer's browser carries back (decisions: Intents and the hosted page). */
export async function createCheckoutSecret(
  db: Database,
  input: { accountId: string; environment: Environment },
): Promise<void> {
  await db.checkoutSecret.create({ data: { ...input, sealed: sealNewCheckoutSecret(input) } });
}

/** A new checkout signing secret, as it is kept. */
export function sealNewCheckoutSecret(input: { accountId: string; environment: Environment }): string {
  return seal(checkoutPurpose(input), `cs_${input.environment}_${randomToken()}`);
}

/** The checkout signing secrets of an account by environment; live has none before the account is live. */
export async function findCheckoutSecrets(accountId: string): Promise<Partial<Record<Environment, string>>> {
  const rows = await prisma.checkoutSecret.findMany({ where: { accountId } });
  return Object.fromEntries(
    rows
      .map(({ environment, sealed }) => [
        environment,
        unseal(checkoutPurpose({ accountId, environment }), sealed),
      ])
      .filter(([, secret]) => secret),
  );
}

/** The checkout signing secret in clear, for signing and for the merchant's eyes. */
export async function requireCheckoutSecret(input: {
  accountId: string;
  environment: Environment;
}): Promise<string> {
  const { sealed } = await prisma.checkoutSecret.findUniqueOrThrow({
    where: { accountId_environment: input },
  });
  const secret = unseal(checkoutPurpose(input), sealed);
  if (!secret) throw new Error('a checkout secret does not open with this key');
  return secret;
}

/** The checkout signing secret for somebody's eyes, which is written down. */
export async function showCheckoutSecret({
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
    action: 'signing_secret_shown',
    accountId,
    details: { environment },
    address,
  });
  return requireCheckoutSecret({ accountId, environment });
}

function checkoutPurpose(input: { accountId: string; environment: string }): string {
  return `checkout-secret/${input.accountId}/${input.environment}`;
}

export const sealedCheckoutSecrets: SealedPlace = {
  what: 'checkout secrets',
  table: 'checkout_secrets',
  keys: ['account_id', 'environment'],
  value: 'sealed',
  put: 'sealed = $1',
  purpose: (accountId, environment) => checkoutPurpose({ accountId: accountId!, environment: environment! }),
};
