import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { lockDocumentSlot } from '~/documents/documents';
import { addRedirectHost } from '~/merchants/redirect-hosts/redirect-hosts';
import { rotateApiSecret } from '~/merchants/credentials/api-secrets';
import { prisma } from '~/platform/database/db.server';
import { buildMerchant } from '../world/merchants';

test.each([
  [
    'a document changes',
    (accountId: string) =>
      prisma.$transaction((db) => lockDocumentSlot(db, { accountId, documentId: 'doc_1' })),
  ],
  [
    'a secret is made',
    (accountId: string, createdBy: string) =>
      rotateApiSecret({ accountId, environment: 'test', createdBy, overlapHours: 0 }),
  ],
  [
    'a host is listed',
    (accountId: string, createdBy: string) =>
      addRedirectHost({ accountId, createdBy, hostInput: 'shop.example' }),
  ],
])('no payment waits while %s', async (_, applyChange) => {
  const { accountId, ownerId } = await buildMerchant();
  await prisma.$transaction(async (db) => {
    // As every row with a foreign key to the account does.
    await db.$queryRaw`select id from accounts where id = ${accountId} for key share`;
    expect(
      await Promise.race([applyChange(accountId, ownerId).then(() => 'done'), sleep(3_000, 'waits')]),
    ).toBe('done');
  });
});
