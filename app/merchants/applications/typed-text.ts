/** Longer texts are cut here; what is wrong with a shorter one is told, and kept as it was typed. In units of UTF-16, as all of these. */
export const longestKept = 4000;
export const longestWords = 2000;

/** What was typed as it can be kept: PostgreSQL has no text with a zero byte, and JSON of it no half of a surrogate pair. */
export function tidy(typed: string): string {
  return cut(tidyWhole(typed));
}

/** What was typed in one line, also where it was pasted from several. */
export function tidyLine(typed: string): string {
  return cut(tidyWholeLine(typed));
}

/** The same before it is cut, to be looked at: a cut may leave all of a card number but its last digit, which the others tell. */
export function tidyWhole(typed: string): string {
  return typed
    .replace(/[\0\p{Cs}]/gu, '')
    .replaceAll('\r\n', '\n')
    .trim();
}

/** Characters that are not seen, but for the two joiners, without which some languages are spelt wrong. */
const unseen = /(?![\u200c\u200d])\p{Cf}/gu;

export function tidyWholeLine(typed: string): string {
  return tidyWhole(typed.replace(unseen, '').replace(/\s+/g, ' '));
}

export function cut(text: string): string {
  return text
    .slice(0, longestKept)
    .replace(/\p{Cs}/gu, '')
    .trim();
}
