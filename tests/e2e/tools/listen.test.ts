import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyDemoFolder, type DemoFolder } from '../../peers/browser/demo-folder';
import { startListener } from '../../peers/listener';
import { connectMerchant } from '../../peers/merchant-client';
import { readDemoCredentials, startServer, type Server } from '../../peers/server';
import { startWebhookReceiver, type WebhookReceiver } from '../../peers/services/webhook-receiver';

let [folder, server, shop]: [DemoFolder, Server, WebhookReceiver] = [] as never;
beforeAll(async () => {
  [folder, shop] = await Promise.all([copyDemoFolder(), startWebhookReceiver()]);
  server = await startServer(folder);
});
afterAll(async () => {
  await Promise.all([server.stop(), shop.stop()]);
  rmSync(folder.DATA_DIR, { recursive: true, force: true });
});

const payment = (external_id: string) => ({
  operation: 'authcap',
  external_id,
  order: { order_amount: 2_500, order_currency: 'EUR' },
  card: { pan: '4242424242424242', code: '123', expiry: '12/40' },
});

test('a developer receives the events of the demo, also after the server was restarted', async () => {
  const { client_id: clientId, client_secret: clientSecret } = readDemoCredentials(server);
  const apiUrl = `${server.origin}/test/api`;
  const tool = await startListener({ apiUrl, clientId, clientSecret, forwardTo: `${shop.url}/hooks` });
  const listPaid = () =>
    shop.received.map(
      ({ headers, body }) =>
        (
          new Webhook(tool.secret()).verify(body, headers as Record<string, string>) as {
            data: { external_id: string };
          }
        ).data.external_id,
    );
  const merchant = await connectMerchant(server);
  await merchant.call('/transactions', payment('before'));
  await expect.poll(listPaid).toEqual(['before']);

  expect(await server.stop()).toBe(0);
  await expect.poll(tool.output).toContain('Trying again until it is available');
  server = await startServer(folder);
  await merchant.call('/transactions', payment('after'));
  await expect.poll(listPaid).toEqual(['before', 'after']);
  // The tool reports a webhook only after the shop has responded.
  await expect.poll(tool.lines).toHaveLength(2);
  expect(await tool.stop()).toBe(0);
});

test('it asks for credentials that are not set, and does not show the secret', async () => {
  const { client_id, client_secret } = readDemoCredentials(server);
  const command = `exec ${process.execPath} packages/listen/bin/tillway-listen.js --forward-to ${shop.url}`;
  // `script` provides a terminal. Without `exec`, Ctrl-C would also end its shell.
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', TILLWAY_API_URL: `${server.origin}/test/api` },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const ended = new Promise((resolve) => child.on('close', resolve));
  await expect.poll(() => output).toContain('Client ID: ');
  child.stdin.write(`${client_id}\r`);
  await expect.poll(() => output).toContain('Client secret (not shown): ');
  child.stdin.write(`${client_secret}\r`);
  await expect.poll(() => output).toContain('Ready. Your webhook signing secret is whsec_');
  child.stdin.write('\x03');
  expect(await ended).toBe(0);
  expect(output).toContain(client_id);
  expect(output).not.toContain(client_secret);
});
