import { randomFillSync } from 'node:crypto';

// Crockford's base 32, lower case: sorts like the number it stands for and has no letter that is mistaken for a digit.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

export type IdPrefix =
  | 'trx'
  | 'int'
  | 'op'
  | 'tok'
  | 'acc'
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
  | 'ses';

/** A new id: prefix, time in milliseconds, 130 random bits. Ids of one kind sort by the time they were made, or are said to be. */
export function createId<P extends IdPrefix>(prefix: P, at: number = Date.now()): `${P}_${string}` {
  return `${prefix}_${encodeTime(at)}${encodeRandom()}`;
}

/** What stands before every id of this kind that is made from this moment on, and after all earlier ones. */
export function idBound<P extends IdPrefix>(prefix: P, at: Date): `${P}_${string}` {
  return `${prefix}_${encodeTime(Math.max(0, at.getTime()))}`;
}

/** Whether text has the form of an id. Whatever has not is no id of ours, and needs no look into the database. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return (
    text.length === prefix.length + 37 &&
    text.startsWith(`${prefix}_`) &&
    /^[0-9a-z]{36}$/.test(text.slice(prefix.length + 1))
  );
}

/** When an id was made, or is said to be; null of what can be none that was given. */
export function timeOfId(id: string): Date | null {
  const digits = [...id.slice(id.indexOf('_') + 1).slice(0, 10)].map((letter) => alphabet.indexOf(letter));
  const time = digits.reduce((time, digit) => time * 32 + digit, 0);
  return digits.includes(-1) || time > Date.now() ? null : new Date(time);
}

function encodeTime(milliseconds: number): string {
  let text = '';
  for (let rest = milliseconds, i = 0; i < 10; i++, rest = Math.floor(rest / 32))
    text = alphabet[rest % 32] + text;
  return text;
}

// Asking the system for random bytes costs more than using them, so it is asked for many ids at a time.
const randomLetters = 26;
const pool = Buffer.alloc(randomLetters * 128);
let used = pool.length;

function encodeRandom(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let text = '';
  for (const end = used + randomLetters; used < end; used++) text += alphabet[pool[used]! & 31];
  return text;
}
