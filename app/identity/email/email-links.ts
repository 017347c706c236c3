import { prisma, type Database } from '~/platform/db.server';
import { digest, randomToken } from '~/platform/secrets.server';

/** How long a link opens something: a registration may wait until tomorrow, an invitation a week, a way into an account may not; what stops a recovery works as long as that runs. */
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

/** Writes a link for a mail: 256 random bits, kept as a hash, bound to address and purpose (threat T9). @returns its token */
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

/** Looks at a link without using it up; null when it is unknown, used, over, or for something else. */
export async function findEmailLink(purpose: LinkPurpose, token: string): Promise<EmailLink | null> {
  const [link] = await prisma.$queryRaw<EmailLink[]>`
    select email, name, user_id as "userId", role from email_links where id = ${digest(token)} and purpose = ${purpose} and expires_at > now()`;
  return link ?? null;
}

/**
 * Uses a link up: of many at once, one gets it. The other links of this address and purpose go with it. Undone when the
 * caller's transaction is.
 */
export async function redeemEmailLink(
  db: Database,
  purpose: LinkPurpose,
  token: string,
): Promise<EmailLink | null> {
  // Two links of one address, used at the same moment, wait for each other here instead of in a deadlock below.
  await db.$executeRaw`
    select pg_advisory_xact_lock(hashtextextended(purpose || ' ' || email, 0)) from email_links where id = ${digest(token)} and purpose = ${purpose}`;
  const [link] = await db.$queryRaw<EmailLink[]>`
    delete from email_links where id = ${digest(token)} and purpose = ${purpose} and expires_at > now()
    returning email, name, user_id as "userId", role`;
  if (!link) return null;
  await db.emailLink.deleteMany({ where: { email: link.email, purpose } });
  return link;
}

/** Removes what is over. Called by a timer. */
export async function deleteExpiredEmailLinks(): Promise<void> {
  await prisma.$executeRaw`delete from email_links where expires_at <= now()`;
}
