import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { rotateApiSecret } from '~/merchants/credentials/api-secrets';
import { launchListener, startListener, type Listener } from '../../peers/listener';
import { freePort } from '../../peers/services/free-port';
import { respondOk, startWebhookReceiver, type WebhookReceiver } from '../../peers/services/webhook-receiver';
import { buildApiClient, type ApiClient } from '../../world/api-client';
import { goLive } from '../../world/merchants';
import { buildPayment, sendCaptureOrVoid } from '../../world/payments/payments';
import { serveApi, type ServedApi } from '../../world/served-api';
import { buildEndpoint, deliverDueWebhooks } from '../../world/webhooks';

let [api, shop, client]: [ServedApi, WebhookReceiver, ApiClient] = [] as never;
let listener: Listener | undefined;
beforeAll(async () => void ([api, shop] = await Promise.all([serveApi(), startWebhookReceiver()])));
afterAll(() => Promise.all([api.stop(), shop.stop()]));
beforeEach(async () => {
  client = await buildApiClient();
  shop.received.length = 0;
  shop.answer(respondOk);
});
afterEach(async () => {
  await listener?.stop();
  listener = undefined;
});

const toSettings = (forwardTo: string, args?: string[]) => ({
  apiUrl: api.url,
  forwardTo,
  args,
  clientId: client.merchant.clientId,
  clientSecret: client.merchant.clientSecret,
});
const listenFor = async (forwardTo = `${shop.url}/hooks`): Promise<Listener> =>
  (listener = await startListener(toSettings(forwardTo)));

/** Genuine webhooks only. */
const toTypes = ({ secret }: Listener) =>
  shop.received.map(
    ({ headers, body }) =>
      (new Webhook(secret()).verify(body, headers as Record<string, string>) as { type: string }).type,
  );

test('new events arrive once each, signed with the printed secret, and one line reports each', async () => {
  await buildPayment(client);
  const tool = await listenFor();
  const { id } = await buildPayment(client);
  // Several events are forwarded at a time, in any order.
  await expect.poll(tool.lines).toHaveLength(1);
  await sendCaptureOrVoid(client, id, { operation: 'capture' });
  await expect.poll(tool.lines).toHaveLength(2);
  expect(toTypes(tool)).toEqual(['transaction.authorized', 'transaction.captured']);
  expect(shop.received[0]!.path).toBe('/hooks');
  const [first, second] = shop.received.map(({ headers }) => headers['webhook-id']);
  expect(tool.lines()).toEqual([
    expect.stringMatching(new RegExp(`^[\\d:]{8}  transaction\\.authorized  ${first}  200  \\d+ ms$`)),
    expect.stringMatching(new RegExp(`^[\\d:]{8}  transaction\\.captured  ${second}  200  \\d+ ms$`)),
  ]);
  expect(await tool.stop()).toBe(0);
  expect(tool.output()).toMatch(/\nStopped\.\n$/);
  expect(tool.output()).not.toContain(client.merchant.clientSecret);
});

test('a forwarded event equals its webhook in every byte, except for the time and the signature', async () => {
  const endpoint = await startWebhookReceiver();
  await buildEndpoint(`${endpoint.url}/hooks`, { merchant: client.merchant });
  await listenFor();
  await buildPayment(client);
  await deliverDueWebhooks();
  await expect.poll(() => shop.received.length).toBe(1);
  const [[forwarded], [sent]] = [shop.received, endpoint.received];
  expect(forwarded!.body).toBe(sent!.body);
  const ownHeaders = ['host', 'webhook-timestamp', 'webhook-signature'];
  const toComparable = ({ headers }: { headers: object }) =>
    Object.entries(headers).map(([name, value]) => (ownHeaders.includes(name) ? [name] : [name, value]));
  expect(toComparable(forwarded!)).toEqual(toComparable(sent!));
  await endpoint.stop();
});

test('the signing secret stays the same, and belongs to the client secret', async () => {
  const secrets = [];
  for (const credentials of [client, client, await buildApiClient()]) {
    client = credentials;
    const tool = await listenFor();
    secrets.push(tool.secret());
    await tool.stop();
  }
  expect(secrets[1]).toBe(secrets[0]);
  expect(secrets[2]).not.toBe(secrets[0]);
});

test('it misses nothing and sends nothing twice while the API is away', async () => {
  const tool = await listenFor();
  await buildPayment(client);
  await expect.poll(tool.lines).toHaveLength(1);
  await api.stop();
  await buildPayment(client, { operation: 'authcap' });
  await expect.poll(tool.output).toContain('Trying again until it is available');
  await buildPayment(client);
  await api.restart();
  await expect.poll(tool.lines).toHaveLength(3);
  expect(toTypes(tool).sort()).toEqual([
    'transaction.authorized',
    'transaction.authorized',
    'transaction.captured',
  ]);
  expect(tool.output().match(/Trying again/g)).toHaveLength(1);
  expect(tool.output().match(/^Connected again\.$/gm)).toHaveLength(1);
});

test('it waits for a local server that is restarting, and reports one that never starts', async () => {
  const port = await freePort();
  const tool = await listenFor(`http://localhost:${port}/hooks`);
  await buildPayment(client);
  await expect
    .poll(() => api.requests.filter((path) => path.includes('after=evt_')).length)
    .toBeGreaterThan(0);
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(request.url!);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  await expect.poll(tool.lines).toEqual([expect.stringMatching(/ {2}204 {2}\d+ ms$/)]);
  expect(received).toEqual(['/hooks']);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await buildPayment(client);
  await expect
    .poll(() => tool.lines()[1])
    .toMatch(/transaction\.authorized {2}evt_\w+ {2}failed: connection refused {2}\d+ ms$/);
});

test('an error of the local server is reported, and not sent again', async () => {
  shop.answer((response) => response.writeHead(500).end());
  const tool = await listenFor();
  await buildPayment(client);
  await expect.poll(tool.lines).toEqual([expect.stringMatching(/ {2}500 {2}\d+ ms$/)]);
  shop.answer((response) => response.writeHead(302, { Location: `${shop.url}/elsewhere` }).end());
  await buildPayment(client);
  await expect.poll(tool.lines).toHaveLength(2);
  expect(tool.lines()[1]).toMatch(/ {2}302 {2}\d+ ms$/);
  shop.answer((response) => response.destroy());
  await buildPayment(client);
  await expect.poll(tool.lines).toHaveLength(3);
  expect(tool.lines()[2]).toMatch(/ {2}failed: connection closed without a response {2}/);
  expect(shop.received).toHaveLength(3);
});

test('Ctrl-C ends it while the local server is still working', async () => {
  shop.answer(() => {});
  const tool = await listenFor();
  await buildPayment(client);
  await expect.poll(() => shop.received.length).toBe(1);
  expect(await tool.stop()).toBe(0);
  expect(tool.output()).toMatch(/\nStopped\.\n$/);
});

test('it ends when nothing reads its output anymore', async () => {
  const tool = await listenFor();
  const before = tool.output();
  tool.closeOutput();
  await buildPayment(client);
  expect({ code: await tool.ended, output: tool.output() }).toEqual({ code: 0, output: before });
});

test('it gets a new access token when the old one has expired', async () => {
  const tool = await listenFor();
  const countTokens = () => api.requests.filter((path) => path.endsWith('/auth/token')).length;
  const before = countTokens();
  // Of this process, which serves the API.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 });
  await expect.poll(countTokens).toBe(before + 1);
  vi.useRealTimers();
  await buildPayment(client);
  await expect.poll(tool.lines).toHaveLength(1);
  expect(tool.output()).not.toContain('Trying again');
});

test('it ends when its client secret is revoked', async () => {
  const tool = await listenFor();
  const { accountId, ownerId: createdBy } = client.merchant;
  await rotateApiSecret({ accountId, environment: 'test', createdBy, overlapHours: 0 });
  expect(await tool.ended).toBe(1);
  expect(tool.output()).toContain('Wrong client ID or secret.');
});

/** The output of a start that fails. */
async function failToListen(settings: Partial<Parameters<typeof launchListener>[0]>): Promise<string> {
  const tool = launchListener({ ...toSettings(shop.url), ...settings });
  expect(await tool.ended).toBe(1);
  return tool.output();
}

test('a live secret is sent nowhere', async () => {
  const before = api.requests.length;
  expect(await failToListen({ clientSecret: 'sk_live_XXXXXXXXXXXX' })).toMatch(
    /^This is a live client secret\. .*\n$/,
  );
  expect(api.requests).toHaveLength(before);
});

test('wrong credentials and a wrong URL are explained in one line', async () => {
  expect(await failToListen({ clientSecret: 'sk_test_wrong' })).toMatch(/^Wrong client ID or secret\. .*\n$/);
  expect(await failToListen({ clientSecret: '' })).toMatch(
    /^Set TILLWAY_CLIENT_ID and TILLWAY_CLIENT_SECRET .*\n$/,
  );
  const apiUrls: [string, RegExp][] = [
    ['', /^Set TILLWAY_API_URL .*\n$/],
    [`http://127.0.0.1:${await freePort()}/test/api`, /^Can’t reach http:.*\n$/],
    [shop.url, /^http:\S+ isn’t the Tillway API\. .*\n$/],
    [`${api.url}/v2`, /^http:\S+\/v2 isn’t the Tillway API\. .*\n$/],
    ['http://pay.example/test/api', /^The API URL must start with https:\/\/.*\n$/],
  ];
  for (const [apiUrl, explanation] of apiUrls) expect(await failToListen({ apiUrl })).toMatch(explanation);
});

test.each([
  'http://192.0.2.1/hooks',
  'http://0.0.0.0:4242',
  'http://example.com/hooks',
  'http://localhost.example.com',
  'http://127.0.0.1.example.com',
  'http://[::ffff:192.0.2.1]/',
])('it does not send events to another machine: %s', async (forwardTo) => {
  expect(await failToListen({ forwardTo })).toMatch(/isn’t this machine\. .*--allow-remote\.\n$/);
});

test.each([['--client-secret=sk_test_x'], ['file:///etc/passwd'], ['nonsense']])(
  'the argument %s is rejected',
  async (text) => {
    const isOption = text.startsWith('--');
    const output = await failToListen(isOption ? { args: [text] } : { forwardTo: text });
    expect(output).toMatch(isOption ? /^Unknown option '--client-secret'\./ : /^--forward-to must be a URL/);
    expect(output).not.toContain('sk_test_x');
  },
);

test('live events are never forwarded', async () => {
  const live = await buildApiClient(await goLive(client.merchant), 'live');
  const tool = await listenFor();
  await buildPayment(live, { pan: '4539578763621486' });
  await buildPayment(client, { operation: 'authcap' });
  await expect.poll(tool.lines).toHaveLength(1);
  expect(toTypes(tool)).toEqual(['transaction.captured']);
});
