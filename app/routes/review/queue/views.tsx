import { Link } from '@remix-run/react';
import clsx from 'clsx';
import type { QueueView } from '~/merchants/applications/queue';
import { queueAddress, type QueueFilter } from './address';

const viewWords: Record<QueueView, string> = {
  waiting: 'Waiting',
  mine: 'On my desk',
  in_review: 'In review',
  snoozed: 'Put aside',
  with_merchant: 'With the merchant',
  decided: 'Decided',
  all: 'All',
};

/** The views of the queue, each with how many are in it. */
export function QueueViews({ filter, counts }: { filter: QueueFilter; counts: Record<QueueView, number> }) {
  return (
    <nav aria-label="Views" className="mb-6">
      <ul className="flex flex-wrap gap-2">
        {(Object.keys(viewWords) as QueueView[]).map((view) => (
          <li key={view}>
            <Link
              to={queueAddress({ ...filter, view, page: 1 })}
              aria-current={view === filter.view ? 'page' : undefined}
              className={clsx(
                'inline-flex min-h-10 items-center gap-2 rounded-lg border px-3 font-medium',
                view === filter.view
                  ? 'border-accent bg-accent-soft text-accent'
                  : 'border-line bg-surface hover:bg-sunken',
              )}
            >
              {viewWords[view]}
              <span className="text-sm tabular-nums">{counts[view]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
