import { prisma, type Database } from '~/platform/db.server';
import { createId } from '~/platform/ids';
import { tellFactorChange } from './factor-news';
import { recordOwnAction } from './own-actions';
import { homeOfPasskeys } from './passkey-answers';
import { verifyCreation } from './passkey-creations';
import { ensureRecoveryCodes } from './recovery-codes';
import { endRecovery } from './running-recovery';
import { findSecondFactor, lockSecondFactor } from './second-factor';
import type { FactorChange } from './factor-news';
import type { Area } from './session-store';
import { endAllSessions, stillStands } from './sessions';
import { findStaffRole } from './staff';

/** `area`: at whose address it works, and nowhere else (`homeOfPasskeys`). */
export type Passkey = {
  id: string;
  area: Area;
  name: string;
  backedUp: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
};

export const maximumPasskeys = 20;

const shown = { id: true, area: true, name: true, backedUp: true, createdAt: true, lastUsedAt: true };

/** A person's passkeys, the oldest first. */
export function listPasskeys(userId: string): Promise<Passkey[]> {
  return prisma.passkey.findMany({ where: { userId }, orderBy: { id: 'asc' }, select: shown }) as Promise<
    Passkey[]
  >;
}

export function findPasskey({ userId, id }: { userId: string; id: string }): Promise<Passkey | null> {
  return prisma.passkey.findUnique({ where: { id, userId }, select: shown }) as Promise<Passkey | null>;
}

type Addition = FactorChange & {
  area: Area;
  within: string;
  ticket: string;
  answer: string;
  name: string;
  /** For somebody who has shown their password alone. */ first?: boolean;
};

/**
 * Keeps a passkey that was made for an offer, and ends all sessions (threat T6). Who has no recovery code
 * left, as with the first second factor, gets new ones. `already_set_up`: there is one, so it has to be shown first; `refused`: it is no answer to the offer, or somebody's already.
 */
export async function addPasskey({
  area,
  within,
  ticket,
  answer,
  name,
  first = false,
  ...change
}: Addition): Promise<
  { recoveryCodes: string[] | null } | 'refused' | 'already_set_up' | 'too_many' | 'session_over'
> {
  const { userId } = change;
  const made = await verifyCreation({ userId, area, within }, { ticket, answer });
  if (!made) return 'refused';
  return prisma.$transaction(async (tx) => {
    if (!(await stillStands(tx, change))) return 'session_over';
    const before = await lockSecondFactor(tx, userId);
    if (before && first) return 'already_set_up';
    if (before && before.passkeys >= maximumPasskeys) return 'too_many';
    const { count } = await tx.passkey.createMany({
      data: { id: createId('pkey'), userId, name, ...made },
      skipDuplicates: true,
    });
    if (!count) return 'refused';
    await endRecovery(tx, userId);
    await endAllSessions(tx, userId);
    await tellFactorChange(tx, change, 'passkey_added', name);
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
    await recordOwnAction(tx, {
      ...change,
      action: 'passkey_renamed',
      before: { name: passkey.name },
      after: { name },
    });
    return 'renamed';
  });
}

/** Whether somebody of the staff would have nothing left beside the password at their own address (PCI DSS 8.4.2). */
export async function isNeededForStaff(
  { userId, id }: { userId: string; id: string },
  db: Database = prisma,
): Promise<boolean> {
  if ((await findSecondFactor(userId, db))?.appSince || !(await findStaffRole(userId, db))) return false;
  return (
    (await db.passkey.count({ where: { userId, area: homeOfPasskeys('staff'), id: { not: id } } })) === 0
  );
}

/** For somebody who has just confirmed who they are; ends all sessions. The last second factor takes the recovery codes with it, and staff keep it (PCI DSS 8.4.2). */
export async function removePasskey({
  id,
  ...change
}: FactorChange & { id: string }): Promise<'removed' | 'not_found' | 'needed_for_staff' | 'session_over'> {
  const { userId } = change;
  return prisma.$transaction(async (tx) => {
    if (!(await stillStands(tx, change))) return 'session_over';
    const before = await lockSecondFactor(tx, userId);
    const passkey = await tx.passkey.findUnique({ where: { id, userId }, select: { name: true } });
    if (!passkey) return 'not_found';
    const isLast = before!.passkeys === 1 && !before!.appSince;
    if (await isNeededForStaff({ userId, id }, tx)) return 'needed_for_staff';
    await tx.passkey.delete({ where: { id } });
    if (isLast) {
      await tx.recoveryCode.deleteMany({ where: { userId } });
      await endRecovery(tx, userId);
    }
    await endAllSessions(tx, userId);
    await tellFactorChange(tx, change, isLast ? 'last_passkey_removed' : 'passkey_removed', passkey.name);
    return 'removed';
  });
}
