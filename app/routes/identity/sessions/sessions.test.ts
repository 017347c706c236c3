import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { expireStepUpConfirmation } from '../../../../tests/world/identity/step-up-confirmations';
import { buildMerchant } from '../../../../tests/world/merchants';
import { buildStaff } from '../../../../tests/world/identity/staff';
import { buildPerson, logInAs, memberPassword } from '../../../../tests/world/identity/team';

const wayOf = (response: Response) => [response.status, response.headers.get('location')];
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';

async function person() {
  const { accountId } = await buildMerchant();
  const { userId, email } = await buildPerson({ accountId });
  return { userId, email, browser: await logInAs(userId) };
}

/** The sessions that the page offers to end. */
async function endable(browser: ReturnType<typeof openBrowser>, path = '/security/sessions') {
  const { html } = await readPage(await browser.open(path));
  return { html, ids: [...html.matchAll(/name="end" value="([^"]+)"/g)].map(([, id]) => id!) };
}

test('the security page leads to the list, which names each browser and marks the current one', async () => {
  const { email, browser } = await person();
  const other = openBrowser();
  await other.submit('/login', { email, password: memberPassword }, { headers: { 'user-agent': firefox } });
  expect((await readPage(await browser.open('/security'))).html).toContain('href="/security/sessions"');
  const { html, ids } = await endable(browser);
  for (const text of ['Firefox on Windows', 'With your password', 'This browser', 'End all others'])
    expect(html).toContain(text);
  expect({ idCount: ids.length, includesStaffArea: html.includes('staff area') }).toEqual({
    idCount: 2,
    includesStaffArea: false,
  });
  // The current session comes first.
  expect((await endable(other)).ids).toEqual(ids.toReversed());
});

test('one session is ended from another, and twice has the same effect', async () => {
  const { userId, browser } = await person();
  const other = await logInAs(userId);
  const [, id] = (await endable(browser)).ids;
  expect(wayOf(await browser.submit('/security/sessions', { end: id! }))).toEqual([
    302,
    '/security/sessions?ended',
  ]);
  expect(wayOf(await other.open('/transactions'))).toEqual([302, '/login?ended=&returnTo=%2Ftransactions']);
  // The redirect leads to a page, not to the router's data request.
  expect(
    await (
      await other.open('/transactions.data?status=PENDING&_routes=routes%2Fportal%2Ftransactions')
    ).text(),
  ).toContain('"/login?ended=&returnTo=%2Ftransactions%3Fstatus%3DPENDING"');
  expect(await (await other.open('/_root.data')).text()).toContain('"/login?ended="');
  expect(wayOf(await browser.submit('/security/sessions', { end: id! }))).toEqual([
    302,
    '/security/sessions?gone',
  ]);
  expect((await browser.open('/security/sessions?ended')).status).toBe(200);
});

test("a list opened before the other browser's token was renewed still ends it, and reveals no database key", async () => {
  const { userId, browser } = await person();
  const other = await logInAs(userId);
  const { html, ids } = await endable(browser);
  for (const { id } of await prisma.session.findMany({ where: { userId } })) expect(html).not.toContain(id);
  await expireStepUpConfirmation(userId);
  const token = other.cookies.get('session');
  await other.submit('/confirm-it-is-you', { confirm: 'yes', confirm_password: memberPassword });
  expect(other.cookies.get('session')).not.toBe(token);
  expect(wayOf(await browser.submit('/security/sessions', { end: ids[1]! }))).toEqual([
    302,
    '/security/sessions?ended',
  ]);
  expect((await other.open('/transactions')).status).toBe(302);
});

test('all others are ended at once; a person who ends their current one is logged out', async () => {
  const { userId, browser } = await person();
  const others = [await logInAs(userId), await logInAs(userId)];
  expect(wayOf(await browser.submit('/security/sessions', { others: 'yes' }))).toEqual([
    302,
    '/security/sessions?others',
  ]);
  for (const other of others) expect((await other.open('/transactions')).status).toBe(302);
  const { html, ids } = await endable(browser);
  expect({ idCount: ids.length, includesEndAllOthers: html.includes('End all others') }).toEqual({
    idCount: 1,
    includesEndAllOthers: false,
  });
  expect(wayOf(await browser.submit('/security/sessions', { end: ids[0]! }))).toEqual([302, '/login']);
  expect(browser.cookies.has('session')).toBe(false);
  expect((await browser.open('/security/sessions')).status).toBe(302);
});

test("another person's session and invalid input end nothing", async () => {
  const [{ browser: ada, userId }, { browser: eve }] = [await person(), await person()];
  const { id, publicId } = await prisma.session.findFirstOrThrow({ where: { userId } });
  for (const end of [id, publicId, '', '%00', '\0', 'x'.repeat(10_000), '😀'])
    expect(wayOf(await eve.submit('/security/sessions', { end }))).toEqual([302, '/security/sessions?gone']);
  expect((await eve.submit('/security/sessions', {})).status).toBe(302);
  expect((await ada.open('/transactions')).status).toBe(200);
});

test("staff see both areas in one list, and a browser's name is escaped", async () => {
  const staff = await buildStaff('support');
  await prisma.session.create({
    data: {
      id: crypto.randomUUID(),
      userId: staff.userId,
      area: 'portal',
      userAgent: '<img src=x>',
      address: '<b>',
      expiresAt: new Date(Date.now() + 60_000),
      endsAt: new Date(Date.now() + 60_000),
    },
  });
  const { html, ids } = await endable(staff, '/staff/security/sessions');
  for (const text of [', staff area', ', portal', 'An unknown browser', '&lt;b&gt;'])
    expect(html).toContain(text);
  expect(wayOf(await staff.submit('/staff/security/sessions', { end: ids[1]! }))).toEqual([
    302,
    '/staff/security/sessions?ended',
  ]);
});
