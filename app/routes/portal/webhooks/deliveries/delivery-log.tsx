import { Fragment } from 'react';
import { buildListUrl } from '~/platform/lists/list-url';
import type { DeliveryState } from '~/webhooks/deliveries/delivery-log';
import { eventTypeNames, testEventType } from '~/webhooks/events/event-types';
import { Panel } from '~/ui/layout/panel';
import type { ResultCount } from '~/ui/forms/filter-result';
import { ListFilterForm } from '~/ui/forms/list-filter-form';
import { Pagination } from '~/ui/content/pagination';
import { SelectField } from '~/ui/forms/select-field';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { ShortTime } from '~/ui/content/time';
import { deliveryLabels, describeAttempt } from '../webhook-labels';

type Delivery = {
  id: string;
  eventType: string;
  state: DeliveryState;
  createdAt: Date | string;
  nextAttemptAt: Date | string | null;
  last: { status: number | null; fault: string | null } | null;
};
type Filter = { status?: string; eventType?: string; before?: string };
type Props = {
  endpointId: string;
  log: { deliveries: readonly Delivery[]; before: string | null };
  filter: Filter;
  statuses: readonly DeliveryState[];
};

/** The deliveries to an endpoint, newest first. */
export function DeliveryLog({ endpointId, log: { deliveries, before }, filter, statuses }: Props) {
  const filtered = Boolean(filter.status || filter.eventType);
  const path = (changes: Filter) => toLogUrl(endpointId, { ...filter, ...changes });
  return (
    <Panel id="log" title="Deliveries">
      {(filtered || deliveries.length > 0 || filter.before) && (
        <LogFilter
          endpointId={endpointId}
          filter={filter}
          filtered={filtered}
          statuses={statuses}
          result={{ count: deliveries.length, isFirst: !filter.before, isLast: !before }}
        />
      )}
      {deliveries.length ? (
        <Table
          isList
          caption="Deliveries, newest first"
          rows={deliveries}
          rowKey={({ id }) => id}
          columns={[
            {
              title: 'Event',
              cell: ({ id, eventType }) => (
                <TextLink to={`/developers/webhooks/deliveries/${id}`} className="row-link break-words">
                  {/* A long name breaks after a dot or an underscore. */}
                  {eventType.split(/(?<=[._])/).map((part) => (
                    <Fragment key={part}>
                      {part}
                      <wbr />
                    </Fragment>
                  ))}
                </TextLink>
              ),
            },
            { title: 'Status', cell: ({ state }) => <Badge {...deliveryLabels[state]} /> },
            { title: 'Last attempt', cell: (delivery) => <LastAttempt {...delivery} /> },
            { title: 'Created', cell: ({ createdAt }) => <ShortTime at={createdAt} /> },
          ]}
        />
      ) : (
        <p className="text-ink-soft">
          {filtered || filter.before
            ? 'No deliveries match.'
            : 'Nothing has been sent yet. New events appear here with your server’s responses.'}
        </p>
      )}
      <Pagination
        newest={filter.before ? path({ before: undefined }) : null}
        older={before ? path({ before }) : null}
      />
    </Panel>
  );
}

function toLogUrl(endpointId: string, { status, eventType, before }: Filter): string {
  return buildListUrl(`/developers/webhooks/${endpointId}`, { status, type: eventType, before });
}

function LastAttempt({ last, state, nextAttemptAt }: Delivery) {
  return (
    <>
      {last ? describeAttempt(last) : <span className="text-ink-soft">None yet</span>}
      {state === 'retrying' && nextAttemptAt && (
        <span className="text-ink-soft">
          . Next attempt: <ShortTime at={nextAttemptAt} />
        </span>
      )}
    </>
  );
}

function LogFilter({
  endpointId,
  filter,
  filtered,
  statuses,
  result,
}: {
  endpointId: string;
  filter: Filter;
  filtered: boolean;
  statuses: readonly DeliveryState[];
  result: ResultCount;
}) {
  return (
    <ListFilterForm
      filter={filter}
      resetUrl={filtered && `/developers/webhooks/${endpointId}`}
      aria-label="Deliveries"
      result={result}
    >
      <SelectField
        name="status"
        label="Status"
        defaultValue={filter.status ?? ''}
        options={[
          { value: '', text: 'All' },
          ...statuses.map((name) => ({ value: name, text: deliveryLabels[name].text })),
        ]}
        className="min-w-[min(9rem,100%)] flex-1 sm:flex-none"
      />
      <SelectField
        name="type"
        label="Event"
        defaultValue={filter.eventType ?? ''}
        options={[
          { value: '', text: 'All' },
          ...[...eventTypeNames, testEventType].map((name) => ({ value: name, text: name })),
        ]}
        className="min-w-[min(12rem,100%)] flex-1 sm:flex-none"
      />
    </ListFilterForm>
  );
}
