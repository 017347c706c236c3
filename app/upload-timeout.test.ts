import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replyToMalformedRequest } from '~/api/requests/malformed-requests';
import { createUploadTimeoutHandler } from './upload-timeout';

const listen = async (uploadPath: string | null): Promise<Server> => {
  const server = createServer(
    { requestTimeout: 300, headersTimeout: 300, connectionsCheckingInterval: 50 },
    (request, response) => void request.resume().on('end', () => response.end('done')),
  );
  server.on(
    'clientError',
    createUploadTimeoutHandler(uploadPath, 500, (error, socket) =>
      replyToMalformedRequest(error, socket as never, {}),
    ),
  );
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return server;
};

let servers: { folder: Server; bucket: Server };
beforeAll(async () => void (servers = { folder: await listen('/uploads'), bucket: await listen(null) }));
afterAll(() => Object.values(servers).forEach((server) => server.close()));

/**
 * Sends a body whose last byte comes later.
 * @returns the status
 */
async function sendSlowly(path: string, afterMs: number, server = servers.folder): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.on('error', () => {}).on('data', (chunk) => (received += String(chunk)));
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\na`);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await wait(afterMs);
  if (socket.writable) socket.write('b');
  await closed;
  return received.split(' ')[1]!;
}

test("an upload has more time, though not unlimited, and other requests don't", async () => {
  expect(
    await Promise.all([
      sendSlowly('/uploads', 100),
      sendSlowly('/uploads', 600),
      sendSlowly('/uploads', 1_300),
      sendSlowly('/login', 600),
    ]),
  ).toEqual(['200', '200', '408', '408']);
});

test('with files in a bucket, no path has more time', async () => {
  expect(await sendSlowly('/uploads', 600, servers.bucket)).toBe('408');
});
