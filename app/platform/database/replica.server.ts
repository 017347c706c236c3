import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { singleton } from '~/platform/concurrency/singleton.server';
import { withTimeout } from '~/platform/concurrency/timeout';
import { config } from '~/platform/config/config.server';
import { log } from '~/platform/observability/log';
import { createServerPool, pool } from './db.server';

/** How long to wait for a replica that is behind. */
const maximumLagMs = 1_000;
const pauseMs = 20;
/** How long reads go to the primary after the replica was behind or didn't respond. */
const retryMs = 10_000;

/**
 * Returns where lists and exports read: the replica if it has everything that was committed before this call, and otherwise
 * the primary. Connections to the replica are read-only.
 */
export const findReader: () => Promise<pg.Pool> = singleton('replica', () =>
  config.databaseReplicaUrl
    ? createReader(
        pool,
        createServerPool(config.databaseReplicaUrl, config.databasePool, {
          connectionTimeoutMillis: maximumLagMs,
          query_timeout: 15_000,
          allowExitOnIdle: true,
          options: '-c default_transaction_read_only=on',
        }),
      )
    : () => Promise.resolve(pool),
);

export function createReader(primary: pg.Pool, replica: pg.Pool): () => Promise<pg.Pool> {
  let isSkippedUntil = -Infinity;
  return async () => {
    if (performance.now() < isSkippedUntil) return primary;
    // Such commits are on the primary's disk, so its flush position covers them.
    const { rows } = await primary.query('select pg_current_wal_flush_lsn() as lsn');
    const hasCaughtUp = await withTimeout(2 * maximumLagMs, () => waitFor(replica, rows[0].lsn)).catch(
      (error: Error) => {
        log.warn('the replica does not respond', { cause: error.message });
        return false;
      },
    );
    if (hasCaughtUp) return replica;
    isSkippedUntil = performance.now() + retryMs;
    return primary;
  };
}

/** Whether the replica has replayed a position in time. A promoted one never does, because it no longer follows the primary. */
async function waitFor(replica: pg.Pool, position: string): Promise<boolean> {
  const deadline = performance.now() + maximumLagMs;
  for (;;) {
    const { rows } = await replica.query(
      'select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn() >= $1::pg_lsn as reached',
      [position],
    );
    const { follows, reached } = rows[0] as { follows: boolean; reached: boolean };
    if (!follows || reached || performance.now() > deadline) return follows && reached;
    await sleep(pauseMs);
  }
}
