import { Form } from '@remix-run/react';
import type { ListedEvent } from '~/payments/inbox/event-list';
import { pluralize } from '~/platform/text/pluralize';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { Button } from '~/ui/forms/button';
import { EnvironmentBadge } from '../search/payment-table';
import { eventSubjectLabels, getEventStatusLabel } from './event-labels';

/** A loader returns times as text in the browser. */
type LoadedEvent = {
  [Key in keyof ListedEvent]: ListedEvent[Key] extends Date | null
    ? ListedEvent[Key] | string
    : ListedEvent[Key];
};

type Props = { action: string; events: readonly LoadedEvent[]; canProcess: boolean };

/** Acquirer events with their status. An unprocessed one can be processed again. */
export function EventTable({ action, events, canProcess }: Props) {
  return (
    <Table
      caption="Acquirer events, newest first"
      rows={events}
      rowKey={({ sequence }) => sequence}
      columns={[
        { title: 'Event', cell: (event) => <EventCell {...event} /> },
        {
          title: 'Connection',
          cell: ({ connectionName, environment }) => (
            <>
              <span className="mb-1 block wrap-anywhere">{connectionName}</span>
              <EnvironmentBadge environment={environment} />
            </>
          ),
        },
        { title: 'References', cell: (event) => <References {...event} /> },
        {
          title: 'Occurred',
          cell: ({ occurredAt, receivedAt, deliveries }) => (
            <>
              <Time at={occurredAt} />
              <span className="block text-sm text-ink-soft">
                Arrived <Time at={receivedAt} />
                {deliveries > 1 && <span className="block">Delivered {pluralize(deliveries, 'time')}</span>}
              </span>
            </>
          ),
        },
        { title: 'Status', cell: (event) => <EventStatus {...event} /> },
        ...(canProcess
          ? [{ title: 'Action', cell: (event: LoadedEvent) => <AttemptForm action={action} {...event} /> }]
          : []),
      ]}
    />
  );
}

function EventCell({ type, about, details }: LoadedEvent) {
  const members = Object.entries(details);
  return (
    <>
      {eventSubjectLabels[about]}
      <code className="block font-mono text-sm break-all text-ink-soft">{type}</code>
      {members.length > 0 && (
        <details className="mt-1 text-sm">
          <summary>Details</summary>
          <dl className="mt-1.5 space-y-1.5 text-left">
            {members.map(([name, value]) => (
              <div key={name}>
                <dt className="font-mono text-[0.8125rem] break-all text-ink-soft">{name}</dt>
                <dd className="wrap-anywhere">{String(value)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}

function References({ subject, reference, transactionId }: LoadedEvent) {
  return (
    <span className="space-y-1.5 @3xl:block">
      <span className="block">
        <span className="block text-sm text-ink-soft">Acquirer’s</span>
        <code className="font-mono text-sm break-all">{subject}</code>
      </span>
      <span className="block">
        <span className="block text-sm text-ink-soft">Ours</span>
        {reference === null ? (
          <span className="text-ink-soft">None</span>
        ) : transactionId ? (
          <TextLink to={`/support/transactions/${transactionId}#acquirer`}>
            <code className="font-mono text-sm break-all">{reference}</code>
          </TextLink>
        ) : (
          <code className="font-mono text-sm break-all">{reference}</code>
        )}
      </span>
    </span>
  );
}

function EventStatus(event: LoadedEvent) {
  const { attempts, nextAttemptAt, processedAt } = event;
  return (
    <>
      <Badge {...getEventStatusLabel(event)} />
      <span className="mt-1 block text-sm text-ink-soft">
        {processedAt ? (
          <Time at={processedAt} />
        ) : nextAttemptAt ? (
          <>
            Next attempt <Time at={nextAttemptAt} />
          </>
        ) : (
          'No more attempts'
        )}
        {attempts > 0 && (
          <span className="block">
            {pluralize(attempts, 'attempt')}
            {!processedAt && ' so far'}
          </span>
        )}
      </span>
    </>
  );
}

function AttemptForm({
  action,
  sequence,
  type,
  subject,
  attempts,
  processedAt,
}: LoadedEvent & { action: string }) {
  if (processedAt || attempts === 0) return <span className="text-ink-soft">None</span>;
  return (
    <Form method="post" action={action} reloadDocument>
      <Button
        type="submit"
        variant="secondary"
        size="small"
        className="whitespace-nowrap"
        name="event"
        value={sequence}
      >
        Process again{' '}
        <span className="sr-only">
          {type} {subject}
        </span>
      </Button>
    </Form>
  );
}
