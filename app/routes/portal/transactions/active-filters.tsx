import { Link } from '@remix-run/react';
import { X } from 'lucide-react';
import { TextLink } from '~/ui/content/text-link';
import type { Chip } from './chips';

/** Active filters. Each one links to the list without it. */
export function ActiveFilters({ chips }: { chips: readonly Chip[] }) {
  if (!chips.length) return null;
  return (
    <ul aria-label="Active filters" className="mb-3 flex flex-wrap items-center gap-2">
      {chips.map(({ text, without }) => (
        <li key={text} className="min-w-0">
          <Link
            to={without}
            className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-line-strong bg-surface px-3 py-1 text-sm hover:bg-sunken"
          >
            <span className="sr-only">Remove the filter: </span>
            <span className="min-w-0 break-words">{text}</span>
            <X size={14} aria-hidden="true" className="shrink-0 text-ink-soft print:hidden" />
          </Link>
        </li>
      ))}
      <li className="px-2 text-sm print:hidden">
        <TextLink to="/transactions">Clear all</TextLink>
      </li>
    </ul>
  );
}
