import { prisma, type Database } from '~/platform/database/db.server';
import { digest, randomToken } from '~/platform/secrets/secrets.server';

/**
 * The lifetimes of links: a day for a registration, a week for an invitation, and much less for access to an
 * account. A link that stops a recovery is valid as long as the recovery runs.
 */
const linkLifetimeSeconds = {
  confirm: 24 * 3600,
  reset: 3600,
  staff: 7 * 24 * 3600,
  email_old: 24 * 3600,
  email_new: 24 * 3600,
  recovery: 3600,
  recovery_cancel: 4 * 24 * 3600,
};

export type LinkPurpose = keyof typeof linkLifetimeSeconds;

type EmailLink = { email: string; name: string | null; userId: string | null; role: string | null };

/**
 * Creates a link for an email: 256 random bits, stored as a hash, bound to an address and a purpose (threat
 * T9).
 * @returns its token
 */
export async function createEmailLink(
  db: Database,
  input: { purpose: LinkPurpose; email: string; name?: string; userId?: string; role?: string },
): Promise<string> {
  const token = randomToken();
  await db.$executeRaw`
    insert into email_links (id, purpose, email, name, user_id, role, expires_at)
    values (${digest(token)}, ${input.purpose}, ${input.email}, ${input.name ?? null}, ${input.userId ?? null}, ${input.role ?? null},
            now() + make_interval(secs => ${linkLifetimeSeconds[input.purpose]}))`;
  return token;
}

/** Reads a link without using it. Null when it's unknown, used, expired, or for another purpose. */
export async function findEmailLink(purpose: LinkPurpose, token: string): Promise<EmailLink | null> {
  const [link] = await prisma.$queryRaw<EmailLink[]>`
    select email, name, user_id as "userId", role from email_links where id = ${digest(token)} and purpose = ${purpose} and expires_at > now()`;
  return link ?? null;
}

/**
 * Uses a link: of several concurrent uses, one succeeds. Deletes the other links of this address and purpose.
 * Rolls back with the caller's transaction.
 */
export async function redeemEmailLink(
  db: Database,
  purpose: LinkPurpose,
  token: string,
): Promise<EmailLink | null> {
  // Two links of one address, used at the same time, wait for each other here instead of deadlocking below.
  await db.$executeRaw`
    select pg_advisory_xact_lock(hashtextextended(purpose || ' ' || email, 0)) from email_links where id = ${digest(token)} and purpose = ${purpose}`;
  const [link] = await db.$queryRaw<EmailLink[]>`
    delete from email_links where id = ${digest(token)} and purpose = ${purpose} and expires_at > now()
    returning email, name, user_id as "userId", role`;
  if (!link) return null;
  await db.emailLink.deleteMany({ where: { email: link.email, purpose } });
  return link;
}

/** Deletes expired links. Called by a timer. */
export async function deleteExpiredEmailLinks(): Promise<void> {
  await prisma.$executeRaw`delete from email_links where expires_at <= now()`;
}
