import { expect, test } from 'vitest';
import {
  findLatestSupportSession,
  listSupportSessionPages,
} from '~/merchants/support-sessions/support-session-records';
import { supportSessionRejections } from '~/ui/support-sessions/support-session-rejections';
import { readPage } from '../../../../tests/world/browser';
import { openSupportSession } from '../../../../tests/world/support-sessions';
import { buildMerchant } from '../../../../tests/world/merchants';
import { logInAs } from '../../../../tests/world/identity/team';

const getRedirect = (response: Response) => [response.status, response.headers.get('location')];
const toText = (html: string) =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

test("nothing is changed or exported, regardless of the agent's other roles", async () => {
  const { staff } = await openSupportSession();
  staff.cookies.set('session', (await logInAs((await buildMerchant()).ownerId)).cookies.get('session')!);
  for (const [path, form] of Object.entries({
    '/transactions/views': { name: 'Mine', query: 'status=DECLINED' },
    '/environment': { environment: 'live' },
    '/logout': {},
    '/login': { email: 'x', password: 'x' },
    '/register': {},
    '/accounts': {},
    '/security': {},
  })) {
    const response = await staff.submit(path, form as never);
    expect({
      path,
      status: response.status,
      includesAction: (await response.text()).includes(supportSessionRejections.action),
    }).toEqual({ path, status: 403, includesAction: true });
  }
  for (const path of [
    '/transactions/export',
    '/settings/notifications',
    '/team/leave',
    '/accounts',
    '/security',
  ]) {
    const response = await staff.open(path);
    expect({
      path,
      status: response.status,
      includesMember: (await response.text()).includes(supportSessionRejections.member),
    }).toEqual({ path, status: 403, includesMember: true });
  }
  expect(getRedirect(await staff.open('/login'))).toEqual([302, '/']);
  expect((await staff.open('/transactions')).status).toBe(200);
});

test.each(['/transactions/export', '/audit-log.csv'])('a file is denied like a page: %s', async (path) => {
  const { staff } = await openSupportSession();
  const rejected = await staff.open(path, { headers: { accept: 'text/html,*/*;q=0.8' } });
  const { html, title } = await readPage(rejected);
  expect({
    status: rejected.status,
    title,
    includesYoureViewingTheAccount: toText(html).includes('You’re viewing the account of'),
    includesMember: html.includes(supportSessionRejections.member),
  }).toEqual({
    status: 403,
    title: 'Viewing Harbour Tea: Problem · Tillway',
    includesYoureViewingTheAccount: true,
    includesMember: true,
  });
  // A script's request gets a text message.
  expect((await staff.open(path)).headers.get('content-type')).toMatch(/^text\/plain/);
});

test('a denied page is recorded as denied, and not as viewed', async () => {
  const { staff, merchant } = await openSupportSession();
  for (const path of [
    '/cards',
    '/audit-log',
    '/team/leave',
    '/transactions/export',
    '/audit-log',
    '/security',
  ])
    await staff.open(path);
  const { id, pages } = (await findLatestSupportSession(staff.userId))!;
  expect(pages).toBe(1);
  const listed = (await listSupportSessionPages({ supportSessionId: id })).pages.map(({ path, refused }) => [
    path,
    refused,
  ]);
  expect(listed).toEqual([
    ['/security', true],
    ['/audit-log', true],
    ['/transactions/export', true],
    ['/team/leave', true],
    ['/audit-log', true],
    ['/cards', false],
  ]);
  await staff.submit('/support/session/end', {});
  const owner = await logInAs(merchant.ownerId);
  const [auditLogPage, sessionPage] = await Promise.all(
    [owner.open('/audit-log'), owner.open(`/audit-log/support-sessions/${id}`)].map(async (page) =>
      toText((await readPage(await page)).html),
    ),
  );
  expect({
    includesPageCount: auditLogPage!.includes('Pages: 1'),
    rejectedCount: sessionPage!.match(/Rejected, not shown/g)!.length,
  }).toEqual({ includesPageCount: true, rejectedCount: 5 });
});
