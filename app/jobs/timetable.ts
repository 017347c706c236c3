import { anchorChains, findLostChains, verifyDueChains } from '~/audit/chain-verification';
import { checkDocument } from '~/documents/document-check';
import { probeStorage } from '~/documents/probe';
import { settleUpload } from '~/documents/uploads';
import { deleteExpiredEmailLinks } from '~/identity/email/email-links';
import { deleteExpiredEmailChanges } from '~/identity/email/email-change';
import { advanceRecoveries } from '~/identity/recovery/second-factor-recovery';
import { deleteUsedChallenges } from '~/identity/passkeys/passkey-challenges';
import { writeSessionUses } from '~/identity/sessions/session-store';
import { deleteExpiredSessions } from '~/identity/sessions/sessions';
import { advanceFactorResets } from '~/identity/staff/factor-resets';
import { startDueLeaves } from '~/identity/staff/staff-leaves';
import { releaseUnattendedCases } from '~/merchants/applications/review/assignments';
import { deleteOldMailCopies } from '~/mail/mail-copy';
import { deliverMail, retryPendingMails } from '~/mail/outbox';
import { outsideChecks, runOutsideCheck } from '~/merchants/applications/checks/outside-checks';
import { notifyDelays } from '~/merchants/applications/review/delay-notifications';
import { deleteUnneededDocuments } from '~/merchants/applications/application-documents';
import { deleteOldNotifications } from '~/merchants/notifications/portal-notifications';
import { deleteOldMemberInvitations } from '~/merchants/team/invitations';
import { endExpiredSupportSessions } from '~/merchants/support-sessions/support-session-end';
import { deleteOldSupportSessionPages } from '~/merchants/support-sessions/support-session-records';
import { notifyAccountsOfRecovery } from '~/merchants/notifications/recovery-notifications';
import { notifyEndpointOwner } from '~/merchants/notifications/webhook-notifications';
import { deleteOldApiRequests } from '~/merchants/api-requests/request-records';
import { writeSecretUses } from '~/merchants/credentials/secret-usage';
import { createId } from '~/platform/ids';
import { log } from '~/platform/observability/log';
import { countJobRun } from '~/platform/observability/metrics';
import { runWithTrace } from '~/platform/observability/trace';
import { deleteEndedCounters } from '~/platform/rate-limits/window-counters';
import { acquireTurn, deleteFormerTimers, finishTurn } from '~/platform/jobs/job-timers.server';
import { startWorker, stopQueue } from '~/platform/jobs/queue.server';
import { refreshStatistics } from '~/platform/database/statistics.server';
import { sendReceipts } from '~/payments/checkout/receipts';
import { importStatements } from '~/payments/reconciliation/acquirer-statements';
import { deleteOldBlockedAttempts, closeQuietAttacks } from '~/payments/card-testing/blocked-attempts';
import { deleteOldChallenges } from '~/payments/card-testing/protection';
import { canUploadEvidence } from '~/payments/disputes/evidence';
import { remindDisputes } from '~/payments/disputes/dispute-notifications';
import { submitDisputeResponses } from '~/payments/disputes/submission';
import { deleteOldAcquirerEvents } from '~/payments/inbox/acquirer-events';
import { pollAcquirerEvents } from '~/payments/inbox/event-polling';
import { processAcquirerEvents } from '~/payments/inbox/event-processing';
import { resolveVerifications } from '~/payments/checkout/card-saving/card-verifications';
import { expireIntents } from '~/payments/checkout/intent-expiry';
import { expireHolds } from '~/payments/operations/hold-expiry';
import { importPayouts, readPayoutEntries } from '~/payments/payouts/payout-import';
import { makeSimulatedPayouts } from '~/payments/payouts/simulated-payouts';
import { recalculateLatestDailyTotals, refreshDailyTotals } from '~/payments/reporting/daily-totals';
import { deleteOldCspReports } from '~/payments/page-monitoring/csp-reports';
import { monitorPaymentPages } from '~/payments/page-monitoring/monitoring';
import { runRequestedAudit } from '~/payments/reconciliation/books-audit';
import { reconcile } from '~/payments/reconciliation/reconciliation';
import { settlePreviousDays } from '~/payments/operations/settlement';
import { releaseAbandonedReservations, resolveUnknownOutcomes } from '~/payments/operations/unknown-outcomes';
import { detectUnusualReading } from '~/support/staff-audit/unusual-reading';
import { rewrapCards } from '~/vault/rotation';
import { reencryptSecrets } from '~/vault/secret-rotation';
import { runDeliveryWorker } from '~/webhooks/deliveries/delivery-worker';
import { deleteOldWebhooks } from '~/webhooks/events/event-retention';
import { dropPendingDeliveries } from '~/webhooks/endpoints/endpoint-status';

type Timer = {
  job: string;
  everySeconds: number;
  run: (stopping: AbortSignal) => Promise<unknown>;
  inEveryProcess?: true;
};

/**
 * Recurring jobs. One of all processes runs each turn. If a turn takes longer than its interval, the next one
 * handles only what the first hasn't taken.
 */
const timers: Timer[] = [
  { job: 'refresh-statistics', everySeconds: 600, run: refreshStatistics },
  { job: 'resolve-unknown-outcomes', everySeconds: 5, run: resolveUnknownOutcomes },
  { job: 'send-dispute-decisions', everySeconds: 5, run: submitDisputeResponses },
  { job: 'remind-disputes', everySeconds: 900, run: remindDisputes },
  { job: 'refresh-daily-totals', everySeconds: 15, run: refreshDailyTotals },
  { job: 'write-receipts', everySeconds: 5, run: sendReceipts },
  { job: 'read-statements', everySeconds: 5, run: importStatements },
  { job: 'process-acquirer-events', everySeconds: 2, run: processAcquirerEvents },
  { job: 'poll-acquirer-events', everySeconds: 300, run: pollAcquirerEvents },
  { job: 'import-payouts', everySeconds: 3600, run: (stopping) => importPayouts(stopping) },
  { job: 'read-payout-entries', everySeconds: 5, run: (stopping) => readPayoutEntries(stopping) },
  { job: 'make-simulated-payouts', everySeconds: 3600, run: makeSimulatedPayouts },
  { job: 'reconcile', everySeconds: 300, run: reconcile },
  { job: 'audit-books', everySeconds: 5, run: runRequestedAudit },
  { job: 'expire-holds', everySeconds: 60, run: (stopping) => expireHolds({ stopping }) },
  { job: 'expire-intents', everySeconds: 60, run: expireIntents },
  { job: 'resolve-card-verifications', everySeconds: 15, run: resolveVerifications },
  // Every process delivers continuously, and each takes different webhooks. The timer restarts it after an error.
  {
    job: 'deliver-webhooks',
    everySeconds: 1,
    run: (stopping) => runDeliveryWorker(stopping, notifyEndpointOwner),
    inEveryProcess: true,
  },
  { job: 'drop-unwanted-webhooks', everySeconds: 60, run: dropPendingDeliveries },
  { job: 'monitor-payment-pages', everySeconds: 3600, run: monitorPaymentPages },
  { job: 'probe-storage', everySeconds: 300, run: probeStorage },
  { job: 'settle', everySeconds: 3600, run: settlePreviousDays },
  { job: 'close-blocked-attempts', everySeconds: 60, run: closeQuietAttacks },
  ...outsideChecks.map((check) => ({
    job: `check-${check.kind}`,
    everySeconds: 5,
    run: (stopping: AbortSignal) => runOutsideCheck(check, stopping),
  })),
  { job: 'send-delay-notifications', everySeconds: 300, run: notifyDelays },
  // With short intervals, sessions of staff who return in the last moments before their idle limit are kept.
  { job: 'write-used-sessions', everySeconds: 10, run: writeSessionUses, inEveryProcess: true },
  // Each chain once a day, and a new one soon after it starts.
  { job: 'verify-audit-log', everySeconds: 300, run: verifyDueChains },
  { job: 'anchor-audit-log', everySeconds: 300, run: anchorChains },
  { job: 'find-lost-audit-logs', everySeconds: 86_400, run: findLostChains },
  { job: 'detect-unusual-reading', everySeconds: 60, run: detectUnusualReading },
  { job: 'write-secret-uses', everySeconds: 10, run: writeSecretUses, inEveryProcess: true },
  { job: 'rewrap-cards', everySeconds: 60, run: rewrapCards },
  { job: 'reencrypt-secrets', everySeconds: 60, run: reencryptSecrets },
  { job: 'retry-pending-mails', everySeconds: 3600, run: retryPendingMails },
  { job: 'delete-ended-sessions', everySeconds: 3600, run: deleteExpiredSessions },
  {
    job: 'delete-expired-links',
    everySeconds: 3600,
    run: () => Promise.all([deleteExpiredEmailLinks(), deleteExpiredEmailChanges()]),
  },
  { job: 'advance-recoveries', everySeconds: 60, run: () => advanceRecoveries(notifyAccountsOfRecovery) },
  { job: 'advance-factor-resets', everySeconds: 60, run: advanceFactorResets },
  { job: 'start-staff-leaves', everySeconds: 60, run: startDueLeaves },
  { job: 'release-cases', everySeconds: 60, run: () => releaseUnattendedCases() },
  { job: 'delete-ended-counters', everySeconds: 3600, run: deleteEndedCounters },
  { job: 'delete-used-challenges', everySeconds: 3600, run: deleteUsedChallenges },
  { job: 'end-support-sessions', everySeconds: 30, run: endExpiredSupportSessions },
  { job: 'delete-old-support-session-pages', everySeconds: 86_400, run: deleteOldSupportSessionPages },
  { job: 'delete-old-notifications', everySeconds: 86_400, run: deleteOldNotifications },
  { job: 'delete-old-invitations', everySeconds: 86_400, run: deleteOldMemberInvitations },
  { job: 'recalculate-daily-totals', everySeconds: 86_400, run: recalculateLatestDailyTotals },
  { job: 'delete-old-blocked-attempts', everySeconds: 86_400, run: deleteOldBlockedAttempts },
  { job: 'delete-old-challenges', everySeconds: 600, run: deleteOldChallenges },
  { job: 'delete-old-mail-copies', everySeconds: 3600, run: deleteOldMailCopies },
  { job: 'delete-old-requests', everySeconds: 86_400, run: deleteOldApiRequests },
  { job: 'delete-old-page-reports', everySeconds: 86_400, run: deleteOldCspReports },
  { job: 'delete-old-acquirer-events', everySeconds: 86_400, run: deleteOldAcquirerEvents },
  { job: 'delete-old-webhooks', everySeconds: 86_400, run: deleteOldWebhooks },
  {
    job: 'remove-former-jobs',
    everySeconds: 60,
    run: () => deleteFormerTimers(timers.map(({ job }) => job)),
  },
  { job: 'delete-unneeded-documents', everySeconds: 86_400, run: deleteUnneededDocuments },
];

/**
 * Every process checks this often whether a rare job is due, because the process of its last run may have
 * ended.
 */
const pollSeconds = 60;

/** Logs what a stopping process is waiting for, if that takes long. */
const logAfterMs = 3_000;

let intervals: NodeJS.Timeout[] = [];
let stopping = new AbortController();
/** The running tasks and their jobs. */
const runningJobs = new Map<Promise<unknown>, string>();

/** Starts every worker and timer, after the queues are open. */
export async function startJobs(): Promise<void> {
  startWorker('send-mail', 0.5, ({ mailId }) => deliverMail(mailId));
  startWorker('check-document', 0.5, ({ documentId }) => checkDocument(documentId));
  startWorker('settle-upload', 10, (upload) => settleUpload(upload, canUploadEvidence));
  await releaseAbandonedReservations();
  stopping = new AbortController();
  intervals = timers.map(startTimer);
}

function startTimer({ job, everySeconds, run, inEveryProcess }: Timer): NodeJS.Timeout {
  let current: Promise<void> | undefined;
  const tick = () => {
    if (current) return;
    current = runWithTrace({ runId: createId('run'), job }, () =>
      inEveryProcess ? run(stopping.signal) : runInTurn(job, everySeconds, run),
    )
      .then(() => undefined)
      .catch((error: unknown) => log.error('job', error, { job }))
      .finally(() => {
        runningJobs.delete(current!);
        current = undefined;
      });
    runningJobs.set(current, job);
  };
  tick();
  return setInterval(tick, Math.min(everySeconds, pollSeconds) * 1000);
}

async function runInTurn(job: string, everySeconds: number, run: Timer['run']): Promise<void> {
  if (!(await acquireTurn(job, everySeconds))) return;
  try {
    await run(stopping.signal);
    await finishTurn(job, everySeconds);
    countJobRun(job, 'done');
  } catch (error) {
    countJobRun(job, 'failed');
    await finishTurn(job, everySeconds, error);
    throw error;
  }
}

/** Starts nothing new and lets running jobs finish. Long ones leave the rest to their next run. */
export async function stopJobs(): Promise<void> {
  intervals.forEach(clearInterval);
  stopping.abort();
  const waitLogTimer = setTimeout(
    () => log.info('waiting for jobs to end', { job: [...runningJobs.values()].join(', ') }),
    logAfterMs,
  );
  await Promise.all(runningJobs.keys());
  clearTimeout(waitLogTimer);
  await stopQueue();
}
