import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../../tests/peers/services/free-port';
import {
  startWebhookReceiver,
  type ResponseHandler,
  type WebhookReceiver,
} from '../../../../tests/peers/services/webhook-receiver';
import { downloadImage, maximumImageBytes } from './image-download';

let host: WebhookReceiver;
/** Listens on this machine and must receive nothing. */
let canary: WebhookReceiver;
beforeAll(async () => {
  host = await startWebhookReceiver();
  canary = await startWebhookReceiver();
});
afterAll(() => Promise.all([host.stop(), canary.stop()]));

function download(respond: ResponseHandler, path = '/tea.png') {
  host.answer(respond);
  return downloadImage({ imageUrl: `${host.url}${path}`, environment: 'test' });
}

test('the host gets a request with nothing about the payer', async () => {
  expect(await download((response) => response.end('an image'), '/tea.png?size=9#top')).toEqual(
    Buffer.from('an image'),
  );
  expect(host.received.at(-1)).toEqual({
    path: '/tea.png?size=9',
    headers: {
      host: new URL(host.url).host,
      'user-agent': 'Tillway-Images/1',
      accept: 'image/webp,image/png,image/jpeg,image/gif',
      'accept-encoding': 'identity',
      connection: 'close',
    },
    body: '',
  });
});

test('a file of two megabytes is loaded, and no more of a larger one', async () => {
  const largest = Buffer.alloc(maximumImageBytes, 1);
  expect(largest.equals((await download((response) => response.end(largest))) as Buffer)).toBe(true);
  let sent = 0;
  const sendForever: ResponseHandler = (response) => {
    const more = (): void =>
      void (
        !response.destroyed &&
        response.write(Buffer.alloc(65_536), () => ((sent += 65_536), setImmediate(more)))
      );
    more();
  };
  expect(await download(sendForever)).toBe('unusable');
  const sentUntilThen = sent;
  await new Promise((done) => setTimeout(done, 100));
  expect(sent - sentUntilThen).toBeLessThan(5_000_000);
});

test.each<[string, ResponseHandler]>([
  ['a redirect to this machine', (response) => response.writeHead(302, { location: canary.url }).end()],
  ['an error with an image', (response) => response.writeHead(404).end('an image')],
  ['a part of a file', (response) => response.writeHead(206).end('an im')],
  [
    'a file that ends early',
    (response) => {
      response.writeHead(200, { 'content-length': 1_000 }).write('an im');
      setTimeout(() => response.destroy(), 50);
    },
  ],
  ['another protocol', (response) => response.writeHead(101, { upgrade: 'x', connection: 'upgrade' }).end()],
])('%s is not an image', async (_, respond) => {
  expect(await download(respond)).toBe('unusable');
  expect(canary.connections()).toBe(0);
});

test('a slow file is waited for three seconds at most', async () => {
  const start = performance.now();
  expect(await download((response) => void response.writeHead(200).write('an im'))).toBe('unusable');
  expect(performance.now() - start).toBeLessThan(4_000);
});

test('a host without a response is unreachable', async () => {
  const start = performance.now();
  expect(await download(() => {})).toBe('unreachable');
  expect(performance.now() - start).toBeLessThan(4_000);
  const imageUrl = `http://localhost:${await freePort()}/tea.png`;
  expect(await downloadImage({ imageUrl, environment: 'test' })).toBe('unreachable');
});

// Only Linux has a network of addresses for each process, whose allowed ports are free.
test.runIf(process.platform === 'linux')('in live, no private address is connected to', async () => {
  const address = `127.${randomInt(1, 255)}.${randomInt(255)}.${randomInt(1, 255)}`;
  let connections = 0;
  const server = createServer((socket) => (connections++, socket.destroy())).listen(8443, address);
  await once(server, 'listening');
  for (const name of [address, 'shop.example']) {
    const imageUrl = `https://${name}:8443/tea.png`;
    const resolve = async () => [address];
    expect(await downloadImage({ imageUrl, environment: 'live', resolve })).toBe('unreachable');
    expect(connections).toBe(0);
    await downloadImage({ imageUrl, environment: 'test', resolve });
    expect(connections).toBe(1);
    connections = 0;
  }
  server.close();
});

test.each(['http://8.8.8.8/', 'https://8.8.8.8:22/', 'https://8.8.8.8:80/', 'https://me@8.8.8.8/'])(
  'in live, %s is not connected to',
  async (imageUrl) => {
    expect(await downloadImage({ imageUrl, environment: 'live' })).toBe('unusable');
  },
);
