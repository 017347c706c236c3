import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SearchX } from 'lucide-react';
import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { TextLink } from '~/ui/content/text-link';
import { guidePath, guides } from './guide-list';
import { searchDocs, suggestQuery, type SearchResult } from './search/search-index.server';
import { docsSearchPath, maximumQueryLength } from './search/search-query';

export const meta = pageTitle((data) => {
  const query = (data as { query: string } | undefined)?.query;
  return query ? `${query} · Search` : 'Search';
});

const maximumResults = 20;

export function loader({ request, context }: LoaderFunctionArgs) {
  const query = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, maximumQueryLength);
  const document = context.describeApi();
  const found = searchDocs(document, query, maximumResults + 1);
  return {
    query,
    results: found.slice(0, maximumResults),
    hasMore: found.length > maximumResults,
    suggestion: query && !found.length ? suggestQuery(document, query) : null,
  };
}

export default function DocsSearch() {
  const { query, results, hasMore, suggestion } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-4xl">
      <PageHeader
        title="Search"
        lead={
          <p role="status">
            {query
              ? `${hasMore ? 'More than ' : ''}${countResults(results.length)} for “${query}”`
              : 'Enter a word in the search field.'}
          </p>
        }
      />
      {results.length > 0 ? (
        <ol className="divide-y divide-line border-y border-line">
          {results.map((result) => (
            <Result key={result.path} {...result} />
          ))}
        </ol>
      ) : (
        <Suggestions query={query} suggestion={suggestion} />
      )}
    </div>
  );
}

function countResults(count: number): string {
  if (count === 0) return 'No results';
  return count === 1 ? '1 result' : `${count} results`;
}

function Result({ path, page, section, excerpt }: SearchResult) {
  return (
    <li className="py-4">
      <TextLink to={path}>{section || page}</TextLink>
      {section && <span className="ml-2 text-sm text-ink-soft">{page}</span>}
      <p className="mt-1 text-sm wrap-anywhere">
        {excerpt.map(({ text, isMatch }, index) => (isMatch ? <mark key={index}>{text}</mark> : text))}
      </p>
    </li>
  );
}

const popularPages = ['start', 'hosted-checkout', 'webhooks', 'test-cards'];

function Suggestions({ query, suggestion }: { query: string; suggestion: string | null }) {
  const links = [
    ...guides
      .filter(({ slug }) => popularPages.includes(slug))
      .map(({ slug, title }) => ({ to: guidePath(slug), title })),
    { to: '/docs/reference', title: 'API reference' },
    { to: '/docs/errors', title: 'Errors' },
  ];
  return (
    <EmptyState icon={SearchX} title={query ? 'Nothing found' : 'Popular pages'}>
      {suggestion && (
        <p className="mb-2">
          Did you mean{' '}
          <TextLink to={`${docsSearchPath}?${new URLSearchParams({ q: suggestion }).toString()}`}>
            {suggestion}
          </TextLink>
          ?
        </p>
      )}
      {query && <p>Try fewer or more general words, or start with one of these pages:</p>}
      <ul className="mt-3 flex flex-wrap justify-center gap-x-5 gap-y-2">
        {links.map(({ to, title }) => (
          <li key={to}>
            <TextLink to={to}>{title}</TextLink>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}
