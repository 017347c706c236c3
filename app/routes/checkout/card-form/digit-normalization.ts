const arabicZero = 0x660;
const persianZero = 0x6f0;

/** Digits of all scripts as 0–9, without invisible characters from pasting. */
export function toLatinDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
      const codePoint = digit.charCodeAt(0);
      return String(codePoint - (codePoint >= persianZero ? persianZero : arabicZero));
    });
}

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
