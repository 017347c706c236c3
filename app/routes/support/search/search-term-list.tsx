import type { SearchTerm } from './search-terms';

/** How the search understood the input, to explain its results. */
export function SearchTermList({ searchTerms }: { searchTerms: readonly SearchTerm[] }) {
  if (!searchTerms.length) return null;
  return (
    <section aria-labelledby="understood" className="mb-8">
      <h2 id="understood" className="mb-2 text-sm font-medium text-ink-soft">
        Understood as
      </h2>
      <ul className="flex flex-wrap gap-2">
        {searchTerms.map(({ label, text, alternative }) => (
          <li
            key={`${label} ${text}`}
            className="max-w-full rounded-lg border border-line-strong bg-surface px-3 py-1.5 text-sm"
          >
            <span className="text-ink-soft">{label}: </span>
            <span className="font-medium break-words">{text}</span>
            {alternative && <span className="block text-ink-soft">{alternative}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
