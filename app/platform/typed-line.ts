/** In characters, where no other limit is named. */
export const longestLine = 255;

/** The same for a field, whose browser counts the units of UTF-16: two of them may be one character. */
export const longestLineUnits = 2 * longestLine;

/**
 * A line of text that somebody typed, as the database takes it: PostgreSQL has no text with a zero byte, and no half of a
 * character that two units of UTF-16 make.
 * @param longest in characters, as the API counts those of an external_id, however many units of UTF-16 they are
 */
export function lineOf(text: string, longest = longestLine): string {
  return exactLineOf(text.replaceAll('\0', '').trim(), longest);
}

/** The same where space around it belongs to it, as it may to an external_id. */
export function exactLineOf(text: string, longest = longestLine): string {
  const clean = text.replaceAll('\0', '').toWellFormed();
  return clean.length > longest ? [...clean].slice(0, longest).join('') : clean;
}
