/** Longer texts are cut here. Invalid shorter ones are reported and saved as entered. In UTF-16 units. */
export const maxStoredLength = 4000;
export const maxTextLength = 2000;

/** The input in a storable form: PostgreSQL can't store zero bytes, or JSON with unpaired surrogates. */
export function normalizeText(input: string): string {
  return truncateText(normalizeFullText(input));
}

/** Single-line input, also when pasted from several lines. */
export function normalizeLine(input: string): string {
  return truncateText(normalizeFullLine(input));
}

/**
 * The same before it's cut, for validation: a cut could remove only the last digit of a card number, which
 * the others reveal.
 */
export function normalizeFullText(input: string): string {
  return input
    .replace(/[\0\p{Cs}]/gu, '')
    .replaceAll('\r\n', '\n')
    .trim();
}

/** Invisible characters, except for the two joiners that some languages require. */
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
