import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { CircleCheck, Inbox } from 'lucide-react';
import { hasStaffPermission } from '~/identity/staff/staff';
import { listConnectionSummaries } from '~/payments/connections/connection-list';
import { listAcquirerEvents } from '~/payments/inbox/event-list';
import { requestEventAttempt } from '~/payments/inbox/event-retry';
import { Pagination } from '~/ui/content/pagination';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Banner } from '~/ui/layout/banner';
import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { Panel } from '~/ui/layout/panel';
import { readForm, textOf } from '../forms/form-body';
import { rejectForm } from '../forms/form-reply';
import { formTitle } from '../forms/form-title';
import { useErrorSummary } from '../forms/rejected-form';
import { requireStaff } from '../guards';
import { EventFilterForm } from './acquirer-events/event-filter-form';
import { EventTable } from './acquirer-events/event-table';

const path = '/support/acquirer-events';
const sequencePattern = /^\d{1,18}$/;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { role } = await requireStaff(request, 'payments_view');
  const connections = (await listConnectionSummaries()).filter(({ state }) => state !== 'rejected');
  const { searchParams } = new URL(request.url);
  const filter = parseFilter(searchParams, connections);
  return {
    ...(await listAcquirerEvents(filter)),
    filter,
    connections: connections.map(({ id, name, acquirer, environment }) => ({
      ...{ id, name, acquirer, environment },
    })),
    canProcess: hasStaffPermission(role, 'acquirer_events_process'),
    wasRequested: searchParams.has('again'),
    rejected: context.formRejected ?? false,
  };
}

/** Ignores invalid values, because people can edit the URL. */
function parseFilter(query: URLSearchParams, connections: readonly { id: string }[]) {
  const before = query.get('before') ?? '';
  return {
    connectionId: connections.find(({ id }) => id === query.get('connection'))?.id,
    isUnprocessed: query.get('status') !== 'all',
    before: sequencePattern.test(before) ? before : undefined,
  };
}

/** The form's URL has the filter, which the redirect keeps. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'acquirer_events_process');
  const sequence = textOf(await readForm(request), 'event');
  const outcome = sequencePattern.test(sequence)
    ? await requestEventAttempt({ sequence, actor: `staff:${user.id}`, address: context.clientAddress })
    : 'nothing_to_process';
  if (outcome === 'nothing_to_process')
    return rejectForm(context, { error: { '': ['This event has already been processed'] } });
  const { searchParams } = new URL(request.url);
  return redirect(
    getEventListUrl({
      connectionId: searchParams.get('connection') ?? undefined,
      isUnprocessed: searchParams.get('status') !== 'all',
      again: 'yes',
    }),
  );
}

export const meta = formTitle('Acquirer events');

export default function AcquirerEvents() {
  const { events, before, filter, connections, canProcess, wasRequested } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  const errors = useErrorSummary(rejected, []);
  const { connectionId, isUnprocessed } = filter;
  return (
    <>
      <PageHeader
        title="Acquirer events"
        lead="Events reported by acquirers, newest first. If an event can’t be applied, we retry it for about 13 hours, and then mark it as unmatched."
      />
      <ErrorSummary errors={errors} />
      {wasRequested && !rejected && (
        <div className="mb-6">
          <Banner tone="positive" title="Processing the event again" announced>
            Reload this page in a few seconds to see the result.
          </Banner>
        </div>
      )}
      <EventFilterForm
        {...{ path, connections, connectionId, isUnprocessed }}
        result={{ count: events.length, isFirst: !filter.before, isLast: !before }}
      />
      {events.length ? (
        <Panel>
          <EventTable
            action={getEventListUrl({ connectionId, isUnprocessed })}
            events={events}
            canProcess={canProcess}
          />
        </Panel>
      ) : isUnprocessed ? (
        <EmptyState
          icon={CircleCheck}
          title={filter.before ? 'No more results' : 'All events have been processed'}
        >
          Events that can’t be applied appear here, for example if they don’t match any of our payments.
        </EmptyState>
      ) : (
        <EmptyState icon={Inbox} title={filter.before ? 'No more results' : 'No events yet'}>
          Events appear here when an acquirer sends a webhook or when we poll its list of events.
        </EmptyState>
      )}
      <Pagination
        newest={filter.before ? getEventListUrl({ connectionId, isUnprocessed }) : null}
        older={before ? getEventListUrl({ connectionId, isUnprocessed, before }) : null}
      />
    </>
  );
}

function getEventListUrl({
  connectionId,
  isUnprocessed,
  ...rest
}: {
  connectionId?: string;
  isUnprocessed: boolean;
  before?: string;
  again?: string;
}): string {
  const query = new URLSearchParams({
    ...(connectionId && { connection: connectionId }),
    ...(!isUnprocessed && { status: 'all' }),
    ...rest,
  });
  return query.size ? `${path}?${query}` : path;
}
