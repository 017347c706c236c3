import { databaseNow, prisma, type Database } from '~/platform/database/db.server';
import type { SealedColumn } from '~/platform/secrets/reencryption.server';
import { seal, unseal } from '~/platform/secrets/secrets.server';
import { findTimeStep } from './authenticator';
import { notifyFactorChange, type FactorChange } from './factor-notifications';
import { resolvePasskeyArea } from '~/identity/passkeys/webauthn';
import { createRecoveryCodes, ensureRecoveryCodes, redeemRecoveryCode } from './recovery-codes';
import { endRecovery } from '~/identity/recovery/active-recovery';
import { endAllSessions, isSessionActive } from '~/identity/sessions/sessions';
import { findStaffRole } from '~/identity/staff/staff';
import { resetAttempts, takeAttempt, takeReleasableAttempt } from '~/identity/login/lockout';

/** `wait` in seconds, after ten wrong codes (PCI DSS 8.3.4). */
export type CodeRejection = 'not_set_up' | 'wrong_code' | { wait: number };

/**
 * A person's second factors: an authenticator app with the date of its setup, and the number of passkeys.
 * Null when there are none.
 */
export async function findSecondFactor(
  userId: string,
  db: Database = prisma,
): Promise<{ appSince: Date | null; passkeys: number } | null> {
  const [app, passkeys] = [
    await db.secondFactor.findUnique({ where: { userId }, select: { createdAt: true } }),
    await db.passkey.count({ where: { userId } }),
  ];
  return app || passkeys ? { appSince: app?.createdAt ?? null, passkeys } : null;
}

/**
 * The same, locked against concurrent changes, so that two removals can't both miss that they remove the last
 * one.
 */
export async function lockSecondFactor(db: Database, userId: string): ReturnType<typeof findSecondFactor> {
  await db.$queryRaw`select 1 from users where id = ${userId} for no key update`;
  return findSecondFactor(userId, db);
}

/**
 * Verifies a code of a person's authenticator app, or a recovery code. Each code counts once. The attempt is
 * counted before it's checked (threat T8), with those of the person or of their known device (`attemptKey`).
 */
export async function confirmSecondFactor(
  userId: string,
  code: string,
  attemptKey = userId,
): Promise<'confirmed' | CodeRejection> {
  const [app, passkeys] = [
    await prisma.secondFactor.findUnique({ where: { userId } }),
    await prisma.passkey.count({ where: { userId } }),
  ];
  if (!app && !passkeys) return 'not_set_up';
  const isKnownDevice = attemptKey !== userId;
  const wait = await takeAttempt('second_factor', attemptKey);
  if (wait) return { wait };
  const sharedAttempt = isKnownDevice ? await takeReleasableAttempt('second_factor_devices', userId) : null;
  if (sharedAttempt?.waitSeconds) return { wait: sharedAttempt.waitSeconds };
  const digits = parseCodeDigits(code);
  const isCorrect = digits
    ? app !== null &&
      (await redeemAuthenticatorCode(userId, unsealAuthenticatorSecret(userId, app.sealed), digits))
    : await redeemRecoveryCode(userId, code.slice(0, 100));
  if (!isCorrect) return 'wrong_code';
  await resetAttempts('second_factor', attemptKey);
  await sharedAttempt?.release();
  return 'confirmed';
}

/** The kind of an accepted code. */
export function toCodeKind(code: string): 'code' | 'recovery_code' {
  return parseCodeDigits(code) ? 'code' : 'recovery_code';
}

/**
 * Sets up an authenticator app after the person has confirmed its secret with a code, and ends all sessions
 * (threat T6). `replaces`: for a person who has just confirmed their existing second factor. Their recovery
 * codes keep working.
 */
export async function setUpSecondFactor(
  change: FactorChange & { secret: string; code: string; replaces: boolean },
): Promise<{ recoveryCodes: string[] | null } | 'wrong_code' | 'already_set_up' | 'session_over'> {
  const { userId, secret, replaces } = change;
  const digits = parseCodeDigits(change.code);
  const step = digits === null ? null : findTimeStep(secret, digits, await databaseNow(prisma));
  if (step === null) return 'wrong_code';
  return prisma.$transaction(async (tx) => {
    if (!(await isSessionActive(tx, change))) return 'session_over';
    if ((await lockSecondFactor(tx, userId)) && !replaces) return 'already_set_up';
    await tx.secondFactor.deleteMany({ where: { userId } });
    await tx.secondFactor.create({
      data: { userId, sealed: seal(toSealingPurpose(userId), secret), lastStep: step },
    });
    await endRecovery(tx, userId);
    await endAllSessions(tx, userId);
    await notifyFactorChange(tx, change, 'set_up');
    return { recoveryCodes: await ensureRecoveryCodes(tx, userId) };
  });
}

/**
 * Removes the app, after a confirmation with a second factor. Passkeys stay. Staff must keep one (PCI DSS
 * 8.4.2).
 */
export async function turnOffSecondFactor(
  change: FactorChange,
): Promise<'turned_off' | 'needed_for_staff' | 'session_over'> {
  const { userId } = change;
  return prisma.$transaction(async (tx) => {
    if (!(await isSessionActive(tx, change))) return 'session_over';
    const before = await lockSecondFactor(tx, userId);
    if (!before?.appSince) return 'turned_off';
    const staffPasskeyCount = await tx.passkey.count({
      where: { userId, area: resolvePasskeyArea('staff') },
    });
    if (!staffPasskeyCount && (await findStaffRole(userId, tx))) return 'needed_for_staff';
    if (!before.passkeys) await removeSecondFactor(tx, change, 'turned_off');
    else {
      await tx.secondFactor.deleteMany({ where: { userId } });
      await endAllSessions(tx, userId);
      await notifyFactorChange(tx, change, 'app_removed');
    }
    return 'turned_off';
  });
}

/**
 * For a person who has lost their app, passkeys, and recovery codes: the next login requires only the
 * password, or, for staff, setting up a new second factor.
 */
export async function resetSecondFactor(change: FactorChange): Promise<void> {
  await prisma.$transaction((tx) => removeSecondFactor(tx, change, 'reset'));
}

/** Replaces the recovery codes after a confirmation with a second factor. Null without a second factor. */
export function replaceRecoveryCodes(change: FactorChange): Promise<string[] | null> {
  return prisma.$transaction(async (tx) => {
    // One at a time, and not during a removal.
    if (!(await lockSecondFactor(tx, change.userId))) return null;
    await notifyFactorChange(tx, change, 'recovery_codes_made');
    return createRecoveryCodes(tx, change.userId);
  });
}

/**
 * Removes the app, passkeys, and recovery codes in the caller's transaction, ends all sessions (threat T6),
 * and notifies the person.
 */
export async function removeSecondFactor(
  tx: Database,
  change: FactorChange,
  kind: 'turned_off' | 'reset' | 'recovered',
): Promise<void> {
  const { userId } = change;
  await lockSecondFactor(tx, userId);
  await tx.secondFactor.deleteMany({ where: { userId } });
  await tx.passkey.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  // A running recovery has nothing left to remove.
  await endRecovery(tx, userId);
  await endAllSessions(tx, userId);
  await notifyFactorChange(tx, change, kind);
}

/** If the same code is submitted several times, concurrently or later, it's accepted once. */
async function redeemAuthenticatorCode(userId: string, secret: string, code: string): Promise<boolean> {
  const step = findTimeStep(secret, code, await databaseNow(prisma));
  if (step === null) return false;
  return (
    (await prisma.$executeRaw`update second_factors set last_step = ${step} where user_id = ${userId} and last_step < ${step}`) ===
    1
  );
}

function unsealAuthenticatorSecret(userId: string, sealed: string): string {
  const secret = unseal(toSealingPurpose(userId), sealed);
  if (!secret) throw new Error('a second factor does not open with this key');
  return secret;
}

function toSealingPurpose(userId: string): string {
  return `second-factor/${userId}`;
}

export const sealedSecondFactors: SealedColumn = {
  label: 'second factors',
  table: 'second_factors',
  keys: ['user_id'],
  value: 'sealed',
  assignment: 'sealed = $1',
  purpose: toSealingPurpose,
};

/** Six digits, which apps show with a space. Null for anything else. */
function parseCodeDigits(code: string): string | null {
  const digits = code.replace(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}
