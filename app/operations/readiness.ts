import { executeQuery } from '~/platform/database/query.server';
import { pool } from '~/platform/database/db.server';
import { withTimeout } from '~/platform/concurrency/timeout';
import { listPendingMigrations } from '~/platform/database/migrations/migrations.server';
import { singleton } from '~/platform/concurrency/singleton.server';

export type Check = 'ok' | 'failed' | 'waiting';
export type Readiness = {
  ready: boolean;
  checks: { database: Check; migrations: Check; queues: Check; stopping: boolean };
};

const timeoutMs = 2_000;
/** The database is queried at most this often. */
const cacheMs = 1_000;

const state = singleton('readiness', () => ({
  migrated: false,
  queuesOpen: false,
  stopping: false,
  checkedAt: -Infinity,
  database: null as Promise<Pick<Readiness['checks'], 'database' | 'migrations'>> | null,
}));

export function markQueuesOpen(): void {
  state.queuesOpen = true;
}

/** From here on, load balancers are asked to send requests elsewhere. */
export function markStopping(): void {
  state.stopping = true;
}

/** Whether this process is ready for requests and, if not, why. */
export async function checkReadiness(): Promise<Readiness> {
  const now = performance.now();
  if (!state.database || now - state.checkedAt > cacheMs) {
    state.checkedAt = now;
    state.database = checkDatabase();
  }
  const checks = {
    ...(await state.database),
    queues: state.queuesOpen ? ('ok' as const) : ('waiting' as const),
    stopping: state.stopping,
  };
  return {
    ready:
      !checks.stopping &&
      [checks.database, checks.migrations, checks.queues].every((check) => check === 'ok'),
    checks,
  };
}

async function checkDatabase(): Promise<Pick<Readiness['checks'], 'database' | 'migrations'>> {
  try {
    // Applied migrations stay applied.
    if (state.migrated) await withTimeout(timeoutMs, () => executeQuery({ text: 'select 1' }));
    else state.migrated = (await withTimeout(timeoutMs, () => listPendingMigrations(pool))).length === 0;
    return { database: 'ok', migrations: state.migrated ? 'ok' : 'failed' };
  } catch {
    return { database: 'failed', migrations: state.migrated ? 'ok' : 'waiting' };
  }
}
