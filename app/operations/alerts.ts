import { config } from '~/platform/config/config.server';
import type { Findings } from '~/platform/config/findings';
import type { TrafficMinute } from '~/platform/observability/traffic';
import type { JobTimer } from '~/platform/prisma/client';
import { formatMinutes } from '~/platform/text/minutes';
import { pluralize } from '~/platform/text/pluralize';
import type { Backlog } from './backlog';
import type { QueueState } from './queues';

/** From the settings `ALERT_…`. */
export type AlertThresholds = typeof config.alertThresholds;

/** What alerts are found in, as in `readOperationsOverview`. */
export type AlertSources = {
  backlog: Backlog;
  /** The test of the document storage. */
  storage: Pick<JobTimer, 'failures'> | null;
  jobs: readonly Pick<JobTimer, 'job' | 'failures' | 'nextRunAt'>[];
  queues: readonly Pick<QueueState, 'name' | 'oldestDueSeconds' | 'failed'>[];
  database: { longestTransaction: number; findings: Findings };
  traffic: Record<'api' | 'pages', readonly Pick<TrafficMinute, 'count' | 'failed'>[]>;
  /** Findings of the last days. */
  unusualReading: number;
  /** Whether payments are real. Otherwise unsafe database settings are expected, and only the database panel names them. */
  production: boolean;
};

type AlertRule = {
  /** `act`: money, payments, approvals, or records are stopped or at risk. `attention`: something is late, or will be. */
  severity: 'act' | 'attention';
  /** The sentence of the alert, without its period. Null when all is well. */
  find: (sources: AlertSources, thresholds: AlertThresholds) => string | null;
  /** The page, or the part of the operations page, with the affected records. */
  to?: string;
  /** A heading of docs/operating/runbook.md. */
  runbook: string;
};

const alertRules = {
  outcomes_abandoned: {
    severity: 'act',
    find: ({ backlog: { unknownOutcomes } }) =>
      unknownOutcomes.abandoned
        ? `${pluralize(unknownOutcomes.abandoned, 'unknown outcome')} to resolve with the acquirer`
        : null,
    to: '/support/unknown-outcomes',
    runbook: 'Outcomes are abandoned',
  },
  discrepancies_open: {
    severity: 'act',
    find: ({ backlog: { discrepancies } }) =>
      discrepancies.open
        ? `${pluralize(discrepancies.open, 'reconciliation discrepancy', 'reconciliation discrepancies')} to resolve`
        : null,
    to: '/support/discrepancies',
    runbook: 'Discrepancies are open',
  },
  audit_log_broken: {
    severity: 'act',
    find: ({ backlog: { auditLogs } }) =>
      auditLogs.broken
        ? `Entries of ${pluralize(auditLogs.broken, 'audit log')} were changed or removed`
        : null,
    runbook: 'The audit log was changed',
  },
  storage_failing: {
    severity: 'act',
    find: ({ storage }) =>
      storage?.failures ? 'Documents can’t be stored: the storage failed its last test' : null,
    runbook: 'Documents are not accepted',
  },
  // The jobs of their queue are never due for long: each failed attempt sets a new due time.
  documents_late: {
    severity: 'act',
    find: ({ backlog: { documents } }, { documentMinutes }) =>
      isOver(documents.oldestSeconds, documentMinutes)
        ? `Document checks are ${formatAge(documents.oldestSeconds)} late`
        : null,
    to: '#backlogs',
    runbook: 'Documents are not accepted',
  },
  sanctions_list_unreadable: {
    severity: 'act',
    find: ({ backlog: { applications } }) =>
      applications.unscreened
        ? `The sanctions list can’t be read: ${pluralize(applications.unscreened, 'application')} can’t be approved`
        : null,
    to: '/review',
    runbook: 'The sanctions list is unreadable',
  },
  requests_failing: {
    severity: 'act',
    find: ({ traffic }, { errorPercent }) => {
      const minutes = [...traffic.api.slice(-trafficMinutes), ...traffic.pages.slice(-trafficMinutes)];
      const sum = (name: 'count' | 'failed') => minutes.reduce((total, minute) => total + minute[name], 0);
      const [count, failed] = [sum('count'), sum('failed')];
      return failed >= minimumFailedRequests && failed * 100 > count * errorPercent
        ? `${failed} of ${pluralize(count, 'request')} failed in the last ${trafficMinutes} minutes`
        : null;
    },
    to: '#traffic',
    runbook: 'Requests fail',
  },
  database_refusals: {
    severity: 'act',
    find: ({ database: { findings }, production }) =>
      production && findings.refusals.length
        ? `${pluralize(findings.refusals.length, 'database setting')} can lose payments`
        : null,
    to: '#database',
    runbook: 'Database settings are unsafe',
  },
  outcomes_late: {
    severity: 'attention',
    find: ({ backlog: { unknownOutcomes } }, { outcomeMinutes }) =>
      isOver(unknownOutcomes.oldestSeconds, outcomeMinutes)
        ? `An outcome has been unknown for ${formatAge(unknownOutcomes.oldestSeconds)}`
        : null,
    to: '/support/unknown-outcomes',
    runbook: 'The acquirer does not answer',
  },
  acquirer_events_overdue: {
    severity: 'attention',
    find: ({ backlog: { acquirerEvents } }) =>
      acquirerEvents.overdue
        ? `${pluralize(acquirerEvents.overdue, 'acquirer event')} unprocessed for over an hour`
        : null,
    to: '/support/acquirer-events',
    runbook: 'Acquirer events are not processed',
  },
  webhooks_late: {
    severity: 'attention',
    find: ({ backlog: { webhooks } }, { webhookMinutes }) =>
      isOver(webhooks.oldestSeconds, webhookMinutes)
        ? `Webhooks are ${formatAge(webhooks.oldestSeconds)} late`
        : null,
    to: '#backlogs',
    runbook: 'Webhooks are late',
  },
  endpoints_failing: {
    severity: 'attention',
    find: ({ backlog: { webhooks } }, { failingEndpoints }) =>
      webhooks.failingEndpoints >= failingEndpoints
        ? `Webhooks are failing at ${pluralize(webhooks.failingEndpoints, 'endpoint')}`
        : null,
    to: '#backlogs',
    runbook: 'Webhook endpoints fail',
  },
  mails_late: {
    severity: 'attention',
    find: ({ backlog: { mails } }, { mailMinutes }) =>
      isOver(mails.oldestSeconds, mailMinutes) ? `Emails are ${formatAge(mails.oldestSeconds)} late` : null,
    to: '/staff/mails?status=queued',
    runbook: 'Emails are not sent',
  },
  mails_failed: {
    severity: 'attention',
    find: ({ backlog: { mails } }, { failedMails }) =>
      mails.failed >= failedMails
        ? `${pluralize(mails.failed, 'email')} not delivered in the last 7 days`
        : null,
    to: '/staff/mails?status=failed',
    runbook: 'Emails are not delivered',
  },
  jobs_failing: {
    severity: 'attention',
    find: ({ jobs }, { jobFailures }) => {
      const names = jobs.filter(({ failures }) => failures >= jobFailures).map(({ job }) => job);
      return names.length ? `Repeatedly failing jobs: ${names.join(', ')}` : null;
    },
    to: '#jobs',
    runbook: 'Jobs fail or are late',
  },
  jobs_late: {
    severity: 'attention',
    find: ({ jobs }, thresholds) => {
      const names = jobs.filter((job) => isJobLate(job, thresholds)).map(({ job }) => job);
      return names.length ? `Late jobs: ${names.join(', ')}` : null;
    },
    to: '#jobs',
    runbook: 'Jobs fail or are late',
  },
  queues_late: {
    severity: 'attention',
    find: ({ queues }, thresholds) => {
      const names = queues.filter((queue) => isQueueLate(queue, thresholds)).map(({ name }) => name);
      return names.length ? `Queues that are late or have failed jobs: ${names.join(', ')}` : null;
    },
    to: '#queues',
    runbook: 'Jobs fail or are late',
  },
  transaction_open: {
    severity: 'attention',
    find: ({ database: { longestTransaction } }, { transactionMinutes }) =>
      isOver(longestTransaction, transactionMinutes)
        ? `A database transaction has been open for ${formatAge(longestTransaction)}`
        : null,
    to: '#database',
    runbook: 'A transaction stays open',
  },
  database_warnings: {
    severity: 'attention',
    find: ({ database: { findings }, production }) =>
      production && findings.warnings.length
        ? `${pluralize(findings.warnings.length, 'database setting')} to fix`
        : null,
    to: '#database',
    runbook: 'Database settings are unsafe',
  },
  unusual_reading: {
    severity: 'attention',
    find: ({ unusualReading }) => (unusualReading ? 'Unusual reading by staff in the last seven days' : null),
    to: '/staff/audit-log',
    runbook: 'A staff member reads unusually much',
  },
} satisfies Record<string, AlertRule>;

export type AlertName = keyof typeof alertRules;

/** Something that needs a person. */
export type Alert = Omit<AlertRule, 'find'> & { name: AlertName; title: string };

/** The alerts, those with `act` first. Empty when nothing needs a person. */
export function findAlerts(sources: AlertSources, thresholds = config.alertThresholds): Alert[] {
  return Object.entries<AlertRule>(alertRules).flatMap(([name, { find, ...rule }]) => {
    const title = find(sources, thresholds);
    return title ? [{ ...rule, name: name as AlertName, title }] : [];
  });
}

/** The headings of the runbook that alerts lead to. */
export const alertRunbooks = Object.values<AlertRule>(alertRules).map(({ runbook }) => runbook);

/** They can take hours, and other pages show their progress. */
const longJobs = ['audit-books', 'rewrap-cards', 'reencrypt-secrets'];

/** A job starts within a minute of its time, unless its last run is stuck in every process. */
export function isJobLate(
  { job, nextRunAt }: Pick<JobTimer, 'job' | 'nextRunAt'>,
  { jobMinutes }: Pick<AlertThresholds, 'jobMinutes'> = config.alertThresholds,
): boolean {
  return !longJobs.includes(job) && isOver((Date.now() - nextRunAt.getTime()) / 1000, jobMinutes);
}

/**
 * A scheduled job is fine. A due one starts within seconds. A failed email is retried by another job, and the alerts about
 * emails cover it.
 */
export function isQueueLate(
  { name, oldestDueSeconds, failed }: Pick<QueueState, 'name' | 'oldestDueSeconds' | 'failed'>,
  { queueMinutes }: Pick<AlertThresholds, 'queueMinutes'> = config.alertThresholds,
): boolean {
  return (failed > 0 && name !== 'send-mail') || isOver(oldestDueSeconds, queueMinutes);
}

/** The last minutes of this process in which failed requests count. */
const trafficMinutes = 5;
/** One failed request at night isn't an outage. */
const minimumFailedRequests = 5;

const isOver = (seconds: number, minutes: number) => seconds > minutes * 60;

const formatAge = (seconds: number) => formatMinutes(Math.floor(seconds / 60));
