import { execFile, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { buildPaymentBody } from '../../peers/server-fleet';
import { connectMerchant } from '../../peers/merchant-client';
import { createDataDir, startServer } from '../../peers/server';
import { freePort } from '../../peers/services/free-port';
import { startPostgres } from '../../peers/services/postgres';
import { startS3 } from '../../peers/services/s3';

// Runs every command of the guide's page about backups as it is written there, on temporary servers.

const readBlocks = (page: string, language: string) =>
  [...readFileSync(`docs/operating/${page}`, 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , text]) => text!);

const [
  createFolders,
  backUpDatabase,
  backUpDocuments,
  restoreBase,
  restoreDump,
  migrate,
  acceptRestore,
  auditBooks,
  ...rest
] = readBlocks('restore.md', 'sh') as [string, string, string, string, string, string, string, string];
const password = 'drill';
const readStatements = (page: string) =>
  readBlocks(page, 'sql')[0]!.replaceAll("password '…'", `password '${password}'`);
const rolesAndDatabase = readStatements('README.md');
const backupRole = readStatements('restore.md');
const [access] = readBlocks('restore.md', 'text') as [string];
const [archive] = readBlocks('restore.md', 'ini') as [string];

type Account = { uid: number; gid: number } | undefined;
type Run = { code: number; output: string; seconds: number };

function run(script: string, env: Record<string, string>, account?: Account): Promise<Run> {
  const start = performance.now();
  return new Promise((resolve) => {
    const child = execFile(
      '/bin/sh',
      ['-e', '-c', script],
      {
        env: { PATH: process.env.PATH, ...env } as unknown as NodeJS.ProcessEnv,
        cwd: account ? '/' : process.cwd(),
        ...account,
      },
      (_error, stdout, stderr) =>
        resolve({
          code: child.exitCode ?? 1,
          output: stdout + stderr,
          seconds: (performance.now() - start) / 1000,
        }),
    );
  });
}

/** The backup role can neither write nor run what a superuser may. */
async function expectReadOnly(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  for (const sql of [
    `insert into audit_entries (actor, action) values ('system:drill', 'account_renamed')`,
    `update transactions set status = status`,
    'delete from webhook_events',
    'truncate audit_links',
    'create table public.own (id int)',
    'create schema own',
    'create role own',
    'set role tillway_owner',
    `select pg_read_file('pg_hba.conf')`,
    `alter system set archive_mode = 'off'`,
    'insert into pgboss.version (version) values (1)',
  ])
    await expect(client.query(sql), sql).rejects.toThrow(/permission denied|must be/);
  await client.end();
}

const hasAws = spawnSync('aws', ['--version'], { timeout: 60_000 }).status === 0;

test('the database is restored to a point in time and from a dump', { timeout: 900_000 }, async () => {
  expect(rest).toEqual([]);
  const folder = mkdtempSync('/tmp/tillway-drill-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [postgres, s3] = await Promise.all([
    startPostgres({
      superuser: 'postgres',
      durable: true,
      passwords: true,
      settings: { archive_mode: 'on', wal_level: 'replica' },
    }),
    startS3(),
  ]);
  onTestFinished(postgres.stop);
  onTestFinished(s3.stop);
  chmodSync(folder, 0o755);
  const [backup, home] = [join(folder, 'backup'), join(folder, 'postgres')];
  mkdirSync(home);
  if (postgres.account) chownSync(home, postgres.account.uid, postgres.account.gid);

  const steps: [step: string, seconds: number | null, result: string][] = [];
  async function step(name: string, script: string, env: Record<string, string>, account?: Account) {
    const done = await run(script, env, account);
    expect({ name, ...done }).toMatchObject({ code: 0 });
    steps.push([name, done.seconds, '']);
    return done.output;
  }
  const describe = (result: string) => void (steps.at(-1)![2] = result);

  // The first start, as in the guide.
  const ownAccount = { uid: process.getuid!(), gid: process.getgid!() };
  const installFor = ({ uid, gid }: { uid: number; gid: number }) => `-o ${uid} -g ${gid}`;
  const prepareFolders = (path: string) =>
    step(
      'folders',
      createFolders
        .replaceAll('-o postgres -g postgres', installFor(postgres.account ?? ownAccount))
        .replaceAll('-o tillway -g tillway', installFor(ownAccount)),
      { BACKUP: path },
    );
  await prepareFolders(backup);
  appendFileSync(
    join(postgres.data, 'pg_hba.conf'),
    `local all postgres trust\n${access.replace('hostssl', 'host').replace('10.0.0.7', '127.0.0.1')}`,
  );
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  for (const sql of (rolesAndDatabase + backupRole).split(/;$/m)) if (sql.trim()) await admin.query(sql);
  const [, command] = /^archive_command = '(.*)'$/m.exec(archive)!;
  await admin.query(`alter system set archive_command = '${command!.replaceAll('/backup/', `${backup}/`)}'`);
  await admin.query(`alter system set unix_socket_directories = '${home}'`);
  await admin.query('select pg_reload_conf()');
  const port = new URL(postgres.url).port;
  const urlOf = (role: string, at: string = port) =>
    `postgresql://${role}:${password}@127.0.0.1:${at}/tillway`;
  const dataDir = createDataDir();
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: urlOf('tillway'),
    SECRET_KEY: '5afe'.repeat(16),
    NODE_ENV: 'production',
    DEMO: 'true',
    PORT: String(await freePort()),
    ...s3.env,
  };
  await step('first migration', migrate.split('\n')[0]!, {
    ...settings,
    MIGRATION_DATABASE_URL: urlOf('tillway_owner'),
  });
  const server = await startServer(settings);
  onTestFinished(server.kill);
  const merchant = await connectMerchant(server);
  const pay = async (id: string) =>
    expect((await merchant.call('/transactions', buildPaymentBody(id))).json).toMatchObject({
      status: 'CAPTURED',
    });
  const database = new pg.Client({ connectionString: urlOf('tillway') });
  await database.connect();
  database.on('error', () => {});

  await pay('before-the-backup');
  const variables = {
    BACKUP: backup,
    BASE: join(backup, 'base-1'),
    BACKUP_URL: urlOf('tillway_backup'),
    BUCKET: s3.settings.bucket,
    ENDPOINT: s3.settings.endpoint,
    AWS_ACCESS_KEY_ID: s3.settings.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    AWS_DEFAULT_REGION: s3.settings.region,
    HOME: process.env.HOME ?? '/',
    PATH: `${postgres.bin}:${process.env.PATH}`,
  };
  await step('base backup and dump', backUpDatabase, variables, postgres.account);
  await expectReadOnly(variables.BACKUP_URL);
  await step('documents and heads', hasAws ? backUpDocuments : backUpDocuments.replace(/^aws .*$/m, ''), {
    ...settings,
    ...variables,
  });
  describe(hasAws ? `${(await s3.keys()).length} objects` : 'without aws, the documents were not copied');

  await pay('after-the-backup');
  const countPayments = async (client: pg.Client) =>
    (await client.query<{ count: number }>('select count(*)::int from transactions')).rows[0]!.count;
  const expected = await countPayments(database);
  const { rows } = await database.query<{ now: string }>('select clock_timestamp()::text as now');
  const recoveryTime = rows[0]!.now;
  await sleep(1_000);
  await pay('after-the-recovery-time');
  // The audit log grows, and its end is signed, after the recovery time.
  await database.query(
    `insert into audit_entries (actor, action, account_id) select 'system:drill', 'account_renamed', account_id from audit_chains where account_id <> '' limit 1`,
  );
  await database.query(`update job_timers set next_run_at = now() where job = 'anchor-audit-log'`);
  await expect
    .poll(
      async () =>
        (
          await database.query(
            'select from audit_chains c where not exists (select from audit_anchors a where a.account_id = c.account_id and a.sequence = c.sequence)',
          )
        ).rowCount,
      { timeout: 90_000 },
    )
    .toBe(0);
  await admin.query('select pg_switch_wal()');
  await expect
    .poll(
      async () =>
        (
          await admin.query(
            'select last_archived_wal = pg_walfile_name(pg_switch_wal()) as done from pg_stat_archiver',
          )
        ).rowCount,
      { timeout: 30_000 },
    )
    .toBe(1);
  await sleep(2_000);
  await database.end();
  await admin.end();
  await server.kill();
  await postgres.crash();
  rmSync(postgres.data, { recursive: true });

  // The restore to the recovery time.
  const restoredPort = String(await freePort());
  const restored = join(home, 'restored');
  const asPostgres = {
    ...variables,
    RESTORED: restored,
    RECOVERY_TIME: recoveryTime,
    PGPORT: restoredPort,
    PGHOST: home,
    PGUSER: 'postgres',
  };
  onTestFinished(async () => {
    await run(`pg_ctl -D '${restored}' -m immediate -w stop`, asPostgres, postgres.account);
  });
  expect(
    await step('base backup and WAL up to the recovery time', restoreBase, asPostgres, postgres.account),
  ).toMatch(/^f$/m);
  expect(readFileSync(join(restored, 'log'), 'utf8')).not.toContain('cannot stat');
  const restoredSettings = {
    ...settings,
    DATABASE_URL: urlOf('tillway', restoredPort),
    MIGRATION_DATABASE_URL: urlOf('tillway_owner', restoredPort),
  };
  const restoredDatabase = new pg.Client({ connectionString: restoredSettings.DATABASE_URL });
  await restoredDatabase.connect();
  onTestFinished(() => restoredDatabase.end());
  expect(await countPayments(restoredDatabase)).toBe(expected);
  describe(`${expected} transactions: all up to the recovery time, and none after it`);

  const verification = await run(migrate, restoredSettings);
  expect(verification).toMatchObject({
    code: 1,
    output: expect.stringMatching(/\d+ chains verified, [1-9]\d* broken\./),
  });
  expect(verification.output).toContain('was deleted together with its link in the chain');
  steps.push(['audit log', verification.seconds, 'the entries after the recovery time are reported as lost']);
  expect(await step('accepted restore', acceptRestore, restoredSettings)).toMatch(
    /accepted without its latest entries\.[\s\S]*\d+ chains verified, 0 broken\./,
  );
  describe('no chain is broken');

  const { MIGRATION_DATABASE_URL: _, ...serverSettings } = restoredSettings;
  const again = await startServer(serverSettings);
  onTestFinished(again.kill);
  const returned = await connectMerchant(again);
  expect((await returned.call('/transactions', buildPaymentBody('after-the-backup'))).json).toMatchObject({
    status: 'CAPTURED',
  });
  expect((await returned.call('/transactions', buildPaymentBody('after-the-restore'))).json).toMatchObject({
    status: 'CAPTURED',
  });
  const books = await run(auditBooks, restoredSettings);
  expect(books.output).toMatch(
    /^Missing from our records: test op_\w+ authcap: expected nothing, found 1250 EUR\n.* 1 discrepancy\.$/m,
  );
  steps.push(['audit of the books', books.seconds, 'finds the payment after the recovery time']);
  await again.stop();
  const later = join(folder, 'later');
  await prepareFolders(later);
  const backUpAgain = (name: string, at: string) =>
    step(
      `backup of the ${name}`,
      backUpDatabase,
      { ...variables, BACKUP: later, BASE: join(later, name), BACKUP_URL: urlOf('tillway_backup', at) },
      postgres.account,
    );
  await backUpAgain('restored server', restoredPort);

  // The same from the dump, on a second server.
  const other = await startPostgres({ superuser: 'postgres' });
  onTestFinished(other.stop);
  const otherAdmin = new pg.Client({ connectionString: other.url });
  await otherAdmin.connect();
  for (const sql of (rolesAndDatabase + backupRole).split(/;$/m))
    if (/create role|pg_read_all_data/.test(sql)) await otherAdmin.query(sql);
  await otherAdmin.end();
  const otherPort = new URL(other.url).port;
  await step(
    'dump into an empty server',
    restoreDump,
    { ...variables, PGPORT: otherPort, PGHOST: '127.0.0.1', PGUSER: 'postgres' },
    other.account,
  );
  const otherSettings = {
    ...settings,
    DATABASE_URL: urlOf('tillway', otherPort),
    MIGRATION_DATABASE_URL: urlOf('tillway_owner', otherPort),
  };
  expect(await run(migrate.split('\n')[0]!, otherSettings)).toMatchObject({ code: 0 });
  const otherDatabase = new pg.Client({ connectionString: otherSettings.DATABASE_URL });
  await otherDatabase.connect();
  expect(await countPayments(otherDatabase)).toBe(expected - 1);
  await otherDatabase.end();
  describe(`${expected - 1} transactions, as in the dump`);
  await backUpAgain('server with the dump', otherPort);

  console.log(
    ['| Step | Time | Result |', '| --- | --- | --- |']
      .concat(steps.map(([name, seconds, result]) => `| ${name} | ${seconds!.toFixed(1)} s | ${result} |`))
      .join('\n'),
  );
});
