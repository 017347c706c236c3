import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Inbox, SearchX } from 'lucide-react';
import { countQueue, listQueue, queueViews } from '~/merchants/applications/queue';
import { holdsCardNumber } from '~/platform/card-numbers';
import { lineOf } from '~/platform/typed-line';
import { ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';
import { EmptyState } from '~/ui/empty-state';
import { PageHeader } from '~/ui/page-header';
import { pageTitle } from '~/ui/page-title';
import { requireStaff } from '../guards';
import { dueIn } from './due';
import { queueAddress } from './queue/address';
import { QueueSearch } from './queue/search';
import { QueueTable } from './queue/table';
import { QueueViews } from './queue/views';

export const meta = pageTitle('Applications');

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const filter = parseFilter(new URL(request.url).searchParams);
  const [{ entries, hasMore }, counts] = await Promise.all([
    listQueue({ ...filter, reviewerId: user.id }),
    countQueue(user.id),
  ]);
  const now = new Date();
  const waits = (state: string) => state === 'SUBMITTED' || state === 'IN_REVIEW';
  return {
    entries: entries.map((entry) => ({
      ...entry,
      due: entry.promisedAt && waits(entry.state) ? dueIn(entry.promisedAt, now) : null,
    })),
    hasMore,
    counts,
    filter,
  };
}

/** What is typed into the address may be anything: what makes no sense filters nothing. */
function parseFilter(query: URLSearchParams) {
  const typed = lineOf(query.get('search') ?? '');
  const page = /^[1-9]\d{0,3}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1;
  // A card number typed here by mistake stays out of the database's log.
  return {
    view: queueViews.find((view) => view === query.get('view')) ?? 'waiting',
    search: holdsCardNumber(typed) ? '' : typed,
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
        lead="Those with the oldest promise first. A merchant is told when a promise is missed."
      />
      <QueueViews filter={filter} counts={counts} />
      <QueueSearch key={search} filter={filter} />
      {entries.length ? (
        <Card>
          <QueueTable entries={entries} decided={filter.view === 'decided'} />
        </Card>
      ) : search ? (
        <EmptyState
          icon={SearchX}
          title="Nothing found"
          action={
            <ButtonLink to={queueAddress({ ...filter, search: '', page: 1 })} variant="secondary">
              Show all of this view
            </ButtonLink>
          }
        >
          The search looks into names, and for a whole id of an application or an account.
        </EmptyState>
      ) : (
        <EmptyState icon={Inbox} title="Nothing here">
          {filter.view === 'waiting'
            ? 'Nobody waits for an answer that is not being worked on.'
            : 'No application is in this view now.'}
        </EmptyState>
      )}
      {(page > 1 || hasMore) && (
        <nav aria-label="Pages of this list" className="mt-6 flex justify-between gap-4">
          {page > 1 ? (
            <ButtonLink
              variant="secondary"
              size="small"
              rel="prev"
              to={queueAddress({ ...filter, page: page - 1 })}
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
              to={queueAddress({ ...filter, page: page + 1 })}
            >
              Next
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  );
}
