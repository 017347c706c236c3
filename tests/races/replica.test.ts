import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createReader } from '~/platform/database/replica.server';
import { freePort } from '../peers/services/free-port';
import { startPostgres, type Postgres } from '../peers/services/postgres';

const run = promisify(execFile);

let primaryServer: Postgres;
let primary: pg.Pool;
beforeAll(async () => {
  primaryServer = await startPostgres({ durable: true });
  primary = new pg.Pool({ connectionString: primaryServer.url, max: 2 });
  await primary.query('create table entries (id int)');
});
afterAll(async () => {
  await primary.end();
  await primaryServer.stop();
});

test('a reader has everything that was committed before', { timeout: 60_000 }, async () => {
  const { replica } = await startReplica();
  const findReader = createReader(primary, replica);
  for (let id = 0; id < 50; id++) {
    await primary.query('insert into entries values ($1)', [id]);
    const reader = await findReader();
    expect(reader).toBe(replica);
    const { rows } = await reader.query('select count(*)::int as count from entries where id = $1', [id]);
    expect(rows[0].count).toBe(1);
  }
});

test('a replica that is behind isn’t read', { timeout: 60_000 }, async () => {
  const { replica } = await startReplica();
  const findReader = createReader(primary, replica);
  await replica.query('select pg_wal_replay_pause()');
  await primary.query('insert into entries values (1000)');
  expect(await findReader()).toBe(primary);
  await replica.query('select pg_wal_replay_resume()');
  expect(await createReader(primary, replica)()).toBe(replica);
});

test('a replica that was promoted isn’t read', { timeout: 60_000 }, async () => {
  const { replica } = await startReplica();
  await replica.query('select pg_promote()');
  expect(await createReader(primary, replica)()).toBe(primary);
});

test('a replica that doesn’t respond isn’t waited for again', { timeout: 60_000 }, async () => {
  const { replica, stop } = await startReplica();
  const findReader = createReader(primary, replica);
  expect(await findReader()).toBe(replica);
  await stop();
  expect(await findReader()).toBe(primary);
  const query = vi.spyOn(replica, 'query');
  expect(await findReader()).toBe(primary);
  expect(query).not.toHaveBeenCalled();
});

/** A copy of the primary that follows it. */
async function startReplica(): Promise<{ replica: pg.Pool; stop(): Promise<void> }> {
  const { bin, account, url } = primaryServer;
  const folder = await mkdtemp('/tmp/tillway-replica-');
  if (account) await chown(folder, account.uid, account.gid);
  await chmod(folder, 0o700);
  const options = { ...account, cwd: '/' };
  const data = join(folder, 'data');
  await run(join(bin, 'pg_basebackup'), ['-D', data, '-d', url, '-R', '-X', 'stream', '-c', 'fast'], options);
  await chmod(data, 0o700);
  const port = await freePort();
  const control = (...args: string[]) => run(join(bin, 'pg_ctl'), ['-D', data, '-w', '-s', ...args], options);
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`;
  await control('-l', join(folder, 'log'), '-o', settings, 'start');
  const replica = new pg.Pool({
    connectionString: `postgresql://tillway@127.0.0.1:${port}/postgres`,
    max: 2,
    connectionTimeoutMillis: 1_000,
  });
  // Its server ends first.
  replica.on('error', () => {});
  const stop = async () => void (await control('-m', 'immediate', 'stop').catch(() => {}));
  onTestFinished(async () => {
    await replica.end();
    await stop();
    await rm(folder, { recursive: true, force: true });
  });
  return { replica, stop };
}
