import { expect, test } from 'vitest';
import {
  addPortalNotifications,
  deleteOldNotifications,
} from '~/merchants/notifications/portal-notifications';
import { notifyMembers } from '~/merchants/notifications/notifications';
import { notifyOwners } from '~/merchants/notifications/owner-notifications';
import { rotateApiSecret } from '~/merchants/credentials/api-secrets';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import type { MemberRole } from '~/merchants/team/members';
import { readPage } from '../../../../tests/world/browser';
import { buildPerson, logInAs } from '../../../../tests/world/identity/team';
import { buildMerchant, goLive } from '../../../../tests/world/merchants';
import { openSupportSession } from '../../../../tests/world/support-sessions';

type Browser = Awaited<ReturnType<typeof logInAs>>;

const readHtml = async (browser: Browser, path = '/notifications') =>
  (await readPage(await browser.open(path))).html;

/** The texts on the page, unread ones with a mark. */
async function list(browser: Browser, query = ''): Promise<string[]> {
  const html = await readHtml(browser, `/notifications${query}`);
  return [...html.matchAll(/action="\/notifications\/[^"]*".*?<\/form>/gs)].map(
    ([form]) =>
      (form.includes('Unread: ') ? '* ' : '') +
      /wrap-anywhere">([^<]*)</.exec(form)![1]!.replaceAll('&#x27;', "'"),
  );
}

const listIds = async (userId: string) =>
  (await prisma.notification.findMany({ where: { userId }, orderBy: { id: 'desc' } })).map(({ id }) => id);

/** The number beside the bell. */
const readCount = async (browser: Browser): Promise<string | null> =>
  /aria-label="Notifications, (\S+) unread"/.exec(await readHtml(browser, '/settings'))?.[1] ?? null;

/** What happens when a chargeback is opened. */
const openChargeback = (accountId: string, { amount = '€42.00', isTest = true } = {}) =>
  prisma.$transaction((db) =>
    notifyMembers(
      db,
      accountId,
      'disputes',
      'chargeback-opened',
      { amount, isTest, dueBy: null },
      '/transactions/trx_1',
    ),
  );

/** A merchant's owner, and a member with a role, in their browsers. */
async function buildTeam(role: MemberRole) {
  const merchant = await buildMerchant();
  const member = await buildPerson({ accountId: merchant.accountId, role });
  return {
    ...merchant,
    memberId: member.userId,
    owner: await logInAs(merchant.ownerId),
    member: await logInAs(member.userId),
  };
}

test('everyone who can act learns what happened, whatever emails they chose, and nobody else', async () => {
  const { accountId, memberId, owner, member } = await buildTeam('finance');
  const viewer = await logInAs((await buildPerson({ accountId, role: 'viewer' })).userId);
  const stranger = await logInAs((await buildMerchant()).ownerId);
  await prisma.notificationPreference.create({
    data: { accountId, userId: memberId, topic: 'disputes', enabled: false },
  });
  await openChargeback(accountId);
  for (const browser of [owner, member]) {
    expect(await list(browser)).toEqual(['* Test: a chargeback of €42.00 was opened']);
    expect(await readCount(browser)).toBe('1');
  }
  for (const browser of [viewer, stranger]) {
    expect(await list(browser)).toEqual([]);
    expect(await readCount(browser)).toBeNull();
  }
});

test('what a person does is already read for them, and unread for the others', async () => {
  const { accountId, ownerId, owner, member } = await buildTeam('developer');
  await rotateApiSecret({ accountId, environment: 'test', createdBy: ownerId, overlapHours: 1 });
  const [[own], [other]] = [await list(owner), await list(member)];
  expect(own).toContain('secret');
  expect(other).toBe(`* ${own}`);
  expect([await readCount(owner), await readCount(member)]).toEqual([null, '1']);
});

test('opening one marks it as read for this person only, and leads to its page in its environment', async () => {
  const merchant = await goLive(await buildMerchant());
  const owner = await logInAs(merchant.ownerId);
  const member = await logInAs(
    (await buildPerson({ accountId: merchant.accountId, role: 'finance' })).userId,
  );
  await openChargeback(merchant.accountId, { isTest: false });
  const [id] = await listIds(merchant.ownerId);
  const response = await owner.submit(`/notifications/${id}`, {});
  expect([response.status, response.headers.get('location')]).toEqual([302, '/transactions/trx_1?switched']);
  expect(owner.cookies.get('environment')).toBe('live');
  expect(await readHtml(owner, '/settings?switched')).toContain('You’re now in the live environment');
  expect(await readHtml(owner, '/settings')).not.toContain('You’re now in');
  const again = await owner.submit(`/notifications/${id}`, {});
  expect(again.headers.get('location')).toBe('/transactions/trx_1');
  expect(await readHtml(owner)).toMatch(/A chargeback of €42.00 was opened<\/span>.*?>Live</s);
  expect(await list(owner)).toEqual(['A chargeback of €42.00 was opened']);
  expect(await list(owner, '?show=unread')).toEqual([]);
  expect(await readCount(owner)).toBeNull();
  expect(await list(member)).toEqual(['* A chargeback of €42.00 was opened']);
});

test('blocked card testing opens live, and switching back leaves the notice behind', async () => {
  const merchant = await goLive(await buildMerchant());
  const owner = await logInAs(merchant.ownerId);
  const at = new Date().toISOString();
  await prisma.$transaction((db) =>
    notifyOwners(db, merchant.accountId, 'card-testing', { count: 12, firstAt: at, lastAt: at }, '/'),
  );
  const [id] = await listIds(merchant.ownerId);
  expect((await owner.submit(`/notifications/${id}`, {})).headers.get('location')).toBe('/?switched');
  expect(owner.cookies.get('environment')).toBe('live');
  const home = await readHtml(owner, '/?switched');
  expect(home).toContain('You’re now in the live environment');
  expect(home).toContain('name="returnTo" value="/"');
});

test('another person’s notification can neither be opened nor marked (threat T1)', async () => {
  const { accountId, ownerId, owner, member } = await buildTeam('admin');
  const stranger = await logInAs((await buildMerchant()).ownerId);
  await openChargeback(accountId);
  const [id] = await listIds(ownerId);
  for (const browser of [member, stranger]) {
    expect((await browser.submit(`/notifications/${id}`, {})).status).toBe(404);
    await browser.submit('/notifications', { newest: 'ntf_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz' });
  }
  expect(await list(owner)).toEqual(['* Test: a chargeback of €42.00 was opened']);
  // A page changes nothing when it's only opened.
  expect((await owner.open(`/notifications/${id}`)).headers.get('location')).toBe('/notifications');
  expect(await readCount(owner)).toBe('1');
});

test('marking all as read leaves those that arrived after the page was opened', async () => {
  const { accountId, ownerId, owner } = await buildTeam('viewer');
  await openChargeback(accountId, { amount: '€1.00' });
  await openChargeback(accountId, { amount: '€2.00' });
  const newest = /name="newest" value="(\w+)"/.exec(await readHtml(owner))![1]!;
  expect(newest).toBe((await listIds(ownerId))[0]);
  await openChargeback(accountId, { amount: '€3.00' });
  await owner.submit('/notifications', { newest });
  expect(await list(owner)).toEqual([
    '* Test: a chargeback of €3.00 was opened',
    'Test: a chargeback of €2.00 was opened',
    'Test: a chargeback of €1.00 was opened',
  ]);
});

test('a role that changes no longer reads what it may not see, and a former member reads nothing', async () => {
  const { accountId, memberId, member } = await buildTeam('finance');
  await openChargeback(accountId);
  expect(await readCount(member)).toBe('1');
  await prisma.member.update({
    where: { accountId_userId: { accountId, userId: memberId } },
    data: { role: 'viewer' },
  });
  expect(await list(member)).toEqual([]);
  expect(await readCount(member)).toBeNull();
  const [id] = await listIds(memberId);
  expect((await member.submit(`/notifications/${id}`, {})).status).toBe(404);
  await prisma.member.delete({ where: { accountId_userId: { accountId, userId: memberId } } });
  expect(await listIds(memberId)).toEqual([]);
});

test('pages lead to older ones, and more than 99 unread ones are not counted', async () => {
  const { accountId, ownerId, owner } = await buildTeam('viewer');
  await prisma.notification.createMany({
    data: Array.from({ length: 120 }, (_, index) => ({
      ...{ id: createId('ntf', Date.now() - index * 1000), accountId, userId: ownerId },
      ...{ topic: 'team', text: `Person ${index} joined`, path: '/team' },
    })),
  });
  expect(await readCount(owner)).toBe('99+');
  const first = await list(owner);
  expect(first).toHaveLength(25);
  expect(first[0]).toBe('* Person 0 joined');
  const older = /href="([^"]*before=ntf_[^"]*)"/.exec(await readHtml(owner))![1]!;
  expect((await list(owner, older.slice('/notifications'.length)))[0]).toBe('* Person 25 joined');
});

test('support sessions have no notifications', async () => {
  const { staff, merchant } = await openSupportSession();
  await openChargeback(merchant.accountId);
  expect(await readHtml(staff, '/transactions')).not.toContain('href="/notifications"');
  expect((await staff.open('/notifications')).status).toBe(403);
});

test('old ones are deleted, and a long text is cut', async () => {
  const { accountId, ownerId } = await buildMerchant();
  const old = createId('ntf', Date.now() - 181 * 86_400_000);
  await prisma.notification.create({
    data: { id: old, accountId, userId: ownerId, topic: 'team', text: 'Old', path: '/team' },
  });
  await prisma.$transaction((db) =>
    addPortalNotifications(db, [ownerId], {
      ...{ accountId, topic: 'webhooks', template: 'webhook-failing', path: '/developers/webhooks' },
      props: {
        ...{ businessName: 'Tea', approved: true, link: 'http://localhost:3000/' },
        ...{ host: `${'a'.repeat(600)}.example`, environment: 'test', since: new Date().toISOString() },
      },
    }),
  );
  await deleteOldNotifications();
  const left = await prisma.notification.findMany({ where: { userId: ownerId } });
  expect(left.map(({ id, text }) => [id === old, text.length])).toEqual([[false, 500]]);
});

test.each([
  [
    'admin',
    'Chargebacks, failed refunds, failing webhooks, changes to credentials, and changes to your team appear here.',
  ],
  ['developer', 'Failing webhooks and changes to credentials appear here.'],
  ['finance', 'Chargebacks and failed refunds appear here.'],
  ['viewer', 'Your role doesn’t get notifications.'],
] as const)('an empty page says what will appear there: %s', async (role, text) => {
  const { member } = await buildTeam(role);
  expect(await readHtml(member)).toContain(text);
});
