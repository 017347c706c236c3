import type { AuditActor } from '~/audit/audit';
import { sendMail } from '~/mail/outbox';
import { databaseNow, prisma, type Database } from '~/platform/db.server';
import { seal, unseal } from '~/platform/secrets.server';
import { stepOf } from './authenticator';
import { recordOwnAction } from './own-actions';
import { createRecoveryCodes, useRecoveryCode } from './recovery-codes';
import { endAllSessions } from './sessions';
import { findStaffRole } from './staff';
import { forgetTries, takeTry } from './throttles';

/** `wait` in seconds, after ten wrong codes (PCI DSS 8.3.4). */
export type CodeRefusal = 'not_set_up' | 'wrong_code' | { wait: number };

export async function findSecondFactor(userId: string, db: Database = prisma): Promise<{ since: Date } | null> {
  const factor = await db.secondFactor.findUnique({ where: { userId }, select: { createdAt: true } });
  return factor && { since: factor.createdAt };
}

/**
 * Whether a person has their second factor at hand: a code of their authenticator app, or one of their recovery codes. Each
 * code counts once. The try is counted before it is looked at (threat T8), with those of the person, or of the device they are known by (`countedAs`).
 */
export async function confirmSecondFactor(userId: string, code: string, countedAs = userId): Promise<'confirmed' | CodeRefusal> {
  const factor = await prisma.secondFactor.findUnique({ where: { userId } });
  if (!factor) return 'not_set_up';
  const wait = await takeTry('second_factor', countedAs);
  if (wait) return { wait };
  const digits = readDigits(code);
  if (!(digits ? await useCode(userId, openSecret(userId, factor.sealed), digits) : await useRecoveryCode(userId, code.slice(0, 100)))) return 'wrong_code';
  await forgetTries('second_factor', countedAs);
  return 'confirmed';
}

/** What a code that was accepted is one of. */
export function kindOfCode(code: string): 'code' | 'recovery_code' {
  return readDigits(code) ? 'code' : 'recovery_code';
}

type Change = { userId: string; actor: AuditActor; address?: string };

/**
 * Sets up an authenticator app whose secret the person has shown to hold by a code of it, and ends all sessions (threat T6).
 * `replaces` is for somebody who has just confirmed the one there is.
 */
export async function setUpSecondFactor(change: Change & { secret: string; code: string; replaces: boolean }): Promise<{ recoveryCodes: string[] } | 'wrong_code' | 'already_set_up'> {
  const { userId, secret, replaces } = change;
  const step = stepOf(secret, readDigits(change.code) ?? '', await databaseNow(prisma));
  if (step === null) return 'wrong_code';
  return prisma.$transaction(async (tx) => {
    if (replaces) await tx.secondFactor.deleteMany({ where: { userId } });
    const { count } = await tx.secondFactor.createMany({ data: { userId, sealed: seal(purposeFor(userId), secret), lastStep: step }, skipDuplicates: true });
    if (!count) return 'already_set_up';
    await tx.factorRecovery.deleteMany({ where: { userId } });
    await endAllSessions(tx, userId);
    await tellChange(tx, change, 'set_up');
    return { recoveryCodes: await createRecoveryCodes(tx, userId) };
  });
}

/** For somebody who has just confirmed the second factor. Staff cannot be without one (PCI DSS 8.4.2). */
export async function turnOffSecondFactor(change: Change): Promise<'turned_off' | 'needed_for_staff'> {
  if (await findStaffRole(change.userId)) return 'needed_for_staff';
  await prisma.$transaction((tx) => removeSecondFactor(tx, change, 'turned_off'));
  return 'turned_off';
}

/** For somebody who has lost both app and recovery codes: the next login asks for the password alone, or staff to set up a new one. */
export async function resetSecondFactor(change: Change): Promise<void> {
  await prisma.$transaction((tx) => removeSecondFactor(tx, change, 'reset'));
}

/** For somebody who has just confirmed the second factor: the recovery codes of before are over. Null when there is none that they stand in for. */
export function replaceRecoveryCodes(change: Change): Promise<string[] | null> {
  return prisma.$transaction(async (tx) => {
    // One at a time, and none beside a removal.
    const [factor] = await tx.$queryRaw<object[]>`select user_id from second_factors where user_id = ${change.userId} for update`;
    if (!factor) return null;
    await tellChange(tx, change, 'recovery_codes_made');
    return createRecoveryCodes(tx, change.userId);
  });
}

/** In the caller's transaction: what stands in for the second factor goes with it, all sessions end (threat T6), and the person is told. */
export async function removeSecondFactor(tx: Database, change: Change, kind: 'turned_off' | 'reset' | 'recovered'): Promise<void> {
  const { userId } = change;
  await tx.secondFactor.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  // What waits to take it off has nothing to take.
  await tx.factorRecovery.deleteMany({ where: { userId } });
  await endAllSessions(tx, userId);
  await tellChange(tx, change, kind);
}

/** Writes the change down, and tells the person, in case it was somebody else. */
async function tellChange(tx: Database, { userId, actor, address }: Change, change: 'set_up' | 'turned_off' | 'reset' | 'recovered' | 'recovery_codes_made'): Promise<void> {
  await recordOwnAction(tx, { userId, actor, action: `second_factor_${change}`, address });
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const changedAt = `${(await databaseNow(tx)).toISOString().slice(0, 16).replace('T', ' at ')} UTC`;
  await sendMail(tx, { to: email, template: 'second-factor-changed', props: { change, changedAt } });
}

/** Of many who bring one code at once, or later again, one gets through. */
async function useCode(userId: string, secret: string, code: string): Promise<boolean> {
  const step = stepOf(secret, code, await databaseNow(prisma));
  if (step === null) return false;
  return (await prisma.$executeRaw`update second_factors set last_step = ${step} where user_id = ${userId} and last_step < ${step}`) === 1;
}

function openSecret(userId: string, sealed: string): string {
  const secret = unseal(purposeFor(userId), sealed);
  if (!secret) throw new Error('a second factor does not open with this key');
  return secret;
}

function purposeFor(userId: string): string {
  return `second-factor/${userId}`;
}

/** The six digits, as apps show them with a space between; null for anything else. */
function readDigits(code: string): string | null {
  const bare = code.replace(/[\s-]/g, '');
  return /^\d{6}$/.test(bare) ? bare : null;
}
