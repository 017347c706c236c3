import {
  createServer as createHttp,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';

type ReceivedRequest = { path: string; headers: IncomingHttpHeaders; body: string };
export type WebhookReceiver = {
  /** Its URL; with a path, to tell responses apart. */
  url: string;
  received: ReceivedRequest[];
  /** The number of connections so far, whether or not they carried a request. */
  connections: () => number;
  /** Sets the response to the next requests. */
  answer: (respond: ResponseHandler) => void;
  stop: () => Promise<void>;
};
export type ResponseHandler = (response: ServerResponse, request: IncomingMessage) => void;

export const respondOk: ResponseHandler = (response) => response.writeHead(200).end('ok');

/** A merchant's endpoint on this machine: stores the deliveries and responds as configured. */
export async function startWebhookReceiver(
  respond: ResponseHandler = respondOk,
  tls?: { key: string; cert: string },
): Promise<WebhookReceiver> {
  const received: ReceivedRequest[] = [];
  let [current, connections] = [respond, 0];
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push({ path: request.url!, headers: request.headers, body });
      current(response, request);
    });
  };
  const server = tls ? createHttps(tls, handle) : createHttp(handle);
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `${tls ? 'https' : 'http'}://localhost:${(server.address() as AddressInfo).port}`,
    received,
    connections: () => connections,
    answer: (next) => (current = next),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
