import type pg from 'pg';
import { expect, test } from 'vitest';
import { pool } from '~/platform/database/db.server';
import { queryRows } from '~/platform/database/query.server';
import { buildApiClient } from '../world/api-client';
import { ownerPool } from '../world/database-owner';
import { paymentBody } from '../world/payments/payments';

/** Waits until another session is blocked by a lock that `locking` holds. */
async function waitUntilBlocked(locking: pg.PoolClient): Promise<void> {
  const { rows } = await locking.query<{ id: number }>('select pg_backend_pid() as id');
  await expect
    .poll(
      async () =>
        (
          await pool.query('select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [
            rows[0]!.id,
          ])
        ).rowCount,
      { timeout: 10_000, interval: 20 },
    )
    .toBeGreaterThan(0);
}

/**
 * Runs an action that waits for a migration's lock on one table while it holds a lock on the other. The action starts waiting first, so
 * its deadlock check runs first, and PostgreSQL rolls it back.
 */
async function runIntoDeadlock<T>(
  [first, second]: readonly [string, string],
  action: () => Promise<T>,
): Promise<T> {
  const migration = await ownerPool.connect();
  try {
    await migration.query(`begin; lock table ${first} in access exclusive mode`);
    const result = action();
    await waitUntilBlocked(migration);
    await migration.query(`lock table ${second} in access exclusive mode`);
    await migration.query('commit');
    return await result;
  } finally {
    migration.release(true);
  }
}

test.each([
  ['reserved', 'operations', 'transactions'],
  ['recorded', 'webhook_events', 'operations'],
])('a payment is %s after a deadlock with a migration', async (_, first, second) => {
  const client = await buildApiClient();
  const pay = () => client.post('/transactions', paymentBody({}));
  expect((await runIntoDeadlock([first, second], pay)).status).toBe(200);
});

test('a single statement is repeated after a deadlock', async () => {
  const text = 'select 1 as found from (select from operations limit 1) o, transactions limit 0';
  expect(await runIntoDeadlock(['transactions', 'operations'], () => queryRows({ text }))).toEqual([]);
});
