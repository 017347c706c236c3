import { parseActorId, recordAudit, type AuditAction, type AuditActor } from '~/audit/audit';
import { findUserNames, toColleagueName } from '~/identity/users/user-names';
import { removeSecondFactor } from '~/identity/second-factor/second-factor';
import { sendMail } from '~/mail/outbox';
import { config } from '~/platform/config/config.server';
import { prisma, type Database } from '~/platform/database/db.server';
import { buildStaffUrl } from '~/platform/http/surfaces.server';
import { createId } from '~/platform/ids';
import type { StaffFactorReset } from '~/platform/prisma/client';
import { isManager, listStaffEmailsByPermission, lockActiveStaff, type StaffChange } from './staff';

// A staff member who has lost their second factor gets a new one with two other admins and a delay, so that no admin alone
// can take over a colleague's access (threat T25; decision 58).

/** A request without an approval ends after this time. */
export const factorResetApprovalHours = 72;

export type FactorResetRejection = 'not_allowed' | 'not_staff' | 'moved_on';

/** Requests the reset of a colleague's second factor. Another admin has to approve it. */
export async function requestFactorReset(
  { userId, actor, address }: StaffChange,
  reason: string,
): Promise<'requested' | FactorResetRejection> {
  return prisma.$transaction(async (db) => {
    const active = await lockActiveStaff(db);
    if (!isManager(active, actor) || !actor.startsWith('staff:') || actor === `staff:${userId}`)
      return 'not_allowed';
    if (!active.some((member) => member.userId === userId)) return 'not_staff';
    if (await db.staffFactorReset.count({ where: { userId, endedAt: null } })) return 'moved_on';
    const reset = await db.staffFactorReset.create({
      data: { id: createId('sfr'), userId, requestedBy: parseActorId(actor), reason },
    });
    await recordReset(db, reset, { actor, action: 'staff_factor_reset_requested', address });
    await notifyEveryone(db, reset, 'requested');
    return 'requested';
  });
}

/** Starts the delay. The approver is neither the person nor the requester, and was on the staff before the request. */
export async function approveFactorReset(
  { userId, actor, address }: StaffChange,
  id: string,
): Promise<'approved' | FactorResetRejection> {
  return changeOpenReset(userId, id, async (db, reset) => {
    const active = await lockActiveStaff(db);
    const approver = parseActorId(actor);
    if (!isManager(active, actor) || [userId, reset.requestedBy].includes(approver)) return 'not_allowed';
    // Not an account that the requester has added for this.
    const { createdAt } = await db.staffMember.findUniqueOrThrow({ where: { userId: approver } });
    const isRequesterManager = isManager(active, `staff:${reset.requestedBy}`);
    if (createdAt > reset.requestedAt || !isRequesterManager) return 'not_allowed';
    if (reset.approvedBy) return 'moved_on';
    const approved = await db.staffFactorReset.update({
      where: { id },
      data: {
        approvedBy: approver,
        takesEffectAt: new Date(Date.now() + config.factorResetDelayHours * 3_600_000),
      },
    });
    await recordReset(db, approved, { actor, action: 'staff_factor_reset_approved', address });
    await notifyEveryone(db, approved, 'approved');
    return 'approved';
  });
}

/** For the person and for every admin, until it has taken effect. */
export async function cancelFactorReset(
  { userId, actor, address }: StaffChange,
  id: string,
): Promise<'canceled' | FactorResetRejection> {
  return changeOpenReset(userId, id, async (db, reset) => {
    if (actor !== `staff:${userId}` && !isManager(await lockActiveStaff(db), actor)) return 'not_allowed';
    await endReset(db, reset, 'canceled');
    await recordReset(db, reset, { actor, action: 'staff_factor_reset_canceled', address });
    await notifyEveryone(db, reset, 'canceled');
    return 'canceled';
  });
}

/** Carries out approved resets after their delay, and ends requests without an approval. Called by a timer. */
export async function advanceFactorResets(): Promise<void> {
  while (await prisma.$transaction(advanceNextReset));
}

async function advanceNextReset(db: Database): Promise<boolean> {
  const [due] = await db.$queryRaw<{ id: string }[]>`
    select id from staff_factor_resets
    where ended_at is null and (takes_effect_at <= now() or approved_by is null and requested_at < now() - make_interval(hours => ${factorResetApprovalHours}))
    order by requested_at limit 1 for update skip locked`;
  if (!due) return false;
  const reset = await db.staffFactorReset.findUniqueOrThrow({ where: { id: due.id } });
  const actor = 'system:advance-factor-resets';
  if (reset.takesEffectAt) {
    await endReset(db, reset, 'done');
    await removeSecondFactor(db, { userId: reset.userId, actor }, 'reset');
    await notifyEveryone(db, reset, 'done');
  } else {
    await endReset(db, reset, 'expired');
    await recordReset(db, reset, { actor, action: 'staff_factor_reset_expired' });
  }
  return true;
}

export type OpenFactorReset = {
  id: string;
  userId: string;
  reason: string;
  requestedBy: { id: string; name: string };
  requestedAt: Date;
  /** Null before the approval. */
  approvedBy: { id: string; name: string } | null;
  takesEffectAt: Date | null;
};

/** Whether the reset of a person's second factor is requested or approved. */
export async function hasOpenFactorReset(userId: string): Promise<boolean> {
  return (await prisma.staffFactorReset.count({ where: { userId, endedAt: null } })) > 0;
}

/** The reset of a person's second factor that is requested or approved. */
export async function findOpenFactorReset(userId: string): Promise<OpenFactorReset | null> {
  const reset = await prisma.staffFactorReset.findFirst({ where: { userId, endedAt: null } });
  if (!reset) return null;
  const { id, reason, requestedAt, takesEffectAt, requestedBy, approvedBy } = reset;
  const names = await findUserNames([requestedBy, approvedBy]);
  const toPerson = (personId: string) => ({ id: personId, name: toColleagueName(names, personId) });
  return {
    ...{ id, userId, reason, requestedAt, takesEffectAt },
    requestedBy: toPerson(requestedBy),
    approvedBy: approvedBy ? toPerson(approvedBy) : null,
  };
}

async function changeOpenReset<R>(
  userId: string,
  id: string,
  change: (db: Database, reset: StaffFactorReset) => Promise<R>,
): Promise<R | 'moved_on'> {
  return prisma.$transaction(async (db) => {
    await db.$queryRaw`select 1 from staff_factor_resets where id = ${id} for update`;
    const reset = await db.staffFactorReset.findUnique({ where: { id, userId, endedAt: null } });
    return reset ? change(db, reset) : 'moved_on';
  });
}

async function endReset(
  db: Database,
  { id }: StaffFactorReset,
  outcome: 'done' | 'canceled' | 'expired',
): Promise<void> {
  await db.staffFactorReset.update({ where: { id }, data: { outcome, endedAt: new Date() } });
}

async function recordReset(
  db: Database,
  { userId, reason }: StaffFactorReset,
  entry: { actor: AuditActor; action: AuditAction; address?: string },
): Promise<void> {
  await recordAudit(db, { ...entry, subject: userId, details: { reason } });
}

/** The person and all admins, so that an unneeded reset is noticed. */
async function notifyEveryone(
  db: Database,
  { userId, requestedBy, approvedBy, reason, takesEffectAt }: StaffFactorReset,
  step: 'requested' | 'approved' | 'canceled' | 'done',
): Promise<void> {
  const person = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const names = await findUserNames([userId, requestedBy, approvedBy], { db });
  const props = {
    ...{ step, reason },
    name: toColleagueName(names, userId),
    requestedBy: toColleagueName(names, requestedBy),
    approvedBy: approvedBy ? toColleagueName(names, approvedBy) : undefined,
    takesEffectAt: takesEffectAt?.toISOString(),
  };
  const admins = await listStaffEmailsByPermission('staff_manage', db);
  for (const to of new Set([person.email, ...admins])) {
    const isPerson = to === person.email;
    await sendMail(db, {
      to,
      template: 'staff-factor-reset',
      props: {
        ...props,
        isPerson,
        link: buildStaffUrl(isPerson ? '/staff/security' : `/staff/members/${userId}`),
      },
    });
  }
}
