import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { hashPassword } from '~/identity/passwords/passwords';
import { notifyMembers, type NotificationTopic } from '~/merchants/notifications/notifications';
import { prisma } from '~/platform/database/db.server';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { listMailsToOwner } from '../../../../tests/world/mails/mails';
import { buildMerchant } from '../../../../tests/world/merchants';

const password = 'correct horse battery';
const path = '/settings/notifications';

async function logIn(role = 'owner') {
  const email = `notices-${crypto.randomUUID()}@example.com`;
  const merchant = await buildMerchant({ email, passwordHash: await hashPassword(password) });
  await prisma.member.updateMany({ where: { userId: merchant.ownerId }, data: { role } });
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
  return { merchant, browser };
}

/** Which of these notifications the person gets. */
async function heard(
  merchant: { accountId: string; ownerId: string },
  topics: NotificationTopic[],
): Promise<NotificationTopic[]> {
  const of: NotificationTopic[] = [];
  for (const topic of topics) {
    const before = (await listMailsToOwner(merchant)).length;
    await prisma.$transaction((db) =>
      notifyMembers(
        db,
        merchant.accountId,
        topic,
        'card-testing',
        { environment: 'test', count: 3 } as never,
        '/',
      ),
    );
    if ((await listMailsToOwner(merchant)).length > before) of.push(topic);
  }
  return of;
}

const boxesOf = (html: string) =>
  [...html.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].map(([box]) => [
    /value="(\w+)"/.exec(box)![1],
    box.includes('checked'),
    box.includes('disabled'),
  ]);

test('a person gets no emails about a topic that they turned off', async () => {
  const { merchant, browser } = await logIn('admin');
  const colleague = await buildMerchant();
  await prisma.member.create({
    data: { accountId: merchant.accountId, userId: colleague.ownerId, role: 'admin' },
  });
  expect(await heard(merchant, ['disputes', 'webhooks'])).toEqual(['disputes', 'webhooks']);
  const body = new URLSearchParams([
    ['seen', 'disputes'],
    ['seen', 'webhooks'],
    ['seen', 'credentials'],
    ['seen', 'team'],
    ['topic', 'webhooks'],
    ['topic', 'team'],
  ]);
  expect((await browser.submit(path, body as never)).headers.get('location')).toBe(`${path}?saved`);
  expect(await heard(merchant, ['disputes', 'webhooks', 'credentials', 'team'])).toEqual([
    'webhooks',
    'team',
  ]);
  expect((await listMailsToOwner(colleague)).length).toBe(2 + 4);
  const { entries } = await listAudit({ accountId: merchant.accountId, action: 'notifications_changed' });
  expect(entries).toMatchObject([
    { before: { disputes: true, credentials: true }, after: { disputes: false, credentials: false } },
  ]);
});

test("an owner can't turn off emails about a takeover, and an earlier form changes nothing", async () => {
  const { merchant, browser } = await logIn();
  expect(boxesOf((await readPage(await browser.open(path))).html)).toEqual([
    ['disputes', true, false],
    ['refunds', true, false],
    ['webhooks', true, false],
    ['credentials', true, true],
    ['team', true, true],
    ['support_sessions', true, false],
  ]);
  await browser.submit(path, { seen: 'credentials' });
  await prisma.notificationPreference.create({
    data: { accountId: merchant.accountId, userId: merchant.ownerId, topic: 'team', enabled: false },
  });
  expect(await heard(merchant, ['credentials', 'team'])).toEqual(['credentials', 'team']);
  await browser.submit(path, { seen: 'disputes' });
  // From an outdated page: disputes was shown as on and is sent as on, so it stays unchanged.
  await browser.submit(
    path,
    new URLSearchParams([
      ['seen', 'disputes'],
      ['topic', 'disputes'],
      ['seen', 'webhooks'],
    ]) as never,
  );
  expect(await heard(merchant, ['disputes', 'webhooks'])).toEqual([]);
});

test.each([
  ['finance', ['disputes', 'refunds']],
  ['developer', ['webhooks', 'credentials']],
  ['viewer', []],
])('a %s can choose the topics of their role', async (role, topics) => {
  const { merchant, browser } = await logIn(role);
  expect(boxesOf((await readPage(await browser.open(path))).html).map(([topic]) => topic)).toEqual(topics);
  await browser.submit(
    path,
    new URLSearchParams(
      ['disputes', 'refunds', 'webhooks', 'credentials', 'team', 'constructor'].map((topic) => [
        'seen',
        topic,
      ]),
    ) as never,
  );
  expect(
    (await prisma.notificationPreference.findMany({ where: { userId: merchant.ownerId } }))
      .map(({ topic }) => topic)
      .sort(),
  ).toEqual([...topics].sort());
  expect(await heard(merchant, topics as NotificationTopic[])).toEqual([]);
});
