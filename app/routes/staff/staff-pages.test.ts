import { describe, expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { hashPassword } from '~/identity/passwords/passwords';
import { resetSecondFactor } from '~/identity/second-factor/second-factor';
import { endStaffMembership } from '~/identity/staff/staff';
import { inviteStaff, listStaffInvitations } from '~/identity/staff/staff-invitations';
import { prisma } from '~/platform/database/db.server';
import { unseal } from '~/platform/secrets/secrets.server';
import {
  generateCode,
  readKeyFromHtml,
  readRecoveryCodes,
} from '../../../tests/world/identity/authenticator';
import { openBrowser, readPage } from '../../../tests/world/browser';
import { expireStepUpConfirmation } from '../../../tests/world/identity/step-up-confirmations';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildStaff, staffPassword } from '../../../tests/world/identity/staff';

const readResponse = async (response: Response) => ({
  status: response.status,
  ...(await readPage(response)),
});
const getRedirect = (response: Response) => [response.status, response.headers.get('location')];

async function invite(
  email = `new-${crypto.randomUUID()}@staff.test`,
): Promise<{ email: string; path: string }> {
  await inviteStaff({ email, name: 'Mia Example', role: 'support', actor: 'system:shell' });
  const mail = await prisma.mail.findFirstOrThrow({
    where: { recipient: email, template: 'staff-invitation' },
  });
  return {
    email,
    path: new URL((JSON.parse(unseal('mail', mail.sealed!)!) as { link: string }).link).pathname,
  };
}

test('from the invitation to the first page: password, app, recovery codes shown once', async () => {
  const { email, path } = await invite();
  const browser = openBrowser();
  for (const method of ['HEAD', 'GET', 'GET'] as const)
    expect((await browser.open(path, { method })).status).toBe(200);
  const rejected = await readResponse(await browser.submit(path, { password: 'short' }));
  expect({ status: rejected.status, errors: rejected.errors }).toEqual({
    status: 422,
    errors: ['Choose a password of at least 12 characters'],
  });
  expect(getRedirect(await browser.submit(path, { password: staffPassword }))).toEqual([
    302,
    '/staff/login/second-factor',
  ]);

  // Nothing is open yet.
  expect([...browser.cookies.keys()]).toEqual(['staff-pending-login']);
  expect((await browser.open('/staff/mails')).headers.get('location')).toMatch(/^\/staff\/login\?/);

  const secret = readKeyFromHtml((await readResponse(await browser.open('/staff/login/second-factor'))).html);
  const wrong = await readResponse(
    await browser.submit('/staff/login/second-factor', { code: generateCode(secret, 9) }),
  );
  expect({ status: wrong.status, key: readKeyFromHtml(wrong.html), error: wrong.errors[0] }).toEqual({
    status: 422,
    key: secret,
    error: expect.stringContaining('This code is incorrect'),
  });
  expect(browser.cookies.has('staff-session')).toBe(false);

  expect(
    getRedirect(await browser.submit('/staff/login/second-factor', { code: generateCode(secret) })),
  ).toEqual([302, '/staff/security/recovery-codes']);
  expect([...browser.cookies.keys()].sort()).toEqual(['device', 'new-recovery-codes', 'staff-session']);
  expect(
    readRecoveryCodes((await readResponse(await browser.open('/staff/security/recovery-codes'))).html),
  ).toHaveLength(10);
  expect(
    readRecoveryCodes((await readResponse(await browser.open('/staff/security/recovery-codes'))).html),
  ).toHaveLength(0);
  expect((await readResponse(await browser.open('/staff/mails'))).html).toContain(email);

  expect((await readResponse(await openBrowser().open(path))).status).toBe(404);
  expect((await openBrowser().submit(path, { password: staffPassword })).status).toBe(404);
});

describe('the login in two steps', () => {
  test('returns to the page that required it, and is audited', async () => {
    const { email, userId, secret, recoveryCodes } = await buildStaff('support');
    for (const code of [generateCode(secret), recoveryCodes[3]!]) {
      const browser = openBrowser();
      const [, loginUrl] = getRedirect(await browser.open('/staff/mails?status=queued'));
      expect(loginUrl).toBe('/staff/login?returnTo=%2Fstaff%2Fmails%3Fstatus%3Dqueued');
      const [, codeUrl] = getRedirect(
        await browser.submit(loginUrl as string, { email, password: staffPassword }),
      );
      expect(codeUrl).toBe('/staff/login/code?returnTo=%2Fstaff%2Fmails%3Fstatus%3Dqueued');
      expect(browser.cookies.has('staff-session')).toBe(false);
      const wrong = await readResponse(await browser.submit(codeUrl as string, { code: 'aaaa-bbbb-cccc' }));
      expect({ status: wrong.status, includesAaaaBbbbCccc: wrong.html.includes('aaaa-bbbb-cccc') }).toEqual({
        status: 422,
        includesAaaaBbbbCccc: false,
      });
      expect(getRedirect(await browser.submit(codeUrl as string, { code }))).toEqual([
        302,
        '/staff/mails?status=queued',
      ]);
      expect((await browser.open('/staff/mails')).status).toBe(200);
      expect(browser.cookies.has('staff-pending-login')).toBe(false);
    }
    const { entries } = await listAudit({ actor: `staff:${userId}` });
    expect(entries.map(({ action }) => action)).toEqual([
      'staff_logged_in',
      'staff_login_failed',
      'staff_logged_in',
      'staff_login_failed',
      'second_factor_set_up',
    ]);
    for (const text of [secret, ...recoveryCodes, staffPassword])
      expect(JSON.stringify(entries)).not.toContain(text);
  });

  test("has one reply for a visitor, a wrong password, and a merchant who isn't staff", async () => {
    const { email } = await buildStaff('admin');
    const merchant = `merchant-${crypto.randomUUID()}@merchant.test`;
    await buildMerchant({ email: merchant, passwordHash: await hashPassword(staffPassword) });
    const answers = [];
    for (const [who, password] of [
      [email, 'wrong horse battery'],
      ['nobody@staff.test', staffPassword],
      [merchant, staffPassword],
    ] as const) {
      const response = await openBrowser().submit('/staff/login', { email: who, password });
      const headers = [...response.headers].filter(
        ([name]) => !['content-security-policy', 'x-request-id'].includes(name),
      );
      answers.push([
        response.status,
        headers,
        (await response.text())
          .replaceAll(who, 'EMAIL')
          .replace(/nonce-[\w+/=]+|nonce="[^"]*"|\bnonce\\?":\\?"[^"\\]*/g, '')
          .replace(/req_\w+/g, ''),
      ]);
    }
    expect(answers[0]![0]).toBe(422);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  test('asks for the password again after a time-out, and belongs to one person', async () => {
    const { email, secret } = await buildStaff('support');
    const browser = openBrowser();
    expect(getRedirect(await browser.open('/staff/login/code'))).toEqual([302, '/staff/login?late=']);
    await browser.submit('/staff/login', { email, password: staffPassword });
    browser.cookies.set('pending-login', browser.cookies.get('staff-pending-login')!);
    expect(getRedirect(await browser.submit('/login/code', { code: generateCode(secret) }))).toEqual([
      302,
      '/login?late=',
    ]);
    browser.cookies.delete('staff-pending-login');
    expect(getRedirect(await browser.submit('/staff/login/code', { code: generateCode(secret) }))).toEqual([
      302,
      '/staff/login?late=',
    ]);
    expect((await readResponse(await browser.open('/staff/login?late='))).html).toContain('Log in again');
  });

  test('stops after ten wrong codes, and says for how long', async () => {
    const { email, secret } = await buildStaff('support');
    const browser = openBrowser();
    await browser.submit('/staff/login', { email, password: staffPassword });
    for (let i = 0; i < 10; i++)
      expect((await browser.submit('/staff/login/code', { code: 'wrong' })).status).toBe(422);
    const response = await browser.submit('/staff/login/code', { code: generateCode(secret) });
    expect({
      status: response.status,
      waitsHalfAnHour: Number(response.headers.get('retry-after')) > 1700,
    }).toEqual({ status: 429, waitsHalfAnHour: true });
    expect((await readPage(response)).errors).toEqual(['Too many attempts. Wait 30 minutes.']);
  });

  test("can't be bypassed by setting up another app", async () => {
    const { email, userId, secret } = await buildStaff('support');
    const browser = openBrowser();
    await browser.submit('/staff/login', { email, password: staffPassword });
    expect(getRedirect(await browser.open('/staff/login/second-factor'))).toEqual([302, '/staff/login/code']);
    // A page opened before the app was set up.
    await resetSecondFactor({ userId, actor: 'system:shell' });
    const key = readKeyFromHtml((await readResponse(await browser.open('/staff/login/second-factor'))).html);
    const other = openBrowser();
    await other.submit('/staff/login', { email, password: staffPassword });
    const otherKey = readKeyFromHtml(
      (await readResponse(await other.open('/staff/login/second-factor'))).html,
    );
    expect((await other.submit('/staff/login/second-factor', { code: generateCode(otherKey) })).status).toBe(
      302,
    );
    expect(
      getRedirect(await browser.submit('/staff/login/second-factor', { code: generateCode(key) })),
    ).toEqual([302, '/staff/login/code']);
    expect(browser.cookies.has('staff-session')).toBe(false);
    expect(secret).not.toBe(otherKey);
  });
});

describe('access', () => {
  test.each([
    ['reviewer', { '/staff/mails': 403, '/staff/members': 403 }],
    ['support', { '/staff/mails': 200, '/staff/members': 403 }],
    ['admin', { '/staff/mails': 200, '/staff/members': 200 }],
  ] as const)('a %s', async (role, answers) => {
    const staff = await buildStaff(role);
    for (const [path, status] of Object.entries(answers)) {
      expect({ path, status: (await staff.open(path)).status }).toEqual({ path, status });
      if (status === 403)
        expect((await staff.submit(path, { end: staff.userId, again: 'x' })).status).toBe(403);
    }
    const { html } = await readResponse(await staff.open('/staff/security'));
    expect({
      linksReview: html.includes('href="/review"'),
      linksMails: html.includes('href="/staff/mails"'),
      linksMembers: html.includes('href="/staff/members"'),
    }).toEqual({
      linksReview: role !== 'support',
      linksMails: role !== 'reviewer',
      linksMembers: role === 'admin',
    });
  });

  test("a merchant's session opens no staff page, and a staff session no portal page", async () => {
    const staff = await buildStaff('admin');
    const merchant = openBrowser();
    await prisma.account.create({
      data: {
        id: `acc_${staff.userId}`,
        name: 'Own shop',
        members: { create: { userId: staff.userId, role: 'owner' } },
      },
    });
    await merchant.submit('/login', { email: staff.email, password: staffPassword });
    await merchant.submit('/login/code', { code: generateCode(staff.secret) });
    expect((await merchant.open('/transactions')).status).toBe(200);
    for (const path of ['/staff', '/staff/mails', '/staff/members', '/staff/members.data', '/staff/security'])
      expect(
        (await merchant.open(path)).headers.get('location') ?? (await merchant.open(path)).status,
      ).toMatch(/^\/staff\/login|202/);
    merchant.cookies.set('staff-session', merchant.cookies.get('session')!);
    expect((await merchant.open('/staff/members')).headers.get('location')).toMatch(/^\/staff\/login/);

    expect((await staff.open('/transactions')).headers.get('location')).toMatch(/^\/login/);
    staff.cookies.set('session', staff.cookies.get('staff-session')!);
    expect((await staff.open('/transactions')).headers.get('location')).toMatch(/^\/login/);
  });

  test("a staff member who uses the portal's login is shown the staff login", async () => {
    const { email, secret } = await buildStaff('reviewer');
    const browser = openBrowser();
    await browser.submit('/login', { email, password: staffPassword });
    expect(getRedirect(await browser.submit('/login/code', { code: generateCode(secret) }))).toEqual([
      302,
      '/',
    ]);
    expect(getRedirect(await browser.open('/'))).toEqual([302, '/staff']);
    expect(getRedirect(await browser.open('/staff'))).toEqual([302, '/staff/login']);
  });

  test('a new role counts from the next request on, and so does a removal, which the login reports', async () => {
    const staff = await buildStaff('admin');
    expect((await staff.open('/staff/members')).status).toBe(200);
    await prisma.staffMember.update({ where: { userId: staff.userId }, data: { role: 'support' } });
    expect((await staff.open('/staff/members')).status).toBe(403);
    await endStaffMembership({ userId: staff.userId, actor: 'system:shell' });
    const [, login] = getRedirect(await staff.open('/staff/mails'));
    expect(login).toBe('/staff/login?ended=&returnTo=%2Fstaff%2Fmails');
    expect((await readResponse(await staff.open(login as string))).html).toContain('Your session has ended');
    expect((await staff.submit('/staff/login', { email: staff.email, password: staffPassword })).status).toBe(
      422,
    );
  });

  test('logging out ends the session permanently', async () => {
    const staff = await buildStaff('support');
    const session = staff.cookies.get('staff-session')!;
    expect(getRedirect(await staff.submit('/staff/logout', {}))).toEqual([302, '/staff/login']);
    staff.cookies.set('staff-session', session);
    expect((await staff.open('/staff/mails')).status).toBe(302);
  });
});

describe('the staff team page', () => {
  test('invites, cancels invitations, and removes', async () => {
    const admin = await buildStaff('admin');
    const wrong = await readResponse(
      await admin.submit('/staff/members', { email: 'mia@', name: '', role: 'owner' }),
    );
    expect({ status: wrong.status, errors: wrong.errors }).toEqual({
      status: 422,
      errors: ['Enter an email address like name@example.com', 'Enter your name', 'Choose a role'],
    });
    expect(wrong.html).toContain('value="mia@"');

    const email = `by-page-${crypto.randomUUID()}@staff.test`;
    expect(
      getRedirect(
        await admin.submit('/staff/members', { email: email.toUpperCase(), name: 'Mia', role: 'reviewer' }),
      ),
    ).toEqual([302, '/staff/members?invited']);
    expect((await readResponse(await admin.open('/staff/members'))).html).toContain(email);
    expect(getRedirect(await admin.submit('/staff/members', { withdraw: email }))).toEqual([
      302,
      '/staff/members?withdrawn',
    ]);
    expect((await readResponse(await admin.open('/staff/members'))).html).not.toContain(email);

    const support = await buildStaff('support');
    expect(
      (
        await readResponse(
          await admin.submit('/staff/members', { email: support.email, name: 'Mia', role: 'admin' }),
        )
      ).errors,
    ).toEqual(['This person is already a staff member']);
    expect((await admin.submit('/staff/members', { end: admin.userId })).status).toBe(422);
    for (const name of ['end', 'withdraw'])
      expect((await admin.submit('/staff/members', { [name]: '\0' })).status).toBe(302);
    const hasButton = async (path: string) =>
      (await readResponse(await admin.open(path))).html.includes('name="end"');
    expect({
      list: await hasButton('/staff/members'),
      ownEntry: await hasButton(`/staff/members?end=${admin.userId}`),
      otherEntry: await hasButton(`/staff/members?end=${support.userId}`),
    }).toEqual({ list: false, ownEntry: false, otherEntry: true });
    expect(getRedirect(await admin.submit('/staff/members', { end: support.userId }))).toEqual([
      302,
      '/staff/members?ended',
    ]);
    expect((await support.open('/staff/mails')).status).toBe(302);
    const { entries } = await listAudit({ actor: `staff:${admin.userId}` });
    expect(entries.map(({ action }) => action).slice(0, 3)).toEqual([
      'staff_removed',
      'staff_invitation_withdrawn',
      'staff_invited',
    ]);
  });

  test('requires a confirmation before it changes the team, and keeps the input', async () => {
    const [admin, support] = [await buildStaff('admin'), await buildStaff('support')];
    const email = `later-${crypto.randomUUID()}@staff.test`;
    const invitation = { email, name: 'Mia', role: 'admin' };
    const confirm = '/staff/confirm-it-is-you?returnTo=%2Fstaff%2Fmembers';
    await expireStepUpConfirmation(admin.userId);
    for (const form of [invitation, { withdraw: email }, { end: support.userId }] as Record<string, string>[])
      expect(getRedirect(await admin.submit('/staff/members', form))).toEqual([307, confirm]);
    expect({
      invitations: (await listStaffInvitations()).filter((one) => one.email === email),
      status: (await support.open('/staff/mails')).status,
    }).toEqual({ invitations: [], status: 200 });
    expect((await readResponse(await admin.submit(confirm, invitation))).html).toContain(
      `name="email" value="${email}"`,
    );
    expect(
      getRedirect(
        await admin.submit(confirm, {
          ...invitation,
          confirm: 'yes',
          confirm_code: generateCode(admin.secret),
        }),
      ),
    ).toEqual([307, '/staff/members']);
    expect(getRedirect(await admin.submit('/staff/members', invitation))).toEqual([
      302,
      '/staff/members?invited',
    ]);
  });
});

test('a search that is too long is cut without splitting a character', async () => {
  const support = await buildStaff('support');
  const { status, html } = await readResponse(await support.open(`/support?q=${'x'.repeat(254)}😀😀`));
  expect(status).toBe(200);
  // A page's data is JSON, which escapes an unpaired surrogate.
  expect(html).not.toMatch(/\\ud83d/i);
});
