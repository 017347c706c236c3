import { afterEach, expect, test, vi } from 'vitest';
import { prisma } from '~/platform/db.server';
import { buildStaff } from '../../tests/world/staff';
import { beginHalfLogin, findHalfLogin } from './half-login';
import { endStaff } from './staff';
import { createUser } from './users';

afterEach(() => void vi.useRealTimers());

const someone = () =>
  createUser(prisma, { email: `half-${crypto.randomUUID()}@example.com`, name: 'Ada', passwordHash: 'none' });
const sending = (header: string, name?: string) =>
  new Request('http://localhost:3000/login/code', {
    headers: { cookie: (name ?? header.split('=')[0]!) + header.slice(header.indexOf('=')).split(';')[0]! },
  });

test('a login that has begun is its person’s, in its area', async () => {
  const userId = await someone();
  const header = await beginHalfLogin(userId, 'portal');
  expect(header).toMatch(/; HttpOnly; SameSite=Lax; Max-Age=600$/);
  expect(await findHalfLogin(sending(header), 'portal')).toMatchObject({
    user: { id: userId },
    area: 'portal',
  });
  expect(await findHalfLogin(sending(header, 'staff-half-login'), 'staff')).toBeNull();
  expect(await findHalfLogin(sending(`${header.split(';')[0]!.slice(0, -3)}AAA`), 'portal')).toBeNull();
});

test('it is over after ten minutes, though the browser keeps the cookie', async () => {
  const header = await beginHalfLogin(await someone(), 'portal');
  vi.useFakeTimers({ now: Date.now() + 601_000, toFake: ['Date'] });
  expect(await findHalfLogin(sending(header), 'portal')).toBeNull();
});

test('it is over when the password changes', async () => {
  const userId = await someone();
  const header = await beginHalfLogin(userId, 'portal');
  await prisma.user.update({ where: { id: userId }, data: { passwordHash: 'another' } });
  expect(await findHalfLogin(sending(header), 'portal')).toBeNull();
});

test('it is over for staff who are ended', async () => {
  const { userId } = await buildStaff('reviewer');
  const header = await beginHalfLogin(userId, 'staff');
  expect(await findHalfLogin(sending(header), 'staff')).not.toBeNull();
  await endStaff({ userId, actor: 'system:shell' });
  expect(await findHalfLogin(sending(header), 'staff')).toBeNull();
});
