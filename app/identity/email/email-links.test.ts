import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { digest } from '~/platform/secrets/secrets.server';
import { createEmailLink, deleteExpiredEmailLinks, findEmailLink, redeemEmailLink } from './email-links';

const someone = () => `link-${crypto.randomUUID()}@example.com`;
const redeem = (token: string, purpose: 'confirm' | 'reset' = 'confirm') =>
  prisma.$transaction((tx) => redeemEmailLink(tx, purpose, token));

test('the database has a hash of the token, never the token', async () => {
  const email = someone();
  const token = await createEmailLink(prisma, { purpose: 'confirm', email, name: 'Ada' });
  const rows = await prisma.emailLink.findMany({ where: { email } });
  expect(rows).toHaveLength(1);
  expect(rows[0]!.id).toBe(digest(token));
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('of 50 uses at once, one succeeds', async () => {
  const token = await createEmailLink(prisma, { purpose: 'confirm', email: someone(), name: 'Ada' });
  const uses = await Promise.all(Array.from({ length: 50 }, () => redeem(token)));
  expect(uses.filter(Boolean)).toHaveLength(1);
});

test('of two links of one address used at once, one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const email = someone();
    const tokens = [
      await createEmailLink(prisma, { purpose: 'confirm', email }),
      await createEmailLink(prisma, { purpose: 'confirm', email }),
    ];
    const uses = await Promise.all(tokens.map((token) => redeem(token)));
    expect(uses.filter(Boolean)).toHaveLength(1);
  }
});

test("viewing a link doesn't use it up", async () => {
  const token = await createEmailLink(prisma, { purpose: 'reset', email: someone() });
  for (let i = 0; i < 3; i++) expect(await findEmailLink('reset', token)).not.toBeNull();
  expect(await redeem(token, 'reset')).not.toBeNull();
  expect(await findEmailLink('reset', token)).toBeNull();
});

test('a link has only its own purpose, and one changed character invalidates it', async () => {
  const token = await createEmailLink(prisma, { purpose: 'confirm', email: someone() });
  expect(await redeem(token, 'reset')).toBeNull();
  expect(await redeem(`${token.slice(0, -2)}${token.at(-2) === 'x' ? 'y' : 'x'}${token.at(-1)}`)).toBeNull();
  expect(await redeem(token)).not.toBeNull();
});

test("an expired link doesn't work", async () => {
  const token = await createEmailLink(prisma, { purpose: 'confirm', email: someone() });
  await prisma.emailLink.update({
    where: { id: digest(token) },
    data: { expiresAt: new Date(Date.now() - 1000) },
  });
  expect(await findEmailLink('confirm', token)).toBeNull();
  expect(await redeem(token)).toBeNull();
});

test('a rolled-back redemption leaves the link unused', async () => {
  const token = await createEmailLink(prisma, { purpose: 'confirm', email: someone() });
  const undone = prisma.$transaction(async (tx) => {
    await redeemEmailLink(tx, 'confirm', token);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await redeem(token)).not.toBeNull();
});

test('expired links are deleted, and valid ones stay', async () => {
  const email = someone();
  const expired = await createEmailLink(prisma, { purpose: 'confirm', email });
  const valid = await createEmailLink(prisma, { purpose: 'confirm', email });
  await prisma.$executeRaw`update email_links set expires_at = now() - interval '1 second' where id = ${digest(expired)}`;
  await deleteExpiredEmailLinks();
  expect((await prisma.emailLink.findMany({ where: { email } })).map(({ id }) => id)).toEqual([
    digest(valid),
  ]);
});
