import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createGracefulClose } from './graceful-shutdown';

const respondSlowly: RequestListener = (request, response) =>
  void request.resume().on('end', () => setTimeout(() => response.end('answered'), 1_500));

/** A server and connections to it, with what each receives. */
async function openServer({ timeoutMs }: { timeoutMs: number }) {
  const server = createServer(respondSlowly);
  const close = createGracefulClose(server, timeoutMs);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const open = (sent = '') => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(sent);
    let received = '';
    socket
      .setEncoding('utf8')
      .on('data', (chunk) => (received += chunk))
      .on('error', () => {});
    const answer = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
    return { answer, send: (more: string) => void socket.write(more) };
  };
  return { close, open };
}

const waitForArrival = () => sleep(100);

/** Requests that arrive in this time wait for the process, as on a busy machine. */
function blockEventLoop(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
}

async function measureSeconds(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

const wholeRequest = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

const longTimeout = { timeoutMs: 60_000 };

test.each(['', 'GET / HTTP/1.1\r\nHost: a'])(
  "a closing server doesn't wait for a connection on which only %j was sent",
  async (sent) => {
    const { close, open } = await openServer(longTimeout);
    const { answer } = open(sent);
    await waitForArrival();
    expect(await measureSeconds(close)).toBeLessThan(20);
    expect(await answer).toBe('');
  },
);

test('a received request gets its response, and its connection is closed', async () => {
  const { close, open } = await openServer(longTimeout);
  const { answer } = open(wholeRequest);
  await waitForArrival();
  expect(await measureSeconds(close)).toBeLessThan(20);
  expect(await answer).toMatch(/^HTTP\/1.1 200 [^]+answered/);
});

test('a request that has arrived and was not read yet gets its response', async () => {
  const { close, open } = await openServer(longTimeout);
  const { answer, send } = open();
  await waitForArrival();
  const closed = close();
  // After these, timers run first, and then what has arrived.
  for (let turn = 0; turn < 3; turn++) await nextTurn();
  send(wholeRequest);
  blockEventLoop();
  await closed;
  expect(await answer).toMatch(/answered/);
});

test('a request on a connection that was not accepted yet gets its response', async () => {
  const { close, open } = await openServer(longTimeout);
  const { answer } = open(wholeRequest);
  await new Promise((resolve) => process.nextTick(resolve));
  await close();
  expect(await answer).toMatch(/answered/);
});

test('an incomplete request is waited for up to the request timeout', async () => {
  const { close, open } = await openServer({ timeoutMs: 2_000 });
  const { answer } = open('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{');
  await waitForArrival();
  expect(await measureSeconds(close)).toBeGreaterThan(1.9);
  expect(await answer).toBe('');
});
