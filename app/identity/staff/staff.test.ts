import { expect, test, vi } from 'vitest';
import { listAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { unseal } from '~/platform/secrets/secrets.server';
import { addSoftwarePasskey } from '../../../tests/world/identity/software-passkey';
import { buildStaff } from '../../../tests/world/identity/staff';
import { takeAttempt } from '~/identity/login/lockout';
import { hashPassword } from '~/identity/passwords/passwords';
import {
  endStaffMembership,
  findStaffRole,
  isStaffRole,
  listStaff,
  listStaffEmailsByPermission,
  type StaffRole,
} from './staff';
import {
  acceptStaffInvitation,
  findStaffInvitation,
  inviteStaff,
  listStaffInvitations,
  withdrawStaffInvitation,
} from './staff-invitations';
import { createUser } from '~/identity/users/users';

const shell = { actor: 'system:shell' } as const;
const password = 'correct horse battery';
const anEmail = () => `invited-${crypto.randomUUID()}@example.com`;

async function invite(email = anEmail(), role: StaffRole = 'reviewer') {
  expect(await inviteStaff({ email, name: 'Mia Example', role, ...shell })).toBe('invited');
  const mail = await prisma.mail.findFirstOrThrow({
    where: { recipient: email, template: 'staff-invitation' },
    orderBy: { id: 'desc' },
  });
  const { link } = JSON.parse(unseal('mail', mail.sealed!)!) as { link: string };
  return { email, token: /^http:\/\/localhost:3000\/staff\/invitation\/([\w-]{43})$/.exec(link)![1]! };
}

const accept = (token: string, secret = password) => acceptStaffInvitation(token, secret, '127.0.0.1');

test('an invitation makes a member only when it is accepted, once', async () => {
  const { email, token } = await invite();
  expect((await listStaffInvitations()).filter((each) => each.email === email)).toMatchObject([
    { role: 'reviewer', name: 'Mia Example' },
  ]);
  expect(await prisma.user.count({ where: { email } })).toBe(0);
  expect(await findStaffInvitation(token)).toEqual({ email, isKnown: false });
  expect(await accept(token, 'short')).toEqual({ error: 'password_too_short' });
  expect(await accept(token, 'Mia Example 2026')).toEqual({ error: 'password_is_personal' });

  const outcomes = await Promise.all(Array.from({ length: 20 }, () => accept(token)));
  const accepted = outcomes.flatMap((outcome) => ('userId' in outcome ? [outcome.userId] : []));
  expect(accepted).toHaveLength(1);
  expect(await findStaffRole(accepted[0]!)).toBe('reviewer');
  expect(await accept(token)).toEqual({ error: 'link_invalid' });
  expect((await listStaffInvitations()).some((each) => each.email === email)).toBe(false);
  expect(await prisma.user.findUnique({ where: { email } })).toMatchObject({
    id: accepted[0],
    name: 'Mia Example',
  });
  expect((await listAudit({ subject: accepted[0]! })).entries).toMatchObject([
    { action: 'staff_joined', actor: `staff:${accepted[0]}`, details: { role: 'reviewer' } },
  ]);
});

test('an invitation and its withdrawal are audited, and leave those of others alone', async () => {
  const other = await invite();
  const { email } = await invite(anEmail(), 'support');
  expect({
    first: await withdrawStaffInvitation({ email, ...shell }),
    second: await withdrawStaffInvitation({ email, ...shell }),
  }).toEqual({ first: true, second: false });

  expect(await findStaffInvitation(other.token)).toMatchObject({ email: other.email });
  const { entries } = await listAudit({ ...shell, limit: 3 });
  expect(entries).toMatchObject([
    { action: 'staff_invitation_withdrawn', details: { email } },
    { action: 'staff_invited', details: { email, role: 'support' } },
    { action: 'staff_invited', details: { email: other.email, role: 'reviewer' } },
  ]);
});

test('an invitation gives no access to an account created while it was accepted', async () => {
  const { email, token } = await invite();
  const transaction = vi.spyOn(prisma, '$transaction').mockImplementationOnce(async (...input) => {
    transaction.mockRestore();
    await createUser(prisma, { email, name: 'Mia Example', passwordHash: 'none' });
    return prisma.$transaction(...input);
  });
  expect(await accept(token)).toEqual({ error: 'link_invalid' });
  expect(await prisma.staffMember.count({ where: { user: { email } } })).toBe(0);
});

test('a newer invitation, a withdrawal or a week ends the older link', async () => {
  const { email, token: first } = await invite();
  const { token: second } = await invite(email, 'admin');
  expect(await accept(first)).toEqual({ error: 'link_invalid' });
  await withdrawStaffInvitation({ email, ...shell });
  expect(await accept(second)).toEqual({ error: 'link_invalid' });
  const { token: third } = await invite(email);
  await prisma.emailLink.updateMany({ where: { email }, data: { expiresAt: new Date(Date.now() - 1000) } });
  expect({ staffInvitation: await findStaffInvitation(third), accept: await accept(third) }).toEqual({
    staffInvitation: null,
    accept: { error: 'link_invalid' },
  });
});

test('a person with an account keeps their password and must enter it; guesses are counted', async () => {
  const email = anEmail();
  const userId = await createUser(prisma, {
    email,
    name: 'Ada',
    passwordHash: await hashPassword('the password of before'),
  });
  const { token } = await invite(email);
  expect(await findStaffInvitation(token)).toEqual({ email, isKnown: true });
  for (let i = 0; i < 9; i++) expect(await accept(token)).toEqual({ error: 'wrong_password' });
  expect(await accept(token, 'the password of before')).toEqual({ userId });
  // The right password resets the count: the tenth guess was used up.
  expect(await takeAttempt('login_account', email)).toBe(0);
  const again = await invite(anEmail());
  expect(await accept(again.token)).toHaveProperty('userId');
  expect(await inviteStaff({ email, name: 'Ada', role: 'admin', ...shell })).toBe('already_staff');
});

test('ten wrong passwords at an invitation, then a wait', async () => {
  const email = anEmail();
  await createUser(prisma, {
    email,
    name: 'Ada',
    passwordHash: await hashPassword('the password of before'),
  });
  const { token } = await invite(email);
  const outcomes = await Promise.all(Array.from({ length: 15 }, () => accept(token)));
  expect(outcomes.filter((outcome) => 'error' in outcome && outcome.error === 'wrong_password')).toHaveLength(
    10,
  );
  expect(await accept(token, 'the password of before')).toMatchObject({ error: 'too_many_attempts' });
});

test("an invitation doesn't follow a person to another address", async () => {
  const email = anEmail();
  const userId = await createUser(prisma, { email, name: 'Ada', passwordHash: await hashPassword(password) });
  const { token } = await invite(email);
  await prisma.user.update({ where: { id: userId }, data: { email: `moved-${email}` } });
  expect(await accept(token)).toEqual({ error: 'link_invalid' });
});

test('a removed member loses access at once, and may come back by invitation', async () => {
  const { userId, email } = await buildStaff('support');
  expect(await endStaffMembership({ userId, ...shell })).toBe('ended');
  expect({
    staffRole: await findStaffRole(userId),
    sessionCount: await prisma.session.count({ where: { userId, area: 'staff' } }),
  }).toEqual({ staffRole: null, sessionCount: 0 });
  expect((await listStaff()).find((member) => member.userId === userId)).toMatchObject({
    endedAt: expect.any(Date),
  });
  expect(await endStaffMembership({ userId, ...shell })).toBe('not_staff');
  const { entries: removals } = await listAudit({ ...shell, subject: userId });
  expect(removals).toMatchObject([{ action: 'staff_removed' }]);
  const { token } = await invite(email);
  expect(await accept(token, 'seven quiet lighthouses')).toEqual({ userId });
  expect(await findStaffRole(userId)).toBe('reviewer');
});

test('an admin removes others, not themselves; a reviewer removes nobody', async () => {
  const [admin, reviewer] = [await buildStaff('admin'), await buildStaff('reviewer')];
  expect(await endStaffMembership({ userId: admin.userId, actor: `staff:${admin.userId}` })).toBe(
    'not_allowed',
  );
  expect(await endStaffMembership({ userId: admin.userId, actor: `staff:${reviewer.userId}` })).toBe(
    'not_allowed',
  );
  expect(await endStaffMembership({ userId: reviewer.userId, actor: `staff:${admin.userId}` })).toBe('ended');
});

test('of two admins who remove each other, one remains', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await buildStaff('admin'), await buildStaff('admin')];
    const outcomes = await Promise.all([
      endStaffMembership({ userId: one.userId, actor: `staff:${two.userId}` }),
      endStaffMembership({ userId: two.userId, actor: `staff:${one.userId}` }),
    ]);
    expect(outcomes.sort()).toEqual(['ended', 'not_allowed']);
  }
});

test('an alert reaches the staff members whose role has its permission', async () => {
  const [admin, support, former] = [
    await buildStaff('admin'),
    await buildStaff('support'),
    await buildStaff('admin'),
  ];
  await endStaffMembership({ userId: former.userId, ...shell });
  const emails = await listStaffEmailsByPermission('payment_page_watch');
  expect({
    admin: emails.includes(admin.email),
    support: emails.includes(support.email),
    former: emails.includes(former.email),
  }).toEqual({ admin: true, support: false, former: false });
});

test('only the name of a staff role is a staff role', () => {
  expect(['admin', 'owner', 'toString', ['admin'], null].filter(isStaffRole)).toEqual(['admin']);
});

test('staff are listed by the time they joined, then former members, those who left last first', async () => {
  const build = async (name: string, createdAt: string, endedAt?: string) => {
    const id = `usr_${crypto.randomUUID()}`;
    await prisma.user.create({
      data: {
        id,
        email: `${id}@staff.test`,
        name,
        passwordHash: 'none',
        staff: {
          create: {
            role: 'support',
            createdAt: new Date(createdAt),
            endedAt: endedAt ? new Date(endedAt) : null,
          },
        },
      },
    });
    return id;
  };
  // Neither in the order of the list nor in its reverse. The years put them before the staff of other tests.
  const ids = [
    await build('Left first', '2001-01-01', '2101-01-01'),
    await build('Joined second', '2002-01-01'),
    await build('Joined first', '2000-01-01'),
    await build('Left last', '2003-01-01', '2103-01-01'),
    await build('Joined third', '2004-01-01'),
    await build('Left second', '2000-01-01', '2102-01-01'),
  ];
  const members = (await listStaff()).filter(({ userId }) => ids.includes(userId));
  expect(members.map(({ name }) => name)).toEqual([
    'Joined first',
    'Joined second',
    'Joined third',
    'Left last',
    'Left second',
    'Left first',
  ]);
});

test('the list of staff shows who has a second factor', async () => {
  const withApp = await buildStaff('support', { name: 'Ada App' });
  const { userId: passkeyId } = await buildStaff('support', { name: 'Pat Passkey' });
  await addSoftwarePasskey(passkeyId, { area: 'staff' });
  await prisma.secondFactor.delete({ where: { userId: passkeyId } });
  const without = await buildStaff('support', { name: 'Nora None' });
  await prisma.secondFactor.delete({ where: { userId: without.userId } });

  const members = await listStaff();
  const find = (id: string) => {
    const { email, name, hasSecondFactor } = members.find(({ userId }) => userId === id)!;
    return { email, name, hasSecondFactor };
  };
  expect([find(withApp.userId), find(passkeyId), find(without.userId)]).toEqual([
    { email: withApp.email, name: 'Ada App', hasSecondFactor: true },
    { email: `${passkeyId}@staff.test`, name: 'Pat Passkey', hasSecondFactor: true },
    { email: without.email, name: 'Nora None', hasSecondFactor: false },
  ]);
});
