import { applyCorrections, replaceTerms } from '~/support/query/keyword-corrections';
import { describesPayment, type SearchCriteria } from '~/support/query/query-parser';
import { resolveTimeSpans } from '~/support/query/time-spans';
import type { SearchResults } from '~/support/search/search';
import type { SearchSuggestion } from './search-suggestions';

/** What was not understood: the words, why, and the searches that they may mean. */
export type ClarifyingQuestion = { text: string; hint: string; suggestions: SearchSuggestion[] };

/** @param input the search as entered */
export function listQuestions(
  input: string,
  {
    criteria,
    near,
    matchedTerms,
    corrections,
    merchants,
  }: Pick<SearchResults, 'criteria' | 'near' | 'matchedTerms' | 'corrections' | 'merchants'>,
): ClarifyingQuestion[] {
  const text = applyCorrections(input, corrections);
  const replace = (terms: readonly string[], replacement: string) => replaceTerms(text, terms, replacement);
  const without = (terms: readonly string[]): SearchSuggestion[] => {
    const q = replace(terms, '');
    return q ? [{ text: `Search without “${terms.join(' ')}”`, q }] : [];
  };
  const { nobody, merchant } = matchedTerms;
  const known = new Set(merchant);
  const unclear = [...criteria.unclear, ...listImpossibleDates(criteria)].filter(
    ({ text }) => !known.has(text),
  );
  const strangers = nobody.filter((word) => !unclear.some(({ text }) => text === word));
  return [
    ...unclear.map(({ text, hint, instead = [] }) => ({
      text,
      hint,
      suggestions: [
        ...instead.map((suggestion) => ({ text: suggestion, q: replace([text], suggestion) })),
        ...(instead.length ? [] : without(text.split(', '))),
      ],
    })),
    ...(criteria.isOfPayout && !merchants.length && !criteria.ids.length
      ? [
          {
            text: 'payout',
            hint: 'Add the merchant’s name to find its payouts, or enter the payout’s ID.',
            suggestions: [],
          },
        ]
      : []),
    ...(strangers.length
      ? [
          {
            text: strangers.join(' '),
            hint: 'No merchant, team member, or recent payer has this name.',
            suggestions: [
              ...near.map(({ name, terms }) => ({ text: name, q: replace(terms, name) })),
              ...(strangers.length <= 3 && !criteria.payer
                ? [
                    {
                      text: 'the payer of an older payment',
                      q: `${replace(strangers, '')} payer: ${strangers.join(' ')}`.trim(),
                    },
                  ]
                : []),
              { text: 'an order number', q: replace(strangers, `"${strangers.join(' ')}"`) },
              ...(describesPayment(criteria) ? without(strangers) : []),
            ],
          },
        ]
      : []),
  ];
}

function listImpossibleDates({ when }: SearchCriteria): { text: string; hint: string; instead?: string[] }[] {
  const isImpossible = when && !resolveTimeSpans(when, { timeZone: 'UTC', now: new Date() }).length;
  return isImpossible ? [{ text: when.text, hint: 'This date doesn’t exist.' }] : [];
}
