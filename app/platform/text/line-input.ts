/** In characters, unless another limit is given. */
export const maximumLineLength = 255;

/** The same for a form field, where browsers count UTF-16 units, of which a character can have two. */
export const maximumLineUnits = 2 * maximumLineLength;

/**
 * A typed line of text in a storable form: PostgreSQL can't store zero bytes or unpaired surrogates.
 * @param maximumLength in characters, as the API counts those of an external_id, however many UTF-16 units
 * they have
 */
export function toTextLine(text: string, maximumLength = maximumLineLength): string {
  return toExactTextLine(text.replaceAll('\0', '').trim(), maximumLength);
}

/** Whether text has more than spaces and invisible characters. */
export const hasVisibleCharacter = (text: string): boolean =>
  /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** The same with surrounding whitespace, which can be part of an external_id. */
export function toExactTextLine(text: string, maximumLength = maximumLineLength): string {
  const clean = text.replaceAll('\0', '').toWellFormed();
  return clean.length > maximumLength ? [...clean].slice(0, maximumLength).join('') : clean;
}
