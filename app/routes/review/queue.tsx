import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Inbox, SearchX } from 'lucide-react';
import { allSteps } from '~/merchants/applications/questions/questions';
import {
  countReviewQueue,
  getDefaultSort,
  listQueueCountries,
  listReviewQueue,
} from '~/merchants/applications/review/review-queue';
import { retrieveReviewWorkload } from '~/merchants/applications/review/review-workload';
import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { requireStaff } from '../guards';
import { isAnswerDue } from '~/merchants/applications/states';
import { formatAge, formatDue } from './due-date/due-label';
import { clearQueueFilter, getQueueUrl, isQueueFiltered } from './queue/queue-url';
import { parseQueueFilter } from './queue/queue-filter';
import { QueueFilterForm, type QueueFilterOptions } from './queue/queue-filter-form';
import { QueueTable } from './queue/queue-table';
import { QueueViews } from './queue/queue-views';
import { Workload } from './queue/workload';

export const meta = pageTitle('Applications');

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const filter = parseQueueFilter(new URL(request.url).searchParams);
  const [{ entries, hasMore }, counts, workload, countries] = await Promise.all([
    listReviewQueue({ ...filter, sort: filter.sort ?? undefined, reviewerId: user.id }),
    countReviewQueue(user.id),
    retrieveReviewWorkload(),
    listQueueCountries(),
  ]);
  const now = new Date();
  return {
    entries: entries.map((entry) => ({
      ...entry,
      age: entry.submittedAt && isAnswerDue(entry.state) ? formatAge(entry.submittedAt, now) : null,
      due: entry.promisedAt && isAnswerDue(entry.state) ? formatDue(entry.promisedAt, now) : null,
    })),
    hasMore,
    counts,
    filter,
    workload,
    sort: filter.sort ?? getDefaultSort(filter.view),
    options: {
      countries: countries.map(({ code, name }) => ({ value: code, text: name })),
      businessForms,
      reviewers: workload.team.map(({ userId, name }) => ({ value: userId, text: name })),
    } satisfies QueueFilterOptions,
  };
}

const { input: formInput } = allSteps
  .flatMap(({ questions }) => questions)
  .find(({ name }) => name === 'business_form')!;
const businessForms =
  formInput.kind === 'choice' ? formInput.options.map(([value, text]) => ({ value, text })) : [];

export default function Queue() {
  const { entries, hasMore, counts, filter, workload, sort, options } = useLoaderData<typeof loader>();
  const { page } = filter;
  const unfiltered = clearQueueFilter(filter);
  return (
    <>
      <PageHeader
        title="Applications"
        lead="Earliest due date first. Merchants are notified when an application is overdue."
      />
      <Workload workload={workload} filter={unfiltered} />
      <QueueViews filter={filter} counts={counts} />
      <QueueFilterForm
        filter={filter}
        options={options}
        result={{ count: entries.length, isFirst: page === 1, isLast: !hasMore }}
      />
      {entries.length ? (
        <Panel>
          <QueueTable entries={entries} filter={filter} sort={sort} />
        </Panel>
      ) : isQueueFiltered(filter) ? (
        <EmptyState
          icon={SearchX}
          title="No results"
          action={
            <ButtonLink to={getQueueUrl(unfiltered)} variant="secondary">
              Clear filters
            </ButtonLink>
          }
        >
          The search finds names and complete application or account IDs.
        </EmptyState>
      ) : (
        <EmptyState icon={Inbox} title="Nothing here">
          {filter.view === 'waiting'
            ? 'No unassigned applications are waiting.'
            : filter.view === 'needs_me'
              ? 'Nothing needs your attention.'
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
