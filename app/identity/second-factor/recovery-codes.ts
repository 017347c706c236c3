import { randomInt } from 'node:crypto';
import { prisma, type Database } from '~/platform/db.server';
import { lastingKey } from '~/platform/lasting-keys.server';
import { keyedDigest } from '~/platform/secrets.server';

const recoveryCodeCount = 10;
/** No letter that is mistaken for a digit or another letter. Twelve of them are 59 random bits. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const groupCount = 3;
const groupLength = 4;

/** Makes new recovery codes, such as k7m3-9xqt-4hwp, in place of those there are. They are kept as keyed hashes: this is the only time they can be shown. */
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

/** New ones for somebody who has none that could be used, as with the first second factor; null for who keeps those there are. */
export async function ensureRecoveryCodes(db: Database, userId: string): Promise<string[] | null> {
  return (await countRecoveryCodes(userId, db)) ? null : createRecoveryCodes(db, userId);
}

/** Uses a code up: of many at once, one gets through. Spaces, dashes and capitals do not matter. */
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
  return keyedDigest(lastingKey('recovery-codes'), `${userId} ${code.toLowerCase().replace(/[\s-]/g, '')}`);
}
