import PgBoss from 'pg-boss';
import { pool, type Database } from './db.server';
import { log } from './log';
import { once } from './once.server';

/** Every queue with what its jobs carry. Jobs carry ids only: what they need to know is read when they run. */
export type Queues = {
  'send-mail': { mailId: string };
};

export type QueueName = keyof Queues;

export const boss = once('pg-boss', () => {
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } });
  boss.on('error', (error) => log.error('job queue', error));
  return boss;
});

/** Queues a job that exists only if the caller's transaction commits. `retryLimit`: other than the queue's own. */
export async function enqueue<N extends QueueName>(db: Database, name: N, data: Queues[N], options: { retryLimit?: number } = {}): Promise<void> {
  await boss.send(name, data, {
    ...options,
    db: { executeSql: async (text, values) => ({ rows: (await db.$queryRawUnsafe(text, ...values)) as object[] }) },
  });
}
