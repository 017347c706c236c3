import { Banner } from '~/ui/layout/banner';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { getSearchUrl } from './search-url';

/** The search with a suggested name instead of unknown words. */
export function NameSuggestions({
  q,
  similarNames,
  clock,
}: {
  q: string;
  similarNames: readonly { name: string; terms: string[] }[];
  clock?: string;
}) {
  if (!similarNames.length) return null;
  const replaceName = ({ name, terms: [first, ...others] }: { name: string; terms: string[] }) =>
    others
      .reduce(
        (rest, word) => rest.replace(word, ''),
        q.normalize('NFKC').replace(first!, () => name),
      )
      .replace(/\s+/g, ' ')
      .trim();
  return (
    <p className="mb-6">
      Did you mean{' '}
      {similarNames.map((suggestion, i) => (
        <span key={suggestion.name}>
          {i > 0 && (i === similarNames.length - 1 ? ' or ' : ', ')}
          <TextLink to={getSearchUrl({ q: replaceName(suggestion), clock })}>{suggestion.name}</TextLink>
        </span>
      ))}
      ?
    </p>
  );
}

/** Error pages show an ID of the same kind as API responses. Pages leave only a log line. */
export function UnknownRequestNotices({
  requests,
}: {
  requests: readonly { id: string; at: Date | null }[];
}) {
  return requests.map(({ id, at }) => (
    <div key={id} className="mb-6">
      <Banner tone="info" title="This is a request ID, but not of a stored API request">
        {at && (
          <>
            It was created at <Time at={at} />.{' '}
          </>
        )}
        It most likely belongs to a portal, checkout, or error page. To see what happened, search the server
        log for <code className="font-mono text-sm break-all select-all">"requestId":"{id}"</code>. API
        requests are stored for 30 days.
      </Banner>
    </div>
  ));
}
