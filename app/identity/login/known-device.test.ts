import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { buildPerson } from '../../../tests/world/identity/team';
import { digest } from '~/platform/secrets/secrets.server';
import { findBrowserOwner, findKnownDevice, rememberDevice } from './known-device';

const requestWith = (cookie = '') => new Request('http://localhost:3000/login', { headers: { cookie } });

test('only the person who logged in on a device has it', async () => {
  const [ada, eve] = [await buildPerson(), await buildPerson()];
  const [cookie] = (await rememberDevice(ada.email)).split(';');
  expect({
    own: await findKnownDevice(requestWith(cookie), ada.email),
    another: await findKnownDevice(requestWith(cookie), eve.email),
    withoutCookie: await findKnownDevice(requestWith(), ada.email),
    forged: await findKnownDevice(requestWith('device=forged'), ada.email),
  }).toEqual({ own: expect.stringMatching(/^[\w-]{43}$/), another: null, withoutCookie: null, forged: null });
});

test('a browser names the person who last logged in, and nobody with a forged cookie', async () => {
  const { email } = await buildPerson();
  const [cookie] = (await rememberDevice(email)).split(';');
  expect(findBrowserOwner(requestWith(cookie))).toBe(digest(email));
  expect(findBrowserOwner(requestWith())).toBeNull();
  expect(findBrowserOwner(requestWith('device=forged'))).toBeNull();
});

test('two devices of a person are counted separately', async () => {
  const { email } = await buildPerson();
  const [one, other] = [await rememberDevice(email), await rememberDevice(email)].map((header) =>
    findKnownDevice(requestWith(header.split(';')[0]), email),
  );
  expect(await one).not.toBe(await other);
});

test('a device is unknown once its person has another address', async () => {
  const { userId, email } = await buildPerson();
  const [cookie] = (await rememberDevice(email)).split(';');
  await prisma.user.update({ where: { id: userId }, data: { email: `new-${email}` } });
  expect(await findKnownDevice(requestWith(cookie), email)).toBeNull();
});
