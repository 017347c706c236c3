import { recordAudit } from '~/audit/audit';
import { prisma, type Database } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import { digest, randomToken, seal, unseal } from '~/platform/secrets.server';

/** What a merchant's server logs in with. The secret is in this answer and nowhere else. */
export type NewCredentials = { secretId: string; clientId: string; clientSecret: string };

/** Creates a client secret of one environment (decisions: Authentication): 256 random bits, kept as a hash. */
export async function createSecret(db: Database, input: { accountId: string; environment: Environment; createdBy: string }): Promise<NewCredentials> {
  const clientSecret = `sk_${input.environment}_${randomToken()}`;
  const secretId = createId('key');
  await db.apiSecret.create({ data: { id: secretId, ...input, hash: digest(clientSecret), hint: clientSecret.slice(-4) } });
  return { secretId, clientId: input.accountId, clientSecret };
}

/** Whose secret this is. An unknown id and a wrong secret are the same answer, found in the same way. */
export async function authenticateClient(input: {
  clientId: string;
  clientSecret: string;
  environment: Environment;
}): Promise<{ accountId: string; secretId: string } | 'invalid_client' | 'account_suspended' | 'live_not_enabled'> {
  const secret = await prisma.apiSecret.findUnique({ where: { hash: digest(input.clientSecret) }, include: { account: true } });
  if (!secret || secret.accountId !== input.clientId || secret.environment !== input.environment || hasEnded(secret)) return 'invalid_client';
  const standing = standingOf(secret);
  if (typeof standing === 'string') return standing;
  await prisma.apiSecret.update({ where: { id: secret.id }, data: { lastUsedAt: new Date() } });
  return { accountId: secret.accountId, secretId: secret.id };
}

const standingCacheSeconds = 3;
const standings = new Map<string, { checkedAt: number; standing: SecretStanding }>();

/** What a secret that has not ended gives a right to; a word when to nothing. */
type Rights = { pciCertified: boolean } | 'account_suspended' | 'live_not_enabled';

/** What a token's secret is still worth. */
export type SecretStanding = Rights | 'ended';

/**
 * Asked on every API call, so the answer is kept for 3 s; a rolled secret or a suspended account is refused within the
 * 5 s that decisions (Authentication) allow.
 */
export async function secretStanding(secretId: string): Promise<SecretStanding> {
  const known = standings.get(secretId);
  if (known && performance.now() - known.checkedAt < standingCacheSeconds * 1000) return known.standing;
  const secret = await prisma.apiSecret.findUnique({ where: { id: secretId }, include: { account: true } });
  const standing = !secret || hasEnded(secret) ? 'ended' : standingOf(secret);
  if (standings.size > 10_000) standings.clear();
  standings.set(secretId, { checkedAt: performance.now(), standing });
  return standing;
}

/** Raw card data is a right of its own in live only (decisions: Errors); test cards are nobody's data. */
function standingOf({ environment, account }: { environment: string; account: { status: string; mode: string; pciCertifiedAt: Date | null } }): Rights {
  if (account.status !== 'active') return 'account_suspended';
  if (environment === 'live' && account.mode !== 'live') return 'live_not_enabled';
  return { pciCertified: environment === 'test' || account.pciCertifiedAt !== null };
}

function hasEnded(secret: { endsAt: Date | null }): boolean {
  return secret.endsAt !== null && secret.endsAt <= new Date();
}

/** Creates the secret that signs what a payer's browser carries back (decisions: Intents and the hosted page). */
export async function createCheckoutSecret(db: Database, input: { accountId: string; environment: Environment }): Promise<void> {
  await db.checkoutSecret.create({ data: { ...input, sealed: seal(checkoutPurpose(input), `cs_${input.environment}_${randomToken()}`) } });
}

/** The checkout signing secrets of an account by environment; live has none before the account is live. */
export async function findCheckoutSecrets(accountId: string): Promise<Partial<Record<Environment, string>>> {
  const rows = await prisma.checkoutSecret.findMany({ where: { accountId } });
  return Object.fromEntries(rows.map(({ environment, sealed }) => [environment, unseal(checkoutPurpose({ accountId, environment: environment as Environment }), sealed)]).filter(([, secret]) => secret));
}

/** The checkout signing secret in clear, for signing and for the merchant's eyes. */
export async function requireCheckoutSecret(input: { accountId: string; environment: Environment }): Promise<string> {
  const { sealed } = await prisma.checkoutSecret.findUniqueOrThrow({ where: { accountId_environment: input } });
  const secret = unseal(checkoutPurpose(input), sealed);
  if (!secret) throw new Error('a checkout secret does not open with this key');
  return secret;
}

/** The checkout signing secret for somebody's eyes, which is written down. */
export async function showCheckoutSecret({ userId, address, ...where }: { accountId: string; environment: Environment; userId: string; address?: string }): Promise<string> {
  const { accountId, environment } = where;
  await recordAudit(prisma, { actor: `portal:${userId}`, action: 'signing_secret_shown', accountId, details: { environment }, address });
  return requireCheckoutSecret({ accountId, environment });
}

function checkoutPurpose(input: { accountId: string; environment: Environment }): string {
  return `checkout-secret/${input.accountId}/${input.environment}`;
}
