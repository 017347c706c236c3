/** Longer texts are cut here; what is wrong with a shorter one is told, and kept as it was typed. */
const longest = 4000;

/** What was typed as it can be kept: PostgreSQL has no text with a zero byte, and JSON of it no half of a surrogate pair. */
export function tidy(typed: string): string {
  return typed.slice(0, longest).replace(/[\0\p{Cs}]/gu, '').replaceAll('\r\n', '\n').trim();
}
