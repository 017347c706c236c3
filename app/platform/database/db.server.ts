import { hostname } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { config, paymentConnections } from '~/platform/config/config.server';
import { resultTypes } from './bigint';
import { copyTemplate } from './database-template.server';
import { createEmbeddedPool } from './embedded-pool.server';
import { lockFolder } from './folder-lock.server';
import { lookupOptions } from './lookup-options';
import { singleton } from '~/platform/concurrency/singleton.server';
import { version } from '~/platform/version';
import { PrismaClient, type Prisma } from '~/platform/prisma/client';

/** Prisma on the pool, or inside the caller's transaction. */
export type Database = PrismaClient | Prisma.TransactionClient;

/** PostgreSQL cuts longer connection names. */
const maximumNameLength = 63;
/**
 * The connection name in PostgreSQL: `tillway 123@machine 0.1.0`. The operations page lists the connected processes by it,
 * and a migration reads their versions.
 */
const processName = `${`tillway ${process.pid}@${hostname()}`.slice(0, maximumNameLength - version.length - 1)} ${version}`;

/**
 * One pool for Prisma, the SQL statements of payments/, the jobs, and the rate limits, whether on a
 * PostgreSQL server or the embedded database (docs/decisions/0003).
 */
export const pool: pg.Pool = singleton('pool', () =>
  config.databaseUrl
    ? createServerPool(config.databaseUrl, config.databasePool - paymentConnections)
    : createEmbeddedPool(openEmbeddedDatabase()),
);

/**
 * Connections for the batched statements of the payment path. Each statement is planned once. A plan that was made while
 * a table was small would otherwise read the whole table until its next analysis.
 */
export const paymentPool: pg.Pool = singleton('payment-pool', () =>
  config.paymentDatabaseUrl
    ? createServerPool(config.paymentDatabaseUrl, paymentConnections, {
        options: lookupOptions,
        // A lost server is noticed by then, and the connections keep their plans.
        query_timeout: 15_000,
        idleTimeoutMillis: 0,
      })
    : pool,
);

/** The embedded database has one connection, which concurrent transactions wait for. */
const transactionWaitMs = 15_000;

export const prisma: PrismaClient = singleton(
  'prisma',
  () => new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions: { maxWait: transactionWaitMs } }),
);

export const isEmbedded = !config.databaseUrl;

export function createServerPool(connectionString: string, max: number, more: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    types: resultTypes,
    application_name: processName,
    connectionTimeoutMillis: 10_000,
    ...more,
  });
  // A connection that the server closes while idle is replaced on its next use. Without a listener it would
  // end the process.
  pool.on('error', () => {});
  return pool;
}

function openEmbeddedDatabase(): PGlite {
  if (config.dataDir === 'memory:') return new PGlite();
  const folder = join(config.dataDir, 'database');
  lockFolder(config.dataDir);
  copyTemplate(folder);
  return new PGlite(folder);
}

/** The database's clock, which dates everything about money (threat T23). */
export async function databaseNow(db: Database): Promise<Date> {
  const [{ now }] = await db.$queryRaw<[{ now: Date }]>`select now()`;
  return now;
}

/**
 * Whether a statement violated a unique constraint, on the pool or in a Prisma transaction, which wraps the
 * error.
 */
export function isUniqueViolation(error: unknown): boolean {
  const { code, meta } = error as {
    code?: unknown;
    meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } };
  };
  return code === '23505' || (code === 'P2010' && meta?.driverAdapterError?.cause?.originalCode === '23505');
}

/** Closes all connections, and flushes and closes an embedded database. */
export async function closeDatabase(): Promise<void> {
  await prisma.$disconnect();
  if (paymentPool !== pool) await paymentPool.end();
  await pool.end();
}
