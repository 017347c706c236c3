export const docsSearchPath = '/docs/search';

export const maximumQueryLength = 100;

/** More words make a search slower, not better. */
const maximumTerms = 8;

/** The words of a text in lowercase, separated by spaces. */
export const toSearchText = (text: string): string =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

/** What the docs write in other words. A card number is one word there. */
const phrases: [RegExp, string][] = [
  [/\boff[- ]session\b/gi, 'merchant initiated'],
  [/\bon[- ]session\b/gi, 'payer present'],
  [/\bmit\b/gi, 'merchant initiated'],
  [/\bsaved? card charge|\bcharge (?:a )?saved card/gi, 'pay with the token'],
  [/\bidempoten(cy|t)[- ]key\b/gi, 'external_id'],
  [/(?<=\d)[ -](?=\d)/g, ''],
];

const replacePhrases = (query: string): string =>
  phrases.reduce((text, [phrase, term]) => text.replace(phrase, term), query);

/** Words of questions, which say nothing about the subject. Apostrophes split words, so `don` and `t` are two. */
const fillers = new Set(
  'a an and are be can could do does doesn don for from get has have how i if in is isn it me mean much my of on or our s should t that the their there this to use want we what when where which who why with you your'.split(
    ' ',
  ),
);

/** The words of a query from its first one that isn't a filler, or all if there's no such word. */
function splitQuery(query: string): string[] {
  const parts = toSearchText(replacePhrases(query.slice(0, maximumQueryLength)))
    .split(' ')
    .filter(Boolean);
  return parts.slice(Math.max(0, parts.findIndex(isSubject)));
}

const isSubject = (word: string): boolean => !fillers.has(word);

/** CORS isn't a plural. */
const toSingular = (word: string): string =>
  word.length > 3 && word !== 'cors' ? word.replace(/(?<!s)s$/, '') : word;

/** The query, if it looks like an error code or a member's name, such as `card_expired`. */
export const findCode = (query: string): string | undefined =>
  /^[a-z\d]+(?:_[a-z\d]+)+$/.exec(query.trim())?.[0];

/** A query as the start of a title: "how do I refund a payment" is "refund a payment". */
export const toPhrase = (query: string): string => splitQuery(query).map(toSingular).join(' ');

/** The different words of a query without fillers, if it has others. A plural also finds its singular. */
export function listTerms(query: string): string[] {
  const parts = splitQuery(query);
  const terms = parts.some(isSubject) ? parts.filter(isSubject) : parts;
  return [...new Set(terms.map(toSingular))].slice(0, maximumTerms);
}

/** What the docs call it. */
const synonyms: Record<string, string> = {
  '3ds': '3d',
  '3ds2': '3d',
  sca: '3d',
  sdk: 'client',
  library: 'client',
  cvc: 'security code',
  cvv: 'security code',
  cancellation: 'cancel',
  callback: 'webhook',
  notification: 'webhook',
  dispute: 'chargeback',
  javascript: 'node',
  nodejs: 'node',
  sandbox: 'test',
  subscription: 'recurring',
  throttling: 'rate limit',
  hmac: 'signature',
  replay: 'retries',
  resend: 'retries',
  pagination: 'has more',
  whitelist: 'allowed addresses',
  allowlist: 'allowed addresses',
};

/** Other words that mean the same as a term: its synonym, and the starts of its forms. */
export const listAlternatives = (term: string): string[] => [
  ...(Object.hasOwn(synonyms, term) ? [synonyms[term]!] : []),
  ...listStems(term),
];

/** The start that the forms of a word share: "rotation" and "rotate" are "rotat". */
const listStems = (term: string): string[] =>
  suffixes
    .filter((suffix) => term.endsWith(suffix) && term.length - suffix.length >= minimumStemLength)
    .map((suffix) => term.slice(0, -suffix.length));

const suffixes = ['ication', 'ation', 'ion', 'ing', 'ied', 'ed', 'ies', 'ie', 'es', 'e', 'y'];

/** Shorter ones are the start of many other words. */
const minimumStemLength = 5;

/** Whether two words differ in one letter: another, an additional, or a missing one, or two swapped ones. */
export function isOneTypoAway(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  const start = countSameStart(one, other);
  const [rest, otherRest] = [one.slice(start), other.slice(start)];
  return (
    rest.slice(1) === otherRest.slice(1) ||
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  );
}

/** How many characters two different words have in common at their start. */
export function countSameStart(one: string, other: string): number {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  return start;
}
