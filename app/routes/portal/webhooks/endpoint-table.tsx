import type { EndpointHealth } from '~/webhooks/deliveries/delivery-log';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { getEndpointLabel, isSubscribedTo } from './webhook-labels';

type Row = {
  id: string;
  url: string;
  description: string;
  events: readonly string[];
  status: string;
  failingSince: Date | string | null;
  health: EndpointOutcomes;
};

/** The outcomes of an endpoint's last hundred deliveries. */
export type EndpointOutcomes = Omit<EndpointHealth, 'endpointId' | 'lastAt'> & {
  lastAt: Date | string | null;
};

/** Endpoints with their status. */
export function EndpointTable({ endpoints }: { endpoints: readonly Row[] }) {
  return (
    <Table
      caption="Webhook endpoints"
      rows={endpoints}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Endpoint',
          cell: ({ id, url, description }) => (
            <>
              <TextLink to={`/developers/webhooks/${id}`} className="break-all">
                {url}
              </TextLink>
              {description && <span className="block text-sm text-ink-soft">{description}</span>}
            </>
          ),
        },
        {
          title: 'Events',
          cell: ({ events }) => <span className="break-words">{isSubscribedTo(events)}</span>,
        },
        {
          title: 'Status',
          cell: (endpoint) => (
            <>
              <Badge {...getEndpointLabel(endpoint)} />
              {endpoint.status === 'enabled' && endpoint.failingSince && (
                <span className="mt-1 block text-sm text-ink-soft">
                  since <Time at={endpoint.failingSince} />
                </span>
              )}
            </>
          ),
        },
        {
          title: 'Last delivered',
          cell: ({ health }) =>
            health.lastAt ? <Time at={health.lastAt} /> : <span className="text-ink-soft">Nothing yet</span>,
        },
        { title: 'Last 100', align: 'right', cell: ({ health }) => <Rate {...health} /> },
      ]}
    />
  );
}

/** How many completed deliveries succeeded, how many will be retried, and how many weren't sent. */
export function Rate({ ended, arrived, retrying, dropped }: Omit<EndpointOutcomes, 'lastAt'>) {
  if (!ended && !retrying && !dropped) return <span className="text-ink-soft">None completed yet</span>;
  const parts = [
    arrived < ended
      ? `${arrived} of ${ended} delivered`
      : `${retrying || dropped ? '' : 'All '}${ended} delivered`,
    ...(retrying ? [`${retrying} will be retried`] : []),
    ...(dropped ? [`${dropped} not sent`] : []),
  ];
  return <span className="tabular-nums">{parts.join(', ')}</span>;
}
