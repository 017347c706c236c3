import { expect, test } from 'vitest';
import { prisma } from '~/platform/db.server';
import { logIn } from './login';
import { hashPassword } from './passwords';
import { createUser } from './users';

const password = 'correct horse battery';
const browser = (cookie = '') => new Request('http://localhost:3000/login', { method: 'POST', headers: { cookie } });
const anAddress = () => `address-${crypto.randomUUID()}`;

async function someone(): Promise<string> {
  const email = `login-${crypto.randomUUID()}@example.com`;
  await createUser(prisma, { email, name: 'Ada', passwordHash: await hashPassword(password) });
  return email;
}

test('the right password opens a session', async () => {
  expect(await logIn(browser(), { email: await someone(), password, address: anAddress() })).toMatchObject({ cookies: [expect.stringMatching(/^session=/), expect.stringMatching(/^device=/)] });
});

test('an unknown address and a wrong password are one answer', async () => {
  const known = await logIn(browser(), { email: await someone(), password: 'wrong horse battery', address: anAddress() });
  const unknown = await logIn(browser(), { email: 'nobody@example.com', password: 'wrong horse battery', address: anAddress() });
  expect(known).toEqual({ error: 'invalid_credentials' });
  expect(unknown).toEqual(known);
});

test('after ten wrong passwords the right one is refused too, for known and unknown addresses, but not on the owner’s device', async () => {
  const email = await someone();
  const first = await logIn(browser(), { email, password, address: anAddress() });
  const device = 'cookies' in first ? first.cookies[1]!.split(';')[0] : '';
  for (const address of [email, `unknown-${email}`]) {
    for (let i = 0; i < 10; i++) expect(await logIn(browser(), { email: address, password: 'wrong', address: anAddress() })).toEqual({ error: 'invalid_credentials' });
    expect(await logIn(browser(), { email: address, password, address: anAddress() })).toMatchObject({ error: 'too_many_tries' });
  }
  expect(await logIn(browser(device), { email, password, address: anAddress() })).toHaveProperty('cookies');
  expect(await logIn(browser(device), { email: await someone(), password: 'wrong', address: anAddress() })).toEqual({ error: 'invalid_credentials' });
});

test('one computer cannot try many accounts', async () => {
  const address = anAddress();
  const tries = [];
  for (let i = 0; i < 105; i++) tries.push(await logIn(browser(), { email: `many-${i}-${address}@example.com`, password: 'wrong', address }));
  expect(tries.filter((outcome) => 'error' in outcome && outcome.error === 'too_many_tries')).toHaveLength(5);
});
