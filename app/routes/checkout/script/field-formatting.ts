// What the card's fields make of what is typed into them, with the caret where the person expects it. Pure: no page here.
import { getCardNumberGaps } from '~/payments/checkout/cards';
import { toLatinDigits } from '../card-form/digit-normalization';

/** A field's text and where its caret stands. */
export type FieldText = { text: string; caret: number };
/** What was deleted, if anything: the character before the caret, or the one after it. */
export type Deletion = 'before' | 'after' | null;

const maxCardDigits = 19;

const toDigits = (text: string) => toLatinDigits(text).replace(/\D/g, '');

/** A card number in the groups in which it stands on the card. `was` is the field's text before. */
export function formatCardNumber(
  { text, caret }: FieldText,
  { previousText, deleted }: { previousText: string; deleted: Deletion },
): FieldText {
  let digits = toDigits(text);
  let before = toDigits(text.slice(0, caret)).length;
  // Who deletes a space means the figure beyond it.
  if (deleted && text.length < previousText.length && digits === toDigits(previousText)) {
    const deletedIndex = deleted === 'before' ? before - 1 : before;
    digits = digits.slice(0, Math.max(0, deletedIndex)) + digits.slice(deletedIndex + 1);
    before = Math.max(0, deleted === 'before' ? deletedIndex : before);
  }
  digits = digits.slice(0, maxCardDigits);
  const gaps = getCardNumberGaps(digits);
  const grouped = [...digits].map((digit, i) => (gaps.includes(i) ? ` ${digit}` : digit)).join('');
  // At a gap the caret stays where the next figure goes when typing, and with the figures it came from when deleting.
  const passedGaps = gaps.filter(
    (gap) => (deleted ? gap < before : gap <= before) && gap < digits.length,
  ).length;
  return { text: grouped, caret: Math.min(grouped.length, before + passedGaps) };
}

/** A slash after the month, and a zero before a month of one figure. Deleting is left alone, and so are dates that begin with the year. */
export function formatExpiry({ text, caret }: FieldText, { deleted }: { deleted: Deletion }): FieldText {
  const digits = toLatinDigits(text);
  if (deleted || digits.length !== text.length)
    return { text: digits, caret: Math.min(caret, digits.length) };
  const [, month = '', separator = '', year = ''] = /^(\d*)([\s/.\-–]*)(\d*)$/.exec(digits) ?? [];
  const parts = separator
    ? [month, year]
    : [month.slice(0, month[0]! > '1' ? 1 : 2), month.slice(month[0]! > '1' ? 1 : 2)];
  if (!parts[0] || parts[0].length > 2 || (!separator && month.length > 6)) return { text: digits, caret };
  const paddedMonth = parts[0].length === 1 && (separator || parts[0] > '1') ? `0${parts[0]}` : parts[0];
  const formatted = separator || parts[1] ? `${paddedMonth}/${parts[1]}` : paddedMonth;
  // The caret keeps its distance from the end, where people type.
  return { text: formatted, caret: Math.max(0, formatted.length - (text.length - caret)) };
}
