import { pool } from '~/platform/db.server';
import { inTime } from '~/platform/in-time';
import { pendingMigrations } from '~/platform/migrations.server';
import { once } from '~/platform/once.server';

export type Check = 'ok' | 'failed' | 'waiting';
export type Readiness = {
  ready: boolean;
  checks: { database: Check; migrations: Check; queues: Check; stopping: boolean };
};

const answerMs = 2_000;
/** However often it is asked, the database is asked this often. */
const goodForMs = 1_000;

const state = once('readiness', () => ({
  migrated: false,
  queuesOpen: false,
  stopping: false,
  asked: -Infinity,
  database: null as Promise<Pick<Readiness['checks'], 'database' | 'migrations'>> | null,
}));

export function noteQueuesOpen(): void {
  state.queuesOpen = true;
}

/** From here on whoever shares out requests is told to send them elsewhere. */
export function noteStopping(): void {
  state.stopping = true;
}

/** Whether requests are in good hands here, and if not, why. */
export async function checkReadiness(): Promise<Readiness> {
  const now = performance.now();
  if (!state.database || now - state.asked > goodForMs) {
    state.asked = now;
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
    // What was applied stays applied.
    if (state.migrated) await inTime(answerMs, () => pool.query('select 1'));
    else state.migrated = (await inTime(answerMs, () => pendingMigrations(pool))).length === 0;
    return { database: 'ok', migrations: state.migrated ? 'ok' : 'failed' };
  } catch {
    return { database: 'failed', migrations: state.migrated ? 'ok' : 'waiting' };
  }
}
