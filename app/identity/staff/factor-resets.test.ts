import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { unseal } from '~/platform/secrets/secrets.server';
import { buildStaff } from '../../../tests/world/identity/staff';
import { findSecondFactor } from '~/identity/second-factor/second-factor';
import {
  advanceFactorResets,
  approveFactorReset,
  cancelFactorReset,
  findOpenFactorReset,
  hasOpenFactorReset,
  requestFactorReset,
} from './factor-resets';
import { endStaffMembership } from './staff';
import { changeStaffRole } from './staff-roles';

const as = (userId: string, staff: { userId: string }) => ({
  userId,
  actor: `staff:${staff.userId}` as const,
});

/** Someone who has lost a second factor, and admins. */
async function buildTeam() {
  const [mia, ada, noor] = [
    await buildStaff('support', { name: 'Mia' }),
    await buildStaff('admin', { name: 'Ada' }),
    await buildStaff('admin', { name: 'Noor' }),
  ];
  const request = async () => {
    expect(await requestFactorReset(as(mia.userId, ada), 'The phone was lost.')).toBe('requested');
    return (await findOpenFactorReset(mia.userId))!.id;
  };
  return { mia, ada, noor, request };
}

/** As if the request or approval had been this many hours earlier. */
const age = (id: string, hours: number) => prisma.$executeRaw`
  update staff_factor_resets set requested_at = requested_at - make_interval(hours => ${hours}), takes_effect_at = takes_effect_at - make_interval(hours => ${hours})
  where id = ${id}`;

/** The emails about resets, oldest first. */
async function readMails(recipient: string): Promise<object[]> {
  const mails = await prisma.mail.findMany({
    where: { recipient, template: 'staff-factor-reset' },
    orderBy: { id: 'asc' },
  });
  return mails.map(({ sealed }) => JSON.parse(unseal('mail', sealed!)!) as object);
}

test('two admins reset the second factor of a colleague, after a delay', async () => {
  const { mia, ada, noor, request } = await buildTeam();
  const id = await request();
  expect(await approveFactorReset(as(mia.userId, noor), id)).toBe('approved');
  await advanceFactorResets();
  expect(await findSecondFactor(mia.userId)).not.toBeNull();
  await age(id, 23);
  await advanceFactorResets();
  expect(await findSecondFactor(mia.userId)).not.toBeNull();
  await age(id, 2);
  await advanceFactorResets();
  expect(await findSecondFactor(mia.userId)).toBeNull();
  expect(await prisma.session.count({ where: { userId: mia.userId } })).toBe(0);
  expect(await prisma.recoveryCode.count({ where: { userId: mia.userId } })).toBe(0);
  expect(await findOpenFactorReset(mia.userId)).toBeNull();
  const { entries } = await listAudit({ subject: mia.userId });
  expect(entries.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
    'system:advance-factor-resets second_factor_reset',
    `staff:${noor.userId} staff_factor_reset_approved`,
    `staff:${ada.userId} staff_factor_reset_requested`,
    `staff:${mia.userId} second_factor_set_up`,
  ]);
  expect(entries[1]).toMatchObject({ details: { reason: 'The phone was lost.' } });
  const requested = { step: 'requested', reason: 'The phone was lost.', name: 'Mia', requestedBy: 'Ada' };
  const approved = { ...requested, step: 'approved', approvedBy: 'Noor', takesEffectAt: expect.any(String) };
  for (const { email } of [mia, ada, noor]) {
    const isPerson = email === mia.email;
    const path = isPerson ? '/staff/security' : `/staff/members/${mia.userId}`;
    const common = { isPerson, link: expect.stringMatching(new RegExp(`${path}$`)) };
    expect(await readMails(email)).toEqual([
      { ...common, ...requested },
      { ...common, ...approved },
      { ...common, ...approved, step: 'done' },
    ]);
  }
});

test('a person has an open reset from its request to its end', async () => {
  const { mia, ada, noor, request } = await buildTeam();
  expect(await hasOpenFactorReset(mia.userId)).toBe(false);
  const id = await request();
  expect(id).toMatch(/^sfr_/);
  expect(await hasOpenFactorReset(mia.userId)).toBe(true);
  expect(await hasOpenFactorReset(noor.userId)).toBe(false);
  expect(await findOpenFactorReset(mia.userId)).toMatchObject({
    ...{ id, requestedBy: { id: ada.userId, name: 'Ada' }, approvedBy: null },
  });
  await approveFactorReset(as(mia.userId, noor), id);
  expect(await findOpenFactorReset(mia.userId)).toMatchObject({
    approvedBy: { id: noor.userId, name: 'Noor' },
  });
  await cancelFactorReset(as(mia.userId, mia), id);
  expect(await hasOpenFactorReset(mia.userId)).toBe(false);
});

test('all resets that are due take effect in one run', async () => {
  const teams = [await buildTeam(), await buildTeam()];
  for (const { mia, noor, request } of teams) {
    const id = await request();
    await approveFactorReset(as(mia.userId, noor), id);
    await age(id, 48);
  }
  await advanceFactorResets();
  for (const { mia } of teams) expect(await findSecondFactor(mia.userId)).toBeNull();
});

test("an admin alone can't reset a colleague's second factor", async () => {
  const { mia, ada, noor, request } = await buildTeam();
  const id = await request();
  expect(await approveFactorReset(as(mia.userId, ada), id)).toBe('not_allowed');
  const support = await buildStaff('support');
  expect(await approveFactorReset(as(mia.userId, support), id)).toBe('not_allowed');
  expect(await requestFactorReset(as(noor.userId, support), 'Please.')).toBe('not_allowed');
  // Not with an account that joined after the request.
  const later = await buildStaff('admin');
  expect(await approveFactorReset(as(mia.userId, later), id)).toBe('not_allowed');
  // The database refuses it, too.
  const approvedBy = (approver: string) =>
    prisma.staffFactorReset.update({
      where: { id },
      data: { approvedBy: approver, takesEffectAt: new Date() },
    });
  await expect(approvedBy(ada.userId)).rejects.toThrow();
  await expect(approvedBy(mia.userId)).rejects.toThrow();
});

test('nobody requests or approves the reset of their own second factor', async () => {
  const { ada, noor } = await buildTeam();
  expect(await requestFactorReset(as(ada.userId, ada), 'Mine.')).toBe('not_allowed');
  const shell = { userId: ada.userId, actor: 'system:shell' } as const;
  expect(await requestFactorReset(shell, 'Lost.')).toBe('not_allowed');
  expect(await requestFactorReset(as(ada.userId, noor), 'Lost.')).toBe('requested');
  const { id } = (await findOpenFactorReset(ada.userId))!;
  expect(await approveFactorReset(as(ada.userId, ada), id)).toBe('not_allowed');
});

test('the person and each admin can cancel it, also after the approval', async () => {
  for (const canceler of ['mia', 'ada', 'noor'] as const) {
    const team = await buildTeam();
    const id = await team.request();
    expect(await approveFactorReset(as(team.mia.userId, team.noor), id)).toBe('approved');
    expect(await cancelFactorReset(as(team.mia.userId, await buildStaff('reviewer')), id)).toBe(
      'not_allowed',
    );
    expect(await cancelFactorReset(as(team.mia.userId, team[canceler]), id)).toBe('canceled');
    expect((await readMails(team.ada.email)).at(-1)).toMatchObject({ step: 'canceled', approvedBy: 'Noor' });
    const { entries } = await listAudit({ subject: team.mia.userId });
    expect(entries[0]).toMatchObject({ action: 'staff_factor_reset_canceled' });
    await age(id, 48);
    await advanceFactorResets();
    expect(await findSecondFactor(team.mia.userId)).not.toBeNull();
    expect(await approveFactorReset(as(team.mia.userId, team.noor), id)).toBe('moved_on');
  }
});

test('a request without an approval ends after three days', async () => {
  const { mia, noor, request } = await buildTeam();
  const id = await request();
  await age(id, 71);
  await advanceFactorResets();
  expect(await findOpenFactorReset(mia.userId)).not.toBeNull();
  await age(id, 2);
  await advanceFactorResets();
  expect(await findOpenFactorReset(mia.userId)).toBeNull();
  expect(await approveFactorReset(as(mia.userId, noor), id)).toBe('moved_on');
  expect(
    (await listAudit({ subject: mia.userId, action: 'staff_factor_reset_expired' })).entries,
  ).toHaveLength(1);
});

test('two requests and two approvals at the same time are one of each', async () => {
  const { mia, ada, noor } = await buildTeam();
  const third = await buildStaff('admin');
  const requests = await Promise.all(
    [ada, noor].map((admin) => requestFactorReset(as(mia.userId, admin), 'Lost.')),
  );
  expect(requests.sort()).toEqual(['moved_on', 'requested']);
  const { id, requestedBy } = (await findOpenFactorReset(mia.userId))!;
  const approvers = [ada, noor, third].filter(({ userId }) => userId !== requestedBy.id);
  const approvals = await Promise.all(
    approvers.map((admin) => approveFactorReset(as(mia.userId, admin), id)),
  );
  expect(approvals.sort()).toEqual(['approved', 'moved_on']);
});

test('a request of someone who is no longer an admin is not approved', async () => {
  const { mia, ada, noor, request } = await buildTeam();
  const id = await request();
  expect(await changeStaffRole(as(ada.userId, noor), 'support')).toBe('changed');
  expect(await approveFactorReset(as(mia.userId, noor), id)).toBe('not_allowed');
});

test('a former staff member keeps the second factor', async () => {
  const { mia, ada, noor, request } = await buildTeam();
  const id = await request();
  await approveFactorReset(as(mia.userId, noor), id);
  await endStaffMembership(as(mia.userId, ada));
  await age(id, 48);
  await advanceFactorResets();
  expect(await findSecondFactor(mia.userId)).not.toBeNull();
  expect(await requestFactorReset(as(mia.userId, ada), 'Lost.')).toBe('not_staff');
});
