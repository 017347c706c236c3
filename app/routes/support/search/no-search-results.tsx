import { SearchX } from 'lucide-react';
import { EmptyState } from '~/ui/layout/empty-state';
import { TextLink } from '~/ui/content/text-link';
import { getSearchUrl } from './search-url';
import type { SearchSuggestion } from './search-suggestions';
import type { SearchTerm } from './search-terms';

/** Explains which words were combined, which weren't understood, and what to try. */
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
  const [matched, ignored] = [
    searchTerms.filter(({ isIgnored, isOptional }) => !isIgnored && !isOptional),
    searchTerms.filter(({ isIgnored }) => isIgnored),
  ];
  return (
    <EmptyState icon={SearchX} title={isMerchantNamed ? 'No payments found' : 'No results'}>
      {matched.length > 1 && (
        <>
          No payment matches all of these:{' '}
          {formatList(matched.map(({ label, text }) => `${label.toLowerCase()} ${text}`))}.{' '}
        </>
      )}
      {matched.length === 1 && (
        <>
          Nothing matches the {matched[0]!.label.toLowerCase()} {matched[0]!.text}.{' '}
        </>
      )}
      {ignored.length > 0 && <>We didn’t understand {formatList(ignored.map(({ text }) => `“${text}”`))}. </>}
      {!suggestions.length &&
        'Ask for the last four digits, the amount, and the date. Together they find most payments. IDs have to be complete.'}
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

const formatList = (texts: readonly string[]) => new Intl.ListFormat('en').format(texts);
