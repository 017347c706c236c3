import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A POST with the body, or a GET without one; or a form of one of our own pages. */
type RawRequest =
  { path: string; body?: object } | { path: string; form: Record<string, string>; headers?: string[] };
export type RawReply = { status: number; head: string; text: string };

/**
 * Connections that send requests as close together as possible: everything but the last byte of each and
 * then, when all of that has arrived, all the last bytes at once (threat T18). They stay open for the next
 * race.
 */
export type RequestRace = { race(requests: RawRequest[]): Promise<RawReply[]>; close(): void };

/** The given number of connections, spread over the ports. */
export async function openRequestRace(ports: number[], count: number, token = ''): Promise<RequestRace> {
  const sockets = await Promise.all(
    Array.from({ length: count }, (_, index) => open(ports[index % ports.length]!)),
  );
  return {
    async race(requests) {
      const messages = requests.map((request) =>
        'form' in request
          ? buildFormMessage(request)
          : buildApiMessage(request.path, request.body && JSON.stringify(request.body), token),
      );
      await Promise.all(messages.map((message, index) => write(sockets[index]!, message.subarray(0, -1))));
      await new Promise((resolve) => setTimeout(resolve, arrivalMs));
      const replies = messages.map((_, index) => nextReply(sockets[index]!));
      messages.forEach((message, index) => sockets[index]!.write(message.subarray(-1)));
      return Promise.all(replies);
    },
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}

/** A process that doesn't reply for this long has lost the request. */
const replyMs = 60_000;

/** On loopback, written data has been read by then. */
const arrivalMs = 5;

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  // A lost connection is reported by the next reply.
  socket.on('error', () => {}).on('timeout', () => socket.destroy());
  return socket;
}

function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) =>
    socket.write(bytes, (error) => (error ? reject(error) : resolve())),
  );
}

function buildApiMessage(path: string, body: string | undefined, token: string): Buffer {
  const content =
    body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  const head = [
    `${body === undefined ? 'GET' : 'POST'} /test/api${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    ...content,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

function buildFormMessage({ path, form, headers = [] }: Extract<RawRequest, { form: object }>): Buffer {
  const content = new URLSearchParams(form).toString();
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Sec-Fetch-Site: same-origin',
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${content.length}`,
    ...headers,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${content}`);
}

const lastChunk = Buffer.from('0\r\n\r\n');

function nextReply(socket: Socket): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    if (socket.destroyed) return reject(new Error('the connection is closed'));
    socket.setTimeout(replyMs);
    let received = Buffer.alloc(0);
    const finish = (settle: () => void) => {
      socket.off('data', read).off('close', fail).setTimeout(0);
      settle();
    };
    const fail = () => finish(() => reject(new Error(`the connection closed after: ${received}`)));
    const read = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = received.toString('latin1', 0, headEnd);
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (/\r\ntransfer-encoding: chunked/i.test(head)) {
        if (received.subarray(-5).equals(lastChunk))
          finish(() =>
            resolve({
              status: Number(head.slice(9, 12)),
              head,
              text: received.toString('utf8', headEnd + 4),
            }),
          );
        return;
      }
      if (length === undefined) return finish(() => reject(new Error(`a reply without a length: ${head}`)));
      if (received.length < headEnd + 4 + Number(length)) return;
      finish(() =>
        resolve({ status: Number(head.slice(9, 12)), head, text: received.toString('utf8', headEnd + 4) }),
      );
    };
    socket.on('data', read).on('close', fail);
  });
}
