import { expect, test } from 'vitest';
import { hashPassword } from '~/identity/passwords/passwords';
import { createUser } from '~/identity/users/users';
import { createAccount } from '~/merchants/accounts/accounts';
import { prisma } from '~/platform/database/db.server';
import { openBrowser, readPage } from '../../../tests/world/browser';

const password = 'correct horse battery';

test.each([
  ['owner', true, 200],
  ['developer', true, 200],
  ['finance', false, 403],
  ['viewer', true, 302],
])(
  'the link to the developers page is shown to its %s as far as it is open: %s',
  async (role, visible, status) => {
    const email = `${role}-${crypto.randomUUID()}@example.com`;
    const userId = await createUser(prisma, {
      email,
      name: 'Ada',
      passwordHash: await hashPassword(password),
    });
    await prisma.$transaction((db) => createAccount(db, { name: 'Ada', ownerId: userId }));
    await prisma.member.updateMany({ where: { userId }, data: { role } });
    const browser = openBrowser();
    expect((await browser.submit('/login', { email, password })).status).toBe(302);
    expect((await readPage(await browser.open('/'))).html.includes('href="/developers')).toBe(visible);
    expect((await browser.open('/developers')).status).toBe(status);
  },
);

test('of nested pages only the current one is marked', async () => {
  const email = `marked-${crypto.randomUUID()}@example.com`;
  const ownerId = await createUser(prisma, {
    email,
    name: 'Ada',
    passwordHash: await hashPassword(password),
  });
  await prisma.$transaction((db) => createAccount(db, { name: 'Ada', ownerId }));
  const browser = openBrowser();
  await browser.submit('/login', { email, password });
  const marked = async (path: string) =>
    new Set(
      [...(await readPage(await browser.open(path))).html.matchAll(/<a[^>]*aria-current="page"[^>]*>/g)].map(
        ([link]) => /href="([^"]*)"/.exec(link)![1],
      ),
    );
  expect(await marked('/settings/notifications')).toEqual(new Set(['/settings/notifications']));
  expect(await marked('/developers/test-cards')).toEqual(new Set(['/developers', '/developers/test-cards']));
});
