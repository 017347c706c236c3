import { beforeAll, expect, test } from 'vitest';
import { createMailQueue } from '~/mail/outbox';
import { prisma } from '~/platform/db.server';
import { digest } from '~/platform/secrets.server';
import { logIn, logInWithCode } from './login';
import { hashPassword } from './passwords';
import { forgetTries, takeTry } from './throttles';
import { createUser } from './users';
import { buildStaff } from '../../tests/world/staff';

beforeAll(createMailQueue);

const password = 'correct horse battery';
const browser = (cookie = '') =>
  new Request('http://localhost:3000/login', { method: 'POST', headers: { cookie } });
const anAddress = () => `address-${crypto.randomUUID()}`;

async function someone(): Promise<string> {
  const email = `login-${crypto.randomUUID()}@example.com`;
  await createUser(prisma, { email, name: 'Ada', passwordHash: await hashPassword(password) });
  return email;
}

test('the right password opens a session', async () => {
  expect(await logIn(browser(), { email: await someone(), password, address: anAddress() })).toMatchObject({
    cookies: [expect.stringMatching(/^session=/), expect.stringMatching(/^device=/)],
  });
});

test('an unknown address and a wrong password are one answer', async () => {
  const known = await logIn(browser(), {
    email: await someone(),
    password: 'wrong horse battery',
    address: anAddress(),
  });
  const unknown = await logIn(browser(), {
    email: 'nobody@example.com',
    password: 'wrong horse battery',
    address: anAddress(),
  });
  expect(known).toEqual({ error: 'invalid_credentials' });
  expect(unknown).toEqual(known);
});

test('after ten wrong passwords the right one is refused too, for known and unknown addresses, but not on the owner’s device', async () => {
  const email = await someone();
  const first = await logIn(browser(), { email, password, address: anAddress() });
  const device = 'cookies' in first ? first.cookies[1]!.split(';')[0] : '';
  for (const address of [email, `unknown-${email}`]) {
    for (let i = 0; i < 10; i++)
      expect(await logIn(browser(), { email: address, password: 'wrong', address: anAddress() })).toEqual({
        error: 'invalid_credentials',
      });
    expect(await logIn(browser(), { email: address, password, address: anAddress() })).toMatchObject({
      error: 'too_many_tries',
    });
  }
  expect(await logIn(browser(device), { email, password, address: anAddress() })).toHaveProperty('cookies');
  expect(
    await logIn(browser(device), { email: await someone(), password: 'wrong', address: anAddress() }),
  ).toEqual({ error: 'invalid_credentials' });
});

/** The cookie of a browser that has logged in before. */
async function deviceOf(email: string): Promise<string> {
  const first = await logIn(browser(), { email, password, address: anAddress() });
  if (!('cookies' in first)) throw new Error('not logged in');
  return first.cookies.find((cookie) => cookie.startsWith('device='))!.split(';')[0]!;
}

test('a flood over many accounts and addresses stops guesses before they are looked at, and keeps no known device out', async () => {
  const email = await someone();
  const device = await deviceOf(email);
  await forgetTries('login_overall', 'everybody');
  const guesses = await Promise.all(
    Array.from({ length: 1_800 }, () => takeTry('login_overall', 'everybody')),
  );
  expect(guesses.every((seconds) => seconds === 0)).toBe(true);
  try {
    const refused = await logIn(browser(), { email, password, address: anAddress() });
    expect(refused).toMatchObject({ error: 'too_many_tries', waitSeconds: expect.any(Number) });
    expect('waitSeconds' in refused && refused.waitSeconds <= 60).toBe(true);
    expect(await logIn(browser(device), { email, password, address: anAddress() })).toHaveProperty('cookies');
  } finally {
    await forgetTries('login_overall', 'everybody');
  }
  // What the flood kept from being looked at has not used up the tries of the account.
  expect(await logIn(browser(), { email, password, address: anAddress() })).toHaveProperty('cookies');
});

test('one computer cannot try many accounts, and whoever shares it with a guesser logs in where they are known', async () => {
  const email = await someone();
  const device = await deviceOf(email);
  const address = anAddress();
  const tries = [];
  for (let i = 0; i < 105; i++)
    tries.push(
      await logIn(browser(), { email: `many-${i}-${address}@example.com`, password: 'wrong', address }),
    );
  expect(tries.filter((outcome) => 'error' in outcome && outcome.error === 'too_many_tries')).toHaveLength(5);
  expect(await logIn(browser(), { email, password, address })).toMatchObject({ error: 'too_many_tries' });
  expect(await logIn(browser(device), { email, password, address })).toHaveProperty('cookies');
});

test('whoever knows the password and guesses codes keeps the owner’s own device from none', async () => {
  const { email, userId, recoveryCodes } = await buildStaff('support');
  const { passwordHash } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
  const login = {
    user: { id: userId, email, name: 'Mia' },
    area: 'staff',
    password: digest(passwordHash),
  } as const;
  const guess = (code: string, cookie = '') =>
    logInWithCode(browser(cookie), login, { code, address: anAddress() });
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
