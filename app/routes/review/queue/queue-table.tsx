import { Form } from '@remix-run/react';
import type { ReviewQueueSort } from '~/merchants/applications/review/review-queue';
import type { ApplicationState } from '~/merchants/applications/states';
import { Button } from '~/ui/forms/button';
import { Badge } from '~/ui/content/status-badge';
import { Table, type Column } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { ShortTime } from '~/ui/content/time';
import type { DueLabel } from '../due-date/due-label';
import { DueBadge } from '../due-date/due-badge';
import { getReviewPath } from '../review-path';
import { reviewStateLabels } from '../review-labels';
import { getQueueUrl, type QueueFilter } from './queue-url';

type QueueRow = {
  id: string;
  version: number;
  name: string;
  state: ApplicationState;
  round: number;
  suspended: boolean;
  isAppeal: boolean;
  waitsForSecondApproval: boolean;
  hasDuplicates: boolean;
  hasMatches: boolean;
  country: string;
  businessForm: string;
  monthlyVolume: string;
  age: string | null;
  submittedAt: Date | null;
  reviewer: string | null;
  promisedAt: Date | null;
  missed: boolean;
  decidedAt: Date | null;
  snoozedUntil: Date | null;
  due: DueLabel | null;
};

const businessColumn: Column<QueueRow> = {
  title: 'Business',
  cell: ({ id, name, round, businessForm }) => (
    <>
      <TextLink to={getReviewPath(id)}>{name}</TextLink>
      <span className="block text-sm text-ink-soft">
        {[businessForm, round > 1 && `Round ${round}`].filter(Boolean).join(' · ')}
      </span>
    </>
  ),
};

const submittedColumn: Column<QueueRow> = {
  title: 'Submitted',
  cell: ({ submittedAt, age }) =>
    submittedAt ? (
      <span className="inline-flex flex-col items-end gap-1 @3xl:items-start">
        {age && <span>{age} ago</span>}
        <span className={age ? 'text-sm text-ink-soft' : undefined}>
          <ShortTime at={submittedAt} />
        </span>
      </span>
    ) : (
      '–'
    ),
};

const countryColumn: Column<QueueRow> = { title: 'Country', cell: ({ country }) => country || '–' };

const volumeColumn: Column<QueueRow> = {
  title: 'Monthly volume',
  align: 'right',
  cell: ({ monthlyVolume }) => <span className="tabular-nums">{monthlyVolume || '–'}</span>,
};

const stateColumn: Column<QueueRow> = {
  title: 'Status',
  cell: (entry) => (
    <span className="inline-flex flex-wrap justify-end gap-1.5 @3xl:justify-start">
      <Badge {...reviewStateLabels[entry.state]} />
      {entry.isAppeal && <Badge text="Appeal" tone="accent" />}
      {entry.waitsForSecondApproval && <Badge text="Second approval" tone="accent" />}
      {entry.hasDuplicates && <Badge text="Shares details" tone="caution" />}
      {entry.hasMatches && <Badge text="Sanctions match" tone="negative" />}
      {entry.suspended && <Badge text="Suspended" tone="negative" />}
    </span>
  ),
};

const promisedColumn: Column<QueueRow> = {
  title: 'Due',
  cell: ({ promisedAt, due, missed }) =>
    promisedAt && due ? (
      <span className="inline-flex flex-col items-end gap-1 @3xl:items-start">
        <DueBadge due={due} missed={missed} />
        <span className="text-sm text-ink-soft">
          <ShortTime at={promisedAt} />
        </span>
      </span>
    ) : (
      '–'
    ),
};

const decidedAt: Column<QueueRow> = {
  title: 'Decided',
  cell: ({ decidedAt }) => (decidedAt ? <ShortTime at={decidedAt} /> : '–'),
};

const reviewerColumn: Column<QueueRow> = {
  title: 'Assigned to',
  align: 'right',
  cell: ({ id, version, name, state, reviewer }) =>
    state === 'SUBMITTED' ? (
      <Form method="post" action={getReviewPath(id, 'claim')}>
        <input type="hidden" name="version" value={version} />
        <Button type="submit" variant="secondary" size="small">
          Claim<span className="sr-only"> {name}</span>
        </Button>
      </Form>
    ) : (
      (reviewer ?? '–')
    ),
};

type Props = {
  entries: readonly QueueRow[];
  filter: QueueFilter;
  /** The current order. */
  sort: ReviewQueueSort;
};

export function QueueTable({ entries, filter, sort }: Props) {
  const sortable = (column: Column<QueueRow>, by: ReviewQueueSort['by']): Column<QueueRow> => {
    const isCurrent = sort.by === by;
    const direction = isCurrent && sort.direction === 'asc' ? 'desc' : 'asc';
    return {
      ...column,
      sort: {
        direction: isCurrent ? (sort.direction === 'asc' ? 'ascending' : 'descending') : undefined,
        to: getQueueUrl({ ...filter, sort: { by, direction }, page: 1 }),
      },
    };
  };
  return (
    <Table
      caption="Applications"
      isWide
      columns={[
        sortable(businessColumn, 'business'),
        stateColumn,
        countryColumn,
        volumeColumn,
        sortable(submittedColumn, 'submitted'),
        filter.view === 'decided' ? sortable(decidedAt, 'decided') : sortable(promisedColumn, 'due'),
        reviewerColumn,
      ]}
      rows={entries}
      rowKey={({ id }) => id}
    />
  );
}
