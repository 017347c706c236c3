/**
 * A line of text that somebody typed, as the database takes it: PostgreSQL has no text with a zero byte, and no half of a
 * character that two units of UTF-16 make.
 * @param longest in characters, as the API counts those of an external_id, however many units of UTF-16 they are
 */
export function lineOf(text: string, longest = 255): string {
  return exactLineOf(text.replaceAll('\0', '').trim(), longest);
}

/** The same where space around it belongs to it, as it may to an external_id. */
export function exactLineOf(text: string, longest = 255): string {
  const clean = text.replaceAll('\0', '').toWellFormed();
  return clean.length > longest ? [...clean].slice(0, longest).join('') : clean;
}
