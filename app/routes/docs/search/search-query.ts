export const docsSearchPath = '/docs/search';

export const maximumQueryLength = 100;

/** More words make a search slower, not better. */
const maximumTerms = 8;

/** The words of a text in lowercase, separated by spaces. */
export const toSearchText = (text: string): string =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

/** The different words of a query. A plural also finds its singular. */
export function listTerms(query: string): string[] {
  const terms = toSearchText(query.slice(0, maximumQueryLength))
    .split(' ')
    .filter(Boolean)
    .map((term) => (term.length > 3 ? term.replace(/(?<!s)s$/, '') : term));
  return [...new Set(terms)].slice(0, maximumTerms);
}
