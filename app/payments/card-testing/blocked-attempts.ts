import { notifyOwners } from '~/merchants/notifications/owner-notifications';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { defineStatement } from '~/platform/database/statement.server';

/** Minutes without a blocked attempt after which an attack counts as over. */
const quietMinutes = 10;
/** Fewer blocked attempts than this may be one clumsy payer. */
const alertThreshold = 10;

const count = defineStatement<{ accountId: string; environment: Environment }, never>(
  'count-blocked-attempt',
  `insert into blocked_attempts (account_id, environment) values (:accountId, :environment)
  on conflict (account_id, environment) where ended_at is null do update set count = blocked_attempts.count + 1, last_at = now()`,
);

/** Records a blocked attempt. Attempts that follow each other closely share one row. */
export async function recordBlockedAttempt(merchant: {
  accountId: string;
  environment: Environment;
}): Promise<void> {
  await count(merchant);
}

/** The blocked attempts of the last days for the merchant, newest first. */
export async function listBlockedAttempts({
  accountId,
  environment,
  days,
}: {
  accountId: string;
  environment: Environment;
  days: number;
}) {
  const since = new Date(Date.now() - days * 86_400_000);
  return prisma.blockedAttempts.findMany({
    where: { accountId, environment, lastAt: { gt: since }, count: { gte: alertThreshold } },
    orderBy: { lastAt: 'desc' },
    take: 5,
    select: { firstAt: true, lastAt: true, count: true, endedAt: true },
  });
}

/** Deletes records three months after they ended, like the payment page reports. Called by a timer. */
export async function deleteOldBlockedAttempts(): Promise<void> {
  await prisma.$executeRaw`delete from blocked_attempts where ended_at < now() - interval '90 days'`;
}

/**
 * Closes attacks that have gone quiet, and emails the account's managers about large ones. Called by a timer.
 */
export async function closeQuietAttacks(): Promise<void> {
  await prisma.$transaction(async (db) => {
    const ended = await db.$queryRaw<
      { accountId: string; environment: Environment; firstAt: Date; lastAt: Date; count: number }[]
    >`
      update blocked_attempts set ended_at = now() where id in (
        select id from blocked_attempts where ended_at is null and last_at < now() - ${quietMinutes} * interval '1 minute' order by id limit 10 for update skip locked)
      returning account_id as "accountId", environment, first_at as "firstAt", last_at as "lastAt", count`;
    for (const { accountId, firstAt, lastAt, ...attack } of ended)
      if (attack.count >= alertThreshold && attack.environment === 'live')
        await notifyOwners(
          db,
          accountId,
          'card-testing',
          { count: attack.count, firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() },
          '/',
        );
  });
}
