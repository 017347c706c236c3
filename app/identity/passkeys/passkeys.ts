import { prisma, type Database } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { notifyFactorChange } from '~/identity/second-factor/factor-notifications';
import { recordUserAudit } from '~/identity/users/user-audit';
import { resolvePasskeyArea } from './webauthn';
import { verifyPasskeyRegistration } from './passkey-registration';
import { ensureRecoveryCodes } from '~/identity/second-factor/recovery-codes';
import { endRecovery } from '~/identity/recovery/active-recovery';
import { findSecondFactor, lockSecondFactor } from '~/identity/second-factor/second-factor';
import type { FactorChange } from '~/identity/second-factor/factor-notifications';
import type { Area } from '~/identity/sessions/session-store';
import { endAllSessions, isSessionActive } from '~/identity/sessions/sessions';
import { findStaffRole } from '~/identity/staff/staff';

/** `area`: the only area where it works (`homeOfPasskeys`). */
export type Passkey = {
  id: string;
  area: Area;
  name: string;
  backedUp: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
};

export const maximumPasskeys = 20;

const passkeyFields = { id: true, area: true, name: true, backedUp: true, createdAt: true, lastUsedAt: true };

/** A person's passkeys, oldest first. */
export function listPasskeys(userId: string): Promise<Passkey[]> {
  return prisma.passkey.findMany({
    where: { userId },
    orderBy: { id: 'asc' },
    select: passkeyFields,
  }) as Promise<Passkey[]>;
}

export function findPasskey({ userId, id }: { userId: string; id: string }): Promise<Passkey | null> {
  return prisma.passkey.findUnique({
    where: { id, userId },
    select: passkeyFields,
  }) as Promise<Passkey | null>;
}

type PasskeyAddition = FactorChange & {
  area: Area;
  scope: string;
  ticket: string;
  answer: string;
  name: string;
  /** For a person who has confirmed with their password only. */ first?: boolean;
};

/**
 * Stores a passkey created for an offer, and ends all sessions (threat T6). Without unused recovery codes, as
 * with the first second factor, the person gets new ones. `already_set_up`: an existing second factor has to
 * be confirmed first. `rejected`: it isn't a response to the offer, or belongs to someone already.
 */
export async function addPasskey({
  area,
  scope,
  ticket,
  answer,
  name,
  first = false,
  ...change
}: PasskeyAddition): Promise<
  { recoveryCodes: string[] | null } | 'rejected' | 'already_set_up' | 'too_many' | 'session_over'
> {
  const { userId } = change;
  const registration = await verifyPasskeyRegistration({ userId, area, scope }, { ticket, answer });
  if (!registration) return 'rejected';
  return prisma.$transaction(async (tx) => {
    if (!(await isSessionActive(tx, change))) return 'session_over';
    const before = await lockSecondFactor(tx, userId);
    if (before && first) return 'already_set_up';
    if (before && before.passkeys >= maximumPasskeys) return 'too_many';
    const { count } = await tx.passkey.createMany({
      data: { id: createId('pkey'), userId, name, ...registration },
      skipDuplicates: true,
    });
    if (!count) return 'rejected';
    await endRecovery(tx, userId);
    await endAllSessions(tx, userId);
    await notifyFactorChange(tx, change, 'passkey_added', name);
    return { recoveryCodes: await ensureRecoveryCodes(tx, userId) };
  });
}

export async function renamePasskey({
  id,
  name,
  ...change
}: FactorChange & { id: string; name: string }): Promise<'renamed' | 'not_found'> {
  const { userId } = change;
  return prisma.$transaction(async (tx) => {
    await lockSecondFactor(tx, userId);
    const passkey = await tx.passkey.findUnique({ where: { id, userId }, select: { name: true } });
    if (!passkey) return 'not_found';
    if (passkey.name === name) return 'renamed';
    await tx.passkey.update({ where: { id }, data: { name } });
    await recordUserAudit(tx, {
      ...change,
      action: 'passkey_renamed',
      before: { name: passkey.name },
      after: { name },
    });
    return 'renamed';
  });
}

/** Whether a staff member would be left without a second factor for the staff area (PCI DSS 8.4.2). */
export async function isRequiredForStaff(
  { userId, id }: { userId: string; id: string },
  db: Database = prisma,
): Promise<boolean> {
  if ((await findSecondFactor(userId, db))?.appSince || !(await findStaffRole(userId, db))) return false;
  return (
    (await db.passkey.count({ where: { userId, area: resolvePasskeyArea('staff'), id: { not: id } } })) === 0
  );
}

/**
 * For a person who has just confirmed their identity. Ends all sessions. Removing the last second factor
 * deletes the recovery codes. Staff can't remove it (PCI DSS 8.4.2).
 */
export async function removePasskey({
  id,
  ...change
}: FactorChange & { id: string }): Promise<'removed' | 'not_found' | 'needed_for_staff' | 'session_over'> {
  const { userId } = change;
  return prisma.$transaction(async (tx) => {
    if (!(await isSessionActive(tx, change))) return 'session_over';
    const before = await lockSecondFactor(tx, userId);
    const passkey = await tx.passkey.findUnique({ where: { id, userId }, select: { name: true } });
    if (!passkey) return 'not_found';
    const isLast = before!.passkeys === 1 && !before!.appSince;
    if (await isRequiredForStaff({ userId, id }, tx)) return 'needed_for_staff';
    await tx.passkey.delete({ where: { id } });
    if (isLast) {
      await tx.recoveryCode.deleteMany({ where: { userId } });
      await endRecovery(tx, userId);
    }
    await endAllSessions(tx, userId);
    await notifyFactorChange(tx, change, isLast ? 'last_passkey_removed' : 'passkey_removed', passkey.name);
    return 'removed';
  });
}
