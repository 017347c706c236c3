import { randomInt } from 'node:crypto';
import { prisma, type Database } from '~/platform/database/db.server';
import { requirePersistentKey } from '~/platform/secrets/persistent-keys.server';
import { hmacDigest } from '~/platform/secrets/secrets.server';

const recoveryCodeCount = 10;
/** Without letters that look like digits or other letters. Twelve of them are 59 random bits. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const groupCount = 3;
const groupLength = 4;

/**
 * Creates new recovery codes, such as k7m3-9xqt-4hwp, and replaces the existing ones. They're stored as keyed
 * hashes, so this is the only time they can be shown.
 */
export async function createRecoveryCodes(db: Database, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: groupCount }, generateCodeGroup).join('-'),
  );
  await db.recoveryCode.deleteMany({ where: { userId } });
  await db.recoveryCode.createMany({
    data: codes.map((code) => ({ id: hashRecoveryCode(userId, code), userId })),
  });
  return codes;
}

/**
 * New codes for a person without unused ones, as with the first second factor. Null for those who keep
 * theirs.
 */
export async function ensureRecoveryCodes(db: Database, userId: string): Promise<string[] | null> {
  return (await countRecoveryCodes(userId, db)) ? null : createRecoveryCodes(db, userId);
}

/** Uses a code: of several concurrent uses, one succeeds. Spaces, dashes, and capitalization are ignored. */
export async function redeemRecoveryCode(userId: string, codeInput: string): Promise<boolean> {
  return (
    (await prisma.$executeRaw`update recovery_codes set used_at = now() where id = ${hashRecoveryCode(userId, codeInput)} and user_id = ${userId} and used_at is null`) ===
    1
  );
}

export function countRecoveryCodes(userId: string, db: Database = prisma): Promise<number> {
  return db.recoveryCode.count({ where: { userId, usedAt: null } });
}

function generateCodeGroup(): string {
  return Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}

function hashRecoveryCode(userId: string, code: string): string {
  return hmacDigest(
    requirePersistentKey('recovery-codes'),
    `${userId} ${code.toLowerCase().replace(/[\s-]/g, '')}`,
  );
}
