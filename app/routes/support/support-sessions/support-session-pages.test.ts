import { expect, test } from 'vitest';
import {
  findLatestSupportSession,
  listSupportSessionPages,
} from '~/merchants/support-sessions/support-session-records';
import { prisma } from '~/platform/database/db.server';
import { readPage } from '../../../../tests/world/browser';
import { openSupportSession, supportSessionReason as reason } from '../../../../tests/world/support-sessions';
import { buildMerchant } from '../../../../tests/world/merchants';
import { buildStaff } from '../../../../tests/world/identity/staff';
import { logInAs } from '../../../../tests/world/identity/team';

const getRedirect = (response: Response) => [response.status, response.headers.get('location')];
const toText = (html: string) =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

test('during a support session every page says so, takes precedence over an own login, and is recorded', async () => {
  const { staff, merchant } = await openSupportSession();
  const ownerPages = await buildMerchant({ name: 'Own Shop' });
  const homePage = toText((await readPage(await staff.open('/'))).html);
  expect({
    includesYoureViewingTheAccount: homePage.includes(
      'You’re viewing the account of Harbour Tea. Read-only. Ends at',
    ),
    includesYourOwnPortalLogin: homePage.includes('Your own portal login'),
  }).toEqual({ includesYoureViewingTheAccount: true, includesYourOwnPortalLogin: false });
  staff.cookies.set('session', (await logInAs(ownerPages.ownerId)).cookies.get('session')!);
  const cookiesBefore = [...staff.cookies];
  for (const path of [
    '/transactions?search=ada@example.com',
    '/team',
    '/docs',
    '/docs/errors',
    '/nothing-here',
  ]) {
    const { html, title } = await readPage(await staff.open(path));
    const text = toText(html);
    expect({
      path,
      titleNamesMerchant: title.startsWith('Viewing Harbour Tea: '),
      includesNotice: text.includes('Your own portal login resumes after that.'),
      includesOwnShop: html.includes('Own Shop'),
      includesLogout: html.includes('action="/logout"'),
    }).toEqual({
      path,
      titleNamesMerchant: true,
      includesNotice: true,
      includesOwnShop: false,
      includesLogout: false,
    });
  }
  // A staff page isn't recorded as a merchant's page.
  const { html, title } = await readPage(await staff.open('/support/session'));
  expect({ title, includesStrong: html.includes('.</strong>'), text: toText(html) }).toEqual({
    title: 'Your support session · Tillway',
    includesStrong: false,
    text: expect.stringMatching(
      /Support session with Harbour Tea until \d\d:\d\d UTC \. Return to session End session/,
    ),
  });
  expect((await readPage(await staff.open('/support'))).html).toContain('aria-label="Your support session"');
  expect([...staff.cookies]).toEqual(cookiesBefore);
  const supportSession = (await findLatestSupportSession(staff.userId))!;
  const { pages } = await listSupportSessionPages({ supportSessionId: supportSession.id });
  expect(pages.map(({ path }) => path)).toEqual([
    '/docs/errors',
    '/docs',
    '/team',
    '/transactions?search',
    '/',
  ]);
  expect(pages.every(({ address }) => /^2001:db8:/.test(address))).toBe(true);
  expect(supportSession.account.id).toBe(merchant.accountId);
});

test('no page greets or offers anything personal', async () => {
  const { staff, merchant } = await openSupportSession();
  const sessionPages = await Promise.all(
    ['/', '/team', '/transactions?type=PAYMENT'].map(
      async (path) => (await readPage(await staff.open(path))).html,
    ),
  );
  const owner = await logInAs(merchant.ownerId);
  const ownerPages = await Promise.all(
    ['/', '/team', '/transactions?type=PAYMENT'].map(
      async (path) => (await readPage(await owner.open(path))).html,
    ),
  );
  const findPersonalTexts = (pages: string[]) =>
    ['Hello, ', 'href="/team/leave"', 'Save as view', 'action="/transactions/columns'].map((label) =>
      pages.some((html) => html.includes(label)),
    );
  expect({
    sessionPages: findPersonalTexts(sessionPages),
    ownerPages: findPersonalTexts(ownerPages),
  }).toEqual({ sessionPages: [false, false, false, false], ownerPages: [true, true, true, true] });
  expect(sessionPages[0]).toMatch(/<h1[^>]*>Harbour Tea</);
});

test('it starts in live if the account is live, as for its owner', async () => {
  const [staff, { accountId }] = [await buildStaff('support'), await buildMerchant()];
  await prisma.account.update({ where: { id: accountId }, data: { mode: 'live' } });
  await staff.submit(`/support/merchants/${accountId}/support-session`, { reason, minutes: '15' });
  expect(toText((await readPage(await staff.open('/'))).html)).toContain('This is your live environment.');
});

test("it switches between test and live, without affecting the agent's own portal", async () => {
  const { staff, merchant } = await openSupportSession();
  await prisma.account.update({ where: { id: merchant.accountId }, data: { mode: 'live' } });
  expect((await readPage(await staff.open('/transactions'))).html).toContain(
    'action="/support/session/environment"',
  );
  expect(
    getRedirect(
      await staff.submit('/support/session/environment', { environment: 'live', returnTo: '/transactions' }),
    ),
  ).toEqual([302, '/transactions']);
  expect(toText((await readPage(await staff.open('/'))).html)).toContain('your live environment');
  expect(staff.cookies.has('environment')).toBe(false);
  expect(
    getRedirect(
      await staff.submit('/support/session/environment', { environment: 'test', returnTo: '//evil.example' }),
    ),
  ).toEqual([302, '/']);
});

test('an IP address claimed by a browser is ignored', async () => {
  const { staff } = await openSupportSession();
  await staff.open('/cards', { headers: { 'x-page-client': '203.0.113.9' } });
  const { pages } = await listSupportSessionPages({
    supportSessionId: (await findLatestSupportSession(staff.userId))!.id,
  });
  expect(pages[0]!.address).toMatch(/^2001:db8:/);
});
