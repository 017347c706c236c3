// Pure: a merchant's reference, said by a caller who doesn't see its spelling.

/**
 * `text`: as said. `spellings`: the external_ids or order_ids that it may mean, the literal one first. `isExact`: it was quoted,
 * so a reference that only contains it isn't meant.
 */
export type Reference = { text: string; spellings: string[]; isExact?: true };

const maximumSpellings = 30;

/** Spelled exactly like this. */
export const createExactReference = (text: string): Reference => ({
  text,
  spellings: [text],
  isExact: true,
});

/**
 * "order 2000" may mean `order-2000`, `ORDER_2000` or `2000`. Indexes know complete references only, so the
 * usual spellings are tried.
 * @param label the preceding word, such as "order", which may be part of the reference
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
        [
          text,
          ...listLinkReferences(text),
          ...joinedSpellings,
          ...labeledSpellings,
          ...(label ? [`#${text}`] : []),
        ].flatMap(withLetterCases),
      ),
    ].slice(0, maximumSpellings),
  };
}

/** The order ID of a payment with a payment link, as it's heard: it has no O, I, or L, which sound or look like digits. */
function listLinkReferences(text: string): string[] {
  const [, code] = /^PL[- ]?([0-9a-z]{8})$/i.exec(text) ?? [];
  return code ? [`PL-${code.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')}`] : [];
}
