import type { Alert, AlertName } from '~/operations/alerts';
import type { Backlog } from '~/operations/backlog';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import type { ReactNode } from 'react';
import { formatCount, formatFailures, formatSeconds } from './formatting';
import { statusBadges } from './status-badges';

type Row = {
  what: string;
  to?: string;
  count: ReactNode;
  since: ReactNode;
  /** The alert about it, whose severity is the row's status. */
  alert: AlertName;
};

type Storage = { finishedAt: Date | null; failures: number; lastError: string | null } | null;

type Props = { backlog: Backlog; storage: Storage; alerts: readonly Alert[] };

export function BacklogTable({ backlog, storage, alerts }: Props) {
  const getStatus = (name: AlertName) => alerts.find((alert) => alert.name === name)?.severity ?? 'well';
  return (
    <Table
      caption="Backlogs and their oldest entries"
      rows={toRows(backlog, storage)}
      rowKey={({ what }) => what}
      columns={[
        { title: 'Item', cell: ({ what, to }) => (to ? <TextLink to={to}>{what}</TextLink> : what) },
        { title: 'Status', cell: ({ alert }) => <Badge {...statusBadges[getStatus(alert)]} /> },
        { title: 'Count', align: 'right', cell: ({ count }) => count },
        { title: 'Oldest', align: 'right', cell: ({ since }) => since },
      ]}
    />
  );
}

function toRows(
  { unknownOutcomes, webhooks, mails, documents, discrepancies, acquirerEvents }: Backlog,
  storage: Storage,
): Row[] {
  const formatAge = (waiting: number, seconds: number) => (waiting && seconds ? formatSeconds(seconds) : '–');
  return [
    {
      what: 'Operations with an unknown outcome',
      count: formatCount(unknownOutcomes.pending),
      since: formatAge(unknownOutcomes.pending, unknownOutcomes.oldestSeconds),
      alert: 'outcomes_late',
    },
    {
      what: 'Unknown outcomes with no more inquiries',
      count: formatCount(unknownOutcomes.abandoned),
      since: '–',
      alert: 'outcomes_abandoned',
    },
    {
      what: 'Reconciliation discrepancies',
      to: '/support/discrepancies',
      count: formatCount(discrepancies.open),
      since: '–',
      alert: 'discrepancies_open',
    },
    {
      what: 'Acquirer events unprocessed for over an hour',
      to: '/support/acquirer-events',
      count: formatCount(acquirerEvents.overdue),
      since: '–',
      alert: 'acquirer_events_overdue',
    },
    {
      what: 'Pending webhook deliveries',
      count: formatCount(webhooks.pending),
      since: formatAge(webhooks.pending, webhooks.oldestSeconds),
      alert: 'webhooks_late',
    },
    {
      what: 'Failing webhook endpoints (merchants are notified after a day)',
      count: formatCount(webhooks.failingEndpoints),
      since: '–',
      alert: 'endpoints_failing',
    },
    {
      what: 'Pending emails',
      count: formatCount(mails.pending),
      since: formatAge(mails.pending, mails.oldestSeconds),
      alert: 'mails_late',
    },
    {
      what: 'Emails not delivered in the last 7 days',
      to: '/staff/mails?status=failed',
      count: formatCount(mails.failed),
      since: '–',
      alert: 'mails_failed',
    },
    {
      what: 'Documents waiting for their check',
      count: formatCount(documents.pending),
      since: formatAge(documents.pending, documents.oldestSeconds),
      alert: 'documents_late',
    },
    toStorageRow(storage),
  ];
}

/** A test file is written and read every five minutes. */
function toStorageRow(storage: Storage): Row {
  const what = 'Document storage: last write and read test';
  const alert = 'storage_failing';
  if (!storage?.finishedAt) return { what, count: '–', since: 'not tested yet', alert };
  return {
    what,
    count: storage.failures ? `${formatFailures(storage.failures)}, ${storage.lastError}` : 'passed',
    since: <Time at={storage.finishedAt} />,
    alert,
  };
}
