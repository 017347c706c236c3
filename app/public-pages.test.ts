import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Surface } from '~/platform/http/surfaces.server';
import { openBrowser } from '../tests/world/browser';
import { buildMerchant } from '../tests/world/merchants';
import { logInAs } from '../tests/world/identity/team';
import { publicPages } from './public-pages';

const open = (path: string, headers: Record<string, string> = {}, browser = openBrowser()) =>
  browser.open(path, { headers: { 'accept-encoding': 'gzip', ...headers } });

const readCaching = ({ status, headers }: Response) => ({
  status,
  encoding: headers.get('content-encoding'),
  cache: headers.get('cache-control'),
  hasETag: headers.has('etag'),
});

const publicPage = { status: 200, encoding: 'gzip', cache: 'private, no-cache', hasETag: true };
const privatePage = { status: 200, encoding: null, cache: 'no-store', hasETag: false };

test.each([
  '/',
  '/sitemap.xml',
  '/docs',
  '/docs/webhooks',
  '/docs/reference/refunds',
  '/docs/search?q=refund',
  '/docs/start.md',
  '/llms.txt',
])('%s is compressed and can be kept, without a login', async (path) => {
  const response = await open(path);
  expect(readCaching(response)).toEqual(publicPage);
  expect(response.headers.get('vary')!.split(', ').sort()).toEqual(['Accept-Encoding', 'Cookie']);
});

test('a page with the choice of a language is the same for every reader', async () => {
  expect(readCaching(await open('/docs/reference/refunds', { cookie: 'example-language=php' }))).toEqual(
    publicPage,
  );
});

// A compressed length would reveal parts of a page's secrets (BREACH).
test.each(['/docs', '/docs/reference/refunds', '/docs/search?q=refund'])(
  '%s of a member is neither compressed nor kept, and nor is one with an unknown cookie',
  async (path) => {
    const { ownerId } = await buildMerchant();
    const member = await logInAs(ownerId);
    expect(readCaching(await open(path, {}, member))).toEqual(privatePage);
    for (const cookie of ['session=x', 'example-language=php; x=y', 'example-token=x', 'example-language=<'])
      expect(readCaching(await open(path, { cookie }))).toEqual(privatePage);
  },
);

test("the portal's root is public only without a login", async () => {
  const member = await logInAs((await buildMerchant()).ownerId);
  expect(readCaching(await open('/', {}, member))).toEqual(privatePage);
  expect(readCaching(await open('/', { cookie: 'session=x' }))).toEqual({ ...privatePage, status: 302 });
  expect(readCaching(await open('/', { cookie: '_ga=x' }))).toEqual(privatePage);
});

test('other pages and missing ones are neither compressed nor kept', async () => {
  for (const path of ['/login', '/register', '/docs/nothing', '/docs/token'])
    expect(readCaching(await open(path))).toMatchObject({ cache: 'no-store', hasETag: false });
  for (const path of ['/login', '/register'])
    expect((await open(path)).headers.get('content-encoding')).toBe(null);
});

test('an unchanged page is not sent again, and keeps the policy that belongs to its nonce', async () => {
  const first = await open('/docs/webhooks');
  const etag = first.headers.get('etag')!;
  expect((await open('/docs/webhooks')).headers.get('etag')).toBe(etag);
  expect((await open('/docs/idempotency')).headers.get('etag')).not.toBe(etag);
  const second = await open('/docs/webhooks', { 'if-none-match': etag });
  expect({ status: second.status, body: await second.text(), etag: second.headers.get('etag') }).toEqual({
    status: 304,
    body: '',
    etag,
  });
  expect(second.headers.has('content-security-policy')).toBe(false);
  expect(second.headers.has('x-request-id')).toBe(true);
  expect((await open('/docs/webhooks', { 'if-none-match': 'W/"other"' })).status).toBe(200);

  const html = gunzipSync(Buffer.from(await first.arrayBuffer())).toString();
  const [, nonce] = /'nonce-([^']+)'/.exec(first.headers.get('content-security-policy')!)!;
  expect(html).toContain(`nonce="${nonce}"`);
});

test('another choice of language is another page', async () => {
  const { headers } = await open('/docs/reference/refunds');
  const changed = await open('/docs/reference/refunds', {
    'if-none-match': headers.get('etag')!,
    cookie: 'example-language=php',
  });
  expect(changed.status).toBe(200);
});

test.each([
  ['portal', true],
  ['checkout', false],
  ['staff', false],
] as const)('at / on the host of the %s, the page can be kept: %s', async (kind, canBeKept) => {
  const app = new Hono<{ Bindings: { requestId: string; surface: Surface } }>();
  app.use('/', publicPages).get('/', (c) => c.html('x'.repeat(3_000)));
  const request = new Request('http://localhost:3000/', { headers: { 'accept-encoding': 'gzip' } });
  const { headers } = await app.fetch(request, {
    requestId: 'req_1',
    surface: { kind, environment: 'live', path: '/' },
  });
  expect([headers.has('etag'), headers.get('content-encoding')]).toEqual([
    canBeKept,
    canBeKept ? 'gzip' : null,
  ]);
});
