import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { openMigrationConnection, runMigration } from '~/platform/database/migrations/migration-session';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

// npm run migrate on a database that others use.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const [database, template] = ['running', 'template'].map((name) => `${name}_${process.pid}`);
const serverUrl = process.env.MIGRATION_DATABASE_URL!;
let folder: string;
let admin: pg.Client;
const clients: pg.Client[] = [];

beforeAll(async () => {
  admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`create database ${template}`);
  folder = await createVersion();
  expect(await migrate(template!)).toMatchObject({ code: 0 });
});

beforeEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
  await admin.query(`drop database if exists ${database} with (force)`);
  await admin.query(`create database ${database} template ${template}`);
  await rm(folder, { recursive: true });
  folder = await createVersion();
});

afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  for (const name of [database, template]) await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
  await rm(folder, { recursive: true });
});

test('statements of others don’t wait behind a migration', async () => {
  await writeMigration('20270105120000_add_note', 'alter table accounts add column note text');
  const [reader, observer] = [await connect(), await connect()];
  await reader.query('begin; select count(*) from accounts');
  const migration = migrate();
  await expect
    .poll(
      async () =>
        (await observer.query(`select from pg_locks where relation = 'accounts'::regclass and not granted`))
          .rowCount,
      { timeout: 60_000, interval: 10 },
    )
    .toBe(1);
  // The migration waits for the reader, and this statement for the migration.
  await observer.query('select count(*) from accounts');
  await reader.query('commit');
  expect(await migration).toMatchObject({ code: 0 });
  await observer.query('select note from accounts');
});

test('a migration that failed can be applied again', async () => {
  const name = '20270105120000_add_note';
  await writeMigration(name, 'alter table accounts add column note text; select 1 / 0');
  expect(await migrate()).toMatchObject({ code: 1, output: expect.stringMatching(/division by zero/) });
  await writeMigration(name, 'alter table accounts add column note text');
  expect(await migrate()).toMatchObject({ code: 0, output: expect.stringContaining(`Applied ${name}.`) });
});

test('a migration and the record that it was applied are one transaction', async () => {
  const name = '20270105120000_add_note';
  const connection = openMigrationConnection(urlOf(database!));
  // Prisma's engine begins a migration with this row, and completes it after the commit, which may not be reached.
  await connection.query(
    `insert into _prisma_migrations (id, checksum, migration_name, started_at, applied_steps_count) values ('one', '', '${name}', now(), 0)`,
  );
  await runMigration(connection, name, 'alter table accounts add column note text -- for support');
  await connection.end();
  await writeMigration(name, 'alter table accounts add column note text -- for support');
  expect(await migrate()).toMatchObject({ code: 0, output: expect.stringContaining('Nothing to apply') });
});

test('an index that could not be completed is created again', async () => {
  const client = await connect();
  const findIndex = async () =>
    (
      await client.query(
        `select indisvalid as valid from pg_index where indexrelid = to_regclass('settings_value')`,
      )
    ).rows;
  await client.query(`insert into settings (key, value) values ('one', 'same'), ('two', 'same')`);
  await writeMigration(
    '20270105120000_index_settings',
    'create unique index concurrently settings_value on settings (value)',
  );
  expect(await migrate()).toMatchObject({
    code: 1,
    output: expect.stringMatching(/could not create unique index/),
  });
  expect(await findIndex()).toEqual([{ valid: false }]);
  await client.query(`update settings set value = key where key in ('one', 'two')`);
  expect(await migrate()).toMatchObject({ code: 0 });
  expect(await findIndex()).toEqual([{ valid: true }]);
});

test('two migrations at once are applied one after the other', async () => {
  await writeMigration('20270105120000_add_note', 'alter table accounts add column note text');
  await writeMigration('20270105120001_index', 'create index concurrently accounts_note on accounts (note)');
  // The first one can't get its lock at once, which must not let the other one begin.
  const reader = await connect();
  await reader.query('begin; select count(*) from accounts');
  const running = Promise.all([migrate(), migrate()]);
  await setTimeout(6_000);
  await reader.query('commit');
  const results = await running;
  expect(results.map(({ code }) => code)).toEqual([0, 0]);
  expect(results.map(({ output }) => output.includes('Nothing to apply')).sort()).toEqual([false, true]);
});

test('nothing is removed while processes of a version that needs it are running', async () => {
  await writeMigration('20270105120000_drop_rate_limits_needs_0_1_0', 'drop table rate_limits');
  const older = await connect('tillway 71@elsewhere 0.0.9');
  await connect('tillway 72@elsewhere 0.1.0');
  const { code, output } = await migrate();
  expect(code).toBe(1);
  expect(output).toContain(
    'Processes older than 0.1.0 are running (71@elsewhere 0.0.9). Upgrade them to 0.1.0 first',
  );
  await older.end();
  clients.splice(clients.indexOf(older), 1);
  expect(await migrate()).toMatchObject({ code: 0 });
});

async function connect(name?: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOf(database!), application_name: name });
  await client.connect();
  clients.push(client);
  return client;
}

function urlOf(name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** A folder with the migrations of this version. */
async function createVersion(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'tillway-version-'));
  await mkdir(join(path, 'prisma'));
  for (const name of ['migrations', 'schema.prisma'])
    await cp(join('prisma', name), join(path, 'prisma', name), { recursive: true });
  return path;
}

async function writeMigration(name: string, script: string): Promise<void> {
  const path = join(folder, 'prisma/migrations', name);
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'migration.sql'), script);
}

/** `npm run migrate` in the folder. */
function migrate(name = database!): Promise<{ code: number | null; output: string }> {
  const tsx = pathToFileURL(resolve('node_modules/tsx/dist/loader.mjs')).href;
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      ['--import', tsx, resolve('scripts/product/apply-migrations.ts')],
      {
        cwd: folder,
        env: {
          ...process.env,
          TSX_TSCONFIG_PATH: resolve('tsconfig.json'),
          MIGRATION_DATABASE_URL: urlOf(name),
        },
      },
      (_error, stdout, stderr) => done({ code: child.exitCode, output: `${stdout}${stderr}` }),
    );
  });
}
