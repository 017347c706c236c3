import PgBoss from 'pg-boss';
import { pool, type Database } from './db.server';
import { log } from './log';
import { once } from './once.server';

/** Every queue with what its jobs carry. Jobs carry ids only: what they need to know is read when they run. */
export type Queues = {
  'send-mail': { mailId: string };
  'check-document': { documentId: string };
  'settle-upload': { accountId: string; documentId: string };
};

export type QueueName = keyof Queues;

export const boss = once('pg-boss', () => {
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } });
  boss.on('error', (error) => log.error('job queue', error));
  return boss;
});

/** Other than the queue's own: how often it is tried again, and how many seconds it waits at least. */
type JobOptions = { retryLimit?: number; startAfter?: number };

/** Queues a job that exists only if the caller's transaction commits. */
export async function enqueue<N extends QueueName>(db: Database, name: N, data: Queues[N], options: JobOptions = {}): Promise<void> {
  await boss.send(name, data, {
    ...options,
    db: { executeSql: async (text, values) => ({ rows: (await db.$queryRawUnsafe(text, ...values)) as object[] }) },
  });
}
