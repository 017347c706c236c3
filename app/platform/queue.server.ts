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

/**
 * Makes a queue unless it is there. Where processes start together on a new database, PostgreSQL takes the queue's table from
 * all but one of them (a deadlock): those find the queue made when they ask again.
 */
export async function openQueue(
  name: QueueName,
  options: Omit<PgBoss.Queue, 'name'>,
  tries = 5,
): Promise<void> {
  try {
    await boss.createQueue(name, { name, ...options });
  } catch (error) {
    if ((error as { code?: unknown }).code !== deadlock || tries <= 1) throw error;
    await openQueue(name, options, tries - 1);
  }
}

const deadlock = '40P01';

/** Other than the queue's own: how often it is tried again, and how many seconds it waits at least. */
type JobOptions = { retryLimit?: number; startAfter?: number };

/** Queues a job that exists only if the caller's transaction commits. */
export async function enqueue<N extends QueueName>(
  db: Database,
  name: N,
  data: Queues[N],
  options: JobOptions = {},
): Promise<void> {
  await boss.send(name, data, {
    ...options,
    db: {
      executeSql: async (text, values) => ({ rows: (await db.$queryRawUnsafe(text, ...values)) as object[] }),
    },
  });
}
