import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryDatabase } from '../../peers/installation-queries';
import { connectMerchant, type ConnectedMerchant } from '../../peers/merchant-client';
import { freePort } from '../../peers/services/free-port';
import { startPostgres, type Postgres } from '../../peers/services/postgres';
import { createDataDir, startExpectingFailure, startServer, type Server } from '../../peers/server';

let postgres: Postgres;
let server: Server;
let merchant: ConnectedMerchant;
let settings: Parameters<typeof startServer>[0];
beforeAll(async () => {
  postgres = await startPostgres();
  settings = {
    DATABASE_URL: postgres.url,
    DATA_DIR: createDataDir(),
    PROCESSES: '2',
    METRICS_PORT: String(await freePort()),
    // A replaced process doesn't wait, because another one takes its requests.
    DRAIN_SECONDS: '20',
  };
  server = await startServer(settings);
  merchant = await connectMerchant(server);
});
afterAll(async () => {
  await server.kill();
  await postgres.stop();
});

/** The processes that are connected to the database. */
const listProcesses = () =>
  queryDatabase(postgres.url, '', async (runQuery) =>
    (
      await runQuery<{ id: number }>(
        `select distinct substring(application_name from '^tillway (\\d+)@')::int as id from pg_stat_activity where application_name like 'tillway %' order by id`,
      )
    ).map(({ id }) => id),
  );

const expectTwoProcesses = (isNew: (id: number) => boolean) =>
  expect
    .poll(
      async () => {
        const ids = await listProcesses();
        return ids.length === 2 && ids.filter(isNew).length;
      },
      { timeout: 60_000, interval: 200 },
    )
    .toBe(2);

const buildPayment = (externalId: string) => ({
  operation: 'authcap',
  external_id: externalId,
  order: { order_amount: 1_250, order_currency: 'EUR' },
  card: { pan: '4242424242424242', code: '123', expiry: '12/40' },
});

/** What a load balancer sees on a connection of its own. Undefined: nothing. */
const readReadiness = () =>
  new Promise<number | undefined>((resolve) =>
    request(`${server.origin}/readyz`, { agent: false, signal: AbortSignal.timeout(20_000) }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', () => resolve(undefined))
      .end(),
  );

const readMetrics = async () => (await fetch(`http://127.0.0.1:${settings.METRICS_PORT}/metrics`)).text();
/** The sum of both processes. */
const countPayments = async () =>
  [...(await readMetrics()).matchAll(/^tillway_payments_total\{(.*)\} (\d+)$/gm)]
    .filter(([, labels]) => labels!.includes('operation="authcap",outcome="approved"'))
    .reduce((total, [, , value]) => total + Number(value), 0);

test('share one port, and report their metrics together', async () => {
  expect(server.output()).toMatch(/^Ready in .+ with 2 processes/m);
  await expectTwoProcesses(() => true);
  const before = await countPayments();
  const payments = await Promise.all(
    Array.from({ length: 40 }, (_, index) => merchant.call('/transactions', buildPayment(`shared-${index}`))),
  );
  expect(new Set(payments.map(({ status }) => status))).toEqual(new Set([200]));
  for (let read = 0; read < 3; read++) expect(await countPayments()).toBe(before + 40);
  const metrics = await readMetrics();
  expect(metrics.match(/^process_start_time_seconds\{process="[12]"\} \d+$/gm)).toHaveLength(2);
  // What is in the database counts once.
  expect(metrics.match(/^tillway_job_consecutive_failures\{.*job="settle".*\} 0$/gm)).toHaveLength(1);
  // Prometheus reads each metric in one place.
  const names = [...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('are replaced one after another, without a failed request', async () => {
  const before = await listProcesses();
  let isRestarting = true;
  const statuses: (number | undefined)[] = [];
  const checks = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (isRestarting) statuses.push(await readReadiness());
    }),
  );
  process.kill(server.processId, 'SIGHUP');
  await expect.poll(server.output, { timeout: 120_000 }).toContain('processes restarted');
  await sleep(500);
  isRestarting = false;
  await checks;
  const counts = { served: statuses.filter((status) => status === 200).length, all: statuses.length };
  expect(counts.served).toBe(counts.all);
  expect(counts.all).toBeGreaterThan(10);
  await expectTwoProcesses((id) => !before.includes(id));
  expect((await listProcesses()).filter((id) => before.includes(id))).toEqual([]);
});

test('pass on a connection that reaches a process after it has closed its port', async () => {
  const before = await listProcesses();
  const signalAll = (signal: NodeJS.Signals) => before.forEach((id) => process.kill(id, signal));
  signalAll('SIGSTOP');
  process.kill(server.processId, 'SIGHUP');
  await expect.poll(async () => (await listProcesses()).length, { timeout: 60_000 }).toBe(3);
  // By now, one of them finds the request to stop when it continues.
  await sleep(2_000);
  process.kill(server.processId, 'SIGSTOP');
  // The one that distributes connections finds these before it learns that the port is closed.
  const answers = Promise.all(Array.from({ length: 6 }, () => readReadiness()));
  await sleep(500);
  signalAll('SIGCONT');
  await sleep(3_000);
  process.kill(server.processId, 'SIGCONT');
  expect(await answers).toEqual(Array(6).fill(200));
  await expectTwoProcesses((id) => !before.includes(id));
});

test('are replaced when one crashes', async () => {
  const [crashed] = await listProcesses();
  process.kill(crashed!, 'SIGKILL');
  await expect.poll(server.output, { timeout: 60_000 }).toContain(`"process":${crashed}`);
  await expectTwoProcesses((id) => id !== crashed);
  expect((await merchant.call('/transactions', buildPayment('after-crash'))).status).toBe(200);
});

test('stop together', async () => {
  expect(await server.stop()).toBe(0);
  expect(await listProcesses()).toEqual([]);
});

test('stop when the process that started them is killed', async () => {
  const other = await startServer(settings);
  await expectTwoProcesses(() => true);
  await other.kill();
  await expect.poll(listProcesses, { timeout: 30_000, interval: 200 }).toEqual([]);
});

test('report once why they do not start', async () => {
  const { code, errorOutput } = await startExpectingFailure({ ...settings, SECRET_KEY: 'ab'.repeat(32) });
  expect(code).toBe(1);
  expect(errorOutput).toMatch(/^[^\n]*SECRET_KEY[^\n]*\n$/);
});

test('need a PostgreSQL server', async () => {
  const { code, errorOutput } = await startExpectingFailure({ DATA_DIR: createDataDir(), PROCESSES: '2' });
  expect(code).toBe(1);
  expect(errorOutput).toBe(
    'PROCESSES: requires DATABASE_URL, because the embedded database belongs to one process\n',
  );
});
