// Formats typed card fields and keeps the caret where the person expects it. Pure: it doesn't touch the page.
import { getCardNumberGaps } from '~/payments/checkout/cards';
import { toLatinDigits } from '~/platform/text/latin-digits';

/** A field's text and caret position. */
export type FieldText = { text: string; caret: number };
/** What was deleted, if anything: the character before or after the caret. */
export type Deletion = 'before' | 'after' | null;

const maxCardDigits = 19;

const toDigits = (text: string) => toLatinDigits(text).replace(/\D/g, '');

/** A card number in its groups. `was`: the field's previous text. */
export function formatCardNumber(
  { text, caret }: FieldText,
  { previousText, deleted }: { previousText: string; deleted: Deletion },
): FieldText {
  let digits = toDigits(text);
  let before = toDigits(text.slice(0, caret)).length;
  // Deleting a space means deleting the digit next to it.
  if (deleted && text.length < previousText.length && digits === toDigits(previousText)) {
    const deletedIndex = deleted === 'before' ? before - 1 : before;
    digits = digits.slice(0, Math.max(0, deletedIndex)) + digits.slice(deletedIndex + 1);
    before = Math.max(0, deleted === 'before' ? deletedIndex : before);
  }
  digits = digits.slice(0, maxCardDigits);
  const gaps = getCardNumberGaps(digits);
  const grouped = [...digits].map((digit, i) => (gaps.includes(i) ? ` ${digit}` : digit)).join('');
  // At a gap, the caret moves on after typing, and stays with its digits after deleting.
  const passedGaps = gaps.filter(
    (gap) => (deleted ? gap < before : gap <= before) && gap < digits.length,
  ).length;
  return { text: grouped, caret: Math.min(grouped.length, before + passedGaps) };
}

/**
 * Adds a slash after the month, and a leading zero. Deletions and dates that begin with the year are left
 * alone, and the leading zero of a 2 is removed again once it is the start of a year.
 */
export function formatExpiryInput({ text, caret }: FieldText, { deleted }: { deleted: Deletion }): FieldText {
  const digits = toLatinDigits(text);
  if (deleted || digits.length !== text.length)
    return { text: digits, caret: Math.min(caret, digits.length) };
  // The payer begins with the year. No card that is still valid expires in 200x.
  if (digits === '020') return { text: '20', caret: Math.max(0, caret - 1) };
  if (digits.startsWith('20')) return { text: digits, caret };
  const [, month = '', separator = '', year = ''] = /^(\d*)([\s/.\-–]*)(\d*)$/.exec(digits) ?? [];
  const parts = separator
    ? [month, year]
    : [month.slice(0, month[0]! > '1' ? 1 : 2), month.slice(month[0]! > '1' ? 1 : 2)];
  // No month: the payer begins with the year.
  if (Number(parts[0]) > 12) return { text: digits, caret };
  if (!parts[0] || parts[0].length > 2 || (!separator && month.length > 6)) return { text: digits, caret };
  const paddedMonth = parts[0].length === 1 && (separator || parts[0] > '1') ? `0${parts[0]}` : parts[0];
  const formatted = separator || parts[1] ? `${paddedMonth}/${parts[1]}` : paddedMonth;
  // The caret keeps its distance from the end, where people type.
  return { text: formatted, caret: Math.max(0, formatted.length - (text.length - caret)) };
}
