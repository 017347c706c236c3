import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { config } from '~/platform/config/config.server';
import { alertRunbooks, findAlerts, isJobLate, type AlertSources } from './alerts';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

const healthy: AlertSources = {
  backlog: {
    unknownOutcomes: { pending: 3, oldestSeconds: 900, abandoned: 0 },
    webhooks: { pending: 5, oldestSeconds: 300, failingEndpoints: 0 },
    mails: { pending: 1, oldestSeconds: 900, failed: 0 },
    documents: { pending: 2, oldestSeconds: 900 },
    discrepancies: { open: 0 },
    auditLogs: { broken: 0 },
    acquirerEvents: { overdue: 0 },
    applications: { unscreened: 0 },
  },
  storage: { failures: 0 },
  jobs: [{ job: 'reconcile', failures: 2, nextRunAt: minutesAgo(9) }],
  queues: [{ name: 'send-mail', oldestDueSeconds: 300, failed: 0 }],
  database: { longestTransaction: 300, findings: { refusals: [], warnings: [] } },
  traffic: { api: [{ count: 1000, failed: 10 }], pages: [] },
  unusualReading: 0,
  production: true,
};

const withBacklog = (changed: Partial<AlertSources['backlog']>): Partial<AlertSources> => ({
  backlog: { ...healthy.backlog, ...changed },
});
const { unknownOutcomes, webhooks, mails } = healthy.backlog;

test('within the thresholds, nothing needs a person', () => {
  expect(findAlerts(healthy)).toEqual([]);
});

test.each<[string, Partial<AlertSources>, 'act' | 'attention', string]>([
  [
    'outcomes_abandoned',
    withBacklog({ unknownOutcomes: { ...unknownOutcomes, abandoned: 2 } }),
    'act',
    '2 unknown outcomes to resolve with the acquirer',
  ],
  [
    'discrepancies_open',
    withBacklog({ discrepancies: { open: 1 } }),
    'act',
    '1 reconciliation discrepancy to resolve',
  ],
  [
    'audit_log_broken',
    withBacklog({ auditLogs: { broken: 1 } }),
    'act',
    'Entries of 1 audit log were changed or removed',
  ],
  [
    'storage_failing',
    { storage: { failures: 1 } },
    'act',
    'Documents can’t be stored: the storage failed its last test',
  ],
  [
    'documents_late',
    withBacklog({ documents: { pending: 1, oldestSeconds: 960 } }),
    'act',
    'Document checks are 16 minutes late',
  ],
  [
    'sanctions_list_unreadable',
    withBacklog({ applications: { unscreened: 1 } }),
    'act',
    'The sanctions list can’t be read: 1 application can’t be approved',
  ],
  [
    'requests_failing',
    { traffic: { api: [{ count: 990, failed: 10 }], pages: [{ count: 9, failed: 0 }] } },
    'act',
    '10 of 999 requests failed in the last 5 minutes',
  ],
  [
    'outcomes_late',
    withBacklog({ unknownOutcomes: { ...unknownOutcomes, oldestSeconds: 960 } }),
    'attention',
    'An outcome has been unknown for 16 minutes',
  ],
  [
    'acquirer_events_overdue',
    withBacklog({ acquirerEvents: { overdue: 4 } }),
    'attention',
    '4 acquirer events unprocessed for over an hour',
  ],
  [
    'webhooks_late',
    withBacklog({ webhooks: { ...webhooks, oldestSeconds: 7_300 } }),
    'attention',
    'Webhooks are 2 hours late',
  ],
  [
    'endpoints_failing',
    withBacklog({ webhooks: { ...webhooks, failingEndpoints: 1 } }),
    'attention',
    'Webhooks are failing at 1 endpoint',
  ],
  [
    'mails_late',
    withBacklog({ mails: { ...mails, oldestSeconds: 259_200 } }),
    'attention',
    'Emails are 3 days late',
  ],
  [
    'mails_failed',
    withBacklog({ mails: { ...mails, failed: 1 } }),
    'attention',
    '1 email not delivered in the last 7 days',
  ],
  [
    'jobs_failing',
    {
      jobs: [
        { job: 'import-payouts', failures: 3, nextRunAt: new Date() },
        { job: 'reconcile', failures: 9, nextRunAt: new Date() },
      ],
    },
    'attention',
    'Repeatedly failing jobs: import-payouts, reconcile',
  ],
  [
    'jobs_late',
    { jobs: [{ job: 'import-payouts', failures: 0, nextRunAt: minutesAgo(11) }] },
    'attention',
    'Late jobs: import-payouts',
  ],
  [
    'queues_late',
    {
      queues: [
        { name: 'check-document', oldestDueSeconds: 0, failed: 1 },
        { name: 'send-mail', oldestDueSeconds: 301, failed: 0 },
      ],
    },
    'attention',
    'Queues that are late or have failed jobs: check-document, send-mail',
  ],
  [
    'transaction_open',
    { database: { ...healthy.database, longestTransaction: 301 } },
    'attention',
    'A database transaction has been open for 5 minutes',
  ],
  [
    'database_refusals',
    { database: { ...healthy.database, findings: { refusals: ['fsync is off'], warnings: [] } } },
    'act',
    '1 database setting can lose payments',
  ],
  [
    'database_warnings',
    { database: { ...healthy.database, findings: { refusals: [], warnings: ['One', 'Two'] } } },
    'attention',
    '2 database settings to fix',
  ],
  ['unusual_reading', { unusualReading: 1 }, 'attention', 'Unusual reading by staff in the last seven days'],
])('%s', (name, changed, severity, title) => {
  expect(findAlerts({ ...healthy, ...changed })).toMatchObject([{ name, severity, title }]);
});

test('a job that can take hours is never late', () => {
  expect(isJobLate({ job: 'audit-books', nextRunAt: minutesAgo(90) })).toBe(false);
});

test('failed jobs of emails are no alert of their queue, which keeps them after the email was sent', () => {
  const queues = [{ name: 'send-mail', oldestDueSeconds: 0, failed: 24 }];
  expect(findAlerts({ ...healthy, queues })).toEqual([]);
});

test('without real payments, unsafe database settings are no alert', () => {
  const findings = { refusals: ['fsync is off'], warnings: ['One'] };
  const database = { ...healthy.database, findings };
  expect(findAlerts({ ...healthy, database, production: false })).toEqual([]);
});

test('a few failed requests at night are no alert, and old ones neither', () => {
  expect(findAlerts({ ...healthy, traffic: { api: [{ count: 4, failed: 4 }], pages: [] } })).toEqual([]);
  const minutes = [{ count: 9, failed: 9 }, ...Array.from({ length: 5 }, () => ({ count: 0, failed: 0 }))];
  expect(findAlerts({ ...healthy, traffic: { api: minutes, pages: minutes } })).toEqual([]);
});

test('thresholds are settings', () => {
  const late = withBacklog({ webhooks: { ...webhooks, oldestSeconds: 400, failingEndpoints: 30 } });
  const thresholds = { ...config.alertThresholds, webhookMinutes: 10, failingEndpoints: 50 };
  expect(findAlerts({ ...healthy, ...late }, thresholds)).toEqual([]);
});

test('what is most urgent comes first', () => {
  const severities = findAlerts({
    ...healthy,
    ...withBacklog({
      unknownOutcomes: { pending: 1, oldestSeconds: 99_999, abandoned: 1 },
      discrepancies: { open: 1 },
    }),
    storage: { failures: 4 },
    unusualReading: 1,
  }).map(({ severity }) => severity);
  expect(severities).toEqual(['act', 'act', 'act', 'attention', 'attention']);
});

test('each alert has a section in the runbook', () => {
  const headings = [...readFileSync('docs/operating/runbook.md', 'utf8').matchAll(/^## (.+)$/gm)].map(
    ([, heading]) => heading,
  );
  expect(alertRunbooks.filter((runbook) => !headings.includes(runbook))).toEqual([]);
});
