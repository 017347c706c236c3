import { toLatinDigits } from '~/platform/text/latin-digits';

/** A card number without separators. Letters stay and make it invalid. */
export function normalizeCardNumber(text: string): string {
  return toLatinDigits(text).replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * A typed expiration date (8/29, 8 29, 829, 08-2029, 2029-08) as MM/YY or MM/YYYY. Anything else stays
 * unchanged.
 */
export function normalizeExpiry(text: string): string {
  const digits = toLatinDigits(text).trim();
  const [, first, second] = /^(\d+)[^\p{L}\p{N}]+(\d+)$/u.exec(digits) ?? [];
  if (first && second)
    return first.length === 4 ? `${second.padStart(2, '0')}/${first}` : `${first.padStart(2, '0')}/${second}`;
  return /^\d{3}$/.test(digits) ? `0${digits[0]}/${digits.slice(1)}` : digits;
}
