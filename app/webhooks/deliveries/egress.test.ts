import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '../../../tests/peers/services/webhook-receiver';
import { parseEndpointUrl } from '~/webhooks/endpoints/endpoint-url';
import { resolveEgress, type ResolveName } from '~/platform/egress/egress';
import { buildContentHeaders, sendRequest } from './delivery-request';
import { isPublicAddress } from '~/platform/egress/public-addresses';

// Listens on this machine and must receive nothing (threat T14).
let canary: WebhookReceiver;
beforeAll(async () => void (canary = await startWebhookReceiver()));
afterAll(() => canary.stop());

const neverAborted = new AbortController().signal;
const send = (url: string, resolve?: ResolveName, allowPrivate = false) =>
  sendRequest({
    url: new URL(url),
    headers: buildContentHeaders(new URL(url), '{}'),
    body: '{}',
    allowPrivate,
    stopping: neverAborted,
    resolve,
    limitMs: 2_000,
  });
const port = () => new URL(canary.url).port;

/** 127.0.0.1, this machine, and its network, in the notations used in known attacks. */
const hosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f.1',
  '0x7f000001',
  '0x7F.0x0.0x0.0x1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '0x0',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:a00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[100::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[5f00::1]',
  '[4000::1]',
  '169.254.169.254',
  '169.254.170.2',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '[::ffff:169.254.169.254]',
  '10.0.0.1',
  '10.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.1',
  '100.64.0.1',
  '100.127.255.255',
  // Metadata and platform services of Alibaba, Oracle, Azure, IBM, and Google.
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  '0xa83f8110',
  '[::ffff:168.63.129.16]',
  '[64:ff9b::168.63.129.16]',
  '161.26.0.7',
  '166.8.0.1',
  '166.11.255.254',
  '199.36.153.4',
  '199.36.153.11',
  '[2600:2d00:2:1000::1]',
  '[2600:2d00:2:2000::1]',
  '[fd20:ce::254]',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '1۰.0.0.1',
];

test.each(hosts)('https://%s is not allowed', async (host) => {
  const input = parseEndpointUrl(`https://${host}/`, false);
  // Some aren't valid addresses.
  if (typeof input !== 'string')
    expect(await resolveEgress(new URL(input.url), false, neverAborted)).toBe('private_address');
  if (typeof input !== 'string')
    expect(await send(input.url.replace(/\/$/, `:${port()}/`).replace('https', 'http'))).toEqual({
      error: 'private_address',
    });
  expect(canary.connections()).toBe(0);
});

test.each(['localhost', 'localhost.', 'sub.localhost'])(
  'the name %s is not a public host name',
  async (name) => {
    const resolve: ResolveName = async () => ['127.0.0.1', '::1'];
    expect(await send(`http://${name}:${port()}/`, resolve)).toEqual({ error: 'private_address' });
    expect(canary.connections()).toBe(0);
  },
);

test.each([
  ['', 'missing'],
  ['shop.example', 'not_an_address'],
  ['https://', 'not_an_address'],
  ['https:///shop.example', 'not_an_address'],
  ['https:shop.example', 'not_an_address'],
  ['https://shop.example\\@evil.example', 'not_an_address'],
  ['https://shop.example/\r\nX: y', 'not_an_address'],
  ['https://shop.example/a b', 'not_an_address'],
  ['https://shop.example:99999', 'not_an_address'],
  ['http://shop.example', 'not_https'],
  ['gopher://shop.example', 'not_https'],
  ['ftp://shop.example', 'not_https'],
  ['file:///etc/passwd', 'not_an_address'],
  ['javascript:alert(1)', 'not_an_address'],
  ['https://user@shop.example', 'user_name'],
  ['https://:secret@shop.example', 'user_name'],
  ['https://@shop.example', 'user_name'],
  ['https://shop.example#there', 'fragment'],
  ['https://shop.example:22', 'port'],
  ['https://shop.example:80', 'port'],
  ['https://shop.example:6379', 'port'],
  ['https://shop.example/4242424242424242', 'card_number'],
  [`https://shop.example/${'x'.repeat(2_048)}`, 'too_long'],
])('%.60j is rejected: %s', (input, error) => {
  expect(parseEndpointUrl(input, false)).toBe(error);
});

test.each([
  [' https://Shop.example ', 'https://shop.example/'],
  ['https://shop.example:443/hooks?a=b', 'https://shop.example/hooks?a=b'],
  ['https://shop.example:8443', 'https://shop.example:8443/'],
  ['https://münchen.example/ü', 'https://xn--mnchen-3ya.example/%C3%BC'],
])('%j is normalized to %s', (input, url) => {
  expect(parseEndpointUrl(input, false)).toEqual({ url });
});

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '168.63.129.17',
  '166.12.0.1',
  '199.36.153.12',
  '2600:2d00:2:3000::1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:82a::200e',
])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(['169.254.169.254', '[fe80::1]', '[::ffff:169.254.169.254]'])(
  'where private addresses are allowed, %s is not',
  async (host) => {
    expect(await resolveEgress(new URL(`http://${host}/`), true, neverAborted)).toBe('private_address');
    expect(await resolveEgress(new URL('http://127.0.0.1/'), true, neverAborted)).toEqual({
      addresses: ['127.0.0.1'],
    });
  },
);

test('a name with a public and a private address is rejected', async () => {
  expect(await send('https://mixed.example/', async () => ['8.8.8.8', '127.0.0.1'])).toEqual({
    error: 'private_address',
  });
  expect(await send('https://nothing.example/', async () => [])).toEqual({ error: 'name_not_found' });
  expect(await send('https://failing.example/', async () => Promise.reject(new Error('SERVFAIL')))).toEqual({
    error: 'name_not_found',
  });
  expect(canary.connections()).toBe(0);
});

test('a name that would resolve differently the second time is resolved once', async () => {
  let lookups = 0;
  // Public at first, while it's being checked. 192.0.2.1 stands in for it, because tests send nothing to the
  // internet.
  const flipping: ResolveName = async () => (lookups++ ? ['127.0.0.1'] : ['8.8.8.8']);
  const checked = await resolveEgress(new URL('https://flip.example/'), false, neverAborted, flipping);
  expect(checked).toEqual({ addresses: ['8.8.8.8'] });
  // The next attempt resolves the name again and sees its new address.
  expect(await send(`http://flip.example:${port()}/`, flipping)).toEqual({ error: 'private_address' });
  expect({ lookups, connections: canary.connections() }).toEqual({ lookups: 2, connections: 0 });
});

test('the connection goes to the resolved address, with the original host name', async () => {
  const receiver = await startWebhookReceiver();
  const url = new URL(receiver.url);
  let lookups = 0;
  // A name without DNS records: resolving it again would have failed.
  const resolve: ResolveName = async () => (lookups++, ['127.0.0.1']);
  expect(await send(`http://pinned.invalid:${url.port}/there?x=1`, resolve, true)).toMatchObject({
    status: 200,
  });
  expect(receiver.received).toMatchObject([
    { path: '/there?x=1', headers: { host: `pinned.invalid:${url.port}` } },
  ]);
  expect(lookups).toBe(1);
  await receiver.stop();
});

test('a redirect to this machine is not followed', async () => {
  const receiver = await startWebhookReceiver((response) =>
    response.writeHead(302, { location: canary.url }).end(),
  );
  expect(await send(receiver.url, undefined, true)).toMatchObject({
    status: 302,
    headers: { location: canary.url },
  });
  await receiver.stop();
  expect(canary.connections()).toBe(0);
});

test('no proxy of the environment is used', async () => {
  for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'])
    process.env[name] = canary.url;
  const receiver = await startWebhookReceiver();
  expect(await send(receiver.url, undefined, true)).toMatchObject({ status: 200 });
  for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY']) delete process.env[name];
  await receiver.stop();
  expect(canary.connections()).toBe(0);
});

test('only the first 4 KiB of a body are read', async () => {
  let sent = 0;
  const receiver = await startWebhookReceiver((response) => {
    const more = (): void =>
      void (
        !response.destroyed && response.write('ü'.repeat(8_192), () => ((sent += 16_384), setImmediate(more)))
      );
    more();
  });
  const reply = await send(receiver.url, undefined, true);
  expect(reply).toMatchObject({ status: 200, body: 'ü'.repeat(2_048) });
  await new Promise((done) => setTimeout(done, 100));
  expect(sent).toBeLessThan(50_000_000);
  await receiver.stop();
});

test('a slow body is cut off, and its status counts; a slow response is a failure', async () => {
  const receiver = await startWebhookReceiver((response) => void response.writeHead(202).write('so far'));
  const startTime = performance.now();
  expect(await send(receiver.url, undefined, true)).toEqual({
    status: 202,
    headers: expect.any(Object),
    body: 'so far',
  });
  receiver.answer(() => {});
  expect(await send(receiver.url, undefined, true)).toEqual({ error: 'timeout' });
  expect(performance.now() - startTime).toBeLessThan(6_000);
  await receiver.stop();
});

test('a slow name server is not waited for', async () => {
  const startTime = performance.now();
  expect(await send('https://slow.example/', () => new Promise(() => {}))).toEqual({ error: 'timeout' });
  expect(performance.now() - startTime).toBeLessThan(4_000);
});

test('compressed bodies are not expanded, and possible card numbers are not stored', async () => {
  const receiver = await startWebhookReceiver((response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.alloc(100)),
  );
  expect(await send(receiver.url, undefined, true)).toMatchObject({ status: 200, body: null });
  receiver.answer((response) =>
    response
      .writeHead(200, { 'x-card': '4242 4242 4242 4242', 'set-cookie': ['a=b', 'c=d'] })
      .end('card 4242424242424242\0'),
  );
  const reply = await send(receiver.url, undefined, true);
  expect(JSON.stringify(reply)).not.toMatch(/4242|cookie|\\u0000/);
  // If the body is cut inside a card number, the visible digits would reveal the last one.
  receiver.answer((response) =>
    response.writeHead(200, { 'x-4000056655665556': 'a' }).end(`${'n'.repeat(4_096 - 15)}4000056655665556`),
  );
  expect(JSON.stringify(await send(receiver.url, undefined, true))).not.toMatch(/400005665566/);
  await receiver.stop();
});
