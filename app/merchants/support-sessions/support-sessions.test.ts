import { describe, expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { startSession } from '~/identity/sessions/sessions';
import { endStaffMembership } from '~/identity/staff/staff';
import { takeAttempt } from '~/identity/login/lockout';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { digest } from '~/platform/secrets/secrets.server';
import { buildSupportSession } from '../../../tests/world/support-sessions';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildPerson, listMailsTo } from '../../../tests/world/identity/team';
import { endSupportSession, endExpiredSupportSessions } from './support-session-end';
import {
  deleteOldSupportSessionPages,
  findSupportSessionRecord,
  listSupportSessionPages,
} from './support-session-records';
import { startSupportSession, findSupportSession, switchSupportSessionEnvironment } from './support-sessions';

const reason = 'The merchant cannot find a refund.';
const address = '2001:db8::7';
const page = { path: '/transactions', address };

/** A support agent in a staff session. */
async function buildSupport(role = 'support') {
  const { userId, name } = await buildPerson({ name: 'Sam Example' });
  await prisma.staffMember.create({ data: { userId, role } });
  return { staff: { id: userId, name }, sessionId: await buildSession(userId), address };
}

async function buildSession(userId: string): Promise<string> {
  const cookie = await startSession(new Request('http://localhost:3000/'), userId, address, 'staff');
  return digest(/=([^;]+)/.exec(cookie)![1]!);
}

async function startTestSession(minutes: 15 | 30 | 60 = 60) {
  const [support, { accountId, ownerId }] = [await buildSupport(), await buildMerchant()];
  const supportSession = await startSupportSession({ ...support, accountId, reason, minutes });
  if (typeof supportSession === 'string') throw new Error(supportSession);
  return { ...support, accountId, ownerId, id: supportSession.id };
}

const entriesOf = async (accountId: string) =>
  (await listAudit({ accountId })).entries
    .filter(({ action }) => action.startsWith('support_session_'))
    .toReversed();

describe('a support session', () => {
  test('is recorded with its reason, its pages and its end, and emailed to owners and admins', async () => {
    const [support, merchant] = [await buildSupport(), await buildMerchant()];
    const { accountId } = merchant;
    const admin = await buildPerson({ accountId, role: 'admin' });
    const developer = await buildPerson({ accountId, role: 'developer' });
    const off = await buildPerson({ accountId, role: 'admin' });
    await prisma.notificationPreference.create({
      data: { accountId, userId: off.userId, topic: 'support_sessions', enabled: false },
    });
    const result = await startSupportSession({
      ...support,
      accountId,
      reason,
      caseReference: 'T-12',
      minutes: 15,
    });
    const { id } = result as { id: string };

    for (const path of ['/', '/transactions?status'])
      expect(
        await findSupportSession({ id, sessionId: support.sessionId, page: { path, address } }),
      ).toMatchObject({
        id,
        account: { id: accountId },
        environment: 'test',
      });
    // The loaders of one page run concurrently.
    await Promise.all([1, 2, 3].map(() => findSupportSession({ id, sessionId: support.sessionId, page })));
    await findSupportSession({ id, sessionId: support.sessionId });
    expect((await listSupportSessionPages({ supportSessionId: id })).pages.map(({ path }) => path)).toEqual([
      '/transactions',
      '/transactions?status',
      '/',
    ]);

    expect(await endSupportSession({ sessionId: support.sessionId, endReason: 'manual', address })).toBe(id);
    expect(
      await endSupportSession({ sessionId: support.sessionId, endReason: 'logged_out', address }),
    ).toBeNull();
    const by = { actor: `staff:${support.staff.id}`, subject: id, address };
    expect(await entriesOf(accountId)).toMatchObject([
      {
        ...by,
        action: 'support_session_started',
        details: { by: 'Sam Example', reason, case: 'T-12', minutes: 15 },
      },
      {
        ...by,
        action: 'support_session_ended',
        details: { by: 'Sam Example', reason, pages: 3, how: 'ended by staff' },
      },
    ]);
    expect(await findSupportSessionRecord({ id, accountId })).toMatchObject({
      by: 'Sam Example',
      reason,
      caseReference: 'T-12',
      endReason: 'manual',
      pages: 3,
    });
    expect(await findSupportSessionRecord({ id, accountId: (await buildMerchant()).accountId })).toBeNull();

    const owner = (await prisma.user.findUniqueOrThrow({ where: { id: merchant.ownerId } })).email;
    for (const email of [owner, admin.email])
      expect(await listMailsTo(email)).toMatchObject([
        {
          template: 'support-session-started',
          props: {
            by: 'Sam Example',
            reason,
            link: expect.stringContaining(`/audit-log/support-sessions/${id}`),
          },
        },
      ]);
    for (const { email } of [developer, off]) expect(await listMailsTo(email)).toEqual([]);
  });

  test('is one per login, and a form sent twice starts one', async () => {
    const { id, accountId, ...support } = await startTestSession();
    const again = () => startSupportSession({ ...support, accountId, reason, minutes: 60 });
    expect(await Promise.all([again(), again()])).toEqual([{ id }, { id }]);
    expect(await entriesOf(accountId)).toHaveLength(1);
    expect(
      await startSupportSession({ ...support, accountId, reason: 'For another reason.', minutes: 60 }),
    ).toBe('one_at_a_time');
    expect(
      await startSupportSession({
        ...support,
        accountId: (await buildMerchant()).accountId,
        reason,
        minutes: 60,
      }),
    ).toBe('one_at_a_time');
    await endSupportSession({ sessionId: support.sessionId, endReason: 'manual', address });
    expect(await again()).toMatchObject({ id: expect.stringMatching(/^sup_/) });
  });

  test('starts once when two are requested at the same time', async () => {
    const [support, one, other] = [await buildSupport(), await buildMerchant(), await buildMerchant()];
    const outcomes = await Promise.all(
      [one, other].map(({ accountId }) =>
        startSupportSession({ ...support, accountId, reason, minutes: 60 }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'one_at_a_time')).toHaveLength(1);
  });

  test("can't be for an unknown account, or for one's own", async () => {
    const [support, { accountId }] = [await buildSupport(), await buildMerchant()];
    expect(await startSupportSession({ ...support, accountId: createId('acc'), reason, minutes: 60 })).toBe(
      'unknown_account',
    );
    await prisma.member.create({ data: { accountId, userId: support.staff.id, role: 'viewer' } });
    expect(await startSupportSession({ ...support, accountId, reason, minutes: 60 })).toBe('own_account');
  });

  test('shows the live environment only of a live account', async () => {
    const { id, sessionId, accountId } = await startTestSession();
    await switchSupportSessionEnvironment({ sessionId, environment: 'live' });
    expect(await findSupportSession({ id, sessionId, page })).toMatchObject({ environment: 'test' });
    await prisma.account.update({ where: { id: accountId }, data: { mode: 'live' } });
    expect(await findSupportSession({ id, sessionId, page })).toMatchObject({ environment: 'live' });
    expect(
      (await listSupportSessionPages({ supportSessionId: id })).pages.map(({ environment }) => environment),
    ).toEqual(['live', 'test']);
  });
});

describe('ends', () => {
  test('after its time', async () => {
    const [{ staff, sessionId }, { accountId }] = [await buildSupport(), await buildMerchant()];
    const sessionInput = { accountId, staffUserId: staff.id, sessionId, paths: ['/', '/cards'] };
    const id = await buildSupportSession({ ...sessionInput, startedMinutesAgo: 61 });
    expect(await findSupportSession({ id, sessionId, page })).toBeNull();
    expect((await listSupportSessionPages({ supportSessionId: id })).pages).toHaveLength(2);
    await endExpiredSupportSessions();
    const [record] = [await findSupportSessionRecord({ id })];
    expect({ endReason: record!.endReason, endedAt: record!.endedAt }).toEqual({
      endReason: 'expired',
      endedAt: record!.endsAt,
    });
    expect(await entriesOf(accountId)).toMatchObject([
      {
        actor: 'system:end-support-sessions',
        action: 'support_session_ended',
        details: { pages: 2, how: 'time limit reached' },
      },
    ]);
    await endExpiredSupportSessions();
    expect(await entriesOf(accountId)).toHaveLength(1);
    const last = await buildSupportSession({ ...sessionInput, startedMinutesAgo: 59 });
    await endExpiredSupportSessions();
    expect(await findSupportSession({ id: last, sessionId, page })).toMatchObject({
      secondsLeft: expect.any(Number),
    });
  });

  test("when the person loses the role or logs out, and doesn't block a later one", async () => {
    const lost = await startTestSession();
    await prisma.staffMember.update({ where: { userId: lost.staff.id }, data: { role: 'reviewer' } });
    const left = await startTestSession();
    await endStaffMembership({ userId: left.staff.id, actor: 'system:shell' });
    const out = await startTestSession();
    await prisma.session.delete({ where: { id: out.sessionId } });
    const idle = await startTestSession();
    await prisma.$executeRaw`update sessions set expires_at = now() - interval '1 second' where id = ${idle.sessionId}`;
    const goesOn = await startTestSession();
    for (const { id, sessionId } of [lost, left, out, idle])
      expect(await findSupportSession({ id, sessionId, page })).toBeNull();
    await endExpiredSupportSessions();
    const endings = await Promise.all(
      [lost, left, out, idle, goesOn].map(
        async ({ id }) => (await findSupportSessionRecord({ id }))!.endReason,
      ),
    );
    expect(endings).toEqual(['role_removed', 'role_removed', 'login_ended', 'login_ended', null]);
  });

  test('in another login than its own', async () => {
    const { id, staff, sessionId } = await startTestSession();
    const [another, other] = [await buildSession(staff.id), await buildSupport()];
    for (const wrong of [another, other.sessionId])
      expect(await findSupportSession({ id, sessionId: wrong, page })).toBeNull();
    expect(await findSupportSession({ id, sessionId, page })).not.toBeNull();
  });

  test("and an expired one that isn't recorded as ended is recorded when the next one starts", async () => {
    const [support, { accountId }] = [await buildSupport(), await buildMerchant()];
    const over = await buildSupportSession({
      accountId,
      staffUserId: support.staff.id,
      sessionId: support.sessionId,
      startedMinutesAgo: 90,
      minutes: 30,
    });
    expect(await startSupportSession({ ...support, accountId, reason, minutes: 60 })).toMatchObject({
      id: expect.stringMatching(/^sup_/),
    });
    expect((await findSupportSessionRecord({ id: over }))!.endReason).toBe('expired');
  });
});

test('can be started 20 times a day, and the rejection is recorded', async () => {
  const [support, { accountId }] = [await buildSupport(), await buildMerchant()];
  for (let i = 0; i < 19; i++) await takeAttempt('support_session', support.staff.id);
  // A support session that doesn't start isn't counted.
  expect(await startSupportSession({ ...support, accountId: createId('acc'), reason, minutes: 60 })).toBe(
    'unknown_account',
  );
  expect(await startSupportSession({ ...support, accountId, reason, minutes: 60 })).toMatchObject({
    id: expect.any(String),
  });
  await endSupportSession({ sessionId: support.sessionId, endReason: 'manual', address });
  expect(await startSupportSession({ ...support, accountId, reason, minutes: 60 })).toBe('too_many');
  const { entries } = await listAudit({
    actor: `staff:${support.staff.id}`,
    action: 'support_session_rejected',
  });
  expect(entries).toMatchObject([{ subject: accountId, accountId: null, address }]);
});

describe('the database', () => {
  test.each([
    ['a support session of more than 60 minutes', { minutes: 61 }],
    ['a reason of nine characters', { reason: 'too short' }],
    ['a reason of spaces', { reason: ' '.repeat(20) }],
    ['a reason of 501 characters', { reason: 'x'.repeat(501) }],
  ])('rejects %s', async (_, wrong) => {
    const { accountId } = await buildMerchant();
    await expect(buildSupportSession({ accountId, ...wrong })).rejects.toThrow(/violates check constraint/);
  });

  test('rejects a second open support session per login, and changes to what is recorded', async () => {
    const { accountId } = await buildMerchant();
    const id = await buildSupportSession({ accountId, sessionId: 'one' + accountId });
    await expect(buildSupportSession({ accountId, sessionId: 'one' + accountId })).rejects.toThrow();
    await expect(
      prisma.supportSession.update({ where: { id }, data: { reason: 'Another reason altogether.' } }),
    ).rejects.toThrow(/append-only/);
    await expect(prisma.supportSession.delete({ where: { id } })).rejects.toThrow();
    await expect(
      prisma.supportSessionPage.updateMany({ where: { supportSessionId: id }, data: { path: '/' } }),
    ).rejects.toThrow(/append-only/);
    // A rejected page is recorded once and isn't reverted.
    await prisma.supportSessionPage.updateMany({ where: { supportSessionId: id }, data: { refused: true } });
    await expect(
      prisma.supportSessionPage.updateMany({ where: { supportSessionId: id }, data: { refused: false } }),
    ).rejects.toThrow(/append-only/);
  });

  test('keeps the pages for 400 days, and the support session forever', async () => {
    const { accountId } = await buildMerchant();
    const id = await buildSupportSession({ accountId, ended: true, paths: ['/cards'] });
    for (const days of [399, 401])
      await prisma.supportSessionPage.create({
        data: {
          supportSessionId: id,
          environment: 'test',
          path: `/days/${days}`,
          address,
          viewedAt: new Date(Date.now() - days * 86_400_000),
        },
      });
    await deleteOldSupportSessionPages(new AbortController().signal);
    expect((await listSupportSessionPages({ supportSessionId: id })).pages.map(({ path }) => path)).toEqual([
      '/days/399',
      '/cards',
    ]);
    expect(await findSupportSessionRecord({ id })).not.toBeNull();
  });
});
