import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { lockSlot } from '~/documents/documents';
import { addRedirectHost } from '~/merchants/redirect-hosts';
import { rollSecret } from '~/merchants/secret-list';
import { prisma } from '~/platform/db.server';
import { buildMerchant } from '../world/merchants';

test.each([
  [
    'a document changes',
    (accountId: string) => prisma.$transaction((db) => lockSlot(db, { accountId, documentId: 'doc_1' })),
  ],
  [
    'a secret is made',
    (accountId: string, createdBy: string) =>
      rollSecret({ accountId, environment: 'test', createdBy, overlapHours: 0 }),
  ],
  [
    'a host is listed',
    (accountId: string, createdBy: string) =>
      addRedirectHost({ accountId, createdBy, typed: 'shop.example' }),
  ],
])('no payment waits while %s', async (_, change) => {
  const { accountId, ownerId } = await buildMerchant();
  await prisma.$transaction(async (db) => {
    // As every row does that names the account.
    await db.$queryRaw`select id from accounts where id = ${accountId} for key share`;
    expect(await Promise.race([change(accountId, ownerId).then(() => 'done'), sleep(3_000, 'waits')])).toBe(
      'done',
    );
  });
});
