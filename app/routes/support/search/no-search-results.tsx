import { SearchX } from 'lucide-react';
import { EmptyState } from '~/ui/layout/empty-state';
import { TextLink } from '~/ui/content/text-link';
import { getSearchUrl } from './search-url';
import type { SearchSuggestion } from './search-suggestions';
import type { SearchTerm } from './search-terms';

/** Explains which words were combined, and what to try. */
export function NoSearchResults({
  isFirst,
  isMerchantNamed,
  searchTerms,
  suggestions,
  clock,
}: {
  isFirst: boolean;
  isMerchantNamed: boolean;
  searchTerms: readonly SearchTerm[];
  suggestions: readonly SearchSuggestion[];
  clock?: string;
}) {
  if (!isFirst)
    return (
      <EmptyState icon={SearchX} title="No more payments">
        You’ve seen all matches.
      </EmptyState>
    );
  const matched = searchTerms.filter(({ isOptional }) => !isOptional);
  return (
    <EmptyState icon={SearchX} title={isMerchantNamed ? 'No payments found' : 'No results'}>
      {matched.length > 1 && (
        <>
          No payment matches all of these:{' '}
          {formatList(matched.map(({ label, text }) => `${toLowerStart(label)} ${text}`))}.{' '}
        </>
      )}
      {matched.length === 1 && (
        <>
          Nothing matches the {toLowerStart(matched[0]!.label)} {matched[0]!.text}.{' '}
        </>
      )}
      {!suggestions.length &&
        'Ask for the last four digits, the amount, and the date. Together they find most payments.'}
      {suggestions.length > 0 && (
        <span className="mt-3 block">
          {suggestions.map(({ text, q }) => (
            <span key={text} className="block py-0.5">
              <TextLink to={getSearchUrl({ q, clock })}>Search {text}</TextLink>
            </span>
          ))}
        </span>
      )}
    </EmptyState>
  );
}

const toLowerStart = (text: string) => text[0]!.toLowerCase() + text.slice(1);
const formatList = (texts: readonly string[]) => new Intl.ListFormat('en').format(texts);
