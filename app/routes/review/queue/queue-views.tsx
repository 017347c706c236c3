import { Link } from '@remix-run/react';
import clsx from 'clsx';
import type { ReviewQueueView } from '~/merchants/applications/review/review-queue';
import { getQueueUrl, type QueueFilter } from './queue-url';

const queueViewLabels: Record<ReviewQueueView, string> = {
  needs_me: 'Needs me',
  waiting: 'Waiting',
  mine: 'Assigned to me',
  in_review: 'In review',
  snoozed: 'Snoozed',
  with_merchant: 'With the merchant',
  decided: 'Decided',
  all: 'All',
};

/** The queue's views, each with its number of applications. */
export function QueueViews({
  filter,
  counts,
}: {
  filter: QueueFilter;
  counts: Record<ReviewQueueView, number>;
}) {
  return (
    <nav aria-label="Views" className="mb-6">
      <ul className="flex flex-wrap gap-2">
        {(Object.keys(queueViewLabels) as ReviewQueueView[]).map((view) => (
          <li key={view}>
            <Link
              to={getQueueUrl({ ...filter, view, page: 1 })}
              aria-current={view === filter.view ? 'page' : undefined}
              className={clsx(
                'inline-flex min-h-10 items-center gap-2 rounded-lg border px-3 font-medium',
                view === filter.view
                  ? 'border-accent bg-accent-soft text-accent'
                  : 'border-line bg-surface hover:bg-sunken',
              )}
            >
              {queueViewLabels[view]}
              <span className="text-sm tabular-nums">{counts[view]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
