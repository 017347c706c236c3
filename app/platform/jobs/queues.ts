import { retryDeadlocks } from '~/platform/database/deadlocks';
import PgBoss from 'pg-boss';
import type pg from 'pg';

/** Every queue with its job data. Jobs contain only IDs, and read everything else when they run. */
export type Queues = {
  'send-mail': { mailId: string };
  'check-document': { documentId: string };
  'settle-upload': { accountId: string; documentId: string };
};

export type QueueName = keyof Queues;

type QueueOptions = Omit<PgBoss.Queue, 'name'>;

/** Longer than any attempt (mailer: 15 s per answer), so that a lease expires only when its holder has ended. */
export const mailLeaseSeconds = 120;

const queueOptions: Record<QueueName, QueueOptions> = {
  // Twelve attempts over about eleven hours, because links are valid for a day at most.
  'send-mail': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: mailLeaseSeconds },
  // A check waits up to a week for the storage or the scanner.
  'check-document': { retryLimit: 60_000, retryDelay: 10, expireInSeconds: 300 },
  'settle-upload': { retryLimit: 1_000, retryDelay: 600, expireInSeconds: 300 },
};

/** Creates every queue that is missing, so that jobs can be added. */
export async function createQueues(boss: PgBoss): Promise<void> {
  for (const [name, options] of Object.entries(queueOptions)) await createQueue(boss, name, options);
}

/**
 * Creates a queue if necessary. When processes start together on a new database, PostgreSQL aborts all but
 * one (a deadlock). The others retry and find the queue.
 */
export async function createQueue(boss: PgBoss, name: string, options: QueueOptions): Promise<void> {
  await retryDeadlocks(() => boss.createQueue(name, { name, ...options }), 5);
}

/** Creates pg-boss's tables and every queue as the owner of the database. Each queue has its own table. */
export async function installQueues(pool: pg.Pool): Promise<void> {
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } });
  let failure: unknown;
  boss.on('error', (error) => (failure ??= error));
  await boss.start();
  await createQueues(boss);
  await boss.stop({ graceful: false, wait: true, close: false });
  if (failure) throw failure as Error;
}
