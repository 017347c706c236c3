import { hash, verify } from '@node-rs/argon2';
import { config } from '~/platform/config/config.server';
import { prisma } from '~/platform/database/db.server';
import { singleton } from '~/platform/concurrency/singleton.server';
import { randomToken } from '~/platform/secrets/secrets.server';
import { runInHashingQueue } from './hashing-queue';
import { isLeakedPassword } from './leaked-passwords';
import { passwordMaxLength, passwordMinLength } from './password-length';
import { findPasswordWeakness } from './password-strength';

/**
 * Argon2id (the library's default variant), 19 MiB, two passes, one lane (OWASP Password Storage Cheat
 * Sheet).
 */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The prefix of a hash with these parameters (PHC string format). */
const currentHashPrefix = `$argon2id$v=19$m=${argon2Options.memoryCost},t=${argon2Options.timeCost},p=${argon2Options.parallelism}$`;

const decoyHash = singleton('decoy-password-hash', () => hash(randomToken(), argon2Options));

export type PasswordFault =
  | 'password_missing'
  | 'password_too_short'
  | 'password_too_long'
  | 'password_is_leaked'
  | 'password_is_common'
  | 'password_is_personal'
  | 'password_is_present';

/**
 * What's wrong with a password, if anything. It needs to be long and hard to guess (NIST SP 800-63B,
 * 3.1.1.2), without composition rules. `personal`: words that attackers try for this person, such as their
 * email address, name, and business.
 */
export function findPasswordFault(password: string, personal: readonly string[]): PasswordFault | null {
  const normalized = normalize(password);
  const length = [...normalized].length;
  if (length === 0) return 'password_missing';
  if (length < passwordMinLength) return 'password_too_short';
  if (length > passwordMaxLength) return 'password_too_long';
  if (isLeakedPassword(normalized)) return 'password_is_leaked';
  const weakness = findPasswordWeakness(normalized, [...personal, config.brandName].flatMap(splitTerms));
  return weakness && `password_is_${weakness}`;
}

/** @throws 503 when the hashing queue is full */
export function hashPassword(password: string): Promise<string> {
  return runInHashingQueue(() => hash(normalize(password), argon2Options));
}

/**
 * Whether a password is correct. Takes as long for a person who doesn't exist (threat T7).
 * @throws 503 when the hashing queue is full
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const expected = passwordHash ?? (await decoyHash);
  const matches = await runInHashingQueue(() => verify(expected, normalize(password.slice(0, 1024))));
  return matches && passwordHash !== null;
}

/**
 * Rehashes a correct password with the current parameters, if its hash has others.
 * @returns the current hash
 */
export async function rehashPassword(
  { id, passwordHash }: { id: string; passwordHash: string },
  password: string,
): Promise<string> {
  if (passwordHash.startsWith(currentHashPrefix)) return passwordHash;
  // The password may have been changed in the meantime.
  const rehashed = await hashPassword(password);
  await prisma.user.updateMany({ where: { id, passwordHash }, data: { passwordHash: rehashed } });
  return rehashed;
}

/** One normalized text: keyboards encode the same character in several ways. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

/** A text and its parts: attackers try parts of an email address, and names reversed and without spaces. */
function splitTerms(text: string): string[] {
  const parts = text.split(/[^\p{L}\p{N}]/u).filter((part) => part.length > 2);
  return [text, text.split('@')[0]!, parts.join(''), ...parts].filter((term) => term.length > 2);
}
