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
import { resetAttempts, giveBackAttempt, takeAttempt } from '~/identity/login/lockout';

/** `wait` in seconds, after ten wrong codes (PCI DSS 8.3.4). */
export type CodeRefusal = 'not_set_up' | 'wrong_code' | { wait: number };

/** What a person can show beside their password: an authenticator app since a day, and a number of passkeys; null when there is neither. */
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

/** The same inside a change of it, which no other change overtakes: of two that take off the last but one, one finds the last. */
export async function lockSecondFactor(db: Database, userId: string): ReturnType<typeof findSecondFactor> {
  await db.$queryRaw`select 1 from users where id = ${userId} for no key update`;
  return findSecondFactor(userId, db);
}

/**
 * Whether a person has their second factor available: a code of their authenticator app, or one of their recovery codes. Each
 * code counts once. The try is counted before it is looked at (threat T8), with those of the person, or of the device they are known by (`countedAs`).
 */
export async function confirmSecondFactor(
  userId: string,
  code: string,
  attemptKey = userId,
): Promise<'confirmed' | CodeRefusal> {
  const [app, passkeys] = [
    await prisma.secondFactor.findUnique({ where: { userId } }),
    await prisma.passkey.count({ where: { userId } }),
  ];
  if (!app && !passkeys) return 'not_set_up';
  const isKnownDevice = attemptKey !== userId;
  const wait =
    (await takeAttempt('second_factor', attemptKey)) ||
    (isKnownDevice ? await takeAttempt('second_factor_devices', userId) : 0);
  if (wait) return { wait };
  const digits = parseCodeDigits(code);
  const isCorrect = digits
    ? app !== null &&
      (await redeemAuthenticatorCode(userId, unsealAuthenticatorSecret(userId, app.sealed), digits))
    : await redeemRecoveryCode(userId, code.slice(0, 100));
  if (!isCorrect) return 'wrong_code';
  await resetAttempts('second_factor', attemptKey);
  if (isKnownDevice) await giveBackAttempt('second_factor_devices', userId);
  return 'confirmed';
}

/** What a code that was accepted is one of. */
export function toCodeKind(code: string): 'code' | 'recovery_code' {
  return parseCodeDigits(code) ? 'code' : 'recovery_code';
}

/**
 * Sets up an authenticator app whose secret the person has shown to hold by a code of it, and ends all sessions (threat T6).
 * `replaces` is for somebody who has just confirmed what there is, an app or a passkey; recovery codes that they have kept go on working.
 */
export async function setUpSecondFactor(
  change: FactorChange & { secret: string; code: string; replaces: boolean },
): Promise<{ recoveryCodes: string[] | null } | 'wrong_code' | 'already_set_up' | 'session_over'> {
  const { userId, secret, replaces } = change;
  const step = findTimeStep(secret, parseCodeDigits(change.code) ?? '', await databaseNow(prisma));
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

/** For somebody who has just confirmed the second factor: the app goes, passkeys stay. Staff cannot be without either (PCI DSS 8.4.2). */
export async function turnOffSecondFactor(
  change: FactorChange,
): Promise<'turned_off' | 'needed_for_staff' | 'session_over'> {
  const { userId } = change;
  return prisma.$transaction(async (tx) => {
    if (!(await isSessionActive(tx, change))) return 'session_over';
    const { appSince, passkeys } = (await lockSecondFactor(tx, userId)) ?? { appSince: null, passkeys: 0 };
    if (!appSince) return 'turned_off';
    const staffPasskeyCount = await tx.passkey.count({
      where: { userId, area: resolvePasskeyArea('staff') },
    });
    if (!staffPasskeyCount && (await findStaffRole(userId, tx))) return 'needed_for_staff';
    if (!passkeys) await removeSecondFactor(tx, change, 'turned_off');
    else {
      await tx.secondFactor.deleteMany({ where: { userId } });
      await endAllSessions(tx, userId);
      await notifyFactorChange(tx, change, 'app_removed');
    }
    return 'turned_off';
  });
}

/** For somebody who has lost app, passkeys and recovery codes: the next login asks for the password alone, or staff to set up a new one. */
export async function resetSecondFactor(change: FactorChange): Promise<void> {
  await prisma.$transaction((tx) => removeSecondFactor(tx, change, 'reset'));
}

/** For somebody who has just confirmed the second factor: the recovery codes of before are over. Null when there is none that they stand in for. */
export function replaceRecoveryCodes(change: FactorChange): Promise<string[] | null> {
  return prisma.$transaction(async (tx) => {
    // One at a time, and none beside a removal.
    if (!(await lockSecondFactor(tx, change.userId))) return null;
    await notifyFactorChange(tx, change, 'recovery_codes_made');
    return createRecoveryCodes(tx, change.userId);
  });
}

/** In the caller's transaction: app and passkeys go, with what stands in for them; all sessions end (threat T6), and the person is notified. */
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
  // What waits to take it off has nothing to take.
  await endRecovery(tx, userId);
  await endAllSessions(tx, userId);
  await notifyFactorChange(tx, change, kind);
}

/** Of many who bring one code at once, or later again, one gets through. */
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

/** The six digits, as apps show them with a space between; null for anything else. */
function parseCodeDigits(code: string): string | null {
  const digits = code.replace(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}
