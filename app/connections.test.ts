import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { closeInTime } from './connections';

const slowly: RequestListener = (request, response) =>
  void request.resume().on('end', () => setTimeout(() => response.end('answered'), 1_500));

/** A server, and connections to it: what comes back on each. */
async function openServer({ answerMs }: { answerMs: number }) {
  const server = createServer(slowly);
  const close = closeInTime(server, answerMs);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const open = (sent = '') => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(sent);
    let said = '';
    socket
      .setEncoding('utf8')
      .on('data', (chunk) => (said += chunk))
      .on('error', () => {});
    const answer = new Promise<string>((resolve) => socket.once('close', () => resolve(said)));
    return { answer, send: (more: string) => void socket.write(more) };
  };
  return { close, open };
}

const arrival = () => sleep(100);

/** What arrives in this time waits for the process, as on a machine that is busy. */
function standStill(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

const wholeRequest = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

const patient = { answerMs: 60_000 };

test.each(['', 'GET / HTTP/1.1\r\nHost: a'])(
  'a server that closes waits for no connection on which only %j was sent',
  async (sent) => {
    const { close, open } = await openServer(patient);
    const { answer } = open(sent);
    await arrival();
    expect(await secondsOf(close)).toBeLessThan(20);
    expect(await answer).toBe('');
  },
);

test('a request that has come is answered, and its connection is not kept', async () => {
  const { close, open } = await openServer(patient);
  const { answer } = open(wholeRequest);
  await arrival();
  expect(await secondsOf(close)).toBeLessThan(20);
  expect(await answer).toMatch(/^HTTP\/1.1 200 [^]+answered/);
});

test('a request that has come and was not read yet is answered', async () => {
  const { close, open } = await openServer(patient);
  const { answer, send } = open();
  await arrival();
  const closed = close();
  // After these the timers' turn comes first, and then what has arrived.
  for (let turn = 0; turn < 3; turn++) await nextTurn();
  send(wholeRequest);
  standStill();
  await closed;
  expect(await answer).toMatch(/answered/);
});

test('a request on a connection that was not accepted yet is answered', async () => {
  const { close, open } = await openServer(patient);
  const { answer } = open(wholeRequest);
  await new Promise((resolve) => process.nextTick(resolve));
  await close();
  expect(await answer).toMatch(/answered/);
});

test('a request that never comes to its end is waited for as long as one may take', async () => {
  const { close, open } = await openServer({ answerMs: 2_000 });
  const { answer } = open('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{');
  await arrival();
  expect(await secondsOf(close)).toBeGreaterThan(1.9);
  expect(await answer).toBe('');
});
