import { expect, test } from 'vitest';
import { createAuthenticatorSecret } from '~/identity/second-factor/authenticator';
import { advanceRecoveries } from '~/identity/recovery/second-factor-recovery';
import { findRecovery } from '~/identity/recovery/active-recovery';
import { setUpSecondFactor } from '~/identity/second-factor/second-factor';
import { prisma } from '~/platform/database/db.server';
import { generateCode } from '../../../../tests/world/identity/authenticator';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { expireStepUpConfirmation } from '../../../../tests/world/identity/step-up-confirmations';
import { buildMerchant } from '../../../../tests/world/merchants';
import { buildStaff } from '../../../../tests/world/identity/staff';
import { buildPerson, logInAs, listMailsTo, memberPassword } from '../../../../tests/world/identity/team';

const wayOf = (response: Response) => [response.status, response.headers.get('location')];
const linkTo = async (email: string, template: string) =>
  new URL((await listMailsTo(email)).filter((mail) => mail.template === template).at(-1)!.props.link!);

async function someone() {
  const { accountId } = await buildMerchant();
  const person = await buildPerson({ accountId, role: 'finance' });
  return { ...person, accountId, browser: await logInAs(person.userId) };
}

test('too many attempts at the current password have to wait', async () => {
  const { browser } = await someone();
  const ask = () => browser.submit('/security/password', { password: memberPassword });
  for (let i = 0; i < 10; i++) expect((await ask()).status).toBe(422);
  const rejected = await ask();
  expect({
    status: rejected.status,
    waitsHalfAnHour: Number(rejected.headers.get('retry-after')) > 1_700,
    errors: (await readPage(rejected)).errors,
  }).toEqual({ status: 429, waitsHalfAnHour: true, errors: ['Too many attempts. Wait 30 minutes.'] });
});

test("a new password ends all other sessions, renews this one's token, and sends an email", async () => {
  const { userId, email, browser } = await someone();
  const other = await logInAs(userId);
  const before = browser.cookies.get('session')!;
  await expireStepUpConfirmation(userId);
  expect(wayOf(await browser.open('/security/password'))).toEqual([
    302,
    '/confirm-it-is-you?returnTo=%2Fsecurity%2Fpassword',
  ]);
  expect((await browser.submit('/security/password', { password: 'seven quiet lighthouses' })).status).toBe(
    307,
  );
  await prisma.session.updateMany({ where: { userId }, data: { confirmedAt: new Date() } });
  for (const password of ['', 'short', 'password1234', email]) {
    const rejected = await browser.submit('/security/password', { password });
    expect({ status: rejected.status, errorCount: (await readPage(rejected)).errors.length }).toEqual({
      status: 422,
      errorCount: 1,
    });
  }
  expect(
    (await readPage(await browser.submit('/security/password', { password: memberPassword }))).errors,
  ).toEqual(['Choose a password that’s different from your current one']);
  expect(wayOf(await browser.submit('/security/password', { password: 'seven quiet lighthouses' }))).toEqual([
    302,
    '/security?password',
  ]);
  expect(browser.cookies.get('session')).not.toBe(before);
  const old = openBrowser();
  old.cookies.set('session', before);
  for (const dead of [old, other])
    expect((await dead.open('/security')).headers.get('location')).toMatch(/^\/login/);
  expect((await readPage(await browser.open('/security?password'))).html).toContain('Password changed');
  expect(await listMailsTo(email)).toMatchObject([
    { template: 'password-changed', props: { loggedOut: 'all_other' } },
  ]);
  expect((await openBrowser().submit('/login', { email, password: memberPassword })).status).toBe(422);
  expect((await openBrowser().submit('/login', { email, password: 'seven quiet lighthouses' })).status).toBe(
    302,
  );
});

test('a name is changed once, and audited', async () => {
  const { userId, browser } = await someone();
  expect((await browser.submit('/security/name', { name: ' ' })).status).toBe(422);
  expect(
    (await readPage(await browser.submit('/security/name', { name: '4111 1111 1111 1111' }))).errors,
  ).toHaveLength(1);
  for (let i = 0; i < 2; i++)
    expect(wayOf(await browser.submit('/security/name', { name: 'Grace Harbour' }))).toEqual([
      302,
      '/security?name',
    ]);
  expect((await readPage(await browser.open('/security'))).html).toContain('Grace Harbour');
  expect(
    await prisma.auditEntry.findMany({ where: { subject: userId, action: 'name_changed' } }),
  ).toMatchObject([{ before: { name: 'Mia Example' }, after: { name: 'Grace Harbour' } }]);
});

test('an email address is changed by both links, whatever host requested them, and can be canceled', async () => {
  const { userId, email, browser } = await someone();
  const newEmail = `new-${crypto.randomUUID()}@example.com`;
  await expireStepUpConfirmation(userId);
  expect(wayOf(await browser.open('/security/email'))).toEqual([
    302,
    '/confirm-it-is-you?returnTo=%2Fsecurity%2Femail',
  ]);
  expect((await browser.submit('/security/email', { email: newEmail })).status).toBe(307);
  await prisma.session.updateMany({ where: { userId }, data: { confirmedAt: new Date() } });
  for (const wrong of ['', 'nobody', email])
    expect((await browser.submit('/security/email', { email: wrong })).status).toBe(422);
  const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
  expect(wayOf(await browser.submit('/security/email', { email: newEmail }, { headers }))).toEqual([
    302,
    '/security?emailRequested',
  ]);
  expect((await readPage(await browser.open('/security'))).html).toContain(newEmail);
  const [old, fresh] = [await linkTo(email, 'email-change'), await linkTo(newEmail, 'email-change')];
  expect({ oldOrigin: old.origin, freshOrigin: fresh.origin }).toEqual({
    oldOrigin: 'http://localhost:3000',
    freshOrigin: 'http://localhost:3000',
  });

  const stranger = openBrowser();
  for (let i = 0; i < 2; i++)
    expect((await readPage(await stranger.open(old.pathname))).html).toContain('This wasn’t me');
  expect((await readPage(await stranger.open(fresh.pathname))).html).not.toContain('This wasn’t me');
  expect(wayOf(await stranger.submit(fresh.pathname, { do: 'agree' }))).toEqual([
    302,
    '/email-change/used?done=agreed',
  ]);
  expect((await stranger.submit(fresh.pathname, { do: 'agree' })).status).toBe(404);
  expect((await readPage(await stranger.open(old.pathname))).html).toContain(
    'The other address has confirmed',
  );
  expect(wayOf(await stranger.submit(old.pathname, { do: 'agree' }))).toEqual([
    302,
    '/email-change/used?done=changed',
  ]);
  expect((await stranger.open(old.pathname)).status).toBe(404);
  for (const odd of ['x', '%00', 'used?done=constructor'])
    expect((await stranger.open(`/email-change/${odd}`)).status).toBe(404);
  expect((await readPage(await browser.open('/security'))).html).toContain(newEmail);

  const third = `third-${crypto.randomUUID()}@example.com`;
  expect((await browser.submit('/security/email', { email: third })).status).toBe(302);
  await expireStepUpConfirmation(userId);
  expect(wayOf(await browser.submit('/security/email', { cancel: 'yes' }))).toEqual([
    302,
    '/security?emailCanceled',
  ]);
  expect((await stranger.open((await linkTo(third, 'email-change')).pathname)).status).toBe(404);
});

test('a recovery starts at the page that asks for a code, and every page of an open session shows it', async () => {
  const { userId, email } = await someone();
  const secret = createAuthenticatorSecret();
  await setUpSecondFactor({
    userId,
    actor: `portal:${userId}`,
    secret,
    code: generateCode(secret),
    replaces: false,
  });
  const [lost, live] = [openBrowser(), await logInAs(userId)];
  expect((await lost.open('/login/recovery')).headers.get('location')).toMatch(/^\/login/);
  await lost.submit('/login', { email, password: memberPassword });
  expect((await readPage(await lost.open('/login/code'))).html).toMatch(
    /href="\/login\/recovery"[^>]*>Lost your authenticator app and recovery codes\?/,
  );
  expect(wayOf(await lost.submit('/login/recovery', {}))).toEqual([302, '/login/recovery?sent']);
  // Submitted twice, it's the same email.
  expect(wayOf(await lost.submit('/login/recovery', {}))).toEqual([302, '/login/recovery?sent']);
  const link = await linkTo(email, 'recovery-link');
  for (let i = 0; i < 2; i++) expect((await lost.open(link.pathname)).status).toBe(200);
  expect(await findRecovery(userId)).toBeNull();
  expect(wayOf(await lost.submit(link.pathname, {}))).toEqual([302, '/recovery/used?begun']);
  expect((await lost.submit(link.pathname, {})).status).toBe(404);
  expect((await readPage(await lost.open('/login/recovery'))).html).toContain('Recovery in progress');

  for (const path of ['/transactions', '/security'])
    expect((await readPage(await live.open(path))).html).toContain('Login recovery without');
  const ownPage = await readPage(await live.open('/security/recovery'));
  expect({
    includesLoginRecoveryWithout: ownPage.html.includes('Login recovery without'),
    includesStopTheRecovery: ownPage.html.includes('Stop the recovery'),
  }).toEqual({ includesLoginRecoveryWithout: false, includesStopTheRecovery: true });
  expect(wayOf(await live.submit('/security/recovery', {}))).toEqual([302, '/security?recoveryStopped']);
  expect({
    recovery: await findRecovery(userId),
    includesLoginRecoveryWithout: (await readPage(await live.open('/transactions'))).html.includes(
      'Login recovery without',
    ),
  }).toEqual({ recovery: null, includesLoginRecoveryWithout: false });
  expect((await lost.open((await linkTo(email, 'recovery-running')).pathname)).status).toBe(404);
  await advanceRecoveries(async () => {});
});

test('staff change the same in their own area, and have no recovery', async () => {
  const staff = await buildStaff('support');
  expect(wayOf(await staff.submit('/staff/security/name', { name: 'Grace Harbour' }))).toEqual([
    302,
    '/staff/security?name',
  ]);
  expect(
    wayOf(await staff.submit('/staff/security/password', { password: 'eight quiet lighthouses' })),
  ).toEqual([302, '/staff/security?password']);
  expect((await staff.open('/staff/mails')).status).toBe(200);
  expect((await readPage(await staff.open('/staff/security/email'))).html).toContain('New email address');
  expect((await staff.open('/staff/security/recovery')).status).toBe(404);
  const portal = openBrowser();
  await portal.submit('/login', { email: staff.email, password: 'eight quiet lighthouses' });
  expect((await readPage(await portal.submit('/login/recovery', {}))).errors).toEqual([
    'Staff can’t recover their own login. Ask an admin',
  ]);
});
