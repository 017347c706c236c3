// Pure: a merchant's own reference, as somebody says it who does not see how it is written.

/** `text`: as it was said. `spellings`: what an external_id or order_id may look like that is called so, the said one first. */
export type Reference = { text: string; spellings: string[] };

const maximumSpellings = 30;

/** In these very letters. */
export const createExactReference = (text: string): Reference => ({ text, spellings: [text] });

/**
 * "order 2000", said of `order-2000`, `ORDER_2000` or `2000`: indexes know whole references alone, so the usual spellings are tried.
 * @param label the word before it, such as "order", which may be part of it
 */
export function expandReference(text: string, label?: string): Reference {
  const [, letterPart, number] = /^(\p{L}+)(\d+)$/u.exec(text) ?? [];
  const parts = letterPart && number ? [letterPart, number] : text.split(/[-_#/ ]/).filter(Boolean);
  const joinedSpellings = parts.length > 1 ? ['-', '_', ''].map((separator) => parts.join(separator)) : [];
  const labeledSpellings = label
    ? ['-', '_', '', ' ', '#', ' #'].map((separator) => label + separator + text)
    : [];
  const withLetterCases = (one: string) => [
    one,
    one.toLowerCase(),
    one.toUpperCase(),
    one.slice(0, 1).toUpperCase() + one.slice(1).toLowerCase(),
  ];
  return {
    text,
    spellings: [
      ...new Set(
        [text, ...joinedSpellings, ...labeledSpellings, ...(label ? [`#${text}`] : [])].flatMap(
          withLetterCases,
        ),
      ),
    ].slice(0, maximumSpellings),
  };
}
