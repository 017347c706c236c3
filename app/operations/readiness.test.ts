import { expect, test, vi } from 'vitest';
import { pool } from '~/platform/db.server';
import { checkReadiness, noteQueuesOpen } from './readiness';

async function later<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + milliseconds);
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}

test('it is ready once the queues are open, not while the database fails, and again afterwards', async () => {
  expect(await checkReadiness()).toEqual({
    ready: false,
    checks: { database: 'ok', migrations: 'ok', queues: 'waiting', stopping: false },
  });
  noteQueuesOpen();
  expect((await checkReadiness()).ready).toBe(true);
  const gone = vi.spyOn(pool, 'query').mockRejectedValue(new Error('gone') as never);
  expect(await later(2_000, checkReadiness)).toEqual({
    ready: false,
    checks: { database: 'failed', migrations: 'ok', queues: 'ok', stopping: false },
  });
  gone.mockRestore();
  expect((await later(5_000, checkReadiness)).ready).toBe(true);
});
