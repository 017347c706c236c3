import { createHash } from 'node:crypto';
import list from './leaked-passwords.json';

/** Bits per entry of 256, so that one in 25 million other passwords is mistaken for a leaked one. */
export const leakedPasswordBytes = 5;

const hashes = Buffer.from(list.hashes, 'base64');

/** The form of passwords in the list: lists differ in capitalization, and attackers try both. */
export function toComparablePassword(password: string): string {
  return password.normalize('NFKC').toLowerCase();
}

/**
 * Whether a password is in published leaks, or is one with appended digits and symbols. Offline (NIST SP
 * 800-63B, 3.1.1.2).
 */
export function isLeakedPassword(password: string): boolean {
  const comparable = toComparablePassword(password);
  const lastLetter = [...comparable].findLastIndex((character) => /\p{L}/u.test(character));
  return isListed(comparable) || isListed([...comparable].slice(0, lastLetter + 1).join(''));
}

export function toHashPrefix(comparable: string): Buffer {
  return createHash('sha256').update(comparable).digest().subarray(0, leakedPasswordBytes);
}

/** Binary search in the sorted hashes. */
function isListed(comparable: string): boolean {
  const hashPrefix = toHashPrefix(comparable);
  for (let [low, high] = [0, list.count - 1]; low <= high;) {
    const middle = (low + high) >> 1;
    const order = hashes.compare(
      hashPrefix,
      0,
      leakedPasswordBytes,
      middle * leakedPasswordBytes,
      (middle + 1) * leakedPasswordBytes,
    );
    if (order < 0) low = middle + 1;
    else if (order > 0) high = middle - 1;
    else return true;
  }
  return false;
}
