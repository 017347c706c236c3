import { beforeAll, describe, expect, test } from 'vitest';
import { createMailQueue } from '~/mail/outbox';
import { findLatestLook, listLookPages } from '~/merchants/look-records';
import { prisma } from '~/platform/db.server';
import { lookRefusals } from '~/ui/look-refusals';
import { codeFrom } from '../../../tests/world/authenticator';
import { readPage } from '../../../tests/world/browser';
import { lapseConfirmation } from '../../../tests/world/confirmations';
import { buildLook } from '../../../tests/world/looks';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildStaff } from '../../../tests/world/staff';
import { buildPerson, logInAs } from '../../../tests/world/team';

beforeAll(createMailQueue);

const reason = 'The merchant cannot find a refund.';
const wayOf = (response: Response) => [response.status, response.headers.get('location')];
const textOf = (html: string) => html.replace(/<!--.*?-->/g, '').replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, ' ').replace(/\s+/g, ' ');

async function begin({ name = 'Harbour Tea', role = 'support' as const } = {}) {
  const [staff, merchant] = [await buildStaff(role), await buildMerchant({ name })];
  const path = `/support/merchants/${merchant.accountId}/look`;
  const response = await staff.submit(path, { reason, case_reference: 'T-12', minutes: '30' });
  expect(wayOf(response)).toEqual([302, '/']);
  return { staff, merchant, path };
}

describe('the form', () => {
  test('wants a reason, keeps what was typed, and begins nothing without', async () => {
    const [staff, { accountId }] = [await buildStaff('support'), await buildMerchant({ name: 'Harbour Tea' })];
    const path = `/support/merchants/${accountId}/look`;
    const shown = await readPage(await staff.open(path));
    expect([shown.title, shown.html.includes('The merchant is told')]).toEqual(['Look through the eyes of Harbour Tea · Tillway', true]);
    for (const [typed, fault] of [
      [{ minutes: '30' }, 'Say why you look'],
      [{ reason: 'too short', minutes: '30' }, 'Say a little more, in words: at least 10 characters'],
      [{ reason: '😀😀😀😀😀😀', minutes: '30' }, 'Say a little more, in words: at least 10 characters'],
      [{ reason: 'x'.repeat(501), minutes: '30' }, 'Shorten this to 500 characters or fewer'],
      [{ reason: 'About 4111 1111 1111 1111', minutes: '30' }, 'Take out the card number: it must not be kept here'],
      [{ reason, minutes: '61' }, 'Choose how long'],
      [{ reason, case_reference: 'x'.repeat(101), minutes: '30' }, 'Shorten this to 100 characters or fewer'],
    ] as const) {
      const response = await staff.submit(path, typed as never);
      const { html, title, errors } = await readPage(response);
      expect([response.status, errors, title.startsWith('Error: ')]).toEqual([422, [fault], true]);
      if ('reason' in typed) expect(html).toContain(typed.reason.slice(0, 9));
    }
    const doubled = new URLSearchParams([['reason', reason], ['reason', reason], ['minutes', '30']]);
    expect((await staff.submit(path, doubled as never)).status).toBe(400);
    expect(await findLatestLook(staff.userId)).toBeNull();
    expect(wayOf(await staff.submit(path, { reason: '😀'.repeat(495) + ' why?', minutes: '15' }))).toEqual([302, '/']);
  });

  test('asks to confirm that it is you first, and loses nothing', async () => {
    const [staff, { accountId }] = [await buildStaff('support'), await buildMerchant()];
    const path = `/support/merchants/${accountId}/look`;
    const confirm = `/staff/confirm-it-is-you?${new URLSearchParams({ returnTo: path })}`;
    const form = { reason, case_reference: 'T-12', minutes: '30' };
    await lapseConfirmation(staff.userId);
    expect([wayOf(await staff.open(path)), wayOf(await staff.submit(path, form))]).toEqual([[302, confirm], [307, confirm]]);
    expect(await findLatestLook(staff.userId)).toBeNull();
    expect((await readPage(await staff.submit(confirm, form))).html).toContain(`value="${reason}"`);
    expect(wayOf(await staff.submit(confirm, { ...form, confirm: 'yes', confirm_code: codeFrom(staff.secret) }))).toEqual([307, path]);
    expect(wayOf(await staff.submit(path, form))).toEqual([302, '/']);
    expect(await findLatestLook(staff.userId)).toMatchObject({ reason });
  });

  test('says why it begins none, beside what was typed', async () => {
    const { staff, merchant, path } = await begin();
    const other = await buildMerchant();
    const refused = await staff.submit(`/support/merchants/${other.accountId}/look`, { reason, minutes: '30' });
    expect([refused.status, (await readPage(refused)).errors[0]]).toEqual([422, expect.stringContaining('End that look first')]);
    await staff.submit('/support/look/end', {});
    await prisma.member.create({ data: { accountId: merchant.accountId, userId: staff.userId, role: 'viewer' } });
    expect((await readPage(await staff.submit(path, { reason, minutes: '30' }))).errors[0]).toContain('your own login');
  });
});

describe('while it lasts', () => {
  test('every page says so, wins over a login of one’s own, and is written down', async () => {
    const { staff, merchant } = await begin();
    const own = await buildMerchant({ name: 'Own Shop' });
    const alone = textOf((await readPage(await staff.open('/'))).html);
    expect([alone.includes('You are looking through Harbour Tea’s eyes. Read-only, ends at'), alone.includes('Your own login')]).toEqual([true, false]);
    staff.cookies.set('session', (await logInAs(own.ownerId)).cookies.get('session')!);
    const mine = [...staff.cookies];
    for (const path of ['/transactions?search=ada@example.com', '/team', '/docs', '/docs/errors', '/nothing-here']) {
      const { html, title } = await readPage(await staff.open(path));
      const text = textOf(html);
      expect([path, title.startsWith('Looking at Harbour Tea: '), text.includes('Your own login to the portal comes back then.'), html.includes('Own Shop'), html.includes('action="/logout"')]).toEqual([path, true, true, false, false]);
    }
    // A page of the staff's own is no page of the merchant's.
    const { html, title } = await readPage(await staff.open('/support/look'));
    expect([title, html.includes('’s eyes.</strong>'), textOf(html)]).toEqual(['Your look · Tillway', false, expect.stringMatching(/You are looking at Harbour Tea until \d\d:\d\d UTC \. Back to it End it/)]);
    expect((await readPage(await staff.open('/support'))).html).toContain('aria-label="Your look"');
    expect([...staff.cookies]).toEqual(mine);
    const look = (await findLatestLook(staff.userId))!;
    const { pages } = await listLookPages({ lookId: look.id });
    expect(pages.map(({ path }) => path)).toEqual(['/docs/errors', '/docs', '/team', '/transactions?search', '/']);
    expect(pages.every(({ address }) => /^2001:db8:/.test(address))).toBe(true);
    expect(look.account.id).toBe(merchant.accountId);
  });

  test('nothing changes and nothing is given out, whoever one is besides', async () => {
    const { staff } = await begin();
    staff.cookies.set('session', (await logInAs((await buildMerchant()).ownerId)).cookies.get('session')!);
    for (const [path, form] of Object.entries({ '/transactions/views': { name: 'Mine', query: 'status=DECLINED' }, '/environment': { environment: 'live' }, '/logout': {}, '/login': { email: 'x', password: 'x' }, '/register': {}, '/accounts': {}, '/security': {} })) {
      const response = await staff.submit(path, form as never);
      expect([path, response.status, (await response.text()).includes(lookRefusals.action)]).toEqual([path, 403, true]);
    }
    for (const path of ['/transactions/export', '/settings/notifications', '/team/leave', '/accounts', '/security']) {
      const response = await staff.open(path);
      expect([path, response.status, (await response.text()).includes(lookRefusals.member)]).toEqual([path, 403, true]);
    }
    expect(wayOf(await staff.open('/login'))).toEqual([302, '/']);
    expect((await staff.open('/transactions')).status).toBe(200);
  });

  test('nobody is greeted, and nothing is offered that belongs to a person', async () => {
    const { staff, merchant } = await begin();
    const looked = await Promise.all(['/', '/team', '/transactions?type=PAYMENT'].map(async (path) => (await readPage(await staff.open(path))).html));
    const owner = await logInAs(merchant.ownerId);
    const own = await Promise.all(['/', '/team', '/transactions?type=PAYMENT'].map(async (path) => (await readPage(await owner.open(path))).html));
    const said = (pages: string[]) => ['Hello, ', 'href="/team/leave"', 'Save as a view', 'action="/transactions/columns'].map((words) => pages.some((html) => html.includes(words)));
    expect([said(looked), said(own)]).toEqual([[false, false, false, false], [true, true, true, true]]);
    expect(looked[0]).toMatch(/<h1[^>]*>Harbour Tea</);
  });

  test('it opens in live when the account is live, as its owner would', async () => {
    const [staff, { accountId }] = [await buildStaff('support'), await buildMerchant()];
    await prisma.account.update({ where: { id: accountId }, data: { mode: 'live' } });
    await staff.submit(`/support/merchants/${accountId}/look`, { reason, minutes: '15' });
    expect(textOf((await readPage(await staff.open('/'))).html)).toContain('This is your live environment.');
  });

  test.each(['/transactions/export', '/audit-log.csv'])('a file is refused as a page is: %s', async (path) => {
    const { staff } = await begin();
    const refused = await staff.open(path, { headers: { accept: 'text/html,*/*;q=0.8' } });
    const { html, title } = await readPage(refused);
    expect([refused.status, title, textOf(html).includes('You are looking through'), html.includes(lookRefusals.member)]).toEqual([403, 'Looking at Harbour Tea: Problem · Tillway', true, true]);
    // What reads it with a script is told in words alone.
    expect((await staff.open(path)).headers.get('content-type')).toMatch(/^text\/plain/);
  });

  test('it switches between test and live, and leaves what one’s own portal shows alone', async () => {
    const { staff, merchant } = await begin();
    await prisma.account.update({ where: { id: merchant.accountId }, data: { mode: 'live' } });
    expect((await readPage(await staff.open('/transactions'))).html).toContain('action="/support/look/environment"');
    expect(wayOf(await staff.submit('/support/look/environment', { environment: 'live', returnTo: '/transactions' }))).toEqual([302, '/transactions']);
    expect(textOf((await readPage(await staff.open('/transactions'))).html)).toContain('of your live environment');
    expect(staff.cookies.has('environment')).toBe(false);
    expect(wayOf(await staff.submit('/support/look/environment', { environment: 'test', returnTo: '//evil.example' }))).toEqual([302, '/']);
  });

  test('a page that is refused is written down as that, and not as seen', async () => {
    const { staff, merchant } = await begin();
    for (const path of ['/cards', '/audit-log', '/team/leave', '/transactions/export', '/audit-log', '/security']) await staff.open(path);
    const { id, pages } = (await findLatestLook(staff.userId))!;
    expect(pages).toBe(1);
    const listed = (await listLookPages({ lookId: id })).pages.map(({ path, refused }) => [path, refused]);
    expect(listed).toEqual([['/security', true], ['/audit-log', true], ['/transactions/export', true], ['/team/leave', true], ['/audit-log', true], ['/cards', false]]);
    await staff.submit('/support/look/end', {});
    const owner = await logInAs(merchant.ownerId);
    const [log, told] = await Promise.all([owner.open('/audit-log'), owner.open(`/audit-log/looks/${id}`)].map(async (page) => textOf((await readPage(await page)).html)));
    expect([log!.includes('Pages: 1'), told!.match(/Refused, not seen/g)!.length]).toEqual([true, 5]);
  });

  test('an address that a browser says of itself is not believed', async () => {
    const { staff } = await begin();
    await staff.open('/cards', { headers: { 'x-page-client': '203.0.113.9' } });
    const { pages } = await listLookPages({ lookId: (await findLatestLook(staff.userId))!.id });
    expect(pages[0]!.address).toMatch(/^2001:db8:/);
  });
});

describe('it ends', () => {
  test('by the button, and the person sees what stands in the merchant’s log', async () => {
    const { staff, merchant } = await begin();
    await staff.open('/cards');
    expect(wayOf(await staff.submit('/support/look/end', {}))).toEqual([302, '/support/look']);
    expect(staff.cookies.has('look')).toBe(false);
    const own = textOf((await readPage(await staff.open('/support/look'))).html);
    expect(own).not.toContain('Back to it');
    expect([own.includes('Your look is over'), own.includes('ended by hand'), own.includes('/cards')]).toEqual([true, true, true]);
    expect((await staff.open('/')).headers.get('location')).toMatch(/^\/login/);

    const owner = await logInAs(merchant.ownerId);
    const log = (await readPage(await owner.open('/audit-log'))).html;
    const link = /href="(\/audit-log\/looks\/look_\w+)"/.exec(log)![1]!;
    expect(textOf(log)).toMatch(/Mia Example of Tillway \(support\) stopped looking at the account[\s\S]*Pages: 1[\s\S]*began to look[\s\S]*Reason: The merchant cannot find a refund\./);
    const { html } = await readPage(await owner.open(link));
    expect([html.includes('/cards'), html.includes(reason), html.includes('T-12'), html.includes('2001:db8'), html.includes('Mia Example of Tillway')]).toEqual([true, true, true, false, true]);
    // What a form of that look still sends changes nothing of anybody.
    expect((await (await logInAs((await buildMerchant()).ownerId)).open(link)).status).toBe(404);
  });

  test('with the sign-out from the staff area', async () => {
    const { staff } = await begin();
    await staff.submit('/staff/logout', {});
    expect([staff.cookies.has('look'), (await findLatestLook(staff.userId))!.ending]).toEqual([false, 'signed_out']);
  });

  test.each(['its time', 'the session', 'the role'])('with %s, and nobody goes on in another account without noticing', async (what) => {
    const { staff } = await begin();
    const own = await buildMerchant({ name: 'Own Shop' });
    staff.cookies.set('session', (await logInAs(own.ownerId)).cookies.get('session')!);
    if (what === 'its time') {
      await staff.submit('/support/look/end', {});
      const token = (await prisma.look.findFirstOrThrow({ where: { staffUserId: staff.userId } })).sessionId;
      staff.cookies.set('look', await buildLook({ accountId: own.accountId, staffUserId: staff.userId, sessionId: token, begunMinutesAgo: 61 }));
    } else if (what === 'the session') await prisma.session.deleteMany({ where: { userId: staff.userId } });
    else await prisma.staffMember.update({ where: { userId: staff.userId }, data: { role: 'reviewer' } });
    const refused = await staff.submit('/transactions/views', { name: 'Mine', query: 'status=DECLINED' });
    expect([refused.status, (await refused.text()).includes(lookRefusals.over)]).toEqual([403, true]);
    expect(wayOf(await staff.open('/'))).toEqual([302, '/support/look']);
    expect((await readPage(await staff.open('/'))).html).toContain('Own Shop');
  });

  test('and its cookie opens nothing in another browser, nor in another session of the staff', async () => {
    const { staff } = await begin();
    const other = await buildStaff('support');
    const merchant = await logInAs((await buildPerson({ accountId: (await buildMerchant()).accountId })).userId);
    for (const browser of [other, merchant]) {
      browser.cookies.set('look', staff.cookies.get('look')!);
      expect(wayOf(await browser.open('/transactions'))).toEqual([302, '/support/look']);
    }
    other.cookies.set('look', 'junk');
    expect(wayOf(await other.open('/transactions'))).toEqual([302, '/support/look']);
  });
});

test('admins see all looks, by person and by account, in pages', async () => {
  const { staff, merchant } = await begin();
  await staff.open('/cards');
  const { accountId } = await buildMerchant({ name: 'Busy Shop' });
  for (let i = 0; i < 26; i++) await buildLook({ accountId, ended: true });
  const admin = await buildStaff('admin');
  const rows = async (path: string) => (await readPage(await admin.open(path))).html.match(/href="\/staff\/looks\/look_\w+"/g) ?? [];
  expect(await rows(`/staff/looks?account=${merchant.accountId}`)).toHaveLength(1);
  const [link] = await rows(`/staff/looks?who=${staff.userId}`);
  const { html } = await readPage(await admin.open(/"(.+)"/.exec(link!)![1]!));
  expect([html.includes('/cards'), html.includes(reason), html.includes('2001:db8')]).toEqual([true, true, true]);
  const first = await readPage(await admin.open(`/staff/looks?account=${accountId}`));
  const older = /href="([^"]*before=look_[^"]*)"/.exec(first.html)![1]!.replaceAll('&amp;', '&');
  expect([await rows(`/staff/looks?account=${accountId}`), await rows(older)].map(({ length }) => length)).toEqual([25, 1]);
  for (const junk of ['?account=acc_x', '?account=x%00']) expect(await rows(`/staff/looks${junk}`)).toEqual([]);
  for (const junk of ['?who=%00&before=x', '?who=x&who=y', '?account=%00']) expect((await admin.open(`/staff/looks${junk}`)).status).toBe(200);
});
