import type { ReactNode } from 'react';
import { CircleHelp } from 'lucide-react';
import { Banner } from '~/ui/layout/banner';
import { EmptyState } from '~/ui/layout/empty-state';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import type { ClarifyingQuestion } from './clarifying-questions';
import { replaceTerms } from '~/support/query/keyword-corrections';
import { getSearchUrl } from './search-url';

/** Asks what was meant by the parts that weren't understood. The results are those of the rest. */
export function ClarifyingQuestions({
  questions,
  clock,
}: {
  questions: readonly ClarifyingQuestion[];
  clock?: string;
}) {
  if (!questions.length) return null;
  return (
    <section aria-labelledby="questions" className="mb-6 rounded-lg bg-caution-soft p-4">
      <h2 id="questions" className="font-semibold">
        What did you mean?
      </h2>
      <ul className="mt-1 space-y-2">
        {questions.map(({ text, hint, suggestions }) => (
          <li key={text} className="wrap-anywhere">
            We ignored “{text}”. {hint}
            {suggestions.length > 0 && (
              <span className="block">
                Try:{' '}
                {suggestions.map(({ text, q }, i) => (
                  <span key={`${text} ${q}`}>
                    {i > 0 && ' · '}
                    <TextLink to={getSearchUrl({ q, clock })}>{text}</TextLink>
                  </span>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is searched for instead of words with spelling errors, and searches for what else they may be. */
export function CorrectionNotice({
  q,
  corrections,
  assumedName,
  clock,
}: {
  q: string;
  corrections: readonly { word: string; keyword: string }[];
  assumedName: { name: string; terms: readonly string[] } | null;
  clock?: string;
}) {
  const replacements = [
    ...corrections.map(({ word, keyword }) => ({ terms: [word], used: keyword })),
    ...(assumedName ? [{ terms: assumedName.terms, used: assumedName.name }] : []),
  ];
  return replacements.map(({ terms, used }) => {
    const said = terms.join(' ');
    const asPayer = `${replaceTerms(q, terms, '')} payer: ${said}`.trim();
    return (
      <p key={said} className="mb-6 wrap-anywhere">
        Showing results for <strong className="font-semibold">{used}</strong>. Or search for{' '}
        <TextLink to={getSearchUrl({ q: asPayer, clock })}>a payer named “{said}”</TextLink> or{' '}
        <TextLink to={getSearchUrl({ q: replaceTerms(q, terms, `"${said}"`), clock })}>
          an order number “{said}”
        </TextLink>
        .
      </p>
    );
  });
}

const examples = [
  'last four 4242, about 40 dollars, yesterday afternoon',
  'insufficient funds last week',
  'order ending in 4711',
  '@example.com this month',
];

/** Nothing of the search was understood, so nothing is listed. */
export function SearchExamples({ children, clock }: { children: ReactNode; clock?: string }) {
  return (
    <EmptyState icon={CircleHelp} title="What are you looking for?">
      {children} Try one of these:
      <span className="mt-3 block">
        {examples.map((q) => (
          <span key={q} className="block py-0.5">
            <TextLink to={getSearchUrl({ q, clock })}>{q}</TextLink>
          </span>
        ))}
      </span>
    </EmptyState>
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
