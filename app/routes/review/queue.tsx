import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Inbox, SearchX } from 'lucide-react';
import {
  countReviewQueue,
  listReviewQueue,
  reviewQueueViews,
} from '~/merchants/applications/review/review-queue';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import { toTextLine } from '~/platform/text/line-input';
import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { requireStaff } from '../guards';
import { formatDue } from './due-date/due-label';
import { getQueueUrl } from './queue/queue-url';
import { QueueSearch } from './queue/queue-search';
import { QueueTable } from './queue/queue-table';
import { QueueViews } from './queue/queue-views';

export const meta = pageTitle('Applications');

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const filter = parseFilter(new URL(request.url).searchParams);
  const [{ entries, hasMore }, counts] = await Promise.all([
    listReviewQueue({ ...filter, reviewerId: user.id }),
    countReviewQueue(user.id),
  ]);
  const now = new Date();
  const isWaiting = (state: string) => state === 'SUBMITTED' || state === 'IN_REVIEW';
  return {
    entries: entries.map((entry) => ({
      ...entry,
      due: entry.promisedAt && isWaiting(entry.state) ? formatDue(entry.promisedAt, now) : null,
    })),
    hasMore,
    counts,
    filter,
  };
}

/** A filter in the URL may have been typed: invalid values filter nothing. */
function parseFilter(query: URLSearchParams) {
  const input = toTextLine(query.get('search') ?? '');
  const page = /^[1-9]\d{0,3}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1;
  // A card number typed here by mistake is kept out of the database's log.
  return {
    view: reviewQueueViews.find((view) => view === query.get('view')) ?? 'waiting',
    search: containsCardNumber(input) ? '' : input,
    page,
  };
}

export default function Queue() {
  const { entries, hasMore, counts, filter } = useLoaderData<typeof loader>();
  const { search, page } = filter;
  return (
    <>
      <PageHeader
        title="Applications"
        lead="Earliest due date first. Merchants are notified when an application is overdue."
      />
      <QueueViews filter={filter} counts={counts} />
      <QueueSearch key={search} filter={filter} />
      {entries.length ? (
        <Panel>
          <QueueTable entries={entries} decided={filter.view === 'decided'} />
        </Panel>
      ) : search ? (
        <EmptyState
          icon={SearchX}
          title="No results"
          action={
            <ButtonLink to={getQueueUrl({ ...filter, search: '', page: 1 })} variant="secondary">
              Clear search
            </ButtonLink>
          }
        >
          The search finds names and complete application or account IDs.
        </EmptyState>
      ) : (
        <EmptyState icon={Inbox} title="Nothing here">
          {filter.view === 'waiting'
            ? 'No unassigned applications are waiting.'
            : 'No applications in this view.'}
        </EmptyState>
      )}
      {(page > 1 || hasMore) && (
        <nav aria-label="Pages of this list" className="mt-6 flex justify-between gap-4">
          {page > 1 ? (
            <ButtonLink
              variant="secondary"
              size="small"
              rel="prev"
              to={getQueueUrl({ ...filter, page: page - 1 })}
            >
              Previous
            </ButtonLink>
          ) : (
            <span />
          )}
          {hasMore && (
            <ButtonLink
              variant="secondary"
              size="small"
              rel="next"
              to={getQueueUrl({ ...filter, page: page + 1 })}
            >
              Next
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  );
}
