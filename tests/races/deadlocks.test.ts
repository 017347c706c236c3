import type pg from 'pg';
import { expect, test } from 'vitest';
import { pool } from '~/platform/database/db.server';
import { buildApiClient } from '../world/api-client';
import { ownerPool } from '../world/database-owner';
import { paymentBody } from '../world/payments/payments';

/** Waits until sessions of this process wait for a lock that the other session holds. */
async function waitForWaiting(locking: pg.PoolClient): Promise<void> {
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

// PostgreSQL ends the session that has waited longest: the payment.
test.each([
  ['reserved', 'operations', 'transactions'],
  ['recorded', 'webhook_events', 'operations'],
])('a payment is %s after a deadlock with a migration', async (_, first, second) => {
  const client = await buildApiClient();
  const migration = await ownerPool.connect();
  try {
    await migration.query(`begin; lock table ${first} in access exclusive mode`);
    const reply = client.post('/transactions', paymentBody({}));
    await waitForWaiting(migration);
    await migration.query(`lock table ${second} in access exclusive mode`);
    await migration.query('commit');
    expect((await reply).status).toBe(200);
  } finally {
    migration.release();
  }
});
