/** In characters, where no other limit is named. */
export const maximumLineLength = 255;

/** The same for a field, whose browser counts the units of UTF-16: two of them may be one character. */
export const maximumLineUnits = 2 * maximumLineLength;

/**
 * A line of text that somebody typed, as the database takes it: PostgreSQL has no text with a zero byte, and no half of a
 * character that two units of UTF-16 make.
 * @param maximumLength in characters, as the API counts those of an external_id, however many units of UTF-16 they are
 */
export function toTextLine(text: string, maximumLength = maximumLineLength): string {
  return toExactTextLine(text.replaceAll('\0', '').trim(), maximumLength);
}

/** The same where space around it belongs to it, as it may to an external_id. */
export function toExactTextLine(text: string, maximumLength = maximumLineLength): string {
  const clean = text.replaceAll('\0', '').toWellFormed();
  return clean.length > maximumLength ? [...clean].slice(0, maximumLength).join('') : clean;
}
