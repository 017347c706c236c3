import { afterEach, expect, test, vi } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { buildStaff } from '../../../tests/world/identity/staff';
import { endPendingLogin, startPendingLogin, findPendingLogin } from './pending-login';
import { endStaffMembership } from '~/identity/staff/staff';
import { createUser } from '~/identity/users/users';

afterEach(() => void vi.useRealTimers());

const buildUser = () =>
  createUser(prisma, { email: `half-${crypto.randomUUID()}@example.com`, name: 'Ada', passwordHash: 'none' });
const requestWithCookie = (header: string, name?: string) =>
  new Request('http://localhost:3000/login/code', {
    headers: { cookie: (name ?? header.split('=')[0]!) + header.slice(header.indexOf('=')).split(';')[0]! },
  });

test('a pending login belongs to its person, in its area', async () => {
  const userId = await buildUser();
  const header = await startPendingLogin(userId, 'portal');
  expect(header).toMatch(/; HttpOnly; SameSite=Lax; Max-Age=600$/);
  expect(await findPendingLogin(requestWithCookie(header), 'portal')).toMatchObject({
    user: { id: userId, email: expect.stringMatching(/^half-/), name: 'Ada' },
    area: 'portal',
  });
  expect(await findPendingLogin(requestWithCookie(header, 'staff-pending-login'), 'staff')).toBeNull();
  expect(
    await findPendingLogin(requestWithCookie(`${header.split(';')[0]!.slice(0, -3)}AAA`), 'portal'),
  ).toBeNull();
});

test('it expires after ten minutes, even if the browser keeps the cookie', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  const header = await startPendingLogin(await buildUser(), 'portal');
  vi.setSystemTime(Date.now() + 599_999);
  expect(await findPendingLogin(requestWithCookie(header), 'portal')).not.toBeNull();
  vi.setSystemTime(Date.now() + 1);
  expect(await findPendingLogin(requestWithCookie(header), 'portal')).toBeNull();
});

test('it ends when the password changes', async () => {
  const userId = await buildUser();
  const header = await startPendingLogin(userId, 'portal');
  await prisma.user.update({ where: { id: userId }, data: { passwordHash: 'another' } });
  expect(await findPendingLogin(requestWithCookie(header), 'portal')).toBeNull();
});

test('it ends with the staff membership', async () => {
  const { userId } = await buildStaff('reviewer');
  const header = await startPendingLogin(userId, 'staff');
  expect(await findPendingLogin(requestWithCookie(header), 'staff')).not.toBeNull();
  await endStaffMembership({ userId, actor: 'system:shell' });
  expect(await findPendingLogin(requestWithCookie(header), 'staff')).toBeNull();
});

test('its cookie is deleted at the end', () => {
  expect(endPendingLogin('portal')).toBe('pending-login=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
});
