import { setImmediate } from 'node:timers';
import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { resultTypes } from './bigint';

/** PGlite behind the interface of a PostgreSQL pool: one connection, because it has no concurrency. */
export function createEmbeddedPool(pglite: PGlite): pg.Pool {
  class EmbeddedClient extends pg.Client {
    constructor() {
      const embedded = createPgConfig(pglite);
      const parse = embedded.connection.parse.bind(embedded.connection);
      // Prisma's adapter passes result parsers in `types`, which this connection takes for parameter types.
      embedded.connection.parse = (query: object) => parse({ ...query, types: undefined });
      // PGlite answers without a turn of the event loop, so a job's many queries would stop all other work.
      const emit = embedded.connection.emit.bind(embedded.connection);
      embedded.connection.emit = (event: string, ...args: unknown[]) =>
        event === 'readyForQuery' ? !!setImmediate(emit, event, ...args) : emit(event, ...args);
      super({ ...embedded, types: resultTypes });
    }
  }
  const pool = new pg.Pool({
    Client: EmbeddedClient,
    max: 1,
    idleTimeoutMillis: 0,
    // The pool drops a client after a failed query, but the session below it stays: reset it for the next
    // one.
    verify: (client: pg.PoolClient, done: (error?: Error) => void) =>
      client.query('rollback; deallocate all', (error) => done(error ?? undefined)),
  } as pg.PoolConfig);
  const end = pool.end.bind(pool) as () => Promise<void>;
  pool.end = (async () => {
    await end();
    await pglite.close();
  }) as typeof pool.end;
  return pool;
}
