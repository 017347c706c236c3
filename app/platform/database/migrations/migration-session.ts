import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isDeadlock } from '../deadlocks';

/** Why a migration can't be applied now. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** Payments queue behind a migration that waits for a lock, so it gives up quickly and tries again. */
const lockTimeout = '1s';
const lockWaitMs = 300_000;
const pauseMs = 2_000;
const lockTimeoutCode = '55P03';

/** An arbitrary number that nothing else in the database locks. */
const lockKey = 7_411_302_655;

const toOptions = (connectionString: string): pg.ClientConfig => ({
  connectionString,
  connectionTimeoutMillis: 10_000,
  options: `-c lock_timeout=${lockTimeout} -c statement_timeout=0`,
});

/** The connection of a migration. */
export const openMigrationConnection = (connectionString: string): pg.Pool =>
  new pg.Pool({ ...toOptions(connectionString), max: 1, idleTimeoutMillis: 0 });

/**
 * Runs `work` when no other migration is running. The lock belongs to a session of its own, because a pool ends a session
 * whose statement failed. It polls, because the other migration's `create index concurrently` would wait for a session that
 * waits inside a statement.
 * @throws MigrationError through a connection pooler
 */
export async function withMigrationLock<Result>(
  connectionString: string,
  onWait: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(toOptions(connectionString));
  await client.connect();
  try {
    const { rows: settings } = await client.query(`select current_setting('lock_timeout') as timeout`);
    if (settings[0].timeout !== lockTimeout)
      throw new MigrationError(
        'MIGRATION_DATABASE_URL: name PostgreSQL’s own address here. A connection pooler doesn’t hold a lock between statements.',
      );
    for (let isFirst = true; ; isFirst = false) {
      const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [lockKey]);
      if (rows[0].locked) break;
      if (isFirst) onWait();
      await sleep(pauseMs / 4);
    }
    return await work();
  } finally {
    await client.end();
  }
}

/** Whether any migration was ever begun. */
export async function hasMigrations(connection: pg.Pool): Promise<boolean> {
  const { rows } = await connection.query(`select to_regclass('_prisma_migrations') is not null as present`);
  return rows[0].present as boolean;
}

/**
 * Lets failed migrations be applied again. Call this only while holding the lock, because a migration in progress looks the
 * same as a failed one.
 */
export async function forgetFailedMigrations(connection: pg.Pool): Promise<void> {
  if (await hasMigrations(connection))
    await connection.query(
      'update _prisma_migrations set rolled_back_at = now() where finished_at is null and rolled_back_at is null',
    );
}

/**
 * Runs a migration while processes serve requests: in one transaction, which also records it, unless it's a `CONCURRENTLY`
 * statement.
 * @param name null for a script that is no migration
 * @throws MigrationError if other sessions keep its tables locked
 */
export async function runMigration(connection: pg.Pool, name: string | null, script: string): Promise<void> {
  const concurrent = findConcurrentStatement(script);
  if (concurrent) return runConcurrently(connection, script, concurrent.index);
  const transaction = name === null ? script : `${script}\n;\n${recordMigration(name)}`;
  const deadline = performance.now() + lockWaitMs;
  for (;;) {
    try {
      return void (await connection.query(transaction));
    } catch (error) {
      if ((error as { code?: unknown }).code !== lockTimeoutCode && !isDeadlock(error)) throw error;
      if (performance.now() > deadline)
        throw new MigrationError(
          'Another session kept a table locked for 5 minutes. Find it in pg_stat_activity by its xact_start, end it, and run npm run migrate again.',
        );
      // Let the statements that queued behind it go first.
      await sleep(pauseMs);
    }
  }
}

/** The engine records it, too, but after the commit, when the connection may be lost. */
const recordMigration = (name: string) =>
  `update _prisma_migrations set finished_at = now() where migration_name = ${pg.escapeLiteral(name)} and finished_at is null and rolled_back_at is null`;

/** Runs outside a transaction. It waits for the transactions of other sessions without blocking them. */
async function runConcurrently(
  connection: pg.Pool,
  script: string,
  index: string | undefined,
): Promise<void> {
  await connection.query('set lock_timeout = 0');
  // A failed attempt leaves an invalid index, which would still occupy the name.
  if (index) await connection.query(`drop index concurrently if exists ${index}`);
  await connection.query(script);
  await connection.query(`set lock_timeout = '${lockTimeout}'`);
}

/** `index`: the name of the index that the statement creates. */
export function findConcurrentStatement(script: string): { index?: string } | null {
  const statements = removeComments(script);
  if (!/\bindex\s+concurrently\b/i.test(statements)) return null;
  const [, index] =
    /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?("[^"]+"|\w+)\s+on\b/i.exec(
      statements,
    ) ?? [];
  return { index };
}

export const removeComments = (script: string): string => script.replace(/--[^\n]*/g, '');
