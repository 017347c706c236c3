/** Longer texts are cut here; what is wrong with a shorter one is notified, and kept as it was typed. In units of UTF-16, as all of these. */
export const maxStoredLength = 4000;
export const maxTextLength = 2000;

/** What was typed as it can be kept: PostgreSQL has no text with a zero byte, and JSON of it no half of a surrogate pair. */
export function normalizeText(input: string): string {
  return truncateText(normalizeFullText(input));
}

/** What was typed in one line, also where it was pasted from several. */
export function normalizeLine(input: string): string {
  return truncateText(normalizeFullLine(input));
}

/** The same before it is cut, to be looked at: a cut may leave all of a card number but its last digit, which the others tell. */
export function normalizeFullText(input: string): string {
  return input
    .replace(/[\0\p{Cs}]/gu, '')
    .replaceAll('\r\n', '\n')
    .trim();
}

/** Characters that are not seen, but for the two joiners, without which some languages are spelt wrong. */
const invisibleCharacters = /(?![\u200c\u200d])\p{Cf}/gu;

export function normalizeFullLine(input: string): string {
  return normalizeFullText(input.replace(invisibleCharacters, '').replace(/\s+/g, ' '));
}

export function truncateText(text: string): string {
  return text
    .slice(0, maxStoredLength)
    .replace(/\p{Cs}/gu, '')
    .trim();
}
