import { expect, test } from 'vitest';
import { changeRole, leaveTeam, removeMember } from '~/merchants/team/team';
import { prisma } from '~/platform/database/db.server';
import { createEmailLink } from '~/identity/email/email-links';
import { resetPassword } from '~/identity/passwords/password-reset';
import { sessionLimits, writeSessionUses, type Area } from './session-store';
import { startSession } from './sessions';
import { endStaffMembership } from '~/identity/staff/staff';
import { generateCode, readKeyFromHtml } from '../../../tests/world/identity/authenticator';
import { openBrowser, readPage } from '../../../tests/world/browser';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildStaff, staffPassword } from '../../../tests/world/identity/staff';
import { buildPerson, logInAs, memberPassword } from '../../../tests/world/identity/team';

// Threat T6, session fixation and theft, through the pages.

type Browser = ReturnType<typeof openBrowser>;

async function colleague() {
  const { accountId, ownerId } = await buildMerchant();
  return { accountId, ownerId, ...(await buildPerson({ accountId, role: 'viewer' })) };
}

/** A browser with a stolen cookie. */
function withSession(token: string, name = 'session') {
  const browser = openBrowser();
  browser.cookies.set(name, token);
  return browser;
}

const isOut = async (browser: Browser, path = '/security') => {
  const response = await browser.open(path);
  return response.status === 302 && /^\/(staff\/)?login/.test(response.headers.get('location')!);
};

test('the cookie changes at the login, and the previous one opens nothing', async () => {
  const { email } = await colleague();
  const browser = openBrowser();
  await browser.submit('/login', { email, password: memberPassword });
  const first = browser.cookies.get('session')!;
  // A second login over an open session, as with the browser's back button.
  browser.cookies.delete('session');
  await browser.submit('/login', { email, password: memberPassword });
  const second = browser.cookies.get('session')!;
  expect(second).not.toBe(first);
  expect({
    issuedToken: await isOut(withSession(second)),
    plantedToken: await isOut(withSession('p'.repeat(43))),
  }).toEqual({ issuedToken: false, plantedToken: true });
});

test("the login doesn't adopt a cookie that an attacker planted", async () => {
  const { email } = await colleague();
  const planted = 'x'.repeat(43);
  const browser = withSession(planted);
  expect(await isOut(browser)).toBe(true);
  await browser.submit('/login', { email, password: memberPassword });
  expect(browser.cookies.get('session')).not.toBe(planted);
  expect({ own: await isOut(browser), planted: await isOut(withSession(planted)) }).toEqual({
    own: false,
    planted: true,
  });
});

test('a session that its owner gave away ends when the recipient logs in', async () => {
  const [mallory, ada] = [await colleague(), await colleague()];
  const given = (await logInAs(mallory.userId)).cookies.get('session')!;
  const header = await startSession(
    new Request('http://localhost:3000/', { headers: { cookie: `session=${given}` } }),
    ada.userId,
    '127.0.0.1',
  );
  expect({ includesGiven: header.includes(given), isOut: await isOut(withSession(given)) }).toEqual({
    includesGiven: false,
    isOut: true,
  });
});

test('the table of sessions reveals no cookie', async () => {
  const { userId } = await colleague();
  const token = (await logInAs(userId)).cookies.get('session')!;
  const rows = await prisma.$queryRaw<object[]>`select * from sessions where user_id = ${userId}`;
  expect({ rowCount: rows.length, includesToken: JSON.stringify(rows).includes(token) }).toEqual({
    rowCount: 1,
    includesToken: false,
  });
  const { id } = await prisma.session.findFirstOrThrow({ where: { userId } });
  expect(await isOut(withSession(id))).toBe(true);
});

test.each([
  ['portal', '/security', '/logout'],
  ['staff', '/staff/security', '/staff/logout'],
] as const)('after a logout, the previous cookie leads to the login: %s', async (area, path, logout) => {
  const browser = area === 'staff' ? await buildStaff('support') : await logInAs((await colleague()).userId);
  const name = area === 'staff' ? 'staff-session' : 'session';
  const token = browser.cookies.get(name)!;
  expect(await isOut(browser, path)).toBe(false);
  await browser.submit(logout, {});
  expect({ hasName: browser.cookies.has(name), isOut: await isOut(withSession(token, name), path) }).toEqual({
    hasName: false,
    isOut: true,
  });
});

test('setting up a second factor renews the token of its session', async () => {
  const { userId } = await colleague();
  const [browser, elsewhere] = [await logInAs(userId), await logInAs(userId)];
  const before = browser.cookies.get('session')!;
  const secret = readKeyFromHtml((await readPage(await browser.open('/security/second-factor'))).html);
  expect((await browser.submit('/security/second-factor', { code: generateCode(secret, -1) })).status).toBe(
    302,
  );
  expect({
    own: await isOut(browser),
    elsewhere: await isOut(elsewhere),
    before: await isOut(withSession(before)),
  }).toEqual({ own: false, elsewhere: true, before: true });
});

test('between password and code there is no session, and the code creates one', async () => {
  const staff = await buildStaff('support');
  const browser = openBrowser();
  await browser.submit('/staff/login', { email: staff.email, password: staffPassword });
  expect({
    hasStaffSession: browser.cookies.has('staff-session'),
    isOut: await isOut(browser, '/staff/security'),
  }).toEqual({ hasStaffSession: false, isOut: true });
  await browser.submit('/staff/login/code', { code: generateCode(staff.secret) });
  expect({
    staffArea: await isOut(browser, '/staff/security'),
    portal: await isOut(withSession(browser.cookies.get('staff-session')!), '/security'),
  }).toEqual({ staffArea: false, portal: true });
});

test('a new password ends every session in both areas', async () => {
  const staff = await buildStaff('support');
  const portal = await logInAs(staff.userId);
  const token = await createEmailLink(prisma, { purpose: 'reset', email: staff.email, userId: staff.userId });
  expect(await resetPassword(token, 'eleven sleepy walruses')).toBe('changed');
  expect({ portal: await isOut(portal), staff: await isOut(staff, '/staff/security') }).toEqual({
    portal: true,
    staff: true,
  });
});

test('a new role ends the earlier sessions, whether it is higher or lower', async () => {
  const { accountId, ownerId, userId, email } = await colleague();
  for (const role of ['admin', 'viewer'] as const) {
    const browser = await logInAs(userId);
    expect(await changeRole({ accountId, userId, role, by: ownerId })).toBe('changed');
    expect(await isOut(browser)).toBe(true);
    expect(
      (await openBrowser().submit('/login', { email, password: memberPassword })).headers.get('location'),
    ).toBe('/');
  }
  // Assigning the same role again changes nothing.
  const browser = await logInAs(userId);
  expect(await changeRole({ accountId, userId, role: 'viewer', by: ownerId })).toBe('unchanged');
  expect(await isOut(browser)).toBe(false);
});

test('a person who changes their own role continues in that browser only, with a new token', async () => {
  const { accountId, ownerId, userId } = await colleague();
  await changeRole({ accountId, userId, role: 'owner', by: ownerId });
  const [browser, elsewhere] = [await logInAs(ownerId), await logInAs(ownerId)];
  const before = browser.cookies.get('session')!;
  expect((await browser.submit(`/team/members/${ownerId}`, { role: 'viewer' })).headers.get('location')).toBe(
    '/team?changed_own',
  );
  expect({
    own: await isOut(browser),
    elsewhere: await isOut(elsewhere),
    before: await isOut(withSession(before)),
  }).toEqual({ own: false, elsewhere: true, before: true });
  expect((await browser.open('/settings/general')).status).toBe(403);
});

test('a removed team member loses access at the next request, and so does one who leaves', async () => {
  const one = await colleague();
  const removed = await logInAs(one.userId);
  expect(await removeMember({ accountId: one.accountId, userId: one.userId, by: one.ownerId })).toBe(
    'removed',
  );
  expect({ homePage: await isOut(removed), transactions: await isOut(removed, '/transactions') }).toEqual({
    homePage: true,
    transactions: true,
  });
  const other = await colleague();
  const left = await logInAs(other.userId);
  expect(await leaveTeam({ accountId: other.accountId, userId: other.userId })).toBe('left');
  expect((await left.open('/transactions')).headers.get('location')).toBe('/accounts');
});

test('a removed staff member loses access at the next request', async () => {
  const staff = await buildStaff('reviewer');
  expect(await endStaffMembership({ userId: staff.userId, actor: 'system:shell' })).toBe('ended');
  expect(await isOut(staff, '/review')).toBe(true);
});

/** Lets time pass for a person's sessions by the database's clock. */
const passTime = (userId: string, seconds: number) => prisma.$executeRaw`
  update sessions set expires_at = expires_at - make_interval(secs => ${seconds}), ends_at = ends_at - make_interval(secs => ${seconds}), created_at = created_at - make_interval(secs => ${seconds})
  where user_id = ${userId}`;

test.each<[Area, string, number, number]>([
  ['portal', '/security', 12 * 3600, 30 * 24 * 3600],
  ['staff', '/staff/security', 15 * 60, 12 * 3600],
])('in the %s area, a session ends when idle, and at its maximum age', async (area, path, idle, absolute) => {
  expect(sessionLimits[area]).toEqual({ idleSeconds: idle, absoluteSeconds: absolute });
  const open = async () =>
    area === 'staff'
      ? await buildStaff('support').then((staff) => [staff, staff.userId] as const)
      : await colleague().then(async ({ userId }) => [await logInAs(userId), userId] as const);

  const [idler, idlerId] = await open();
  await passTime(idlerId, idle - 30);
  // Polling doesn't count as use. Only opening a page does.
  expect(await prisma.session.count({ where: { userId: idlerId, expiresAt: { gt: new Date() } } })).toBe(1);
  await passTime(idlerId, 31);
  expect(await isOut(idler, path)).toBe(true);

  const [worker, workerId] = await open();
  for (let passed = 0; passed + idle * 0.9 < absolute; passed += idle * 0.9) {
    expect({ passed, isOut: await isOut(worker, path) }).toEqual({ passed, isOut: false });
    await writeSessionUses();
    await passTime(workerId, idle * 0.9);
  }
  expect(await isOut(worker, path)).toBe(false);
  await writeSessionUses();
  await passTime(workerId, idle * 0.9);
  expect(await isOut(worker, path)).toBe(true);
});
