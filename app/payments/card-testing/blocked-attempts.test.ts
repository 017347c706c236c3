import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { listMailsToOwner } from '../../../tests/world/mails/mails';
import { buildMerchant } from '../../../tests/world/merchants';
import { closeQuietAttacks, listBlockedAttempts } from './blocked-attempts';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

test('a merchant sees the attacks of the last days, the latest first, and no clumsy payer', async () => {
  const { accountId } = await buildMerchant();
  const day = 24 * 60;
  const attack = (days: number, count: number) => ({
    count,
    firstAt: minutesAgo(days * day + 30),
    lastAt: minutesAgo(days * day),
    endedAt: minutesAgo(days * day - 10),
  });
  const [old, earlier, latest, clumsy] = [attack(8, 500), attack(3, 10), attack(1, 97), attack(2, 9)];
  const where = { accountId, environment: 'live' as const };
  await prisma.blockedAttempts.createMany({
    data: [old, earlier, latest, clumsy].map((attack) => ({ ...attack, ...where })),
  });
  expect(await listBlockedAttempts({ ...where, days: 7 })).toEqual([latest, earlier]);
});

test('the owner gets an email about ten blocked attempts in live, not about fewer or about tests', async () => {
  const quietAttack = async (environment: Environment, count: number) => {
    const merchant = await buildMerchant();
    const times = { firstAt: minutesAgo(30), lastAt: minutesAgo(23) };
    await prisma.blockedAttempts.create({
      data: { accountId: merchant.accountId, environment, count, ...times },
    });
    return { ...merchant, times };
  };
  const merchants = {
    attacked: await quietAttack('live', 10),
    clumsy: await quietAttack('live', 9),
    testing: await quietAttack('test', 10),
  };
  const accountIds = Object.values(merchants).map(({ accountId }) => accountId);
  // Attacks of other tests may end first.
  const countOpen = async () => {
    await closeQuietAttacks();
    return prisma.blockedAttempts.count({ where: { accountId: { in: accountIds }, endedAt: null } });
  };
  await expect.poll(countOpen).toBe(0);

  const { firstAt, lastAt } = merchants.attacked.times;
  expect({
    attacked: await listMailsToOwner(merchants.attacked),
    clumsy: await listMailsToOwner(merchants.clumsy),
    testing: await listMailsToOwner(merchants.testing),
  }).toEqual({
    attacked: [
      {
        template: 'card-testing',
        props: {
          businessName: expect.stringContaining('Merchant'),
          approved: expect.any(Boolean),
          link: 'http://localhost:3000/',
          count: 10,
          firstAt: firstAt.toISOString(),
          lastAt: lastAt.toISOString(),
          timeZone: 'UTC',
        },
      },
    ],
    clumsy: [],
    testing: [],
  });
});
