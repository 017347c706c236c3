import { isSimilarSpelling, spellingDistance } from '~/support/search/spelling';

// Pure: keywords with spelling errors.

/** Words to recognize when they are misspelled. Shorter ones are too similar to other words. */
const keywords = [
  ...['yesterday', 'today', 'tomorrow', 'morning', 'afternoon', 'evening', 'weekend', 'minutes', 'month'],
  ...['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  ...['January', 'February', 'August', 'September', 'October', 'November', 'December'],
  ...['refunded', 'refund', 'partially', 'declined', 'chargeback', 'disputed', 'pending', 'authorized'],
  ...['captured', 'settled', 'voided', 'expired', 'approved', 'successful'],
  ...['mastercard', 'maestro', 'american', 'express', 'discover', 'diners'],
  ...['insufficient', 'funds', 'stolen', 'suspected', 'authentication', 'exceeded', 'restricted', 'honor'],
  ...['dollars', 'euros', 'pounds', 'order', 'invoice', 'reference', 'about', 'payout'],
];

/** The keyword that is spelled almost like this word. Null if there is none, or if it's correct. */
export function correctKeyword(word: string): string | null {
  const lowercase = word.toLowerCase();
  const similar = keywords
    .filter((keyword) => isSimilarSpelling(word, keyword))
    .map((keyword) => ({ keyword, distance: spellingDistance(lowercase, keyword.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const [closest] = similar;
  return closest && closest.distance > 0 ? closest.keyword : null;
}

/** A word, and the keyword that is meant. */
export type Correction = { word: string; keyword: string };

/** The search with its keywords instead of misspelled words. */
export function applyCorrections(input: string, corrections: readonly Correction[]): string {
  return corrections.reduce(
    (rest, { word, keyword }) => replaceTerm(rest, word, keyword),
    input.normalize('NFKC'),
  );
}

/** The search with the replacement instead of terms that belong together. */
export const replaceTerms = (text: string, terms: readonly string[], replacement: string): string =>
  terms
    .reduceRight((rest, term, i) => replaceTerm(rest, term, i ? '' : replacement), text)
    .replace(/\s+/g, ' ')
    .replace(/ ,/g, ',')
    .trim()
    .replace(/^, ?|,$/g, '');

/** The text with the first occurrence of the term that isn't a part of another word replaced. */
const replaceTerm = (text: string, term: string, replacement: string): string =>
  text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}])${term.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'u'),
    () => replacement,
  );
