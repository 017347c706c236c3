import { hashPassword } from '~/identity/passwords/passwords';
import { requireCheckoutSecret } from '~/merchants/credentials/credentials';
import { makeSimulatedPayouts } from '~/payments/payouts/simulated-payouts';
import { prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { deriveKey } from '~/platform/secrets/secrets.server';
import { changesRequested, colleagues, inReview, live, registered } from './seed/applicants';
import { seedDesign } from './seed/checkout-design';
import { hashStaffPasswords, seedApplicants, seedLive, seedStaff } from './seed/demo-accounts';
import { OutcomeUnknownError, seedLatestPayments } from './seed/latest-payments';
import { createShopAccount, type ShopAccount } from './seed/shop-account';
import { seedSupportSession } from './seed/support-sessions';
import { moveEndpoints, seedDeliveries, seedEndpoints, shopWebhookSecret } from './seed/webhooks';
import { planYears, postponeStatementJobs, seedYear } from './seed/year/year';

/** The demo's credentials. They derive from this installation's key, so that every start can print them. */
export function demoLogin(): { email: string; password: string } {
  return { email: live.owner.email, password: `tea-${deriveDemoValue('password').slice(0, 12)}` };
}

/** Other logins with that password: a developer and a finance member of the same merchant. */
export const demoColleagues = colleagues.map(({ email }) => email);

/** And merchants that aren't live yet, with the same one. */
export const demoApplicants = [inReview, changesRequested, registered].map(({ owner }) => owner.email);

/** The demo merchant's test credentials, as its server would store them. Null before the demo data exists. */
export async function demoCredentials(): Promise<{
  clientId: string;
  clientSecret: string;
  signingSecret: string;
  webhookSecret: string | null;
} | null> {
  const accountId = await findDemoAccountId();
  if (!accountId) return null;
  return {
    clientId: accountId,
    clientSecret: demoSecret(),
    signingSecret: await requireCheckoutSecret({ accountId, environment: 'test' }),
    webhookSecret: await shopWebhookSecret(accountId),
  };
}

async function findDemoAccountId(): Promise<string | undefined> {
  const account = await prisma.account.findFirst({
    where: { members: { some: { user: { email: live.owner.email } } } },
    select: { id: true },
  });
  return account?.id;
}

/**
 * Creates the demo data in an empty installation: the staff, a live merchant with a year of payments in both
 * environments, the latest ones in test with saved cards, and merchants that wait for a response, have to change
 * something, or just registered. Later starts move the demo's webhook endpoints to the current address.
 */
export async function seedDemo(): Promise<void> {
  const isDone = await prisma.setting.findUnique({ where: { key: demoSetting } });
  if (!isDone) return createDemo();
  const accountId = await findDemoAccountId();
  if (accountId) await moveEndpoints(accountId);
}

const demoSetting = 'demo_world';
/** Longer than the year takes. After a crash, the jobs run again. */
const pauseSeconds = 300;

async function createDemo(): Promise<void> {
  const now = Date.now();
  // Another processor hashes meanwhile.
  const hashing = hashPassword(demoLogin().password);
  const orders = planYears(now);
  const passwordHash = await hashing;
  const shop = await prisma.$transaction(async (db) => {
    const { count } = await db.setting.createMany({
      data: { key: demoSetting, value: 'made' },
      skipDuplicates: true,
    });
    // Another process was faster.
    if (!count) return null;
    // In this transaction, because a process that sees the setting runs the jobs.
    await postponeStatementJobs(db, pauseSeconds);
    return createShopAccount(db, { passwordHash, testSecret: demoSecret(), now });
  });
  if (!shop) return;
  // First, because the audit log is in chronological order.
  const endpoints = await seedEndpoints(shop);
  const year = seedYear(shop, { endpoints, orders, now })
    .catch((error: unknown) => log.warn('the demo has fewer payments than usual', { cause: String(error) }))
    .then(() => postponeStatementJobs(prisma, 0));
  // Hashing occupies another processor. The rows wait, because on a slow machine, the year takes longer than a transaction
  // waits for the only connection of the embedded database.
  const staffHashing = hashStaffPasswords();
  await year;
  await seedStaff(await staffHashing);
  await makeSimulatedPayouts().catch((error: unknown) =>
    log.warn('another process makes the payouts of the demo', { cause: String(error) }),
  );
  await seedDesign(shop);
  await seedLatestPayments({ accountId: shop.accountId, secretId: shop.secretIds.test }).catch(
    (error: unknown) => {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      log.warn('the demo has fewer payments than usual: the acquirer did not answer in time', {
        cause: error.orderId,
      });
    },
  );
  await seedMerchants(shop, passwordHash, now).catch((error: unknown) =>
    log.warn('the demo has fewer merchants than usual', { cause: String(error) }),
  );
  await seedDeliveries();
}

/** Needs the document storage, which may be unavailable. */
async function seedMerchants(shop: ShopAccount, passwordHash: string, now: number): Promise<void> {
  await seedLive({ accountId: shop.accountId, userId: shop.userId }, now);
  await seedApplicants(passwordHash);
  await seedSupportSession(shop);
}

function demoSecret(): string {
  return `sk_test_${deriveDemoValue('client-secret')}`;
}

function deriveDemoValue(purpose: string): string {
  return deriveKey(`demo/${purpose}`).toString('base64url').replace(/[-_]/g, 'x');
}
