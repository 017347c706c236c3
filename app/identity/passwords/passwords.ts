import { hash, verify } from '@node-rs/argon2';
import { config } from '~/platform/config.server';
import { prisma } from '~/platform/db.server';
import { once } from '~/platform/once.server';
import { randomToken } from '~/platform/secrets.server';
import { runInHashingQueue } from './hashing-queue';
import { isLeakedPassword } from './leaked-passwords';
import { passwordMaxLength, passwordMinLength } from './password-length';
import { findPasswordWeakness } from './password-strength';

/** Argon2id (the library's default variant), 19 MiB, two passes, one lane (OWASP Password Storage Cheat Sheet). */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What a hash of that cost begins with (PHC string format). */
const currentHashPrefix = `$argon2id$v=19$m=${argon2Options.memoryCost},t=${argon2Options.timeCost},p=${argon2Options.parallelism}$`;

const decoyHash = once('hash-of-nobody', () => hash(randomToken(), argon2Options));

export type PasswordFault =
  | 'password_missing'
  | 'password_too_short'
  | 'password_too_long'
  | 'password_is_leaked'
  | 'password_is_common'
  | 'password_is_personal'
  | 'password_is_present';

/**
 * What is wrong with a password, if anything: length counts, and not being what attackers try first (NIST SP 800-63B, 3.1.1.2). No
 * rules of composition. `personal` are the words that are tried for this person, such as their address, their name and their business.
 */
export function findPasswordFault(password: string, personal: readonly string[] = []): PasswordFault | null {
  const normalized = normalize(password);
  const length = [...normalized].length;
  if (length === 0) return 'password_missing';
  if (length < passwordMinLength) return 'password_too_short';
  if (length > passwordMaxLength) return 'password_too_long';
  if (isLeakedPassword(normalized)) return 'password_is_leaked';
  const weakness = findPasswordWeakness(normalized, [...personal, config.brandName].flatMap(splitTerms));
  return weakness && `password_is_${weakness}`;
}

/** @throws 503 when too many passwords are hashed at this moment */
export function hashPassword(password: string): Promise<string> {
  return runInHashingQueue(() => hash(normalize(password), argon2Options));
}

/** Whether the password is the one. A person who does not exist takes as long to refuse as one who does (threat T7). @throws 503 when too many are checked at this moment */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const expected = passwordHash ?? (await decoyHash);
  const matches = await runInHashingQueue(() => verify(expected, normalize(password.slice(0, 1024))));
  return matches && passwordHash !== null;
}

/** Keeps a password that was right just now at the cost of today, when it was hashed at another one. @returns its hash from now on */
export async function rehashPassword(
  { id, passwordHash }: { id: string; passwordHash: string },
  password: string,
): Promise<string> {
  if (passwordHash.startsWith(currentHashPrefix)) return passwordHash;
  // Somebody may have changed the password since.
  const rehashed = await hashPassword(password.slice(0, 1024));
  await prisma.user.updateMany({ where: { id, passwordHash }, data: { passwordHash: rehashed } });
  return rehashed;
}

/** One text for one look: keyboards write the same letter in several ways. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

/** A text and what it is made of: an address is guessed with its parts, a name forwards and without its spaces. */
function splitTerms(text: string): string[] {
  const parts = text.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 2);
  return [text, text.split('@')[0]!, parts.join(''), ...parts].filter((term) => term.length > 2);
}
