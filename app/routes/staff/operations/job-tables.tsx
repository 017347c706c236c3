import type { QueueState } from '~/operations/queues';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { Time } from '~/ui/content/time';
import { lateThresholdSeconds, backlogStates } from './backlog-table';
import { formatCount, formatSeconds } from './formatting';

type Job = {
  job: string;
  finishedAt: Date | null;
  nextRunAt: Date;
  tookMs: number | null;
  failures: number;
  lastFailedAt: Date | null;
  lastError: string | null;
};

/** Those that fail are in sight; the others, thirty or so, unfold. */
export function RecurringJobs({ jobs }: { jobs: readonly Job[] }) {
  const [failingJobs, well] = [
    jobs.filter(({ failures }) => failures > 0),
    jobs.filter(({ failures }) => failures === 0),
  ];
  return (
    <div className="space-y-5">
      {failingJobs.length ? (
        <JobsTable jobs={failingJobs} />
      ) : (
        <p className="text-ink-soft">
          {well.length ? 'None has failed at its last turn.' : 'None has run yet.'}
        </p>
      )}
      {well.length > 0 && (
        <details>
          <summary className="font-medium">
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
        {
          title: 'State',
          cell: ({ failures }) => (
            <Badge
              {...(failures
                ? { text: `Failed ${failures === 1 ? 'once' : `${failures} times`}`, tone: 'negative' }
                : { text: 'Well', tone: 'positive' })}
            />
          ),
        },
        {
          title: 'Ended last',
          cell: ({ finishedAt }) => (finishedAt ? <Time at={finishedAt} /> : 'not yet'),
        },
        {
          title: 'Duration',
          align: 'right',
          cell: ({ tookMs }) => (tookMs === null ? '–' : formatSeconds(tookMs / 1000)),
        },
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

const queueDescriptions: Partial<Record<string, string>> = {
  'send-mail': 'Mails on their way out. One that does not get through is tried again, later each time.',
  'check-document': 'Documents to be looked at. While the scanner or the storage is down they wait.',
  'settle-upload': 'Clears up half an hour after each upload began: many are to wait here for their moment.',
};

/** Waiting for its moment is as it should be; past its moment a job is done within seconds. */
function getQueueState({ oldestDueSeconds, failed }: QueueState) {
  return backlogStates[failed || oldestDueSeconds > lateThresholdSeconds.queue ? 'attention' : 'well'];
}

export function QueuesTable({ queues }: { queues: readonly QueueState[] }) {
  return (
    <Table
      caption="Queues: what is due, what waits for its moment, what is being done, what was given up in the last twelve hours"
      rows={queues}
      rowKey={({ name }) => name}
      columns={[
        {
          title: 'Queue',
          cell: ({ name }) => (
            <>
              <span className="font-medium">{name}</span>
              <span className="block max-w-xs text-sm text-ink-soft">{queueDescriptions[name]}</span>
            </>
          ),
        },
        { title: 'State', cell: (queue) => <Badge {...getQueueState(queue)} /> },
        {
          title: 'Due',
          align: 'right',
          cell: ({ due, oldestDueSeconds }) =>
            `${formatCount(due)}${due && oldestDueSeconds ? `, the oldest for ${formatSeconds(oldestDueSeconds)}` : ''}`,
        },
        { title: 'For later', align: 'right', cell: ({ later }) => formatCount(later) },
        { title: 'Next due', cell: ({ nextAt }) => (nextAt ? <Time at={nextAt} /> : '–') },
        { title: 'Being done', align: 'right', cell: ({ active }) => formatCount(active) },
        { title: 'Given up', align: 'right', cell: ({ failed }) => formatCount(failed) },
      ]}
    />
  );
}
