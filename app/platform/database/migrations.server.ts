import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';

const folder = resolve('prisma/migrations');
const baseline = '0_init';
const noFilter = { externalTables: [], externalEnums: [] };

/** The database has tables of another baseline migration, which can't be upgraded. */
export class UnsupportedDatabaseError extends Error {
  override name = 'UnsupportedDatabaseError';
  constructor() {
    super(
      'This database was created by an unreleased earlier version of Tillway, which this version cannot upgrade: create an empty database, or delete the folder of DATA_DIR (data/ by default) for the embedded one.',
    );
  }
}

/**
 * Applies missing migrations and records them like `prisma migrate deploy`, without the binary that it
 * downloads (docs/decisions/0003).
 * @returns the names of those applied
 * @throws UnsupportedDatabaseError
 */
export async function applyMigrations(pool: pg.Pool): Promise<string[]> {
  await readAppliedMigrations(pool);
  const connection = openDedicatedConnection(pool);
  const engine = await openSchemaEngine(createMigrator(connection));
  try {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: await readMigrations(),
      filters: noFilter,
    });
    return appliedMigrationNames;
  } finally {
    if (connection !== pool) await connection.end();
  }
}

/**
 * The engine takes a session-level lock against concurrent migrations. Returned to the pool, the connection
 * would keep it.
 */
function openDedicatedConnection(pool: pg.Pool): pg.Pool {
  const { connectionString } = pool.options;
  return connectionString ? new pg.Pool({ connectionString, max: 1, connectionTimeoutMillis: 10_000 }) : pool;
}

/**
 * The names of missing migrations.
 * @throws UnsupportedDatabaseError
 */
export async function listPendingMigrations(pool: pg.Pool): Promise<string[]> {
  const applied = await readAppliedMigrations(pool);
  return (await readMigrations()).migrationDirectories
    .map(({ path }) => path)
    .filter((name) => !applied.has(name));
}

async function readAppliedMigrations(pool: pg.Pool): Promise<ReadonlySet<string>> {
  const { rows: tables } = await pool.query(
    `select to_regclass('_prisma_migrations') is not null as present`,
  );
  if (!tables[0].present) return new Set();
  const { rows } = await pool.query<{ name: string; checksum: string }>(
    'select migration_name as name, checksum from _prisma_migrations where finished_at is not null',
  );
  const applied = rows.find(({ name }) => name === baseline);
  // Until the first release, the baseline changes.
  if (rows.length && applied?.checksum !== (await calculateChecksum(baseline)))
    throw new UnsupportedDatabaseError();
  return new Set(rows.map(({ name }) => name));
}

/** As Prisma records it. */
async function calculateChecksum(name: string): Promise<string> {
  const script = await readFile(join(folder, name, 'migration.sql'));
  return createHash('sha256').update(script).digest('hex');
}

/** SQL that changes the migrated schema to the one in schema.prisma. Empty when they're equal. */
export async function diffSchema(adapter: SqlMigrationAwareDriverAdapterFactory): Promise<string> {
  const engine = await openSchemaEngine(adapter);
  const path = resolve('prisma/schema.prisma');
  const { stdout } = await engine.diff({
    from: { tag: 'migrations', ...(await readMigrations()) },
    to: { tag: 'schemaDatamodel', files: [{ path, content: toColumnTypes(await readFile(path, 'utf8')) }] },
    script: true,
    exitCode: null,
    filters: noFilter,
  });
  return stdout ?? '';
}

/** Amounts are `Int` in schema.prisma, so that Prisma returns numbers. A comment names the type of the column. */
function toColumnTypes(schema: string): string {
  return schema
    .split('\n')
    .map((line) => (line.endsWith('// bigint') ? line.replace(' Int', ' BigInt') : line))
    .join('\n');
}

/**
 * Prisma's adapter splits a script at every semicolon, even in comments and functions. The server parses it
 * correctly.
 */
function createMigrator(pool: pg.Pool): PrismaPg {
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    adapter.executeScript = async (script) => void (await pool.query(script));
    return adapter;
  };
  return factory;
}

async function openSchemaEngine(adapter: SqlMigrationAwareDriverAdapterFactory): Promise<SchemaEngine> {
  const path = resolve('prisma/schema.prisma');
  const datamodels: [string, string][] = [[path, await readFile(path, 'utf8')]];
  const { SchemaEngine: Engine } = await loadEngine();
  return Engine.new({ datamodels }, () => {}, bindMigrationAwareSqlAdapterFactory(adapter));
}

let loading: Promise<typeof import('@prisma/schema-engine-wasm')> | undefined;

/** Its bindings keep state of one instance, so there's only one. */
function loadEngine() {
  loading ??= (async () => {
    const folder = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'));
    const glue = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'schema_engine_bg.js')).href);
    const { instance } = await WebAssembly.instantiate(
      await readFile(join(folder, 'schema_engine_bg.wasm')),
      { './schema_engine_bg.js': glue },
    );
    glue.__wbg_set_wasm(instance.exports);
    (instance.exports.__wbindgen_start as () => void)();
    return glue;
  })();
  return loading;
}

async function readMigrations(): Promise<MigrationList> {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const migrationDirectories = await Promise.all(
    names.sort().map(async (path) => ({
      path,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok' as const, value: await readFile(join(folder, path, 'migration.sql'), 'utf8') },
      },
    })),
  );
  const lockfile = {
    path: 'migration_lock.toml',
    content: await readFile(join(folder, 'migration_lock.toml'), 'utf8'),
  };
  return { baseDir: folder, lockfile, shadowDbInitScript: '', migrationDirectories };
}
