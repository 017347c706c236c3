import type { Backlog } from '~/operations/backlog';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import type { ReactNode } from 'react';
import { formatCount, formatSeconds } from './formatting';

type Row = {
  what: string;
  to?: string;
  count: ReactNode;
  since: ReactNode;
  state: 'well' | 'attention' | 'act';
};

type Storage = { finishedAt: Date | null; failures: number; lastError: string | null } | null;

export const backlogStates = {
  well: { text: 'OK', tone: 'positive' },
  attention: { text: 'Needs attention', tone: 'caution' },
  act: { text: 'Action required', tone: 'negative' },
} as const;

/** Beyond these limits, something is wrong rather than slow. The operating guide has the same figures. */
export const lateThresholdSeconds = { outcome: 900, webhook: 300, mail: 900, queue: 300 };

export function BacklogTable({ backlog, storage }: { backlog: Backlog; storage: Storage }) {
  return (
    <Table
      caption="Backlogs and their oldest entries"
      rows={toRows(backlog, storage)}
      rowKey={({ what }) => what}
      columns={[
        { title: 'Item', cell: ({ what, to }) => (to ? <TextLink to={to}>{what}</TextLink> : what) },
        { title: 'Status', cell: ({ state }) => <Badge {...backlogStates[state]} /> },
        { title: 'Count', align: 'right', cell: ({ count }) => count },
        { title: 'Oldest', align: 'right', cell: ({ since }) => since },
      ]}
    />
  );
}

function toRows(
  { unknownOutcomes, webhooks, mails, discrepancies, acquirerEvents }: Backlog,
  storage: Storage,
): Row[] {
  const formatAge = (waiting: number, seconds: number) => (waiting && seconds ? formatSeconds(seconds) : '–');
  return [
    {
      what: 'Operations with an unknown outcome',
      count: formatCount(unknownOutcomes.pending),
      since: formatAge(unknownOutcomes.pending, unknownOutcomes.oldestSeconds),
      state: unknownOutcomes.oldestSeconds > lateThresholdSeconds.outcome ? 'attention' : 'well',
    },
    {
      what: 'Unknown outcomes with no more inquiries',
      count: formatCount(unknownOutcomes.abandoned),
      since: '–',
      state: unknownOutcomes.abandoned ? 'act' : 'well',
    },
    {
      what: 'Reconciliation discrepancies',
      to: '/support/discrepancies',
      count: formatCount(discrepancies.open),
      since: '–',
      state: discrepancies.open ? 'act' : 'well',
    },
    {
      what: 'Acquirer events unprocessed for over an hour',
      to: '/support/acquirer-events',
      count: formatCount(acquirerEvents.overdue),
      since: '–',
      state: acquirerEvents.overdue ? 'attention' : 'well',
    },
    {
      what: 'Pending webhook deliveries',
      count: formatCount(webhooks.pending),
      since: formatAge(webhooks.pending, webhooks.oldestSeconds),
      state: webhooks.oldestSeconds > lateThresholdSeconds.webhook ? 'attention' : 'well',
    },
    {
      what: 'Failing webhook endpoints (merchants are notified after a day)',
      count: formatCount(webhooks.failingEndpoints),
      since: '–',
      state: webhooks.failingEndpoints ? 'attention' : 'well',
    },
    {
      what: 'Pending emails',
      count: formatCount(mails.pending),
      since: formatAge(mails.pending, mails.oldestSeconds),
      state: mails.oldestSeconds > lateThresholdSeconds.mail ? 'attention' : 'well',
    },
    {
      what: 'Emails rejected by a mail server in the last 7 days',
      to: '/staff/mails?status=refused',
      count: formatCount(mails.refused),
      since: '–',
      state: mails.refused ? 'attention' : 'well',
    },
    toStorageRow(storage),
  ];
}

/** A test file is written and read every five minutes. */
function toStorageRow(storage: Storage): Row {
  const what = 'Document storage: last write and read test';
  if (!storage?.finishedAt) return { what, count: '–', since: 'not tested yet', state: 'well' };
  return {
    what,
    count: storage.failures ? `failed ${storage.failures} times, ${storage.lastError}` : 'passed',
    since: <Time at={storage.finishedAt} />,
    state: storage.failures ? 'act' : 'well',
  };
}
