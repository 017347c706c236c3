import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { createAuthenticatorSecret } from '~/identity/second-factor/authenticator';
import { hashPassword } from '~/identity/passwords/passwords';
import { setUpSecondFactor } from '~/identity/second-factor/second-factor';
import { enableLiveMode } from '~/merchants/accounts/accounts';
import { prisma } from '~/platform/database/db.server';
import { generateCode } from '../../../../tests/world/identity/authenticator';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { expireStepUpConfirmation } from '../../../../tests/world/identity/step-up-confirmations';
import { buildMerchant } from '../../../../tests/world/merchants';
import { buildStaff } from '../../../../tests/world/identity/staff';

const password = 'correct horse battery';
const page = '/confirm-it-is-you';
const wayOf = (response: Response) => [response.status, response.headers.get('location')];
const returning = (path: string) => `${page}?${new URLSearchParams({ returnTo: path })}`;

/** A logged-in owner. `withApp`: the app's code of the next step is unused. */
async function logIn({ withApp = false, live = false } = {}) {
  const email = `confirm-${crypto.randomUUID()}@example.com`;
  const { accountId, ownerId: userId } = await buildMerchant({
    email,
    passwordHash: await hashPassword(password),
  });
  const secret = createAuthenticatorSecret();
  const browser = openBrowser();
  if (live) await enableLiveMode(prisma, { accountId, pciCertified: true });
  const made =
    withApp &&
    (await setUpSecondFactor({
      userId,
      actor: `portal:${userId}`,
      secret,
      code: generateCode(secret, -1),
      replaces: false,
    }));
  await browser.submit('/login', { email, password });
  if (withApp) await browser.submit('/login/code', { code: generateCode(secret) });
  if (live) await browser.submit('/environment', { environment: 'live' });
  const session = () => prisma.session.findFirstOrThrow({ where: { userId, area: 'portal' } });
  const audited = async () =>
    (await listAudit({ subject: userId, accountId })).entries.map(({ action, details }) => [
      action,
      (details as { way?: string } | null)?.way,
    ]);
  return {
    browser,
    userId,
    accountId,
    email,
    secret,
    session,
    audited,
    recoveryCodes: made && typeof made === 'object' ? made.recoveryCodes! : [],
  };
}

/** The fields of a page's only form, as a browser sends them. */
function fieldsOf(html: string): [string, string][] {
  const form = html.slice(html.indexOf('<form'), html.indexOf('</form>'));
  return [...form.matchAll(/<input[^>]*>/g)].map(([tag]) => [
    /name="([^"]*)"/.exec(tag)![1]!,
    /value="([^"]*)"/
      .exec(tag)?.[1]
      ?.replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .replaceAll('&#x27;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>') ?? '',
  ]);
}

test('a login counts for ten minutes, then the page asks, and returns with a renewed token', async () => {
  const { browser, userId, session, audited } = await logIn();
  expect((await browser.open('/security/second-factor')).status).toBe(200);
  await prisma.$executeRaw`update sessions set confirmed_at = now() - interval '9 minutes 55 seconds' where user_id = ${userId}`;
  expect((await browser.open('/security/second-factor')).status).toBe(200);
  await expireStepUpConfirmation(userId);
  expect(wayOf(await browser.open('/security/second-factor?returnTo=%2Fteam'))).toEqual([
    302,
    returning('/security/second-factor?returnTo=%2Fteam'),
  ]);
  const byScript = await browser.open('/security/second-factor.data');
  expect({
    status: byScript.status,
    leadsToConfirmation: (await byScript.text()).includes(`"${returning('/security/second-factor')}"`),
  }).toEqual({ status: 202, leadsToConfirmation: true });

  const before = browser.cookies.get('session')!;
  const visible = await readPage(await browser.open(returning('/security/second-factor')));
  expect({
    title: visible.title,
    asksPassword: visible.html.includes('name="confirm_password"'),
    asksCode: visible.html.includes('name="confirm_code"'),
  }).toEqual({ title: expect.stringContaining('Confirm it’s you'), asksPassword: true, asksCode: false });
  for (const wrong of ['', 'not the password']) {
    const rejected = await browser.submit(returning('/security/second-factor'), {
      confirm: 'yes',
      confirm_password: wrong,
      confirm_code: password,
    });
    expect({
      status: rejected.status,
      includesNotThePassword: (await readPage(rejected)).html.includes('not the password'),
    }).toEqual({ status: 422, includesNotThePassword: false });
  }
  expect(browser.cookies.get('session')).toBe(before);
  const { endsAt } = await session();
  expect(
    wayOf(
      await browser.submit(returning('/security/second-factor'), {
        confirm: 'yes',
        confirm_password: password,
      }),
    ),
  ).toEqual([302, '/security/second-factor']);

  expect(browser.cookies.get('session')).not.toBe(before);
  expect(await session()).toMatchObject({ confirmedWith: 'password', endsAt });
  const old = openBrowser();
  old.cookies.set('session', before);
  expect((await old.open('/security')).headers.get('location')).toMatch(/^\/login/);
  expect((await browser.open('/security/second-factor')).status).toBe(200);
  expect(wayOf(await browser.open(returning('/security/second-factor')))).toEqual([
    302,
    '/security/second-factor',
  ]);
  expect((await audited()).slice(0, 2)).toEqual([
    ['identity_confirmed', 'password'],
    ['confirmation_failed', 'password'],
  ]);
});

test('a person with an app is asked for its code or a recovery code, and the password is not enough', async () => {
  const { browser, userId, secret, recoveryCodes, session } = await logIn({ withApp: true });
  expect((await session()).confirmedWith).toBe('code');
  await expireStepUpConfirmation(userId);
  expect((await readPage(await browser.open(returning('/team')))).html).not.toContain('confirm_password');
  expect(
    (await browser.submit(returning('/team'), { confirm: 'yes', confirm_password: password })).status,
  ).toBe(422);
  expect((await browser.submit(returning('/team'), { confirm: 'yes', confirm_code: '000000' })).status).toBe(
    422,
  );
  expect(
    wayOf(
      await browser.submit(returning('/team'), { confirm: 'yes', confirm_code: generateCode(secret, 1) }),
    ),
  ).toEqual([302, '/team']);
  expect((await session()).confirmedWith).toBe('code');
  await expireStepUpConfirmation(userId);
  expect(
    wayOf(await browser.submit(returning('/team'), { confirm: 'yes', confirm_code: recoveryCodes[0]! })),
  ).toEqual([302, '/team']);
  expect((await session()).confirmedWith).toBe('recovery_code');
  // However recent: a password counts only while there's nothing stronger.
  await prisma.session.updateMany({ where: { userId }, data: { confirmedWith: 'password' } });
  expect((await browser.open('/security/second-factor')).status).toBe(302);
});

test('a late form passes through the page with all of its fields, and continues', async () => {
  const { browser, userId, accountId, secret } = await logIn({ withApp: true, live: true });
  await expireStepUpConfirmation(userId);
  const path = `/developers?for=${accountId}.live`;
  const form = { environment: 'live', overlap: '0', odd: '<a "b" & \'c\'>' };
  const sent = await browser.submit(path, form);
  expect(wayOf(sent)).toEqual([307, returning(path)]);
  const requested = await browser.submit(sent.headers.get('location')!, form);
  const fields = fieldsOf((await readPage(requested)).html);
  expect({ status: requested.status, fields: Object.fromEntries(fields) }).toEqual({
    status: 200,
    fields: { ...form, confirm: 'yes', confirm_username: expect.any(String), confirm_code: '' },
  });
  expect(await prisma.apiSecret.count({ where: { accountId, environment: 'live' } })).toBe(0);

  const wrong = await browser.submit(returning(path), {
    ...Object.fromEntries(fields),
    confirm_code: '000000',
  });
  const again = await readPage(wrong);
  expect({
    status: wrong.status,
    errorCount: again.errors.length,
    fields: Object.fromEntries(fieldsOf(again.html)),
  }).toEqual({ status: 422, errorCount: 1, fields: Object.fromEntries(fields) });
  const filled = { ...Object.fromEntries(fields), confirm_code: generateCode(secret, 1) };
  expect(wayOf(await browser.submit(returning(path), filled))).toEqual([307, path]);
  expect(wayOf(await browser.submit(path, filled))).toEqual([302, '/developers']);
  expect(await prisma.apiSecret.count({ where: { accountId, environment: 'live' } })).toBe(1);
});

test('both values of a repeated field are kept', async () => {
  const { browser, userId } = await logIn();
  await expireStepUpConfirmation(userId);
  const requested = await browser.submit(`${returning('/team')}&x`, [
    ['event', 'a'],
    ['event', 'b'],
  ] as never);
  expect(fieldsOf((await readPage(requested)).html).filter(([name]) => name === 'event')).toEqual([
    ['event', 'a'],
    ['event', 'b'],
  ]);
});

test('it leads to no other site', async () => {
  const { browser, userId } = await logIn();
  for (const to of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/.//evil.example',
  ]) {
    await expireStepUpConfirmation(userId);
    expect(
      wayOf(await browser.submit(returning(to), { confirm: 'yes', confirm_password: password, x: 'y' })),
    ).toEqual([302, '/']);
  }
});

test('ten wrong passwords, even of thirty at once, and then the right one waits too', async () => {
  const { browser, userId } = await logIn();
  await expireStepUpConfirmation(userId);
  const replies = await Promise.all(
    Array.from({ length: 30 }, () => browser.submit(page, { confirm: 'yes', confirm_password: 'wrong' })),
  );
  const statuses = replies.map(({ status }) => status);
  expect({
    rejectedCount: statuses.filter((status) => status === 422).length,
    limitedCount: statuses.filter((status) => status === 429).length,
  }).toEqual({ rejectedCount: 10, limitedCount: 20 });
  const late = await browser.submit(page, { confirm: 'yes', confirm_password: password });
  expect({ status: late.status, waitsHalfAnHour: Number(late.headers.get('retry-after')) > 1700 }).toEqual({
    status: 429,
    waitsHalfAnHour: true,
  });
  expect(await prisma.auditEntry.count({ where: { subject: userId, action: 'confirmation_failed' } })).toBe(
    31,
  );
});

test('of two confirmations of one session at once, one gets the new token, and the person still has one session', async () => {
  const { browser, userId } = await logIn();
  await expireStepUpConfirmation(userId);
  const before = browser.cookies.get('session')!;
  const both = [openBrowser(), openBrowser()];
  for (const one of both) one.cookies.set('session', before);
  await Promise.all(both.map((one) => one.submit(page, { confirm: 'yes', confirm_password: password })));
  expect(both.filter((one) => one.cookies.get('session') !== before)).toHaveLength(1);
  expect(await prisma.session.count({ where: { userId } })).toBe(1);
});

test('the staff page belongs to its own area', async () => {
  const staff = await buildStaff('admin');
  await expireStepUpConfirmation(staff.userId);
  expect(wayOf(await staff.open('/staff/security/second-factor'))).toEqual([
    302,
    `/staff${returning('/staff/security/second-factor')}`,
  ]);
  expect((await staff.open(page)).headers.get('location')).toMatch(/^\/login/);
  const before = staff.cookies.get('staff-session');
  expect(
    wayOf(
      await staff.submit(`/staff${returning('/staff/security/second-factor')}`, {
        confirm: 'yes',
        confirm_code: generateCode(staff.secret),
      }),
    ),
  ).toEqual([302, '/staff/security/second-factor']);
  expect(staff.cookies.get('staff-session')).not.toBe(before);
  expect((await staff.open('/staff/security/second-factor')).status).toBe(200);
  expect((await listAudit({ subject: staff.userId })).entries[0]).toMatchObject({
    action: 'identity_confirmed',
    actor: `staff:${staff.userId}`,
    accountId: null,
  });
});

test('in live, a member without a second factor is shown how to get one, and changes nothing', async () => {
  const { browser, accountId } = await logIn({ live: true });
  for (const path of [
    '/developers',
    '/developers/addresses',
    '/developers/signing-secret',
    '/developers/signing-secret/rotate',
  ]) {
    const { html } = await readPage(await browser.open(path));
    expect({
      path,
      returnsHere: html.includes(`/security/second-factor?${new URLSearchParams({ returnTo: path })}`),
    }).toEqual({ path, returnsHere: true });
    expect(
      wayOf(
        await browser.submit(`${path}?for=${accountId}.live`, {
          environment: 'live',
          overlap: '0',
          addresses: '192.0.2.1',
          anyway: browser.address,
        }),
      ),
    ).toEqual([302, path]);
  }
  expect({
    apiSecretCount: await prisma.apiSecret.count({ where: { accountId, environment: 'live' } }),
    allowedAddressCount: await prisma.allowedAddress.count({ where: { accountId } }),
  }).toEqual({ apiSecretCount: 0, allowedAddressCount: 0 });
});
