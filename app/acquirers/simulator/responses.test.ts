import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Fault } from './faults';
import { respondWithFault } from './responses';

const result = { reference: 'a', outcome: { kind: 'approved', acquirerReference: 'sim_é' } };

/** A server whose requests do the same work with the same fault. */
async function startServer(fault?: Fault['fault']) {
  const work = vi.fn(async () => result);
  const server = createServer(
    (_, response) => void respondWithFault(response, work, fault && { fault, ms: 1 }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, work };
}

const json = { contentType: 'application/json', body: JSON.stringify(result) };
const failed = { status: 500, contentType: 'application/json', body: '{"error":"fault"}' };
const another = { reference: 'op_another', outcome: { kind: 'declined', code: 'do_not_honor' } };

test.each([
  [undefined, 1, { status: 200, ...json }],
  ['delay_before', 1, { status: 200, ...json }],
  ['delay_after', 1, { status: 200, ...json }],
  ['cut_before', 0, null],
  ['cut_after', 1, null],
  ['error_before', 0, failed],
  ['error_after', 1, failed],
  ['process_twice', 2, { status: 200, ...json }],
  ['answer_for_another', 1, { status: 200, ...json, body: JSON.stringify(another) }],
  ['garbage', 1, { status: 200, ...json, body: json.body.slice(0, -4) }],
] as const)('fault %s: the work is done %i times, and the response is %j', async (fault, runs, expected) => {
  const { port, work } = await startServer(fault);
  const response = await fetch(`http://127.0.0.1:${port}`).catch(() => null);
  const received = response && {
    status: response.status,
    contentType: response.headers.get('content-type'),
    body: await response.text(),
  };
  expect(received).toEqual(expected);
  expect(work).toHaveBeenCalledTimes(runs);
});

test('fault answer_twice: a complete second response follows the first one on the connection', async () => {
  const { port, work } = await startServer('answer_twice');
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  socket.write('GET / HTTP/1.1\r\nHost: simulator\r\n\r\n');
  const second = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json.body)}\r\n\r\n${json.body}`;
  await vi.waitFor(() => expect(received.slice(received.lastIndexOf('HTTP/1.1'))).toBe(second));
  const first = received.slice(0, -second.length);
  expect(first).toMatch(/^HTTP\/1\.1 200 OK\r\nContent-Type: application\/json\r\n/);
  expect(first).toContain(json.body);
  expect(work).toHaveBeenCalledOnce();
  socket.destroy();
});
