import type { QueueState } from '~/operations/queues';
import { capitalize } from '~/platform/text/capitalize';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { Time } from '~/ui/content/time';
import type { StatusLabel } from '~/ui/labels/transaction-labels';
import { formatCount, formatFailures, formatSeconds } from './formatting';
import { statusBadges } from './status-badges';

type Job = {
  job: string;
  finishedAt: Date | null;
  nextRunAt: Date;
  tookMs: number | null;
  failures: number;
  isLate: boolean;
  lastFailedAt: Date | null;
  lastError: string | null;
};

/** Late and failed jobs are visible. The other thirty or so are collapsed. */
export function RecurringJobs({ jobs }: { jobs: readonly Job[] }) {
  const isWell = ({ isLate, failures }: Job) => !isLate && failures === 0;
  const [unhealthyJobs, well] = [jobs.filter((job) => !isWell(job)), jobs.filter(isWell)];
  return (
    <div className="space-y-5">
      {unhealthyJobs.length ? (
        <JobsTable jobs={unhealthyJobs} />
      ) : (
        <p className="text-ink-soft">
          {well.length ? 'No job is late, and none failed in its last run.' : 'No job has run yet.'}
        </p>
      )}
      {well.length > 0 && (
        <details>
          <summary className="font-medium">
            {well.length === 1 ? 'One job is healthy' : `${well.length} jobs are healthy`}
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
      caption="Recurring jobs with their last run, duration, next run, and last failure"
      rows={jobs}
      rowKey={({ job }) => job}
      columns={[
        { title: 'Job', cell: ({ job }) => <span className="break-words">{job}</span> },
        {
          title: 'Status',
          cell: (job) => <Badge {...getJobStatus(job)} />,
        },
        {
          title: 'Last run',
          cell: ({ finishedAt }) => (finishedAt ? <Time at={finishedAt} /> : 'not yet'),
        },
        {
          title: 'Duration',
          align: 'right',
          cell: ({ tookMs }) => (tookMs === null ? '–' : formatSeconds(tookMs / 1000)),
        },
        { title: 'Next run', cell: ({ nextRunAt }) => <Time at={nextRunAt} /> },
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

function getJobStatus({ isLate, failures }: Job): StatusLabel {
  if (isLate) return { text: 'Late', tone: 'caution' };
  return failures
    ? { text: capitalize(formatFailures(failures)), tone: 'negative' }
    : { text: 'Healthy', tone: 'positive' };
}

const queueDescriptions: Partial<Record<string, string>> = {
  'send-mail': 'Outgoing emails. Failed ones are retried with increasing delays.',
  'check-document': 'Documents to scan. They wait while the scanner or the storage is down.',
  'settle-upload':
    'Cleans up half an hour after each upload starts, so it’s normal for many to be scheduled.',
};

export function QueuesTable({ queues }: { queues: readonly (QueueState & { isLate: boolean })[] }) {
  return (
    <Table
      caption="Queues with due, scheduled, running, and failed jobs of the last 12 hours"
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
        { title: 'Status', cell: ({ isLate }) => <Badge {...statusBadges[isLate ? 'attention' : 'well']} /> },
        {
          title: 'Due',
          align: 'right',
          cell: ({ due, oldestDueSeconds }) =>
            `${formatCount(due)}${due && oldestDueSeconds ? `, the oldest for ${formatSeconds(oldestDueSeconds)}` : ''}`,
        },
        { title: 'Scheduled', align: 'right', cell: ({ later }) => formatCount(later) },
        { title: 'Next due', cell: ({ nextAt }) => (nextAt ? <Time at={nextAt} /> : '–') },
        { title: 'Running', align: 'right', cell: ({ active }) => formatCount(active) },
        { title: 'Failed', align: 'right', cell: ({ failed }) => formatCount(failed) },
      ]}
    />
  );
}
