import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkDatabaseSafety } from '~/platform/database/database-safety';
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
  TRUSTED_PROXIES: '0',
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
  await adminClient.query('create role owner login nosuperuser');
  await adminClient.query('create role product login nosuperuser');
  await adminClient.query('create database books owner owner');
  url = connectionUrl('product');
  const { code, output } = await migrate({
    DATABASE_URL: url,
    MIGRATION_DATABASE_URL: connectionUrl('owner'),
  });
  expect(output).toMatch(/Applied 0_init\.\nThe role product has the rights of a process\.\n$/);
  expect(code).toBe(0);
  productClient = new pg.Client(url);
  await productClient.connect();
});

const connectionUrl = (role: string) =>
  postgres.url.replace('tillway@', `${role}@`).replace(/postgres$/, 'books');

const migrate = (settings: Record<string, string>) =>
  startExpectingFailure(settings, [process.execPath, 'scripts/migrate.mjs']);

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

/** The findings if the server answered differently. */
const answering = (change: (row: Record<string, unknown>) => Record<string, unknown>) =>
  checkDatabaseSafety(
    { query: async (text, values) => ({ rows: (await productClient.query(text, values)).rows.map(change) }) },
    10,
  );

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

  test.each([
    [{}, [/^synchronous_standby_names: empty/]],
    [{ synchronous_standby_names: 'node2', synchronous_commit: 'local' }, [/^synchronous_commit: local/]],
    [{ synchronous_standby_names: 'node2' }, []],
  ])('with a standby and %j, says which payments would be lost', async (settings, lines) => {
    const changed: Record<string, string> = settings;
    const { warnings } = await answering((row) => ({
      ...row,
      ...('standbys' in row && { standbys: 1 }),
      ...(changed[String(row.name)] && { setting: changed[String(row.name)] }),
    }));
    expect(warnings.filter((line) => line.startsWith('synchronous'))).toEqual(
      lines.map((line) => expect.stringMatching(line)),
    );
  });

  test('gives warnings', async () => {
    expect(
      (await checkDatabaseSafety(productClient, 60)).warnings.map((line) => line.replace(/:.*/, '')),
    ).toEqual(['data_checksums', 'archive_mode', 'DATABASE_POOL']);
  });
});

describe('the role of a process', () => {
  /** What a start says about the role when it has these rights. */
  async function refusalsWith(role: string, statements: string[], undo: string[]): Promise<string[]> {
    const books = new pg.Client(postgres.url.replace(/postgres$/, 'books'));
    await books.connect();
    for (const sql of statements) await books.query(sql);
    const client = new pg.Client(connectionUrl(role));
    await client.connect();
    try {
      return await listRefusals(client);
    } finally {
      await client.end();
      for (const sql of undo) await books.query(sql);
      await books.end();
    }
  }

  test.each([
    ['owns the tables', 'owner', [], [], /^DATABASE_URL: the role owner owns tables or the database/],
    [
      'can act as their owner',
      'product',
      ['grant owner to product'],
      ['revoke owner from product'],
      /^DATABASE_URL: the role product owns tables or the database/,
    ],
    [
      'owns one table',
      'product',
      ['alter table pgboss.schedule owner to product'],
      ['alter table pgboss.schedule owner to owner'],
      /^DATABASE_URL: the role product owns tables or the database/,
    ],
    [
      'can create roles',
      'product',
      ['alter role product createrole'],
      ['alter role product nocreaterole'],
      /^DATABASE_URL: the role product can create roles/,
    ],
    [
      'can change an entry of the audit log',
      'product',
      ['grant update (actor) on audit_entries to product'],
      ['revoke update (actor) on audit_entries from product'],
      /^DATABASE_URL: the role product can change the audit log/,
    ],
    [
      'can move the end of a chain',
      'product',
      ['grant update (hash) on audit_chains to public'],
      ['revoke update (hash) on audit_chains from public'],
      /^DATABASE_URL: the role product can change the audit log/,
    ],
    [
      'can delete anchors',
      'product',
      ['grant delete on audit_anchors to product'],
      ['revoke delete on audit_anchors from product'],
      /^DATABASE_URL: the role product can change the audit log/,
    ],
    [
      'has no rights',
      'stranger',
      ['create role stranger login'],
      ['drop role stranger'],
      /^DATABASE_URL: the role stranger has no rights to the tables/,
    ],
  ])('may not be one that %s', async (_, role, statements, undo, line) => {
    expect(await refusalsWith(role, statements, undo)).toEqual([expect.stringMatching(line)]);
    expect(await listRefusals()).toEqual([]);
  });

  test('cannot change what protects the audit log and the payments', async () => {
    for (const sql of [
      'alter table audit_entries disable trigger user',
      'alter table operations disable trigger user',
      'set session_replication_role = replica',
      'drop trigger audit_entries_append_only on audit_entries',
      'create trigger mine before insert on audit_entries for each row execute function reject_change()',
      'create or replace function chain_audit_entry(entry audit_entries) returns void language sql as $$ select $$',
      'select chain_audit_entry(e) from audit_entries e',
      'create function mine() returns int language sql as $$ select 1 $$',
      'drop table audit_anchors',
      'truncate audit_entries',
      'delete from audit_entries',
      "update audit_entries set actor = ''",
      "insert into audit_links values ('acc_1', 1, 1, repeat('0', 64))",
      "insert into audit_chains (account_id) values ('acc_1')",
      "update audit_chains set hash = ''",
      "update audit_anchors set hash = ''",
      'delete from _prisma_migrations',
      'alter role product superuser',
      'set role owner',
    ])
      await expect(productClient.query(sql), sql).rejects.toThrow(
        /must be owner|permission denied|must be superuser/,
      );
    await productClient.query(`insert into audit_entries (actor, action) values ('system:test', 'started')`);
    const { rows } = await productClient.query(`select sequence from audit_chains where account_id = ''`);
    expect(rows).toEqual([{ sequence: '1' }]);
  });

  test.each([['audit', 'verify'], ['audit-books'], ['staff', 'list']])(
    'npm run %s %s fails on a database without an installation',
    async (command, ...input) => {
      const runCommand = (DATABASE_URL: string) =>
        startExpectingFailure({ DATABASE_URL }, [process.execPath, `scripts/${command}.mjs`, ...input]);
      expect(await runCommand(postgres.url)).toMatchObject({
        code: 1,
        errorOutput:
          'No installation here: the database of DATABASE_URL lacks tables of this version. Check DATABASE_URL, or run npm run migrate\n',
      });
      // It has tables, but no process has started.
      expect(await runCommand(url)).toMatchObject({
        code: 1,
        errorOutput:
          'No installation here: nothing has run on the database of DATABASE_URL yet. Check DATABASE_URL, or run npm start\n',
      });
    },
  );

  test('needs its own name, and must exist before the migration', async () => {
    const owner = connectionUrl('owner');
    const same = await migrate({ DATABASE_URL: owner, MIGRATION_DATABASE_URL: owner });
    expect(same.code).toBe(1);
    expect(same.errorOutput).toMatch(/^MIGRATION_DATABASE_URL: the same role as in DATABASE_URL\./);
    const missing = await migrate({ DATABASE_URL: connectionUrl('nobody'), MIGRATION_DATABASE_URL: owner });
    expect(missing.code).toBe(1);
    expect(missing.errorOutput).toMatch(
      /^DATABASE_URL: the role nobody does not exist\. Create it: create role "nobody" login password '…'\n$/,
    );
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
      TRUSTED_PROXIES: '',
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

  test('fails as the owner of the tables', async () => {
    const { code, errorOutput } = await startExpectingFailure({
      ...live,
      DATABASE_URL: connectionUrl('owner'),
    });
    expect(code).toBe(1);
    expect(errorOutput).toMatch(
      /^DATABASE_URL: the role owner owns tables or the database, so it can disable/m,
    );
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

  test('reports a forgotten number of proxies', async () => {
    const { code, output } = await startExpectingFailure(
      { ...live, DATABASE_URL: url, TRUSTED_PROXIES: '' },
      checkSettings,
    );
    expect(code).toBe(1);
    expect(output).toMatch(/^TRUSTED_PROXIES: required in production mode/m);
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
