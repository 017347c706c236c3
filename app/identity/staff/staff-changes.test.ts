import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { addDays } from '~/platform/time/days';
import { buildStaff } from '../../../tests/world/identity/staff';
import { getToday } from './leave-days';
import { findOpenFactorReset, requestFactorReset } from './factor-resets';
import { endStaffMembership, findStaffAccess, findStaffMember, findStaffRole } from './staff';
import { endStaffLeave, setStaffLeave, startDueLeaves } from './staff-leaves';
import { changeStaffRole } from './staff-roles';
import { endStaffSessions } from './staff-sessions';

const as = (userId: string, staff: { userId: string }) => ({
  userId,
  actor: `staff:${staff.userId}` as const,
});
const countSessions = (userId: string) => prisma.session.count({ where: { userId } });
const countMails = (recipient: string) =>
  prisma.mail.count({ where: { recipient, template: 'staff-access-changed' } });
const today = getToday();

test('an admin changes a role: the sessions end, and the person is notified', async () => {
  const [admin, mia] = [await buildStaff('admin'), await buildStaff('reviewer')];
  expect(await changeStaffRole(as(mia.userId, admin), 'support')).toBe('changed');
  expect(await findStaffRole(mia.userId)).toBe('support');
  expect(await countSessions(mia.userId)).toBe(0);
  expect(await countMails(mia.email)).toBe(1);
  const { entries } = await listAudit({ subject: mia.userId, action: 'staff_role_changed' });
  expect(entries).toMatchObject([{ before: { role: 'reviewer' }, after: { role: 'support' } }]);
  expect(await changeStaffRole(as(mia.userId, admin), 'support')).toBe('changed');
  expect(await countMails(mia.email)).toBe(1);
});

test('only admins change roles, and not their own', async () => {
  const [admin, support] = [await buildStaff('admin'), await buildStaff('support')];
  expect(await changeStaffRole(as(admin.userId, admin), 'support')).toBe('not_allowed');
  expect(await changeStaffRole(as(support.userId, support), 'admin')).toBe('not_allowed');
  expect(await changeStaffRole(as('usr_nobody', admin), 'admin')).toBe('not_staff');
});

test('two admins who demote each other leave one admin', async () => {
  const [one, other] = [await buildStaff('admin'), await buildStaff('admin')];
  const outcomes = await Promise.all([
    changeStaffRole(as(one.userId, other), 'support'),
    changeStaffRole(as(other.userId, one), 'support'),
  ]);
  expect(outcomes.sort()).toEqual(['changed', 'not_allowed']);
});

test('an admin ends all sessions of a person, who is notified', async () => {
  const [admin, mia] = [await buildStaff('admin'), await buildStaff('support')];
  expect(await endStaffSessions(as(mia.userId, mia))).toBe('not_allowed');
  expect(await endStaffSessions(as(mia.userId, admin))).toBe('ended');
  expect(await countSessions(mia.userId)).toBe(0);
  expect(await countMails(mia.email)).toBe(1);
  expect(await endStaffSessions(as(mia.userId, admin))).toBe('none');
});

test('on leave, a person has no access, and their sessions end once', async () => {
  const [admin, mia] = [await buildStaff('admin'), await buildStaff('reviewer')];
  const leave = { from: today, until: addDays(today, 7) };
  expect(await setStaffLeave(as(mia.userId, admin), leave)).toBe('saved');
  expect(await findStaffAccess(mia.userId)).toEqual({ role: 'reviewer', onLeaveUntil: leave.until });
  expect(await findStaffMember(mia.userId)).toMatchObject({ leave });
  for (let run = 0; run < 2; run++) await startDueLeaves();
  const { entries } = await listAudit({ subject: mia.userId, action: 'staff_leave_started' });
  expect(entries).toHaveLength(1);
  expect(await countSessions(mia.userId)).toBe(0);
  expect(await endStaffLeave(as(mia.userId, admin))).toBe('ended');
  expect(await findStaffAccess(mia.userId)).toEqual({ role: 'reviewer', onLeaveUntil: null });
  expect(await countMails(mia.email)).toBe(2);
});

test('a longer leave of someone who is away starts once, and a changed one starts on its day', async () => {
  const [admin, mia] = [await buildStaff('admin'), await buildStaff('support')];
  const countStarts = async () =>
    (await listAudit({ subject: mia.userId, action: 'staff_leave_started' })).entries.length;
  await setStaffLeave(as(mia.userId, admin), { from: today, until: today });
  await startDueLeaves();
  await setStaffLeave(as(mia.userId, admin), { from: today, until: addDays(today, 5) });
  await startDueLeaves();
  expect(await countStarts()).toBe(1);
  await setStaffLeave(as(mia.userId, admin), { from: addDays(today, 2), until: addDays(today, 5) });
  await startDueLeaves();
  expect(await prisma.staffMember.findUnique({ where: { userId: mia.userId } })).toMatchObject({
    leaveStartedAt: null,
  });
});

test('someone who comes back has no old leave and no old reset', async () => {
  const [ada, noor, mia] = [
    await buildStaff('admin'),
    await buildStaff('admin'),
    await buildStaff('support'),
  ];
  await setStaffLeave(as(mia.userId, ada), { from: today, until: addDays(today, 9) });
  await requestFactorReset(as(mia.userId, ada), 'Lost.');
  expect(await endStaffMembership(as(mia.userId, noor))).toBe('ended');
  await prisma.staffMember.update({ where: { userId: mia.userId }, data: { endedAt: null } });
  expect(await findStaffAccess(mia.userId)).toEqual({ role: 'support', onLeaveUntil: null });
  expect(await findOpenFactorReset(mia.userId)).toBeNull();
});

test('a later leave changes nothing yet, and a past one nothing anymore', async () => {
  const [admin, mia] = [await buildStaff('admin'), await buildStaff('support')];
  const later = { from: addDays(today, 1), until: addDays(today, 2) };
  expect(await setStaffLeave(as(mia.userId, admin), later)).toBe('saved');
  await startDueLeaves();
  expect(await countSessions(mia.userId)).toBe(1);
  expect(await findStaffAccess(mia.userId)).toMatchObject({ onLeaveUntil: null });
  await prisma.staffMember.update({
    where: { userId: mia.userId },
    data: { leaveFrom: new Date(addDays(today, -3)), leaveUntil: new Date(addDays(today, -1)) },
  });
  expect(await findStaffAccess(mia.userId)).toMatchObject({ onLeaveUntil: null });
  expect(await findStaffMember(mia.userId)).toMatchObject({ leave: null });
});

test.each([
  [addDays(today, 2), addDays(today, 1)],
  [addDays(today, -9), addDays(today, -1)],
  [today, addDays(today, 400)],
])('a leave from %s to %s is rejected', async (from, until) => {
  const [admin, mia] = [await buildStaff('admin'), await buildStaff('support')];
  expect(await setStaffLeave(as(mia.userId, admin), { from, until })).toBe('invalid_days');
});

test('an admin is always there', async () => {
  const [ada, noor] = [await buildStaff('admin'), await buildStaff('admin')];
  // Admins of other tests.
  const others = { role: 'admin', userId: { notIn: [ada.userId, noor.userId] }, endedAt: null };
  await prisma.staffMember.updateMany({ where: others, data: { role: 'support' } });
  const week = (from: number) => ({ from: addDays(today, from), until: addDays(today, from + 6) });
  expect(await setStaffLeave(as(noor.userId, ada), week(10))).toBe('saved');
  expect(await setStaffLeave(as(ada.userId, ada), week(16))).toBe('last_admin');
  expect(await setStaffLeave(as(ada.userId, ada), week(17))).toBe('saved');
  // On each of these days, one of the two is there.
  const mia = await buildStaff('support');
  const long = { from: addDays(today, 10), until: addDays(today, 23) };
  expect(await setStaffLeave(as(mia.userId, ada), long)).toBe('saved');
  expect(await changeStaffRole(as(noor.userId, ada), 'support')).toBe('last_admin');
  expect(await endStaffMembership(as(noor.userId, ada))).toBe('last_admin');
  expect(await endStaffLeave(as(ada.userId, noor))).toBe('ended');
  expect(await changeStaffRole(as(noor.userId, ada), 'support')).toBe('changed');
});
