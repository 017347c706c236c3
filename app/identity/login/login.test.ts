import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { digest } from '~/platform/secrets/secrets.server';
import { completeLogin, logIn, logInWithCode } from './login';
import { hashPassword } from '~/identity/passwords/passwords';
import { listAddressLimits, resetAttempts, takeAttempt, takeReleasableAttempts } from './lockout';
import { logInWithPasskey } from '~/identity/passkeys/passkey-login';
import { createUser } from '~/identity/users/users';
import { buildStaff } from '../../../tests/world/identity/staff';
import { generateCode } from '../../../tests/world/identity/authenticator';
import { addSoftwarePasskey } from '../../../tests/world/identity/software-passkey';
import { buildPerson } from '../../../tests/world/identity/team';

const password = 'correct horse battery';
const browser = (cookie = '') =>
  new Request('http://localhost:3000/login', { method: 'POST', headers: { cookie } });
const uniqueAddress = () => `address-${crypto.randomUUID()}`;

async function buildUser(): Promise<string> {
  const email = `login-${crypto.randomUUID()}@example.com`;
  await createUser(prisma, { email, name: 'Ada', passwordHash: await hashPassword(password) });
  return email;
}

test('the right password opens a session', async () => {
  expect(
    await logIn(browser(), { email: await buildUser(), password, address: uniqueAddress() }),
  ).toMatchObject({
    cookies: [expect.stringMatching(/^session=/), expect.stringMatching(/^device=/)],
  });
});

test('an unknown address and a wrong password get the same reply', async () => {
  const known = await logIn(browser(), {
    email: await buildUser(),
    password: 'wrong horse battery',
    address: uniqueAddress(),
  });
  const unknown = await logIn(browser(), {
    email: 'nobody@example.com',
    password: 'wrong horse battery',
    address: uniqueAddress(),
  });
  expect(known).toEqual({ error: 'invalid_credentials' });
  expect(unknown).toEqual(known);
});

test("after ten wrong passwords the right one is rejected too, for known and unknown addresses, but not on the owner's device", async () => {
  const email = await buildUser();
  const first = await logIn(browser(), { email, password, address: uniqueAddress() });
  const device = 'cookies' in first ? first.cookies[1]!.split(';')[0] : '';
  for (const address of [email, `unknown-${email}`]) {
    for (let i = 0; i < 10; i++)
      expect(await logIn(browser(), { email: address, password: 'wrong', address: uniqueAddress() })).toEqual(
        {
          error: 'invalid_credentials',
        },
      );
    expect(await logIn(browser(), { email: address, password, address: uniqueAddress() })).toMatchObject({
      error: 'too_many_attempts',
    });
  }
  expect(await logIn(browser(device), { email, password, address: uniqueAddress() })).toHaveProperty(
    'cookies',
  );
  expect(
    await logIn(browser(device), { email: await buildUser(), password: 'wrong', address: uniqueAddress() }),
  ).toEqual({ error: 'invalid_credentials' });
});

/** The cookie of a browser that has logged in before. */
async function logInForDeviceCookie(email: string): Promise<string> {
  const first = await logIn(browser(), { email, password, address: uniqueAddress() });
  if (!('cookies' in first)) throw new Error('not logged in');
  return first.cookies.find((cookie) => cookie.startsWith('device='))!.split(';')[0]!;
}

test("a flood over many accounts and IP addresses stops guesses before they are checked, and doesn't lock out known devices", async () => {
  const email = await buildUser();
  const device = await logInForDeviceCookie(email);
  await resetAttempts('login_overall', 'everybody');
  const guesses = await Promise.all(
    Array.from({ length: 1_800 }, () => takeAttempt('login_overall', 'everybody')),
  );
  expect(guesses.every((seconds) => seconds === 0)).toBe(true);
  try {
    const rejected = await logIn(browser(), { email, password, address: uniqueAddress() });
    expect(rejected).toMatchObject({ error: 'too_many_attempts', waitSeconds: expect.any(Number) });
    expect('waitSeconds' in rejected && rejected.waitSeconds <= 60).toBe(true);
    expect(await logIn(browser(device), { email, password, address: uniqueAddress() })).toHaveProperty(
      'cookies',
    );
  } finally {
    await resetAttempts('login_overall', 'everybody');
  }
  // Attempts that the flood kept from being checked don't count against the account.
  expect(await logIn(browser(), { email, password, address: uniqueAddress() })).toHaveProperty('cookies');
});

test("one IP address can't try many accounts, and people who share it can log in on known devices", async () => {
  const email = await buildUser();
  const device = await logInForDeviceCookie(email);
  const address = uniqueAddress();
  const outcomes = [];
  for (let i = 0; i < 105; i++)
    outcomes.push(
      await logIn(browser(), { email: `many-${i}-${address}@example.com`, password: 'wrong', address }),
    );
  expect(
    outcomes.filter((outcome) => 'error' in outcome && outcome.error === 'too_many_attempts'),
  ).toHaveLength(5);
  expect(await logIn(browser(), { email, password, address })).toMatchObject({ error: 'too_many_attempts' });
  expect(await logIn(browser(device), { email, password, address })).toHaveProperty('cookies');
});

test('the networks of one site together get five hundred attempts, and others are unaffected', async () => {
  const site = `2001:db8:${randomInt(1, 0xffff).toString(16)}`;
  const attempt = (address: string) =>
    logIn(browser(), { email: `nobody-${crypto.randomUUID()}@example.com`, password: 'wrong', address });
  for (let network = 1; network <= 500; network++)
    expect(await takeReleasableAttempts(listAddressLimits('login', `${site}:${network}::1`))).toMatchObject({
      waitSeconds: 0,
    });
  expect(await attempt(`${site}:ffff::1`)).toMatchObject({ error: 'too_many_attempts' });
  expect(await attempt('2001:db9::1')).toEqual({ error: 'invalid_credentials' });
  const passkey = await logInWithPasskey(browser(), {
    area: 'portal',
    address: `${site}:fffe::1`,
    challengeId: '',
    response: '',
  } as never);
  expect(passkey).toMatchObject({ error: 'too_many_attempts' });
});

test("a person who knows the password and guesses codes doesn't lock out the owner's devices", async () => {
  const { email, userId, recoveryCodes } = await buildStaff('support');
  const { passwordHash } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
  const login = {
    user: { id: userId, email, name: 'Mia' },
    area: 'staff',
    password: digest(passwordHash),
  } as const;
  const guess = (code: string, cookie = '') =>
    logInWithCode(browser(cookie), login, { code, address: uniqueAddress() });
  const first = await guess(recoveryCodes[0]!);
  const device =
    typeof first === 'object' && 'cookies' in first
      ? first.cookies.find((cookie) => cookie.startsWith('device='))!.split(';')[0]!
      : '';
  const guesses = await Promise.all(Array.from({ length: 50 }, () => guess('aaaa-bbbb-cccc')));
  expect(guesses.filter((outcome) => outcome === 'wrong_code')).toHaveLength(10);
  expect(await guess(recoveryCodes[1]!)).toHaveProperty('wait');
  expect(await guess(recoveryCodes[1]!, device)).toHaveProperty('cookies');
});

/** The audit log's entries about one IP address, in order. */
const listAuditFrom = (address: string) =>
  prisma.auditEntry.findMany({
    where: { address },
    orderBy: { id: 'asc' },
    select: { actor: true, action: true, subject: true, details: true },
  });

test('a rejected staff login is audited with the staff member, and others without a name', async () => {
  const [staff, { email }] = [await buildStaff('support'), await buildPerson()];
  const address = uniqueAddress();
  for (const [loginEmail, area] of [
    [staff.email, 'staff'],
    [email, 'staff'],
    [`unknown-${email}`, 'staff'],
    [staff.email, 'portal'],
  ] as const)
    expect(await logIn(browser(), { email: loginEmail, password: 'wrong', address, area })).toEqual({
      error: 'invalid_credentials',
    });
  const rejected = { action: 'staff_login_failed', subject: null, details: { step: 'password' } };
  expect(await listAuditFrom(address)).toEqual([
    { ...rejected, actor: `staff:${staff.userId}` },
    { ...rejected, actor: 'staff:unknown' },
    { ...rejected, actor: 'staff:unknown' },
  ]);
});

test('a person who is not on the staff gets no access to the staff area with the right password', async () => {
  const email = await buildUser();
  expect(await logIn(browser(), { email, password, address: uniqueAddress(), area: 'staff' })).toEqual({
    error: 'invalid_credentials',
  });
});

test('the second step is audited in each area: a wrong code, the login, and its passkey', async () => {
  const staff = await buildStaff('support');
  const { passwordHash } = await prisma.user.findUniqueOrThrow({ where: { id: staff.userId } });
  const user = { id: staff.userId, email: staff.email, name: staff.name };
  const { passkeyId } = await addSoftwarePasskey(staff.userId);
  const logInIn = async (area: 'portal' | 'staff', code: string) => {
    const address = uniqueAddress();
    const login = { user, area, password: digest(passwordHash) };
    expect(await logInWithCode(browser(), login, { code: 'aaaa-bbbb-cccc', address })).toBe('wrong_code');
    expect(await logInWithCode(browser(), login, { code, address })).toHaveProperty('cookies');
    expect(await completeLogin(browser(), { user, area, passkeyId }, address, 'passkey')).toHaveLength(2);
    return listAuditFrom(address);
  };
  const staffEntry = { actor: `staff:${user.id}`, subject: null };
  expect(await logInIn('staff', staff.recoveryCodes[0]!)).toEqual([
    { ...staffEntry, action: 'staff_login_failed', details: { step: 'code' } },
    { ...staffEntry, action: 'staff_logged_in', details: null },
    { ...staffEntry, action: 'staff_logged_in', details: { with: 'passkey' } },
  ]);
  const portalEntry = { actor: `portal:${user.id}`, subject: user.id };
  expect(await logInIn('portal', staff.recoveryCodes[1]!)).toEqual([
    { ...portalEntry, action: 'login_failed', details: null },
    { ...portalEntry, action: 'logged_in', details: null },
    { ...portalEntry, action: 'logged_in', details: { with: 'passkey' } },
  ]);
});

test('a right code after a change of the password is too late', async () => {
  const { userId, email, name, secret } = await buildStaff('support');
  const { passwordHash } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
  const login = { user: { id: userId, email, name }, area: 'staff', password: digest(passwordHash) } as const;
  await prisma.user.update({ where: { id: userId }, data: { passwordHash: await hashPassword(password) } });
  const input = { code: generateCode(secret), address: uniqueAddress() };
  expect(await logInWithCode(browser(), login, input)).toBe('over');
});
