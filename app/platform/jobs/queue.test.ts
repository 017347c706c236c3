import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { pool } from '~/platform/database/db.server';
import { expectConsoleError } from '../../../tests/setup/errors';
import { buildQueue } from '../../../tests/world/queue';
import { boss, startWorker, stopQueue } from './queue.server';

test('a job that arrives while the queue stops is completed first', async () => {
  const name = await buildQueue();
  // Other files of this worker need the queue.
  onTestFinished(async () => void (await boss.start()));
  const id = await boss.send(name, {});

  // The worker's poll is answered only after pg-boss has stopped.
  const query = pool.query.bind(pool) as (...input: unknown[]) => Promise<unknown>;
  let polled!: () => void;
  const hasPolled = new Promise<void>((resolve) => (polled = resolve));
  const mock = vi.spyOn(pool, 'query').mockImplementation((async (...input: unknown[]) => {
    const answer = await query(...input);
    if (/skip locked/i.test(String(input[0])) && JSON.stringify(input[1]).includes(name)) {
      polled();
      await sleep(1_500);
    }
    return answer;
  }) as never);
  onTestFinished(() => mock.mockRestore());

  const ended = vi.fn();
  startWorker(name, 0.5, async () => {
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

test('when the database fails at the end of a job, the worker continues', async () => {
  const name = await buildQueue();
  onTestFinished(async () => void (await boss.start()));
  const unavailable = new Error('Connection terminated unexpectedly');
  vi.spyOn(boss, 'complete').mockRejectedValueOnce(unavailable);
  vi.spyOn(boss, 'fail').mockRejectedValueOnce(unavailable);
  onTestFinished(() => {
    vi.mocked(boss.complete).mockRestore();
    vi.mocked(boss.fail).mockRestore();
  });
  expectConsoleError({ message: 'job queue', error: unavailable.message, fields: { job: name } });

  const work = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('broken')).mockResolvedValue();
  for (const _ of [1, 2, 3]) await boss.send(name, {});
  startWorker(name, 0.01, work);
  await expect.poll(() => work.mock.calls.length).toBe(3);
  await stopQueue();
  const { rows } = await pool.query(
    'select state, count(*)::int from pgboss.job where name = $1 group by state',
    [name],
  );
  // Both jobs whose end wasn't recorded expire later, and are retried.
  expect(rows).toEqual(
    expect.arrayContaining([
      { state: 'active', count: 2 },
      { state: 'completed', count: 1 },
    ]),
  );
});
