import { randomFillSync } from 'node:crypto';

// Crockford's Base32 in lowercase: it sorts like the number and has no ambiguous letters.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

export type IdPrefix =
  | 'trx'
  | 'int'
  | 'plink'
  | 'op'
  | 'tok'
  | 'acc'
  | 'con'
  | 'po'
  | 'app'
  | 'per'
  | 'doc'
  | 'dsg'
  | 'logo'
  | 'evt'
  | 'key'
  | 'usr'
  | 'pkey'
  | 'mail'
  | 'req'
  | 'hook'
  | 'dlv'
  | 'inv'
  | 'view'
  | 'sup'
  | 'run'
  | 'ses'
  | 'sfr'
  | 'ntf'
  | 'aud';

/**
 * A new ID: a prefix, the time in milliseconds, and 130 random bits. IDs of one kind sort by their creation
 * time, or a given time.
 */
export function createId<P extends IdPrefix>(prefix: P, at: number = Date.now()): `${P}_${string}` {
  return `${prefix}_${encodeTime(at)}${encodeRandom()}`;
}

/** The lower bound of all IDs of this kind created from a given moment on. */
export function getIdLowerBound<P extends IdPrefix>(prefix: P, at: Date): `${P}_${string}` {
  return `${prefix}_${encodeTime(Math.max(0, at.getTime()))}`;
}

/**
 * A position in a list that includes the row with this ID. It has the format of an ID, because lists accept no other text. No
 * other ID has the same start, because it contains 80 random bits.
 */
export const toInclusivePosition = (position: 'before' | 'after', id: string) =>
  `${id.slice(0, -10)}${(position === 'before' ? 'z' : '0').repeat(10)}`;

/** Whether text has the format of an ID. Other text needs no database lookup. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return (
    text.length === prefix.length + 37 &&
    text.startsWith(`${prefix}_`) &&
    /^[0-9a-z]{36}$/.test(text.slice(prefix.length + 1))
  );
}

/** The creation time in an ID. Null for an invalid one. */
export function getIdTime(id: string): Date | null {
  const digits = [...id.slice(id.indexOf('_') + 1).slice(0, 10)].map((character) =>
    alphabet.indexOf(character),
  );
  const time = digits.reduce((time, digit) => time * 32 + digit, 0);
  return digits.includes(-1) || time > Date.now() ? null : new Date(time);
}

function encodeTime(milliseconds: number): string {
  let text = '';
  for (let rest = milliseconds, i = 0; i < 10; i++, rest = Math.floor(rest / 32))
    text = alphabet[rest % 32] + text;
  return text;
}

// Random bytes are requested for many IDs at a time, because each request costs more than using them.
const randomCharacters = 26;
const randomPool = Buffer.alloc(randomCharacters * 128);
let usedBytes = randomPool.length;

function encodeRandom(): string {
  if (usedBytes === randomPool.length) {
    randomFillSync(randomPool);
    usedBytes = 0;
  }
  let text = '';
  for (const end = usedBytes + randomCharacters; usedBytes < end; usedBytes++)
    text += alphabet[randomPool[usedBytes]! & 31];
  return text;
}
