import type { QueueState } from '~/operations/queues';
import { Badge } from '~/ui/status-badge';
import { Table } from '~/ui/table';
import { Time } from '~/ui/time';
import { countText, durationText } from './words';

type Job = { job: string; finishedAt: Date | null; nextRunAt: Date; tookMs: number | null; failures: number; lastFailedAt: Date | null; lastError: string | null };

/** Those that fail are in sight; the others, thirty or so, unfold. */
export function Jobs({ jobs }: { jobs: readonly Job[] }) {
  const [failing, well] = [jobs.filter(({ failures }) => failures > 0), jobs.filter(({ failures }) => failures === 0)];
  return (
    <div className="space-y-5">
      {failing.length ? <JobsTable jobs={failing} /> : <p className="text-ink-soft">{well.length ? 'None has failed at its last turn.' : 'None has run yet.'}</p>}
      {well.length > 0 && (
        <details>
          <summary className="cursor-pointer font-medium">
            {well.length === 1 ? 'One job runs as it should' : `${well.length} jobs run as they should`}
          </summary>
          <div className="mt-4">
            <JobsTable jobs={well} />
          </div>
        </details>
      )}
    </div>
  );
}

function JobsTable({ jobs }: { jobs: readonly Job[] }) {
  return (
    <Table
      caption="Recurring jobs that take turns: when they ended, how long they took, when they run next, and whether they failed"
      rows={jobs}
      rowKey={({ job }) => job}
      columns={[
        { title: 'Job', cell: ({ job }) => <span className="break-words">{job}</span> },
        { title: 'State', cell: ({ failures }) => <Badge {...(failures ? { text: `Failed ${failures === 1 ? 'once' : `${failures} times`}`, tone: 'negative' } : { text: 'Well', tone: 'positive' })} /> },
        { title: 'Ended last', cell: ({ finishedAt }) => (finishedAt ? <Time at={finishedAt} /> : 'not yet') },
        { title: 'Took', align: 'right', cell: ({ tookMs }) => (tookMs === null ? '–' : durationText(tookMs / 1000)) },
        { title: 'Runs next', cell: ({ nextRunAt }) => <Time at={nextRunAt} /> },
        {
          title: 'Last failure',
          cell: ({ lastFailedAt, lastError }) =>
            lastFailedAt ? (
              <>
                {lastError || 'Error'}, <Time at={lastFailedAt} />
              </>
            ) : (
              '–'
            ),
        },
      ]}
    />
  );
}

export function QueuesTable({ queues }: { queues: readonly QueueState[] }) {
  return (
    <Table
      caption="Queues: what waits, what is being done, what was given up in the last twelve hours"
      rows={queues}
      rowKey={({ name }) => name}
      columns={[
        { title: 'Queue', cell: ({ name }) => name },
        { title: 'Waiting', align: 'right', cell: ({ waiting }) => countText(waiting) },
        { title: 'Being done', align: 'right', cell: ({ active }) => countText(active) },
        { title: 'Given up', align: 'right', cell: ({ failed }) => countText(failed) },
        { title: 'Due longest', align: 'right', cell: ({ waiting, oldestSeconds }) => (waiting && oldestSeconds ? durationText(oldestSeconds) : '–') },
      ]}
    />
  );
}
