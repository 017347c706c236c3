import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Webhook } from '~/acquirers/acquirer';

/** Receives webhooks on this machine, and accepts all of them. Without a port, on any free one. */
export async function receiveWebhooks(port = 0) {
  const received: Webhook[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const header = (name: string) => request.headers[name] as string | undefined;
      received.push({ body: Buffer.concat(chunks), header });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { received, url, close: () => void server.close() };
}
