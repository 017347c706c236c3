import { expect, test, vi } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { digest } from '~/platform/secrets/secrets.server';
import { sessionLimits, writeSessionUses, type Area } from './session-store';
import {
  confirmSession,
  deleteExpiredSessions,
  endAllSessions,
  endSession,
  retrieveSession,
  startSession,
} from './sessions';
import { createUser } from '~/identity/users/users';

const browser = (cookie?: string) =>
  new Request('http://localhost:3000/', { headers: { 'user-agent': 'Test', ...(cookie && { cookie }) } });
const cookieOf = (header: string) => header.split(';')[0]!;
const tokenOf = (cookie: string) => cookie.split('=')[1]!;
const buildUser = () =>
  createUser(prisma, {
    email: `session-${crypto.randomUUID()}@example.com`,
    name: 'Ada',
    passwordHash: 'none',
  });
const logIn = async (userId: string, cookie?: string, area?: Area) =>
  cookieOf(await startSession(browser(cookie), userId, '127.0.0.1', area));

test("a session is found by its cookie, which scripts and other sites can't use", async () => {
  const userId = await buildUser();
  const header = await startSession(browser(), userId, '127.0.0.1');
  expect(header).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
  expect(await retrieveSession(browser(cookieOf(header)))).toMatchObject({
    user: { id: userId, name: 'Ada' },
  });
});

test('the database has a hash of the token, never the token', async () => {
  const userId = await buildUser();
  const token = tokenOf(await logIn(userId));
  const rows = await prisma.session.findMany({ where: { userId } });
  expect(rows.map(({ id }) => id)).toEqual([digest(token)]);
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(await retrieveSession(browser(`session=${digest(token)}`))).toBeNull();
});

test("a renewed session keeps the person's confirmations and their times; without one, nothing counts", async () => {
  const [userId, other] = [await buildUser(), await buildUser()];
  const confirmationOf = async (cookie: string) => (await retrieveSession(browser(cookie)))!.confirmation;
  const first = cookieOf(await startSession(browser(), userId, '127.0.0.1', 'portal', 'passkey'));
  expect(await confirmationOf(first)).toEqual({
    confirmedWith: 'passkey',
    confirmedSecondsAgo: expect.closeTo(0, -1),
  });
  await prisma.$executeRaw`update sessions set confirmed_at = confirmed_at - interval '500 seconds' where user_id = ${userId}`;
  const renewed = await logIn(userId, first);
  expect(await confirmationOf(renewed)).toEqual({
    confirmedWith: 'passkey',
    confirmedSecondsAgo: expect.closeTo(500, -1.5),
  });
  for (const cookie of [await logIn(other, renewed), await logIn(other)])
    expect((await confirmationOf(cookie)).confirmedSecondsAgo).toBeGreaterThan(86_400);
});

test('a login creates a new token, ends the old one, and never adopts a planted one', async () => {
  const userId = await buildUser();
  const planted = `session=${'p'.repeat(43)}`;
  const first = await logIn(userId, planted);
  expect(await retrieveSession(browser(planted))).toBeNull();
  const second = await logIn(userId, first);
  expect(second).not.toBe(first);
  expect(await retrieveSession(browser(first))).toBeNull();
  expect(await retrieveSession(browser(second))).not.toBeNull();
});

test('a cookie from before the logout opens nothing', async () => {
  const cookie = await logIn(await buildUser());
  expect(await endSession(browser(cookie))).toMatch(/^session=; .*Max-Age=0/);
  expect(await retrieveSession(browser(cookie))).toBeNull();
});

test("all sessions of one person end, and nobody else's", async () => {
  const [ada, eve] = [await buildUser(), await buildUser()];
  const cookies = [await logIn(ada), await logIn(ada)];
  const other = await logIn(eve);
  await endAllSessions(prisma, ada);
  for (const cookie of cookies) expect(await retrieveSession(browser(cookie))).toBeNull();
  expect(await retrieveSession(browser(other))).not.toBeNull();
});

test.each(['expiresAt', 'endsAt'] as const)('a session ends after its %s', async (limit) => {
  const userId = await buildUser();
  const cookie = await logIn(userId);
  await prisma.session.updateMany({ where: { userId }, data: { [limit]: new Date(Date.now() - 1000) } });
  expect(await retrieveSession(browser(cookie))).toBeNull();
  await deleteExpiredSessions();
  expect(await prisma.session.count({ where: { userId } })).toBe(0);
});

test('use extends the idle limit, never past the absolute end, and reading writes nothing', async () => {
  const userId = await buildUser();
  const cookie = await logIn(userId);
  const soon = new Date(Date.now() + 60_000);
  const end = new Date(Date.now() + (sessionLimits.portal.idleSeconds / 2) * 1000);
  await prisma.session.updateMany({ where: { userId }, data: { expiresAt: soon, endsAt: end } });
  expect(await retrieveSession(browser(cookie))).not.toBeNull();
  expect(await prisma.session.findFirst({ where: { userId } })).toMatchObject({ expiresAt: soon });
  await writeSessionUses();
  expect(await prisma.session.findFirst({ where: { userId } })).toMatchObject({ expiresAt: end });
});

test('a session of one area opens nothing in the other, whatever its cookie is called', async () => {
  const userId = await buildUser();
  for (const [own, other] of [
    ['portal', 'staff'],
    ['staff', 'portal'],
  ] as const) {
    const cookie = await logIn(userId, undefined, own);
    const renamed = `${own === 'portal' ? 'staff-session' : 'session'}=${tokenOf(cookie)}`;
    expect(await retrieveSession(browser(cookie), own)).toMatchObject({ user: { id: userId } });
    expect(await retrieveSession(browser(cookie), other)).toBeNull();
    expect(await retrieveSession(browser(renamed), other)).toBeNull();
  }
});

test('a login in one area leaves the other unchanged, and so can a logout', async () => {
  const userId = await buildUser();
  const portal = await logIn(userId);
  const staff = await logIn(userId, portal, 'staff');
  expect(await retrieveSession(browser(portal))).not.toBeNull();
  await endAllSessions(prisma, userId, 'staff');
  expect(await retrieveSession(browser(staff), 'staff')).toBeNull();
  expect(await retrieveSession(browser(portal))).not.toBeNull();
  await endAllSessions(prisma, userId);
  expect(await retrieveSession(browser(portal))).toBeNull();
});

test('staff are logged out a quarter of an hour after their last click, not after their login', async () => {
  const userId = await buildUser();
  const cookie = await logIn(userId, undefined, 'staff');
  const secondsLeft = async () => {
    const { expiresAt } = await prisma.session.findFirstOrThrow({ where: { userId } });
    return (expiresAt.getTime() - Date.now()) / 1000;
  };
  expect(await secondsLeft()).toBeCloseTo(900, -1.5);
  // A use after 5 minutes counts as much as one after 10.
  await prisma.$executeRaw`update sessions set expires_at = expires_at - interval '5 minutes' where user_id = ${userId}`;
  expect(await retrieveSession(browser(cookie), 'staff')).not.toBeNull();
  expect(await secondsLeft()).toBeCloseTo(600, -1.5);
  await writeSessionUses();
  expect(await secondsLeft()).toBeCloseTo(900, -1.5);
  // The time of use counts, not the time of writing.
  expect(await retrieveSession(browser(cookie), 'staff')).not.toBeNull();
  await prisma.$executeRaw`update sessions set expires_at = expires_at - interval '10 minutes' where user_id = ${userId}`;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 120_000);
  await writeSessionUses();
  clock.mockRestore();
  expect(await secondsLeft()).toBeCloseTo(780, -1.5);
  await prisma.$executeRaw`update sessions set expires_at = expires_at - interval '15 minutes' where user_id = ${userId}`;
  expect(await retrieveSession(browser(cookie), 'staff')).toBeNull();
  await writeSessionUses();
  expect(await retrieveSession(browser(cookie), 'staff')).toBeNull();
});

test.each([
  'session=%',
  'session=a; session=b',
  `session=${'x'.repeat(9000)}`,
  'session',
  '=',
  'session=\u0000'.slice(0, 8),
])('an invalid header has no session: %s', async (cookie) => {
  expect(await retrieveSession(browser(cookie))).toBeNull();
});

test('a browser without a session cannot confirm one', async () => {
  expect(await confirmSession(browser(), 'portal', 'password')).toBeNull();
});
