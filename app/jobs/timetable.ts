import { deleteExpiredEmailLinks } from '~/identity/email-links';
import { writeUsedSessions } from '~/identity/session-store';
import { deleteEndedSessions } from '~/identity/sessions';
import { createMailQueue, deliverMail } from '~/mail/outbox';
import { log } from '~/platform/log';
import { boss, type Queues } from '~/platform/queue.server';
import { expireHolds } from '~/payments/expiry';
import { settleEarlierDays } from '~/payments/settlement';
import { releaseLostClaims, resolveUnknownOutcomes } from '~/payments/unknown-outcomes';

/** Work that recurs. Any number of processes run it: each job takes rows no other process has taken. */
const timers = [
  { job: 'resolve-unknown-outcomes', everySeconds: 5, run: resolveUnknownOutcomes },
  { job: 'expire-holds', everySeconds: 60, run: () => expireHolds() },
  { job: 'settle', everySeconds: 3600, run: settleEarlierDays },
  { job: 'write-used-sessions', everySeconds: 60, run: writeUsedSessions },
  { job: 'delete-ended-sessions', everySeconds: 3600, run: deleteEndedSessions },
  { job: 'delete-expired-links', everySeconds: 3600, run: deleteExpiredEmailLinks },
];

let running: NodeJS.Timeout[] = [];
const busy = new Set<Promise<unknown>>();

/** Starts every queue and timer of the product. */
export async function startJobs(): Promise<void> {
  await boss.start();
  await createMailQueue();
  await boss.work<Queues['send-mail']>('send-mail', { pollingIntervalSeconds: 0.5 }, async ([job]) => deliverMail(job!.data.mailId));
  await releaseLostClaims();
  running = timers.map(({ job, everySeconds, run }) => {
    let current: Promise<unknown> | undefined;
    const tick = () => {
      if (current) return;
      current = run()
        .catch((error: unknown) => log.error('job', error, { job }))
        .finally(() => {
          busy.delete(current!);
          current = undefined;
        });
      busy.add(current);
    };
    tick();
    return setInterval(tick, everySeconds * 1000);
  });
}

/** Starts nothing new and lets running jobs finish. */
export async function stopJobs(): Promise<void> {
  running.forEach(clearInterval);
  await Promise.all(busy);
  await boss.stop({ wait: true, close: false, timeout: 10_000 });
}
