import { expect, test, vi } from 'vitest';
import { pool } from '~/platform/database/db.server';
import { checkReadiness, markQueuesOpen } from './readiness';

async function runLater<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + milliseconds);
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}

test('is ready once the queues are open, not while the database fails, and again afterward', async () => {
  expect(await checkReadiness()).toEqual({
    ready: false,
    checks: { database: 'ok', migrations: 'ok', queues: 'waiting', stopping: false },
  });
  markQueuesOpen();
  expect((await checkReadiness()).ready).toBe(true);
  const gone = vi.spyOn(pool, 'query').mockRejectedValue(new Error('gone') as never);
  expect(await runLater(2_000, checkReadiness)).toEqual({
    ready: false,
    checks: { database: 'failed', migrations: 'ok', queues: 'ok', stopping: false },
  });
  gone.mockRestore();
  expect((await runLater(5_000, checkReadiness)).ready).toBe(true);
});
