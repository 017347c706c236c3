import { Form } from '@remix-run/react';
import type { ApplicationState } from '~/merchants/applications/states';
import { Button } from '~/ui/button';
import { Badge } from '~/ui/status-badge';
import { Table, type Column } from '~/ui/table';
import { TextLink } from '~/ui/text-link';
import { Time } from '~/ui/time';
import type { Due } from '../due';
import { DueBadge } from '../due-badge';
import { pathOf } from '../paths';
import { stateWords } from '../words';

type Entry = {
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
  due: Due | null;
};

const business: Column<Entry> = {
  title: 'Business',
  cell: ({ id, name, round }) => (
    <>
      <TextLink to={pathOf(id)}>{name}</TextLink>
      {round > 1 && <span className="block text-sm text-ink-soft">Round {round}</span>}
    </>
  ),
};

const standing: Column<Entry> = {
  title: 'State',
  cell: (entry) => (
    <span className="inline-flex flex-wrap justify-end gap-1.5 @3xl:justify-start">
      <Badge {...stateWords[entry.state]} />
      {entry.isAppeal && <Badge text="Appeal" tone="accent" />}
      {entry.waitsForSecondApproval && <Badge text="Second approval" tone="accent" />}
      {entry.suspended && <Badge text="Suspended" tone="negative" />}
    </span>
  ),
};

const promised: Column<Entry> = {
  title: 'Promised',
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

const decidedAt: Column<Entry> = {
  title: 'Decided',
  cell: ({ decidedAt }) => (decidedAt ? <Time at={decidedAt} /> : '–'),
};

const desk: Column<Entry> = {
  title: 'Desk',
  align: 'right',
  cell: ({ id, version, name, state, reviewer }) =>
    state === 'SUBMITTED' ? (
      <Form method="post" action={pathOf(id, 'claim')}>
        <input type="hidden" name="version" value={version} />
        <Button type="submit" variant="secondary" size="small">
          Claim<span className="sr-only"> {name}</span>
        </Button>
      </Form>
    ) : (
      (reviewer ?? '–')
    ),
};

export function QueueTable({ entries, decided }: { entries: readonly Entry[]; decided: boolean }) {
  return (
    <Table
      caption="Applications"
      columns={[business, standing, decided ? decidedAt : promised, desk]}
      rows={entries}
      rowKey={({ id }) => id}
    />
  );
}
