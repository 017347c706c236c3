import { hash, verify } from '@node-rs/argon2';
import { config } from '~/platform/config.server';
import { once } from '~/platform/once.server';
import { randomToken } from '~/platform/secrets.server';
import { commonPasswords } from './common-passwords';
import { passwordMaxLength, passwordMinLength } from './password-length';

/** Argon2id (the library's default variant), 19 MiB, two passes, one lane (OWASP Password Storage Cheat Sheet). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const hashOfNobody = once('hash-of-nobody', () => hash(randomToken(), cost));

export type PasswordFault = 'password_missing' | 'password_too_short' | 'password_too_long' | 'password_common' | 'password_is_personal';

/**
 * What is wrong with a password, if anything: length counts, and not being the first guess (NIST SP 800-63B, 3.1.1.2). No
 * rules of composition. `personal` are the words an attacker tries first, such as the e-mail address and the name.
 */
export function findPasswordFault(password: string, personal: readonly string[] = []): PasswordFault | null {
  const length = [...normalize(password)].length;
  if (length === 0) return 'password_missing';
  if (length < passwordMinLength) return 'password_too_short';
  if (length > passwordMaxLength) return 'password_too_long';
  const plain = normalize(password).toLowerCase();
  if (commonPasswords.has(plain) || new Set(plain).size < 3) return 'password_common';
  const words = [...personal, ...personal.flatMap((word) => word.split('@')[0]!), config.brandName].map(bare);
  return words.some((word) => word && [word, word.repeat(2)].includes(bare(plain))) ? 'password_is_personal' : null;
}

export function hashPassword(password: string): Promise<string> {
  return hash(normalize(password), cost);
}

/** Whether the password is the one. A person who does not exist takes as long to refuse as one who does (threat T7). */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await hashOfNobody), normalize(password.slice(0, 1024)));
  return matches && passwordHash !== null;
}

/** One text for one look: keyboards write the same letter in several ways. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
