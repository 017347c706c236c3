import { createServer, type IncomingHttpHeaders, type Server as HttpServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../peers/services/free-port';
import { connectMerchant, type ConnectedMerchant } from '../../peers/merchant-client';
import { startPostgres, type Postgres } from '../../peers/services/postgres';
import { createDataDir, startServer, type Server } from '../../peers/server';
import { startSimulator, type SimulatorPeer } from '../../peers/services/simulator';

const DATA_DIR = createDataDir();
const token = randomUUID() + randomUUID();
const acquirerRequests: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];

let [postgres, simulator, listener, server, merchant, database] = [] as unknown as [
  Postgres,
  SimulatorPeer,
  HttpServer,
  Server,
  ConnectedMerchant,
  Client,
];
let probes = '';

beforeAll(async () => {
  [postgres, simulator] = await Promise.all([startPostgres(), startSimulator()]);
  listener = await startListener(simulator.port);
  const metricsPort = String(await freePort());
  probes = `http://127.0.0.1:${metricsPort}`;
  server = await startServer({
    DATA_DIR,
    DATABASE_URL: postgres.url,
    SIMULATOR_URL: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    LOG_LEVEL: 'info',
    METRICS_PORT: metricsPort,
    METRICS_TOKEN: token,
    DRAIN_SECONDS: '3',
    ACQUIRER_TIMEOUT_MS: '1000',
  });
  merchant = await connectMerchant(server);
  database = new Client(postgres.url);
  await database.connect();
});

afterAll(async () => {
  await database?.end();
  await server?.stop();
  listener?.close();
  await Promise.all([simulator?.stop(), postgres?.stop()]);
  rmSync(DATA_DIR, { recursive: true, force: true });
});

/** The acquirer's side: forwards everything and records what arrived. */
async function startListener(port: number): Promise<HttpServer> {
  const server = createServer((request, response) => {
    let body = '';
    const passOn = async () => {
      acquirerRequests.push({ path: request.url!, headers: request.headers, body });
      const answer = await fetch(`http://127.0.0.1:${port}${request.url}`, {
        method: request.method,
        ...(body && { body, headers: { 'Content-Type': 'application/json' } }),
      });
      response.writeHead(answer.status).end(await answer.text());
    };
    request
      .on('data', (chunk) => (body += chunk))
      .on('end', () => void passOn().catch(() => response.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

type LogLine = Record<string, unknown> & { msg: string };

const readLogLines = () =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);

/** Log lines may be readable a moment later. */
async function waitForLogLines(requestId: string, messages: string[]): Promise<LogLine[]> {
  const found = () => readLogLines().filter((one) => one.requestId === requestId);
  await expect.poll(() => found().map(({ msg }) => msg)).toEqual(messages);
  return found();
}

const pay = () =>
  merchant.call('/transactions', {
    operation: 'authcap',
    external_id: randomUUID(),
    order: { order_amount: 10_000, order_currency: 'EUR' },
    card: { pan: '4242424242424242', code: '123', expiry: '12/40' },
  });

const metrics = async () =>
  (await fetch(`${probes}/metrics`, { headers: { Authorization: `Bearer ${token}` } })).text();

describe('a request ID', () => {
  test('is in the reply, in all of its log lines, at the acquirer, and in the request log for merchants', async () => {
    const reply = await pay();
    const { requestId } = reply;
    expect(reply.status).toBe(200);
    const [line] = await waitForLogLines(requestId, ['request']);
    expect(line).toMatchObject({
      level: 30,
      msg: 'request',
      surface: 'api_test',
      method: 'POST',
      route: 'createTransaction',
      status: 200,
      environment: 'test',
      accountId: expect.stringMatching(/^acc_/),
      milliseconds: expect.any(Number),
    });
    const metricsText = acquirerRequests.filter(({ headers }) => headers['x-request-id'] === requestId);
    expect(metricsText.map(({ path }) => path)).toEqual(['/test/authorize']);
    const { reference } = JSON.parse(metricsText[0]!.body) as { reference: string };
    await expect
      .poll(
        async () =>
          (await database.query('select transaction_id from api_requests where id = $1', [requestId])).rows,
      )
      .toEqual(
        (await database.query('select transaction_id from operations where id = $1', [reference])).rows,
      );
  });

  test('is in the log lines of a failed request, and later inquiries have the ID of their job', async () => {
    await simulator.setFaults([{ fault: 'error_before', operations: ['authorize'], times: 1 }]);
    const reply = await pay();
    const { requestId } = reply;
    await waitForLogLines(requestId, ['acquirer', 'request']);
    await expect
      .poll(
        () => acquirerRequests.find(({ path }) => path.startsWith('/test/lookup/'))?.headers['x-request-id'],
        {
          timeout: 30_000,
        },
      )
      .toMatch(/^run_/);
  });

  test('of a page is logged with its route pattern, never with its URL', async () => {
    await fetch(`${server.origin}/reset-password/4242424242424242?secret=4242424242424242`);
    await fetch(`${server.origin}/transactions/trx_4242424242424242`, { redirect: 'manual' });
    const routes = () =>
      readLogLines()
        .filter(({ surface }) => surface === 'portal')
        .map(({ route }) => route);
    await expect.poll(() => routes().slice(-2)).toEqual(['/reset-password/:token', '/transactions/:id']);
    expect(server.output()).not.toContain('4242424242424242');
    expect(await metrics()).not.toContain('4242424242424242');
  });
});

test.each([
  ['/login', 'portal', '/login'],
  ['/test/api/auth/token', 'api_test', 'createToken'],
])('a client that hangs up during a request to %s is logged as 499', async (path, surface, route) => {
  const linesBefore = readLogLines().length;
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${new URL(server.origin).host}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${surface === 'portal' ? 'application/x-www-form-urlencoded' : 'application/json'}\r\nContent-Length: 100\r\n\r\nhalf`,
  );
  setTimeout(() => socket.destroy(), 300);
  await expect
    .poll(() => readLogLines().slice(linesBefore))
    .toEqual([expect.objectContaining({ level: 30, msg: 'request', surface, route, status: 499 })]);
  expect(await metrics()).toMatch(/surface="\w+",route="[\w/]+",status="499"/);
});

describe('metrics', () => {
  test('require the token, on both ports', async () => {
    const read = async (address: string, authorization?: string) =>
      (await fetch(address, { headers: { ...(authorization && { Authorization: authorization }) } })).status;
    for (const address of [probes, server.origin].map((origin) => `${origin}/metrics`))
      expect({
        withoutToken: await read(address),
        withWrongToken: await read(address, 'Bearer wrong'),
        withToken: await read(address, `Bearer ${token}`),
      }).toEqual({ withoutToken: 401, withWrongToken: 401, withToken: 200 });
    expect(await read(`${probes}/login`)).toBe(404);
  });

  test("cover every part, contain no merchant, and don't grow with the requested URLs", async () => {
    for (let i = 0; i < 30; i++) await fetch(`${server.origin}/nowhere/${randomUUID()}`);
    const text = await metrics();
    const value = (line: string) =>
      Number(
        text
          .split('\n')
          .find((one) => one.startsWith(`${line} `))
          ?.split(' ')[1],
      );
    expect(
      value('tillway_payments_total{operation="authcap",outcome="approved",environment="test"}'),
    ).toBeGreaterThanOrEqual(1);
    expect(value('tillway_payments_total{operation="authcap",outcome="unknown",environment="test"}')).toBe(1);
    expect(
      value(
        'tillway_request_duration_seconds_count{surface="api_test",route="createTransaction",status="200"}',
      ),
    ).toBeGreaterThanOrEqual(1);
    expect(value('tillway_acquirer_duration_seconds_count{outcome="approved"}')).toBeGreaterThanOrEqual(1);
    for (const name of [
      'unknown_outcomes',
      'webhook_deliveries_pending',
      'mails_pending',
      'discrepancies_open',
      'acquirer_events_overdue',
      'database_connections{state="waiting"}',
      'job_last_duration_seconds{job="reconcile"}',
    ])
      expect(value(`tillway_${name}`), name).toBeGreaterThanOrEqual(0);
    expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(text).not.toMatch(/acc_|trx_|[0-9a-f]{8}-[0-9a-f]{4}/);
    expect(
      text
        .split('\n')
        .filter((line) => line.startsWith('tillway_request_duration_seconds_count{surface="portal"')).length,
    ).toBeLessThan(10);
  });
});

describe('readiness', () => {
  const checks = (headers = { Authorization: `Bearer ${token}` }) => fetch(`${probes}/readyz`, { headers });

  test('is one word in public, and lists its checks on the metrics port', async () => {
    for (const reply of [
      await fetch(`${server.origin}/readyz`),
      await fetch(`${server.origin}/readyz`, { headers: { Authorization: `Bearer ${token}` } }),
      await checks({ Authorization: '' }),
    ])
      expect({ status: reply.status, body: await reply.text() }).toEqual({ status: 200, body: 'ready' });
    expect(await (await checks()).json()).toEqual({
      status: 'ready',
      database: 'ok',
      migrations: 'ok',
      queues: 'ok',
      stopping: false,
    });
  });

  test('fails when the process is about to stop, before it rejects requests', async () => {
    const stopped = server.stop('SIGTERM');
    await expect
      .poll(async () => (await fetch(`${server.origin}/readyz`)).status, { timeout: 2_500 })
      .toBe(503);
    expect(await (await fetch(`${server.origin}/readyz`)).text()).toBe('not_ready');
    expect(await (await checks()).json()).toMatchObject({
      status: 'not_ready',
      database: 'ok',
      stopping: true,
    });
    expect((await pay()).status).toBe(200);
    expect(await stopped).toBe(0);
    server = undefined as never;
  });
});
