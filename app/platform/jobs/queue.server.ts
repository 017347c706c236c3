import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import PgBoss from 'pg-boss';
import { pool, type Database } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { runWithTrace } from '~/platform/observability/trace';
import { createId } from '~/platform/ids';
import { withTimeout } from '~/platform/concurrency/timeout';
import { singleton } from '~/platform/concurrency/singleton.server';
import { createQueues, type QueueName, type Queues } from './queues';

/** The running workers and statements. pg-boss doesn't wait for all of its statements when it stops. */
const running = singleton('running-queue-work', () => new Set<Promise<unknown>>());

export const boss = singleton('pg-boss', () => {
  const boss = new PgBoss({ db: { executeSql: (text, values) => track(pool.query(text, values)) } });
  boss.on('error', (error) => log.error('job queue', error));
  return boss;
});

/** Starts the queue and creates what is missing, so that jobs can be added. */
export async function openQueues(): Promise<void> {
  await boss.start();
  await createQueues(boss);
}

let stopping = new AbortController();

/**
 * Runs the queue's jobs, one at a time, each with a trace of its own. A job that throws is retried. pg-boss's own
 * workers don't await the statement that records a job's end, so its failure would end the process.
 */
export function startWorker<N extends QueueName>(
  name: N,
  pollingIntervalSeconds: number,
  run: (data: Queues[N]) => Promise<unknown>,
): void {
  const { signal } = stopping;
  async function work(): Promise<void> {
    while (!signal.aborted) {
      const wasFound = await runNextJob(name, run).catch((error: unknown) =>
        log.error('job queue', error, { job: name }),
      );
      if (!wasFound) await sleep(pollingIntervalSeconds * 1000, undefined, { signal }).catch(() => {});
    }
  }
  void track(work());
}

/** @returns false when no job is due */
async function runNextJob<N extends QueueName>(
  name: N,
  run: (data: Queues[N]) => Promise<unknown>,
): Promise<boolean> {
  const [job] = await boss.fetch<Queues[N]>(name, { includeMetadata: true });
  if (!job) return false;
  try {
    await withTimeout(job.expireInSeconds * 1000, () =>
      runWithTrace({ runId: createId('run'), job: name }, () => run(job.data)),
    );
  } catch (error) {
    await boss.fail(name, job.id, error as object);
    return true;
  }
  await boss.complete(name, job.id);
  return true;
}

/** Stops the workers and waits for their jobs and for pg-boss's own statements. Both need the database. */
export async function stopQueue(): Promise<void> {
  stopping.abort();
  stopping = new AbortController();
  await boss.stop({ wait: true, close: false, timeout: 10_000 });
  while (running.size) {
    await Promise.allSettled(running);
    await nextTurn();
  }
}

function track<T>(work: Promise<T>): Promise<T> {
  const forget = () => void running.delete(work);
  running.add(work);
  work.then(forget, forget);
  return work;
}

/** Overrides of the queue's defaults: the number of retries and the minimum delay in seconds. */
type JobOptions = { retryLimit?: number; startAfter?: number };

/** Queues a job that exists only if the caller's transaction commits. */
export async function enqueueJob<N extends QueueName>(
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
