// What the card's fields make of what is typed into them, with the caret where the person expects it. Pure: no page here.
import { cardGaps } from '~/payments/cards';
import { latinFigures } from '../typed-figures';

/** A field's text and where its caret stands. */
export type Typed = { text: string; caret: number };
/** What was deleted, if anything: the character before the caret, or the one after it. */
export type Deleted = 'before' | 'after' | null;

const longestNumber = 19;

const figuresOf = (text: string) => latinFigures(text).replace(/\D/g, '');

/** A card number in the groups in which it stands on the card. `was` is the field's text before. */
export function typeNumber(
  { text, caret }: Typed,
  { was, deleted }: { was: string; deleted: Deleted },
): Typed {
  let figures = figuresOf(text);
  let before = figuresOf(text.slice(0, caret)).length;
  // Who deletes a space means the figure beyond it.
  if (deleted && text.length < was.length && figures === figuresOf(was)) {
    const gone = deleted === 'before' ? before - 1 : before;
    figures = figures.slice(0, Math.max(0, gone)) + figures.slice(gone + 1);
    before = Math.max(0, deleted === 'before' ? gone : before);
  }
  figures = figures.slice(0, longestNumber);
  const gaps = cardGaps(figures);
  const grouped = [...figures].map((figure, i) => (gaps.includes(i) ? ` ${figure}` : figure)).join('');
  // At a gap the caret stays where the next figure goes when typing, and with the figures it came from when deleting.
  const passed = gaps.filter(
    (gap) => (deleted ? gap < before : gap <= before) && gap < figures.length,
  ).length;
  return { text: grouped, caret: Math.min(grouped.length, before + passed) };
}

/** A slash after the month, and a zero before a month of one figure. Deleting is left alone, and so are dates that begin with the year. */
export function typeExpiry({ text, caret }: Typed, { deleted }: { deleted: Deleted }): Typed {
  const figures = latinFigures(text);
  if (deleted || figures.length !== text.length)
    return { text: figures, caret: Math.min(caret, figures.length) };
  const [, month = '', between = '', year = ''] = /^(\d*)([\s/.\-–]*)(\d*)$/.exec(figures) ?? [];
  const parts = between
    ? [month, year]
    : [month.slice(0, month[0]! > '1' ? 1 : 2), month.slice(month[0]! > '1' ? 1 : 2)];
  if (!parts[0] || parts[0].length > 2 || (!between && month.length > 6)) return { text: figures, caret };
  const whole = parts[0].length === 1 && (between || parts[0] > '1') ? `0${parts[0]}` : parts[0];
  const written = between || parts[1] ? `${whole}/${parts[1]}` : whole;
  // The caret keeps its distance from the end, where people type.
  return { text: written, caret: Math.max(0, written.length - (text.length - caret)) };
}
