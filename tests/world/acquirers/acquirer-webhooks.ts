import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { receiveAcquirerWebhook } from '~/payments/inbox/webhook-reception';

/** Receives webhooks of a connection as the server does, until the end of the test. `received`: what became of each. */
export async function serveAcquirerWebhooks(connectionId: string) {
  const received: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const header = (name: string) => request.headers[name] as string | undefined;
      void receiveAcquirerWebhook(connectionId, { body: Buffer.concat(chunks), header }).then((result) => {
        received.push(result);
        response.writeHead(result === 'stored' ? 200 : 401).end();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}
