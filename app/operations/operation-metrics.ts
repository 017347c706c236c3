import { countRecentAudit } from '~/audit/audit';
import { listJobTimers } from '~/platform/jobs/job-timers.server';
import { registerGauge } from '~/platform/observability/metrics';
import { readBacklog, type Backlog } from './backlog';

/** Database queries that run when metrics are read, and in no other request. */
export function registerOperationMetrics(): void {
  const gauges: [name: string, help: string, read: (backlog: Backlog) => number][] = [
    [
      'unknown_outcomes',
      'Operations with an unknown outcome that the acquirer is still queried about.',
      ({ unknownOutcomes }) => unknownOutcomes.pending,
    ],
    [
      'unknown_outcome_oldest_seconds',
      'Age of the oldest of them.',
      ({ unknownOutcomes }) => unknownOutcomes.oldestSeconds,
    ],
    [
      'unknown_outcomes_abandoned',
      'Unknown outcomes that need a manual inquiry.',
      ({ unknownOutcomes }) => unknownOutcomes.abandoned,
    ],
    [
      'webhook_deliveries_pending',
      'Pending webhook deliveries, due now or later.',
      ({ webhooks }) => webhooks.pending,
    ],
    [
      'webhook_delivery_oldest_due_seconds',
      'How long the oldest due delivery has waited.',
      ({ webhooks }) => webhooks.oldestSeconds,
    ],
    [
      'webhook_endpoints_failing',
      'Endpoints whose last attempt failed.',
      ({ webhooks }) => webhooks.failingEndpoints,
    ],
    ['mails_pending', 'Emails that are not sent yet.', ({ mails }) => mails.pending],
    ['mail_oldest_pending_seconds', 'Age of the oldest of them.', ({ mails }) => mails.oldestSeconds],
    [
      'mails_failed',
      'Emails that were rejected, returned, or given up in the last seven days.',
      ({ mails }) => mails.failed,
    ],
    [
      'documents_pending',
      'Uploaded documents that are not checked yet.',
      ({ documents }) => documents.pending,
    ],
    [
      'document_oldest_pending_seconds',
      'Age of the oldest of them.',
      ({ documents }) => documents.oldestSeconds,
    ],
    [
      'discrepancies_open',
      'Open discrepancies between our records and the acquirers’.',
      ({ discrepancies }) => discrepancies.open,
    ],
    [
      'audit_logs_broken',
      'Audit logs whose last verification found changed or removed entries.',
      ({ auditLogs }) => auditLogs.broken,
    ],
    [
      'acquirer_events_overdue',
      'Acquirer events that were not processed within an hour of their arrival.',
      ({ acquirerEvents }) => acquirerEvents.overdue,
    ],
  ];
  for (const [name, help, read] of gauges)
    registerGauge({ name: `tillway_${name}`, help, of: 'installation' }, async () => [
      { labels: {}, value: read(await readBacklog()) },
    ]);
  registerGauge(
    {
      name: 'tillway_unusual_reading',
      help: 'Staff members whose reading was unusual in the last hour.',
      of: 'installation',
    },
    async () => [{ labels: {}, value: await countRecentAudit('unusual_reading_detected', { hours: 1 }) }],
  );
  const seconds = (date: Date | null) => (date ? date.getTime() / 1000 : 0);
  const job = (
    name: string,
    help: string,
    read: (timer: Awaited<ReturnType<typeof listJobTimers>>[number]) => number,
  ) =>
    registerGauge({ name: `tillway_job_${name}`, help, labelNames: ['job'], of: 'installation' }, async () =>
      (await listJobTimers()).map((timer) => ({ labels: { job: timer.job }, value: read(timer) })),
    );
  job('last_run_timestamp_seconds', 'When a recurring job last finished, in any process.', ({ finishedAt }) =>
    seconds(finishedAt),
  );
  job(
    'next_run_timestamp_seconds',
    'When it is due again. If that is long past, it is late.',
    ({ nextRunAt }) => seconds(nextRunAt),
  );
  job('last_duration_seconds', 'Duration of its last run.', ({ startedAt, finishedAt }) =>
    Math.max(0, seconds(finishedAt) - seconds(startedAt)),
  );
  job('consecutive_failures', 'Failed runs since the last successful one.', ({ failures }) => failures);
}
