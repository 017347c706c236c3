import { Link } from '@remix-run/react';
import clsx from 'clsx';
import { Users } from 'lucide-react';

export type SavedViewLink = {
  id: string;
  name: string;
  address: string;
  current: boolean;
  shared: boolean;
  own: boolean;
};

/** Saved views: the default ones, one's own, and the team's. */
export function ViewsBar({ views }: { views: readonly SavedViewLink[] }) {
  return (
    <nav aria-label="Views of this list" className="mb-3 flex flex-wrap gap-1">
      {views.map(({ id, name, address, current, shared }) => (
        <Link
          key={id}
          to={address}
          aria-current={current ? 'page' : undefined}
          className={clsx(
            'inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-lg border px-3 py-1 text-sm font-medium',
            current
              ? 'border-accent bg-accent-soft text-accent'
              : 'border-transparent text-ink-soft hover:bg-sunken hover:text-ink',
          )}
        >
          <span className="min-w-0 break-words">{name}</span>
          {shared && (
            <>
              <Users size={14} aria-hidden="true" className="shrink-0 text-ink-soft" />
              <span className="sr-only">(shared with the team)</span>
            </>
          )}
        </Link>
      ))}
    </nav>
  );
}
