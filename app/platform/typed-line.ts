/** In units of UTF-16, where no other limit is named. */
export const longestLine = 255;

/**
 * A line of text that somebody typed, as the database takes it: PostgreSQL has no text with a zero byte, and no half of a
 * character that two units of UTF-16 make, which the cut may leave of an emoji.
 * @param longest in units of UTF-16
 */
export function lineOf(text: string, longest = longestLine): string {
  return exactLineOf(text.replaceAll('\0', '').trim(), longest);
}

/** The same where space around it belongs to it, as it may to an external_id. */
export function exactLineOf(text: string, longest = longestLine): string {
  return text.replaceAll('\0', '').slice(0, longest).toWellFormed();
}
