import { Form } from '@remix-run/react';
import type { ApplicationState } from '~/merchants/applications/states';
import { Button } from '~/ui/forms/button';
import { Badge } from '~/ui/content/status-badge';
import { Table, type Column } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import type { DueLabel } from '../due-date/due-label';
import { DueBadge } from '../due-date/due-badge';
import { getReviewPath } from '../review-path';
import { reviewStateLabels } from '../review-labels';

type QueueRow = {
  id: string;
  version: number;
  name: string;
  state: ApplicationState;
  round: number;
  suspended: boolean;
  isAppeal: boolean;
  waitsForSecondApproval: boolean;
  reviewer: string | null;
  promisedAt: Date | null;
  missed: boolean;
  decidedAt: Date | null;
  snoozedUntil: Date | null;
  due: DueLabel | null;
};

const businessColumn: Column<QueueRow> = {
  title: 'Business',
  cell: ({ id, name, round }) => (
    <>
      <TextLink to={getReviewPath(id)}>{name}</TextLink>
      {round > 1 && <span className="block text-sm text-ink-soft">Round {round}</span>}
    </>
  ),
};

const stateColumn: Column<QueueRow> = {
  title: 'Status',
  cell: (entry) => (
    <span className="inline-flex flex-wrap justify-end gap-1.5 @3xl:justify-start">
      <Badge {...reviewStateLabels[entry.state]} />
      {entry.isAppeal && <Badge text="Appeal" tone="accent" />}
      {entry.waitsForSecondApproval && <Badge text="Second approval" tone="accent" />}
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
          <Time at={promisedAt} />
        </span>
      </span>
    ) : (
      '–'
    ),
};

const decidedAt: Column<QueueRow> = {
  title: 'Decided',
  cell: ({ decidedAt }) => (decidedAt ? <Time at={decidedAt} /> : '–'),
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

export function QueueTable({ entries, decided }: { entries: readonly QueueRow[]; decided: boolean }) {
  return (
    <Table
      caption="Applications"
      columns={[businessColumn, stateColumn, decided ? decidedAt : promisedColumn, reviewerColumn]}
      rows={entries}
      rowKey={({ id }) => id}
    />
  );
}
