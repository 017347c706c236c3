import { once } from 'node:events';
import { createServer, type RequestListener, type ServerOptions } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { replyToMalformedRequest } from './malformed-requests';

/** Everything that a server sends on one connection until it closes. */
async function readReply(
  sent: string,
  listener: RequestListener = () => {},
  options: ServerOptions = {},
): Promise<string> {
  const server = createServer(options, listener);
  server.on('clientError', (error, socket) =>
    replyToMalformedRequest(error, socket as never, { 'X-Content-Type-Options': 'nosniff' }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket
    .setEncoding('utf8')
    .on('data', (chunk) => (received += chunk))
    .on('error', () => {});
  socket.write(sent);
  await new Promise((resolve) => socket.once('close', resolve));
  server.close();
  return received;
}

const head = 'POST / HTTP/1.1\r\nHost: localhost\r\n';
const shortTimeouts = { requestTimeout: 100, headersTimeout: 100, connectionsCheckingInterval: 20 };

test.each([
  ['no HTTP', 'hello\r\n\r\n', 400, 'malformed_request'],
  ['two lengths', `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400, 'malformed_request'],
  ['a broken chunk', `${head}Transfer-Encoding: chunked\r\n\r\nnone\r\n`, 400, 'malformed_request'],
  [
    'too long a chunk extension',
    `${head}Transfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(20_000)}`,
    413,
    'body_too_large',
  ],
  ['half a head', head, 408, 'request_timeout'],
  ['half a body', `${head}Content-Length: 10\r\n\r\nhalf`, 408, 'request_timeout'],
  ['a long header', `${head}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
])('%s gets a reply in the shape of every error', async (_, sent, status, code) => {
  const [lines = '', body = ''] = (await readReply(sent, undefined, shortTimeouts)).split('\r\n\r\n');
  expect(lines).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const headers = new Headers(
    lines
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(': ') as [string, string]),
  );
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'content-length': `${body.length}`,
    connection: 'close',
    'x-content-type-options': 'nosniff',
  });
  expect(headers.get('x-request-id')).toMatch(/^req_/);
  expect(JSON.parse(body)).toMatchObject({ status, code, request_id: headers.get('x-request-id') });
});

test('a started reply is cut off, not continued', async () => {
  const received = await readReply(
    `${head}Content-Length: 10\r\n\r\nhalf`,
    (_, response) => response.writeHead(200, { 'Content-Length': 10 }).write('half'),
    shortTimeouts,
  );
  expect(received).toMatch(/^HTTP\/1.1 200 OK[^{]*\r\n\r\nhalf$/);
});

test("data after a request isn't treated as its reply", async () => {
  expect(await readReply(`${head}Content-Length: 2\r\n\r\n{}hello\r\n\r\n`)).toBe('');
});

/** How the server closes a connection whose client never does, after a malformed request. */
async function observeClosing({ unsent, isReading }: { unsent: Buffer; isReading: boolean }) {
  let hasTimedOut = false;
  const server = createTcpServer({ allowHalfOpen: true }, (socket: Socket) => {
    socket.on('timeout', () => (hasTimedOut = true)).on('error', () => {});
    socket.write(unsent);
    replyToMalformedRequest(new Error('malformed'), socket, {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
  if (isReading) client.resume();
  const [socket] = (await once(server, 'connection')) as [Socket];
  await once(socket, 'close');
  client.destroy();
  server.close();
  return { hasTimedOut };
}

test('a connection closes with the reply, even if the client keeps its side open', async () => {
  expect(await observeClosing({ unsent: Buffer.alloc(0), isReading: true })).toEqual({
    hasTimedOut: false,
  });
});

test("a client that doesn't read the reply is disconnected after a second", async () => {
  expect(await observeClosing({ unsent: Buffer.alloc(64 * 1024 * 1024), isReading: false })).toEqual({
    hasTimedOut: true,
  });
});
