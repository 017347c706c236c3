import { recordAudit } from '~/audit/audit';
import { databaseNow, prisma, type Database } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { writeToOwners } from './applications/letters';
import { createSecret, type NewCredentials } from './credentials';

/** How long an old secret may work beside the new one (decisions: Authentication). */
export const overlapsInHours = [0, 1, 24, 168] as const;

/** The client secrets of an environment, newest first, without those that ended long ago. */
export async function listSecrets({ accountId, environment }: { accountId: string; environment: Environment }) {
  const found = await prisma.apiSecret.findMany({
    where: { accountId, environment },
    orderBy: { id: 'desc' },
    take: 10,
    select: { id: true, hint: true, createdAt: true, lastUsedAt: true, endsAt: true },
  });
  const now = new Date();
  return found.map((secret) => ({ ...secret, ended: secret.endsAt !== null && secret.endsAt <= now }));
}

/**
 * Makes a new secret and sets an end to the older ones, which keep working for the overlap. At most two work at a time:
 * without an overlap the new one stands alone, with one there may be a single older one.
 */
export async function rollSecret(input: {
  accountId: string;
  environment: Environment;
  createdBy: string;
  overlapHours: (typeof overlapsInHours)[number];
  /** Where the person's computer is. */
  address?: string;
}): Promise<NewCredentials | 'two_secrets_active'> {
  const { accountId, environment, createdBy, overlapHours, address } = input;
  return prisma.$transaction(async (db) => {
    // One at a time per account, so that two clicks at once do not leave three secrets.
    await db.$queryRaw`select id from accounts where id = ${accountId} for no key update`;
    const now = new Date();
    const active = { accountId, environment, OR: [{ endsAt: null }, { endsAt: { gt: now } }] };
    if (overlapHours > 0 && (await db.apiSecret.count({ where: active })) > 1) return 'two_secrets_active';
    const endsAt = new Date(now.getTime() + overlapHours * 60 * 60 * 1000);
    await db.apiSecret.updateMany({
      where: { accountId, environment, OR: [{ endsAt: null }, { endsAt: { gt: endsAt } }] },
      data: { endsAt },
    });
    const made = await createSecret(db, { accountId, environment, createdBy });
    await recordAudit(db, { actor: `portal:${createdBy}`, action: 'secret_created', accountId, subject: made.secretId, details: { environment, overlap_hours: overlapHours, ends_with: made.clientSecret.slice(-4) }, address });
    if (environment === 'live') await tellOfLiveSecret(db, { accountId, createdBy, clientSecret: made.clientSecret });
    return made;
  });
}

/** Whoever answers for the account hears of every secret that opens real money, in time to end one they know nothing of. */
async function tellOfLiveSecret(db: Database, { accountId, createdBy, clientSecret }: { accountId: string; createdBy: string; clientSecret: string }): Promise<void> {
  const { name } = await db.user.findUniqueOrThrow({ where: { id: createdBy }, select: { name: true } });
  const now = await databaseNow(db);
  await writeToOwners(db, accountId, 'live-secret-created', { by: name, hint: clientSecret.slice(-4), createdAt: now.toISOString() }, '/developers');
}
