import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { digest } from '~/platform/secrets/secrets.server';
import { buildMerchant } from '../../../tests/world/merchants';
import { endSessionById, endOtherSessions, endSessionsOfPerson, listSessions } from './session-list';
import { writeSessionUses, type Area } from './session-store';
import { confirmSession, retrieveSession, startSession } from './sessions';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0';
const browser = (cookie = '', userAgent = firefox) =>
  new Request('http://localhost:3000/', { headers: { 'user-agent': userAgent, cookie } });

/** @returns the cookie, the session's ID in the table, and its ID in the list */
async function logIn(
  userId: string,
  { area = 'portal' as Area, userAgent = firefox, address = '192.0.2.7' } = {},
) {
  const cookie = (await startSession(browser('', userAgent), userId, address, area, 'password')).split(
    ';',
  )[0]!;
  const id = digest(cookie.split('=')[1]!);
  return { cookie, id, publicId: (await prisma.session.findUniqueOrThrow({ where: { id } })).publicId };
}

test("every open session of a person is listed with its device, in both areas, and nobody else's", async () => {
  const [{ ownerId: ada }, { ownerId: eve }] = [await buildMerchant(), await buildMerchant()];
  await logIn(eve);
  const portal = await logIn(ada);
  const staff = await logIn(ada, { area: 'staff', userAgent: 'curl/8.5.0', address: '2001:db8::7' });
  const over = await logIn(ada);
  await prisma.session.update({ where: { id: over.id }, data: { expiresAt: new Date(Date.now() - 1000) } });
  const listed = await listSessions(ada, '');
  expect(
    listed.map(({ id, area, device, address, method }) => [id, area, device, address, method]).sort(),
  ).toEqual(
    [
      [portal.publicId, 'portal', 'Firefox on Windows', '192.0.2.7', 'password'],
      [staff.publicId, 'staff', 'curl', '2001:db8::7', 'password'],
    ].sort(),
  );
});

test("a use updates the last activity, even near the session's end, and never backward", async () => {
  const { ownerId } = await buildMerchant();
  const { cookie, id } = await logIn(ownerId);
  const lastUsed = async () =>
    (await prisma.session.findUniqueOrThrow({ where: { id } })).lastUsedAt.getTime();
  const earlier = new Date(Date.now() - 3600_000);
  await prisma.session.update({
    where: { id },
    data: { lastUsedAt: earlier, createdAt: earlier, endsAt: new Date(Date.now() + 60_000) },
  });
  await retrieveSession(browser(cookie));
  expect(await lastUsed()).toBe(earlier.getTime());
  await writeSessionUses();
  expect(Math.abs(Date.now() - (await lastUsed()))).toBeLessThan(5_000);
  const later = new Date(Date.now() + 60_000);
  await prisma.session.update({ where: { id }, data: { lastUsedAt: later } });
  await retrieveSession(browser(cookie));
  await writeSessionUses();
  expect(await lastUsed()).toBe(later.getTime());
});

test('only its owner ends a session, once, and it is audited', async () => {
  const [{ ownerId: ada, accountId }, { ownerId: eve }] = [await buildMerchant(), await buildMerchant()];
  const [one, other] = [await logIn(ada), await logIn(ada)];
  for (const id of [one.publicId, one.id, '', '\0', '\ud800', 'x'.repeat(5000)])
    expect(await endSessionById(id, { userId: eve, area: 'portal', ownId: '' })).toBe('gone');
  expect(await retrieveSession(browser(one.cookie))).not.toBeNull();
  const ends = await Promise.all(
    Array.from({ length: 8 }, () =>
      endSessionById(one.publicId, { userId: ada, area: 'portal', address: '192.0.2.9', ownId: other.id }),
    ),
  );
  expect(ends.filter((outcome) => outcome === 'ended')).toHaveLength(1);
  expect({
    ended: await retrieveSession(browser(one.cookie)),
    kept: await retrieveSession(browser(other.cookie)),
  }).toEqual({ ended: null, kept: expect.anything() });
  const { entries } = await listAudit({ accountId, action: 'sessions_ended' });
  expect(entries).toMatchObject([
    {
      actor: `portal:${ada}`,
      subject: ada,
      address: '192.0.2.9',
      details: { sessions: 1, device: 'Firefox on Windows', from: '192.0.2.7' },
    },
  ]);
});

test('a session with a renewed token keeps its ID in the list, which ends it', async () => {
  const { ownerId: userId } = await buildMerchant();
  const [own, other] = [await logIn(userId), await logIn(userId)];
  const renewed = (await confirmSession(browser(other.cookie), 'portal', 'password'))!.split(';')[0]!;
  const listed = await listSessions(userId, own.id);
  expect(listed.map(({ id, isOwn }) => [id, isOwn])).toEqual([
    [own.publicId, true],
    [other.publicId, false],
  ]);
  const by = { userId, area: 'portal', ownId: own.id } as const;
  expect(await endSessionById(other.publicId, by)).toBe('ended');
  expect(await retrieveSession(browser(renewed))).toBeNull();
  expect({
    otherSession: await endSessionById(other.publicId, by),
    ownSession: await endSessionById(own.publicId, by),
  }).toEqual({ otherSession: 'gone', ownSession: 'logged_out' });
});

test('all others are ended, in both areas, and the current one stays', async () => {
  const { ownerId, accountId } = await buildMerchant();
  const own = await logIn(ownerId);
  const others = [await logIn(ownerId), await logIn(ownerId, { area: 'staff' })];
  expect(await endOtherSessions(own.id, { userId: ownerId, area: 'portal' })).toBe(true);
  expect((await listSessions(ownerId, own.id)).map(({ id }) => id)).toEqual([own.publicId]);
  expect(await retrieveSession(browser(others[1]!.cookie), 'staff')).toBeNull();
  expect(await endOtherSessions(own.id, { userId: ownerId, area: 'portal' })).toBe(false);
  const { entries } = await listAudit({ accountId, action: 'sessions_ended' });
  expect(entries.map(({ details }) => details)).toEqual([{ sessions: 2 }]);
});

test("an operator ends all sessions of one person, in both areas, and nobody else's", async () => {
  const [{ ownerId: ada, accountId }, { ownerId: eve }] = [await buildMerchant(), await buildMerchant()];
  const [portal, staff, other] = [await logIn(ada), await logIn(ada, { area: 'staff' }), await logIn(eve)];
  const logOutAda = () => endSessionsOfPerson({ userId: ada, actor: 'system:shell' });
  expect(await logOutAda()).toBe(true);
  expect({
    portal: await retrieveSession(browser(portal.cookie)),
    staff: await retrieveSession(browser(staff.cookie), 'staff'),
    other: await retrieveSession(browser(other.cookie)),
  }).toEqual({ portal: null, staff: null, other: expect.anything() });
  expect(await logOutAda()).toBe(false);
  const { entries } = await listAudit({ accountId, action: 'person_logged_out' });
  expect(entries).toMatchObject([{ actor: 'system:shell', subject: ada, details: { sessions: 2 } }]);
});
