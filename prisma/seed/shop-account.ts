import { createUser } from '~/identity/users/users';
import { createAccount } from '~/merchants/accounts/accounts';
import { createApiSecret } from '~/merchants/credentials/credentials';
import type { Database } from '~/platform/database/db.server';
import { digest } from '~/platform/secrets/secrets.server';
import { colleagues, live } from './applicants';
import { shopZone } from './year/trading-days';

/** The demo's live merchant. `userId`: its owner. `secretIds`: of its API secrets. */
export type ShopAccount = {
  accountId: string;
  userId: string;
  financeId: string;
  secretIds: { test: string; live: string };
  /** When its endpoints were added. */
  createdAt: Date;
};

const dayMs = 86_400_000;

/** The live merchant with its team and its secrets, more than a year old. */
export async function createShopAccount(
  db: Database,
  { passwordHash, testSecret, now }: { passwordHash: string; testSecret: string; now: number },
): Promise<ShopAccount> {
  const daysBefore = (days: number) => new Date(now - days * dayMs);
  const userId = await createUser(db, { ...live.owner, passwordHash });
  const { secretId: test, clientId: accountId } = await createAccount(db, {
    name: live.name,
    ownerId: userId,
  });
  const colleagueIds = new Map<string, string>();
  for (const { role, ...person } of colleagues) {
    colleagueIds.set(role, await createUser(db, { ...person, passwordHash }));
    await db.member.create({ data: { accountId, role, userId: colleagueIds.get(role)! } });
  }
  await db.apiSecret.update({
    where: { id: test },
    data: { hash: digest(testSecret), hint: testSecret.slice(-4), createdAt: daysBefore(379) },
  });
  const { secretId } = await createApiSecret(db, { accountId, environment: 'live', createdBy: userId });
  await db.apiSecret.update({
    where: { id: secretId },
    data: { createdAt: daysBefore(369) },
  });
  const userIds = [userId, ...colleagueIds.values()];
  await db.user.updateMany({ where: { id: { in: userIds } }, data: { createdAt: daysBefore(380) } });
  await db.member.updateMany({ where: { accountId }, data: { createdAt: daysBefore(380) } });
  await db.account.update({
    where: { id: accountId },
    data: { createdAt: daysBefore(380), timeZone: shopZone, dailyTotalsZone: shopZone },
  });
  await db.auditEntry.create({
    data: {
      actor: `portal:${userId}`,
      action: 'settings_changed',
      accountId,
      before: { time_zone: 'UTC' },
      after: { time_zone: shopZone },
      createdAt: daysBefore(379),
    },
  });
  return {
    accountId,
    userId,
    financeId: colleagueIds.get('finance')!,
    secretIds: { test, live: secretId },
    createdAt: daysBefore(378),
  };
}
