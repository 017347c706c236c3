import { beforeAll, expect, test } from 'vitest';
import { createMailQueue } from '~/mail/outbox';
import { findLatestLook, listLookPages } from '~/merchants/look-records';
import { lookRefusals } from '~/ui/look-refusals';
import { readPage } from '../../../tests/world/browser';
import { beginLook } from '../../../tests/world/looks';
import { buildMerchant } from '../../../tests/world/merchants';
import { logInAs } from '../../../tests/world/team';

beforeAll(createMailQueue);

const wayOf = (response: Response) => [response.status, response.headers.get('location')];
const textOf = (html: string) =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

test('nothing changes and nothing is given out, whoever one is besides', async () => {
  const { staff } = await beginLook();
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
    expect([path, response.status, (await response.text()).includes(lookRefusals.action)]).toEqual([
      path,
      403,
      true,
    ]);
  }
  for (const path of [
    '/transactions/export',
    '/settings/notifications',
    '/team/leave',
    '/accounts',
    '/security',
  ]) {
    const response = await staff.open(path);
    expect([path, response.status, (await response.text()).includes(lookRefusals.member)]).toEqual([
      path,
      403,
      true,
    ]);
  }
  expect(wayOf(await staff.open('/login'))).toEqual([302, '/']);
  expect((await staff.open('/transactions')).status).toBe(200);
});

test.each(['/transactions/export', '/audit-log.csv'])('a file is refused as a page is: %s', async (path) => {
  const { staff } = await beginLook();
  const refused = await staff.open(path, { headers: { accept: 'text/html,*/*;q=0.8' } });
  const { html, title } = await readPage(refused);
  expect([
    refused.status,
    title,
    textOf(html).includes('You are looking through'),
    html.includes(lookRefusals.member),
  ]).toEqual([403, 'Looking at Harbour Tea: Problem · Tillway', true, true]);
  // What reads it with a script is told in words alone.
  expect((await staff.open(path)).headers.get('content-type')).toMatch(/^text\/plain/);
});

test('a page that is refused is written down as that, and not as seen', async () => {
  const { staff, merchant } = await beginLook();
  for (const path of [
    '/cards',
    '/audit-log',
    '/team/leave',
    '/transactions/export',
    '/audit-log',
    '/security',
  ])
    await staff.open(path);
  const { id, pages } = (await findLatestLook(staff.userId))!;
  expect(pages).toBe(1);
  const listed = (await listLookPages({ lookId: id })).pages.map(({ path, refused }) => [path, refused]);
  expect(listed).toEqual([
    ['/security', true],
    ['/audit-log', true],
    ['/transactions/export', true],
    ['/team/leave', true],
    ['/audit-log', true],
    ['/cards', false],
  ]);
  await staff.submit('/support/look/end', {});
  const owner = await logInAs(merchant.ownerId);
  const [log, told] = await Promise.all(
    [owner.open('/audit-log'), owner.open(`/audit-log/looks/${id}`)].map(async (page) =>
      textOf((await readPage(await page)).html),
    ),
  );
  expect([log!.includes('Pages: 1'), told!.match(/Refused, not seen/g)!.length]).toEqual([true, 5]);
});
