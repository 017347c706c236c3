/** Parts of a text. The marked ones match. */
export type MarkedText = { text: string; isMatch: boolean }[];

const excerptLength = 200;
const lengthBeforeMatch = 60;

/** The part of a text around its first match, with all matches marked. Terms are lowercase words or their starts. */
export function excerpt(text: string, terms: readonly string[]): MarkedText {
  const pattern = matchTerms(terms);
  const match = text.search(pattern);
  const start = match > lengthBeforeMatch ? text.lastIndexOf(' ', match - lengthBeforeMatch) + 1 : 0;
  const end =
    text.length > start + excerptLength ? text.lastIndexOf(' ', start + excerptLength) : text.length;
  const part = `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
  return part
    .split(pattern)
    .map((piece, index) => ({ text: piece, isMatch: index % 2 === 1 }))
    .filter((piece) => piece.text);
}

/** Terms are letters and digits, so they need no escaping. */
const matchTerms = (terms: readonly string[]) =>
  new RegExp(`(?<![\\p{L}\\p{N}])((?:${terms.join('|')})[\\p{L}\\p{N}_]*)`, 'iu');
