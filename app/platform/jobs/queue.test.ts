import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { pool } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { boss, createQueue, startWorker, stopQueue, type QueueName } from './queue.server';

test('a job that arrives while the queue stops is completed first', async () => {
  const name = createId('req') as string as QueueName;
  await createQueue(name, { retryLimit: 0 });
  // Other files of this worker need the queue.
  onTestFinished(async () => void (await boss.start()));
  const id = await boss.send(name, {});

  // The worker's poll is answered only after pg-boss has stopped.
  const query = pool.query.bind(pool) as (...input: unknown[]) => Promise<unknown>;
  let polled!: () => void;
  const hasPolled = new Promise<void>((resolve) => (polled = resolve));
  vi.spyOn(pool, 'query').mockImplementation((async (...input: unknown[]) => {
    const answer = await query(...input);
    if (/skip locked/i.test(String(input[0])) && JSON.stringify(input[1]).includes(name)) {
      polled();
      await sleep(1_500);
    }
    return answer;
  }) as never);
  onTestFinished(() => void vi.restoreAllMocks());

  const ended = vi.fn();
  await startWorker(name, 0.5, async () => {
    await sleep(300);
    ended();
  });
  await hasPolled;
  await stopQueue();
  expect(ended).toHaveBeenCalledOnce();
  const { rows } = (await query('select state from pgboss.job where id = $1', [id])) as {
    rows: { state: string }[];
  };
  expect(rows).toEqual([{ state: 'completed' }]);
});
