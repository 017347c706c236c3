import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import type pg from 'pg';
import { compareVersions, version } from '../../version';
import { listProcesses } from '../connected-processes';
import { calculateChecksum, readMigrations, readNeededVersion } from './migration-files';
import {
  forgetFailedMigrations,
  hasMigrations,
  MigrationError,
  openMigrationConnection,
  runMigration,
  withMigrationLock,
} from './migration-session';

const baseline = '0_init';
const noFilter = { externalTables: [], externalEnums: [] };

/** This version can't use the database, and can't make it usable. */
export class UnsupportedDatabaseError extends Error {
  override name = 'UnsupportedDatabaseError';
}

/** What `npm run migrate` reports while it runs. */
type Progress = {
  onWait?: () => void;
  onApply?: (name: string) => void;
  /** What else no other migration may do at the same time. */
  afterwards?: () => Promise<void>;
};

/**
 * Applies missing migrations while processes of the previous version serve requests. Records them like
 * `prisma migrate deploy`, but without the binary that Prisma downloads (docs/decisions/0003 and 0061).
 * @returns the names of the applied migrations
 * @throws UnsupportedDatabaseError
 * @throws MigrationError if running processes or other sessions prevent it
 */
export async function applyMigrations(
  pool: pg.Pool,
  { onWait = () => {}, onApply = () => {}, afterwards = async () => {} }: Progress = {},
): Promise<string[]> {
  const { connectionString } = pool.options;
  if (!connectionString) return runPendingMigrations(pool, onApply);
  return withMigrationLock(connectionString, onWait, async () => {
    const connection = openMigrationConnection(connectionString);
    try {
      const names = await runPendingMigrations(connection, onApply);
      await afterwards();
      return names;
    } finally {
      await connection.end();
    }
  });
}

async function runPendingMigrations(connection: pg.Pool, onApply: (name: string) => void): Promise<string[]> {
  await forgetFailedMigrations(connection);
  const pending = await listPendingMigrations(connection);
  await refuseWithOlderProcesses(connection, pending);
  const migrationsList = await readMigrations();
  const names = new Map(
    migrationsList.migrationDirectories.map(({ path, migrationFile: { content } }) => [
      content.tag === 'ok' && content.value,
      path,
    ]),
  );
  let failure: unknown;
  const run = async (script: string) => {
    const name = names.get(script);
    if (name) onApply(name);
    try {
      await runMigration(connection, name ?? null, script);
    } catch (error) {
      // The engine passes on only the error's message.
      failure = error;
      throw error;
    }
  };
  try {
    return await useSchemaEngine(
      createMigrator(connection, run),
      async (engine) =>
        (await engine.applyMigrations({ migrationsList, filters: noFilter })).appliedMigrationNames,
    );
  } catch (error) {
    throw failure ?? error;
  }
}

/** Processes of older versions may still use what a migration removes. */
async function refuseWithOlderProcesses(connection: pg.Pool, pending: readonly string[]): Promise<void> {
  const needed = findNewestNeed(pending);
  if (!needed) return;
  const processes = await listProcesses(connection);
  const older = processes.filter((name) => isOlder(name.split(' ').at(-1)!, needed));
  if (older.length)
    throw new MigrationError(
      `Processes older than ${needed} are running (${older.join(', ')}). Upgrade them to ${needed} first, then run npm run migrate from ${version}.`,
    );
}

const isOlder = (one: string, other: string) => compareVersions(one, other) < 0;

/** The oldest version that works after all of these migrations. */
const findNewestNeed = (names: readonly string[]): string | undefined =>
  names
    .map(readNeededVersion)
    .filter((needed) => needed !== null)
    .sort(compareVersions)
    .at(-1);

/**
 * The names of missing migrations. The database may also have migrations that this version doesn't know, because the next
 * version's processes replace this version's without downtime.
 * @throws UnsupportedDatabaseError
 */
export async function listPendingMigrations(pool: pg.Pool): Promise<string[]> {
  const applied = await readAppliedMigrations(pool);
  return (await readMigrations()).migrationDirectories
    .map(({ path }) => path)
    .filter((name) => !applied.has(name));
}

async function readAppliedMigrations(pool: pg.Pool): Promise<ReadonlySet<string>> {
  if (!(await hasMigrations(pool))) return new Set();
  const { rows } = await pool.query<{ name: string; checksum: string }>(
    'select migration_name as name, checksum from _prisma_migrations where finished_at is not null',
  );
  const applied = rows.find(({ name }) => name === baseline);
  // The baseline can change until the first release.
  if (rows.length && applied?.checksum !== (await calculateChecksum(baseline)))
    throw new UnsupportedDatabaseError(
      'This database was created by an unreleased earlier version of Tillway and cannot be upgraded. Create an empty database. For the embedded database, delete the folder DATA_DIR (data/ by default) instead.',
    );
  const names = rows.map(({ name }) => name);
  const needed = findNewestNeed(names);
  if (needed && isOlder(version, needed))
    throw new UnsupportedDatabaseError(
      `This database was migrated by a newer version and requires Tillway ${needed} or newer. This is ${version}.`,
    );
  return new Set(names);
}

/** The SQL that turns the migrated schema into the one in schema.prisma. Has no statements if they're equal. */
export async function diffSchema(adapter: SqlMigrationAwareDriverAdapterFactory): Promise<string> {
  const path = resolve('prisma/schema.prisma');
  const migrations = await readMigrations();
  const content = toColumnTypes(await readFile(path, 'utf8'));
  const { stdout } = await useSchemaEngine(adapter, (engine) =>
    engine.diff({
      from: { tag: 'migrations', ...migrations },
      to: { tag: 'schemaDatamodel', files: [{ path, content }] },
      script: true,
      exitCode: null,
      filters: noFilter,
    }),
  );
  return stdout ?? '';
}

/** Amounts are `Int` in schema.prisma, so that Prisma returns numbers. A comment gives the column's real type. */
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
function createMigrator(pool: pg.Pool, run: (script: string) => Promise<void>): PrismaPg {
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    adapter.executeScript = run;
    return adapter;
  };
  return factory;
}

async function useSchemaEngine<T>(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  use: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const path = resolve('prisma/schema.prisma');
  const datamodels: [string, string][] = [[path, await readFile(path, 'utf8')]];
  const { SchemaEngine: Engine } = await loadEngine();
  const engine = await Engine.new({ datamodels }, () => {}, bindMigrationAwareSqlAdapterFactory(adapter));
  try {
    return await use(engine);
  } finally {
    // Otherwise, the garbage collector frees it: in the memory of a new instance if this module was reloaded meanwhile.
    engine.free();
  }
}

let loading: Promise<typeof import('@prisma/schema-engine-wasm')> | undefined;

/** The bindings hold the state of a single instance, so there's only one. */
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
