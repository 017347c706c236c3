import { expect, test } from 'vitest';
import { hashPassword } from '~/identity/passwords/passwords';
import { findSecondFactor } from '~/identity/second-factor/second-factor';
import {
  generateCode,
  readKeyFromHtml,
  readRecoveryCodes,
} from '../../../../tests/world/identity/authenticator';
import { prisma } from '~/platform/database/db.server';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { expireStepUpConfirmation } from '../../../../tests/world/identity/step-up-confirmations';
import { buildMerchant } from '../../../../tests/world/merchants';
import { buildStaff } from '../../../../tests/world/identity/staff';

const password = 'correct horse battery';
const wayOf = (response: Response) => [response.status, response.headers.get('location')];
const show = async (browser: ReturnType<typeof openBrowser>, path: string) =>
  (await readPage(await browser.open(path))).html;

async function merchantWithFactor() {
  const email = `security-${crypto.randomUUID()}@merchant.test`;
  const { ownerId } = await buildMerchant({ email, passwordHash: await hashPassword(password) });
  const [browser, elsewhere] = [openBrowser(), openBrowser()];
  for (const each of [browser, elsewhere]) await each.submit('/login', { email, password });
  const before = browser.cookies.get('session');
  const secret = readKeyFromHtml(await show(browser, '/security/second-factor'));
  expect((await browser.submit('/security/second-factor', { code: '000' })).status).toBe(422);
  expect(wayOf(await browser.submit('/security/second-factor', { code: generateCode(secret, -1) }))).toEqual([
    302,
    '/security/recovery-codes',
  ]);
  const recoveryCodes = readRecoveryCodes(await show(browser, '/security/recovery-codes'));
  return { email, userId: ownerId, browser, elsewhere, before, secret, recoveryCodes };
}

test('a person who set up an app logs in with it from then on, and other devices are logged out', async () => {
  const { email, browser, elsewhere, before, secret } = await merchantWithFactor();
  expect(browser.cookies.get('session')).not.toBe(before);
  expect(await show(browser, '/security')).toContain('Logins require a code');
  expect((await elsewhere.open('/transactions')).status).toBe(302);
  const next = openBrowser();
  expect(wayOf(await next.submit('/login?returnTo=%2Ftransactions', { email, password }))).toEqual([
    302,
    '/login/code?returnTo=%2Ftransactions',
  ]);
  expect((await next.open('/transactions')).status).toBe(302);
  expect(
    wayOf(await next.submit('/login/code?returnTo=%2Ftransactions', { code: generateCode(secret) })),
  ).toEqual([302, '/transactions']);
  expect((await next.open('/transactions')).status).toBe(200);
});

test('turning it off, new recovery codes, and another app require a confirmation', async () => {
  const { email, userId, browser, secret } = await merchantWithFactor();
  const before = await prisma.recoveryCode.count({ where: { userId, usedAt: null } });
  await expireStepUpConfirmation(userId);
  for (const [path, form] of [
    ['/security', { turnOff: 'yes' }],
    ['/security', { newCodes: 'yes' }],
    ['/security/second-factor', { code: generateCode(secret) }],
  ] as const)
    expect(wayOf(await browser.submit(path, form as Record<string, string>))).toEqual([
      307,
      `/confirm-it-is-you?${new URLSearchParams({ returnTo: path })}`,
    ]);
  expect({
    secondFactor: await findSecondFactor(userId),
    recoveryCodeCount: await prisma.recoveryCode.count({ where: { userId, usedAt: null } }),
  }).toEqual({ secondFactor: expect.anything(), recoveryCodeCount: before });

  const confirm = `/confirm-it-is-you?returnTo=%2Fsecurity`;
  expect(
    wayOf(
      await browser.submit(confirm, { turnOff: 'yes', confirm: 'yes', confirm_code: generateCode(secret) }),
    ),
  ).toEqual([307, '/security']);
  expect(wayOf(await browser.submit('/security', { turnOff: 'yes' }))).toEqual([302, '/security?off']);
  expect(await show(browser, '/security?off')).toContain('turned off');
  expect(await findSecondFactor(userId)).toBeNull();
  expect(wayOf(await openBrowser().submit('/login', { email, password }))).toEqual([302, '/']);
  // Submitted again, it creates no codes.
  expect(wayOf(await browser.submit('/security', { newCodes: 'yes' }))).toEqual([302, '/security']);
  expect(await prisma.recoveryCode.count({ where: { userId } })).toBe(0);
});

test('new recovery codes invalidate the previous ones', async () => {
  const { userId, browser, recoveryCodes } = await merchantWithFactor();
  expect(wayOf(await browser.submit('/security', { newCodes: 'yes' }))).toEqual([
    302,
    '/security/recovery-codes',
  ]);
  const fresh = readRecoveryCodes(await show(browser, '/security/recovery-codes'));
  expect(fresh).toHaveLength(10);
  await expireStepUpConfirmation(userId);
  expect(
    (await browser.submit('/confirm-it-is-you', { confirm: 'yes', confirm_code: recoveryCodes[1]! })).status,
  ).toBe(422);
  expect(
    (await browser.submit('/confirm-it-is-you', { confirm: 'yes', confirm_code: fresh[0]! })).status,
  ).toBe(302);
});

test('another app replaces the first', async () => {
  const { browser, secret: first, userId, recoveryCodes } = await merchantWithFactor();
  const page = await show(browser, '/security/second-factor?returnTo=%2Fdevelopers');
  const secret = readKeyFromHtml(page);
  for (const text of ['It replaces the app', 'Your recovery codes keep working.'])
    expect(page).toContain(text);
  expect((await browser.submit('/security/second-factor', { code: generateCode(first) })).status).toBe(422);
  const made = await browser.submit('/security/second-factor?returnTo=%2Fdevelopers', {
    code: generateCode(secret),
  });
  expect(wayOf(made)).toEqual([302, '/developers']);
  await expireStepUpConfirmation(userId);
  expect(
    (await browser.submit('/confirm-it-is-you', { confirm: 'yes', confirm_code: generateCode(first, 1) }))
      .status,
  ).toBe(422);
  expect(
    (await browser.submit('/confirm-it-is-you', { confirm: 'yes', confirm_code: generateCode(secret, 1) }))
      .status,
  ).toBe(302);
  await expireStepUpConfirmation(userId);
  expect(
    (await browser.submit('/confirm-it-is-you', { confirm: 'yes', confirm_code: recoveryCodes[0]! })).status,
  ).toBe(302);
});

test("one person's key and codes don't work for another", async () => {
  const { browser } = await merchantWithFactor();
  const other = await merchantWithFactor();
  const key = readKeyFromHtml(await show(browser, '/security/second-factor'));
  other.browser.cookies.set('enrolment', browser.cookies.get('enrolment')!);
  expect(readKeyFromHtml(await show(other.browser, '/security/second-factor'))).not.toBe(key);
});

test("staff can't turn it off, and can change to another app", async () => {
  const staff = await buildStaff('support');
  expect(await show(staff, '/staff/security')).not.toContain('name="turnOff"');
  expect((await readPage(await staff.submit('/staff/security', { turnOff: 'yes' }))).errors).toEqual([
    'Staff can’t log in without a second factor',
  ]);
  const secret = readKeyFromHtml(await show(staff, '/staff/security/second-factor'));
  expect(wayOf(await staff.submit('/staff/security/second-factor', { code: generateCode(secret) }))).toEqual([
    302,
    '/staff/security?setUp',
  ]);
  expect(await show(staff, '/staff/security?setUp')).toContain('Your recovery codes still work.');
  expect((await staff.open('/staff/mails')).status).toBe(200);
});
