import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyDemoFolder, type DemoFolder } from '../../peers/browser/demo-folder';
import { callApi } from '../../peers/merchant-client';
import { startPostgres, type Postgres } from '../../peers/services/postgres';
import { readDemoCredentials, createDataDir, startExpectingFailure, startServer } from '../../peers/server';

describe('the embedded database', () => {
  let env: DemoFolder;
  beforeAll(async () => void (env = await copyDemoFolder()));
  afterAll(() => rmSync(env.DATA_DIR, { recursive: true, force: true }));

  test('belongs to one process, and a second start says so', async () => {
    const first = await startServer(env);
    const second = await startExpectingFailure(env);
    expect(second.code).toBe(1);
    expect(second.errorOutput).toMatch(
      /^DATA_DIR: process \d+ already uses the embedded database in \S+\. .*DATABASE_URL.*\n$/,
    );
    expect((await fetch(`${first.origin}/healthz`)).status).toBe(200);
    expect(await first.stop()).toBe(0);
  });

  test('can be used again after its process was killed', async () => {
    const killed = await startServer(env);
    await killed.kill();
    const next = await startServer(env);
    expect(await next.stop('SIGINT')).toBe(0);
  });

  test('a port in use is reported in one line', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, errorOutput } = await startExpectingFailure({ ...env, PORT: String(port) });
    other.close();
    expect(code).toBe(1);
    expect(errorOutput).toBe(
      `PORT: another program uses 127.0.0.1:${port}. Stop it, or set PORT to another number.\n`,
    );
  });
});

describe('an invalid setting stops the start with one line that names it', () => {
  test.each([
    [{ PORT: 'abc' }, /^PORT: .*"abc"\n$/],
    [{ DATABASE_URL: 'mysql://localhost/x' }, /^DATABASE_URL: expected postgresql:.*\n$/],
    [
      { DATABASE_URL: 'postgresql://nobody:hunter2@127.0.0.1:1/none' },
      /^DATABASE_URL: the database does not respond .*\n$/,
    ],
    [{ SECRET_KEY: 'short' }, /^SECRET_KEY: expected 64 hexadecimal digits.*\n$/],
    [{ DEMO: 'false' }, /^DATABASE_URL: required in production mode.*\nSMTP_URL: (?:.+\n)+$/],
  ])('%j', async (env, line) => {
    const { code, errorOutput } = await startExpectingFailure({ DATA_DIR: 'memory:', ...env });
    expect(errorOutput).toMatch(line);
    expect(errorOutput).not.toContain('hunter2');
    expect(code).toBe(1);
  });
});

describe('a connection', () => {
  test('with no request or an incomplete one gets a normal response and is not logged', async () => {
    const server = await startServer(await copyDemoFolder());
    const wrong = [
      'hello\r\n\r\n',
      'GET / HTTP/1.1\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a b\r\n\r\n',
      'GET /test/api/transactions HTTP/1.1\r\nHost: evil.test\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: magic\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    ];
    for (const sent of wrong)
      expect(await sendRaw(server.origin, sent), sent.slice(0, 50)).toMatch(
        /^HTTP\/1.1 4[023][01] [^{]+x-request-id: (req_\w+)\r\n[^{]+{"type":"[^"]+#(malformed_request|headers_too_large|unknown_host)".+"request_id":"\1"}$/is,
      );
    for (const path of ['/test/api/auth/token', '/login'])
      await sendRaw(
        server.origin,
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/${path === '/login' ? 'x-www-form-urlencoded' : 'json'}\r\nContent-Length: 9\r\n\r\n{`,
        300,
      );
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    expect(server.output()).not.toMatch(/"level":|Error/);
    expect(await server.stop()).toBe(0);
  });
});

describe('stopping', () => {
  test('finishes the current request, accepts no new ones, ignores idle connections, and exits with 0', async () => {
    const server = await startServer(await copyDemoFolder());
    connect(Number(new URL(server.origin).port), '127.0.0.1').on('error', () => {});
    const answer = slowRequest(server.origin);
    await answer.begun;
    const stopped = server.stop('SIGTERM');
    await expect.poll(server.output).toMatch(/^Stopping/m);
    // The message comes before the port closes.
    await expect
      .poll(() =>
        fetch(`${server.origin}/healthz`).then(
          () => 'accepted',
          () => 'refused',
        ),
      )
      .toBe('refused');
    answer.finish();
    expect(await answer.status).toBe(401);
    expect(await stopped).toBe(0);
  });
});

describe('on a PostgreSQL whose commits wait for a lost standby', () => {
  let postgres: Postgres;
  beforeAll(async () => void (postgres = await startPostgres({ settings: { synchronous_commit: 'on' } })));
  afterAll(() => postgres.stop());

  test('it stops, and says that work was left', async () => {
    const server = await startServer({
      DATABASE_URL: postgres.url,
      DATA_DIR: createDataDir(),
      SECRET_KEY: 'ab'.repeat(32),
    });
    const { access_token } = (await callApi(server, '/auth/token', readDemoCredentials(server))).json;
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query("alter system set synchronous_standby_names = 'lost'");
    await client.query('select pg_reload_conf()');
    await client.end();
    // The request log can't commit.
    const { status } = await callApi(server, '/refunds', {}, access_token as string);
    expect(status).toBe(422);
    expect(await server.stop()).toBe(1);
    expect(server.output()).toContain('the database did not respond');
  });
});

describe('started by npm', () => {
  test('stops when only npm gets the signal', async () => {
    const server = await startServer(await copyDemoFolder(), ['npm', 'start']);
    expect(await server.stop('SIGTERM')).toBe(0);
    await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow();
  });
});

describe('two processes on one PostgreSQL', () => {
  let postgres: Postgres;
  beforeAll(async () => void (postgres = await startPostgres()));
  afterAll(() => postgres.stop());

  test('start together with an empty database and serve the same merchant', async () => {
    // Both are behind one URL, which is also their tokens' audience.
    const env = {
      DATABASE_URL: postgres.url,
      DATA_DIR: createDataDir(),
      SECRET_KEY: 'ab'.repeat(32),
      PORTAL_URL: 'http://localhost:3000',
    };
    const servers = await Promise.all([startServer(env), startServer(env)]);
    const [one, other] = servers.map(readDemoCredentials);
    expect(one).toEqual(other);

    const [left, right] = servers;
    const { access_token } = (await callApi(left!, '/auth/token', one)).json;
    const payment = {
      operation: 'authcap',
      external_id: 'two-processes-1',
      order: { order_id: 'two-processes-1', order_amount: 1250, order_currency: 'EUR' },
      card: { pan: '4242424242424242', code: '123', expiry: '12/30', name: 'Ada Example' },
    };
    const [made, repeated] = await Promise.all(
      [left!, right!].map(
        async (server) => (await callApi(server, '/transactions', payment, access_token as string)).text,
      ),
    );
    expect(JSON.parse(made!)).toMatchObject({ status: 'CAPTURED', amount_captured: 1250 });
    expect(repeated).toBe(made);
    const codes = await Promise.all(servers.map((server) => server.stop()));
    expect(codes, servers.map(({ output }) => output()).join('\n')).toEqual([0, 0]);
  });
});

/** Everything received on one connection. A connection that should stay open is closed after a while. */
function sendRaw(origin: string, sent: string, giveUpMs?: number): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(sent));
  let outputText = '';
  socket.setEncoding('utf8').on('data', (chunk) => (outputText += chunk));
  if (giveUpMs) setTimeout(() => socket.destroy(), giveUpMs);
  return new Promise((resolve, reject) =>
    socket.once('close', () => resolve(outputText)).once('error', reject),
  );
}

/** A request whose last byte is held back until the test lets it finish. */
function slowRequest(url: string) {
  const body = JSON.stringify({ client_id: 'acc_none', client_secret: 'none' });
  const call = request(`${url}/test/api/auth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': body.length, Expect: '100-continue' },
  });
  const status = new Promise<number>((resolve, reject) =>
    call.on('response', (response) => (response.resume(), resolve(response.statusCode!))).on('error', reject),
  );
  // A test that fails before it reads the status reports its own failure.
  status.catch(() => {});
  // The server asks for the body when it handles the request: until then, its connection counts as idle.
  const begun = once(call, 'continue').then(() => void call.write(body.slice(0, -1)));
  call.flushHeaders();
  return { status, begun, finish: () => call.end(body.slice(-1)) };
}
