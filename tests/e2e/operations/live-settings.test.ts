import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkDatabaseSafety } from '~/platform/database/database-safety';
import { applyMigrations } from '~/platform/database/migrations.server';
import { startPostgres, type Postgres } from '../../peers/services/postgres';
import { createDataDir, startExpectingFailure, startServer } from '../../peers/server';

const key = (text: string) => createHash('sha256').update(text).digest('hex');

/** As an operator would set them. None of these services is needed before the first request. */
const live = {
  NODE_ENV: 'production',
  DEMO: '',
  SECRET_KEY: key('secret'),
  VAULT_KEYS: `2026:${key('vault')}`,
  PORTAL_URL: 'https://pay.example.com',
  SMTP_URL: 'smtp://mail.example.com',
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'documents',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'key',
  DATA_DIR: createDataDir(),
};
const checkSettings = [process.execPath, 'scripts/start.mjs', '--check'];

let postgres: Postgres;
let adminClient: pg.Client;
let productClient: pg.Client;
let url: string;

beforeAll(async () => {
  postgres = await startPostgres({ durable: true });
  adminClient = new pg.Client(postgres.url);
  await adminClient.connect();
  await adminClient.query('create role product login nosuperuser');
  await adminClient.query('create database books owner product');
  url = postgres.url.replace('tillway@', 'product@').replace(/postgres$/, 'books');
  productClient = new pg.Client(url);
  await productClient.connect();
  const pool = new pg.Pool({ connectionString: url });
  await applyMigrations(pool);
  await pool.end();
});

afterAll(async () => {
  await productClient.end();
  await adminClient.end();
  await postgres.stop();
  rmSync(live.DATA_DIR, { recursive: true, force: true });
});

/** As in postgresql.conf, for one check. */
async function withSettings<T>(settings: Record<string, string>, check: () => Promise<T>): Promise<T> {
  for (const [name, value] of Object.entries(settings))
    await adminClient.query(`alter system set ${name} = '${value}'`);
  await adminClient.query('select pg_reload_conf()');
  try {
    await expect
      .poll(
        async () =>
          (await productClient.query(`select current_setting('${Object.keys(settings)[0]}') as value`))
            .rows[0].value,
      )
      .toBe(Object.values(settings)[0]);
    return await check();
  } finally {
    await adminClient.query('alter system reset all');
    await adminClient.query('select pg_reload_conf()');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const listRefusals = async (client = productClient) => (await checkDatabaseSafety(client, 10)).refusals;

describe('a database for live payments', () => {
  test("is accepted with PostgreSQL's default settings", async () => {
    expect(await listRefusals()).toEqual([]);
  });

  test.each([
    [{ fsync: 'off' }, /^fsync: off/],
    [{ full_page_writes: 'off' }, /^full_page_writes: off/],
    [{ synchronous_commit: 'off' }, /^synchronous_commit: off/],
    [{ zero_damaged_pages: 'on' }, /^zero_damaged_pages: on/],
    [{ log_statement: 'all' }, /^log_statement: all/],
    [{ log_statement: 'mod' }, /^log_statement: mod/],
    [{ log_min_duration_statement: '500ms' }, /^log_min_duration_statement: on/],
    [{ log_min_duration_sample: '10ms' }, /^log_min_duration_sample: on/],
    [{ log_transaction_sample_rate: '0.5' }, /^log_transaction_sample_rate: on/],
    [{ log_parameter_max_length_on_error: '-1' }, /^log_parameter_max_length_on_error: on/],
    [{ default_transaction_read_only: 'on' }, /^DATABASE_URL: the database is read-only/],
  ])('is rejected with %j', async (settings, line) => {
    expect(await withSettings(settings as Record<string, string>, () => listRefusals())).toEqual([
      expect.stringMatching(line),
    ]);
  });

  test('may log slow statements without their parameters', async () => {
    expect(
      await withSettings({ log_min_duration_statement: '500ms', log_parameter_max_length: '0' }, () =>
        listRefusals(),
      ),
    ).toEqual([]);
  });

  test('is rejected for a superuser, an old version, a wrong encoding, and a wrong clock', async () => {
    expect(await listRefusals(adminClient)).toEqual([
      expect.stringMatching(/^DATABASE_URL: the role tillway is a superuser/),
    ]);
    await adminClient.query('set role product');
    expect(await listRefusals(adminClient)).toEqual([
      expect.stringMatching(/^DATABASE_URL: the role tillway is a superuser/),
    ]);
    await adminClient.query('reset role');
    const answering = (change: (row: Record<string, unknown>) => Record<string, unknown>) =>
      checkDatabaseSafety(
        {
          query: async (text, values) => ({
            rows: (await productClient.query(text, values)).rows.map(change),
          }),
        },
        10,
      );
    const withSetting = (name: string, setting: string) =>
      answering((row) => (row.name === name ? { name, setting } : row));
    expect((await withSetting('server_version_num', '140012')).refusals).toEqual([
      expect.stringMatching(/^DATABASE_URL: PostgreSQL 14 no longer receives security updates/),
    ]);
    expect((await withSetting('server_encoding', 'LATIN1')).refusals).toEqual([
      expect.stringMatching(/^DATABASE_URL: the database encoding is LATIN1/),
    ]);
    expect(
      (await answering((row) => ('now' in row ? { ...row, now: Number(row.now) - 6_000 } : row))).refusals,
    ).toEqual([expect.stringMatching(/^clock: the database is 6 s behind this machine/)]);
    expect(
      (await answering((row) => ('now' in row ? { ...row, now: Number(row.now) + 4_000 } : row))).refusals,
    ).toEqual([]);
  });

  test('gives warnings', async () => {
    expect(
      (await checkDatabaseSafety(productClient, 60)).warnings.map((line) => line.replace(/:.*/, '')),
    ).toEqual(['data_checksums', 'archive_mode', 'DATABASE_POOL']);
  });
});

describe('a start in production mode', () => {
  test('fails with one line for each problem of the settings, process and database', async () => {
    const unsafe = { fsync: 'off', log_statement: 'all' };
    const wrongSettings = {
      SECRET_KEY: '1'.repeat(64),
      PORTAL_URL: 'http://pay.example.com',
      NODE_OPTIONS: '--heapsnapshot-signal=SIGUSR2',
      SMTP_URL: '',
    };
    const { code, errorOutput } = await withSettings(unsafe, () =>
      startExpectingFailure({ ...live, ...wrongSettings, DATABASE_URL: url }),
    );
    expect(code).toBe(1);
    expect(
      errorOutput
        .trim()
        .split('\n')
        .map((line) => line.replace(/:.*/, ''))
        .sort(),
    ).toEqual(['NODE_OPTIONS', 'PORTAL_URL', 'SECRET_KEY', 'SMTP_URL', 'fsync', 'log_statement']);
    expect(errorOutput).not.toContain('1111');
  });

  test('fails if the clock is wrong or the user is a superuser', async () => {
    const { code, errorOutput } = await startExpectingFailure({
      ...live,
      DATABASE_URL: postgres.url,
      NODE_OPTIONS: '--import=./tests/peers/shifted-clock.mjs',
    });
    expect(code).toBe(1);
    expect(errorOutput).toMatch(/^clock: the database is (59|60|61) s behind this machine/m);
    expect(errorOutput).toMatch(/^DATABASE_URL: the role tillway is a superuser/m);
    expect(errorOutput).toMatch(/^DATABASE_URL: the database lacks migrations \(0_init\)/m);
  });

  test('succeeds with a safe database, with warnings, and keeps its memory out of core dumps', async () => {
    const server = await startServer({ ...live, DATABASE_URL: url });
    expect(server.output()).toMatch(/"level":40,.*"msg":"TRUSTED_PROXIES: 0/);
    expect(server.output()).toContain('archive_mode: off');
    if (process.platform === 'linux')
      expect(parseInt(readFileSync(`/proc/${server.processId}/coredump_filter`, 'utf8'), 16)).toBe(0);
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });

  test("marks the database: the demo never uses this database, and this never uses the demo's", async () => {
    const { errorOutput } = await startExpectingFailure({
      ...live,
      DEMO: 'true',
      VAULT_KEYS: '',
      DATABASE_URL: url,
    });
    expect(errorOutput).toMatch(/^DEMO: this database belongs to a production installation/m);
    await productClient.query(`insert into settings (key, value) values ('demo_world', 'made')`);
    const { errorOutput: other } = await startExpectingFailure({ ...live, DATABASE_URL: url });
    await productClient.query(`delete from settings where key = 'demo_world'`);
    expect(other).toMatch(/^DATABASE_URL: this database contains the demo/m);
  });
});

describe('npm run check-settings', () => {
  test('reports what a start would report without waiting, and starts nothing', async () => {
    const { code, output } = await startExpectingFailure(
      {
        ...live,
        NODE_ENV: '',
        SMTP_URL: 'smtp://127.0.0.1:1',
        S3_ENDPOINT: 'http://127.0.0.1:1',
        DATABASE_URL: url,
      },
      checkSettings,
    );
    expect(code).toBe(1);
    expect(output).toMatch(/^NODE_ENV: not production/m);
    expect(output).toMatch(/^Warning: SMTP_URL: the mail server rejected the login \(ESOCKET\)$/m);
    expect(output).toMatch(/^Warning: S3_ENDPOINT: the bucket did not respond as expected/m);
    expect(output).toMatch(/^One problem prevents startup in production mode\.$/m);
    expect(output).not.toMatch(/Ready in/);
  });

  test('exits with 0 if a start would succeed', async () => {
    const { code, output } = await startExpectingFailure(
      { ...live, DATABASE_URL: url, SMTP_URL: 'smtp://127.0.0.1:1', S3_ENDPOINT: 'http://127.0.0.1:1' },
      checkSettings,
    );
    expect(output).toMatch(/^Ready to start in production mode\.$/m);
    expect(code).toBe(0);
  });
});
