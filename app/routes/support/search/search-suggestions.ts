import { replaceSpelledNumbers } from '~/support/query/amount-parser';
import {
  cardEndingPattern,
  maskedCardPattern,
  describesPayment,
  type SearchCriteria,
} from '~/support/query/query-parser';

/** The same search with a change. */
export type SearchSuggestion = { text: string; q: string };

/** What could be left out or relaxed. */
export function suggestSearches(
  q: string,
  said: SearchCriteria,
  merchant: readonly string[],
): SearchSuggestion[] {
  const { ids, amount, when, lastFour, declineReason } = said;
  if (ids.length) return [];
  const input = replaceSpelledNumbers(q.normalize('NFKC'));
  const normalizeList = (text: string) =>
    text
      .split(/, |,$/)
      .map((part) => part.replace(/\s+/g, ' ').trim())
      .filter(Boolean)
      .join(', ');
  const without = (text: string) =>
    normalizeList(text.split(', ').reduce((rest, part) => rest.replace(part, ''), input));
  const suggestions = [
    ...(amount && !amount.about && input.includes(amount.text)
      ? [{ text: `with “about ${amount.text}”`, q: input.replace(amount.text, (text) => `about ${text}`) }]
      : []),
    ...(merchant.length && describesPayment(said)
      ? [{ text: `without “${merchant.join(' ')}”`, q: without(merchant.join(', ')) }]
      : []),
    ...[
      when?.text,
      declineReason?.text,
      amount?.text,
      lastFour && ((maskedCardPattern.exec(input) ?? cardEndingPattern.exec(input))?.[0] ?? lastFour),
    ].flatMap((text) => (text ? [{ text: `without “${text}”`, q: without(text) }] : [])),
  ];
  return suggestions.filter((suggestion) => suggestion.q && suggestion.q !== input);
}
