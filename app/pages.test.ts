import { script } from 'virtual:checkout-script';
import { expect, test, vi } from 'vitest';
import { openBrowser } from '../tests/world/browser';
import { fetch } from './server';

const postLogout = async (headers: Record<string, string>) =>
  (await openBrowser().submit('/logout', {}, { headers })).status;
const origin = 'http://localhost:3000';

test('only our own pages can change something', async () => {
  expect(await postLogout({})).toBe(302);
  expect(await postLogout({ 'sec-fetch-site': '', origin })).toBe(302);
  expect(await postLogout({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' })).toBe(403);
  expect(await postLogout({ 'sec-fetch-site': 'same-site', origin })).toBe(403);
  expect(await postLogout({ 'sec-fetch-site': 'none', origin })).toBe(403);
  expect(await postLogout({ 'sec-fetch-site': '', origin: 'https://evil.test' })).toBe(403);
  expect(await postLogout({ 'sec-fetch-site': '', origin: 'null' })).toBe(403);
  expect(await postLogout({ 'sec-fetch-site': '', origin: '' })).toBe(403);
});

test('a forwarded host is ignored', async () => {
  expect(await postLogout({ 'x-forwarded-host': 'evil.test' })).toBe(302);
});

test('a form that is too large or not a form is rejected', async () => {
  const { submit } = openBrowser();
  expect((await submit('/login', { email: 'a'.repeat(70_000) })).status).toBe(413);
  expect((await submit('/login', { email: 'a' }, { headers: { 'content-type': 'text/plain' } })).status).toBe(
    400,
  );
});

test('an undecodable path is rejected, and not logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  for (const path of ['/nope/4539578763621486%ff', '/%', '/docs/%c3'])
    expect((await openBrowser().open(path)).status).toBe(400);
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

test.each([
  '/?_data=x',
  '/login?_data=routes%2Fidentity%2Flogin',
  '/transactions?a=b&_data',
  '/nope?_data=root',
])('a page is not a data source by itself: %s', async (path) => {
  const { open, submit } = openBrowser();
  expect((await open(path)).status).toBe(404);
  expect((await submit(path, {})).status).toBe(404);
});

test('a reader who leaves while a page renders causes no error', async () => {
  const controller = new AbortController();
  const request = new Request(`${origin}/docs`, {
    signal: controller.signal,
    headers: { host: 'localhost:3000' },
  });
  const response = await fetch(request, { incoming: { socket: { remoteAddress: '2001:db8::1' } } } as never);
  controller.abort();
  await response.body!.cancel();
  await new Promise((done) => setTimeout(done, 200));
});

test('an unknown host name is rejected', async () => {
  expect((await openBrowser('http://evil.test').open('/login')).status).toBe(421);
});

test('every page forbids framing, foreign scripts and caching', async () => {
  const { headers } = await openBrowser().open('/login');
  expect(headers.get('content-security-policy')).toMatch(
    /default-src 'none'.*script-src 'nonce-[^']+' 'strict-dynamic'.*frame-ancestors 'none'/,
  );
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-request-id')).toMatch(/^req_/);
});

test('redirects, rejections and data have the security headers, too', async () => {
  const { open, submit } = openBrowser();
  const replies = {
    redirect: await open('/transactions'),
    formRedirect: await submit('/logout', {}),
    data: await open('/login.data'),
    dataRedirect: await open('/transactions.data'),
    notFound: await open('/nope.data'),
    foreignForm: await submit('/logout', {}, { headers: { 'sec-fetch-site': 'cross-site' } }),
    noDataSource: await open('/login?_data=root'),
    largeForm: await submit('/login', { email: 'a'.repeat(70_000) }),
  };
  for (const [name, { headers }] of Object.entries(replies))
    expect({ name, ...Object.fromEntries(headers) }).toMatchObject({
      name,
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'cache-control': expect.stringContaining('no-store'),
    });
});

test('everything else forbids framing and content, too', async () => {
  const paths = ['/test/api/transaction', '/test/api/openapi.json', '/healthz', script.path];
  for (const path of paths)
    expect({ path, ...Object.fromEntries((await openBrowser().open(path)).headers) }).toMatchObject({
      path,
      'content-security-policy': expect.stringMatching(
        /^default-src 'none';.*base-uri 'none';.*frame-ancestors 'none';.*object-src 'none'/,
      ),
      'x-content-type-options': 'nosniff',
    });
});

const getEncoding = async (path: string, headers: Record<string, string>) =>
  (await openBrowser().open(path, { headers: { 'accept-encoding': 'gzip', ...headers } })).headers.get(
    'content-encoding',
  );

test('files are compressed for everyone', async () => {
  expect(await getEncoding(script.path, { 'sec-fetch-site': 'cross-site' })).toBe('gzip');
});

const openedByPerson = { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document', 'sec-fetch-user': '?1' };

// BREACH: another site must not learn the compressed length of a page with a guess of its own.
test.each([
  ['from the address bar', {}, 'gzip'],
  ['from our own pages', { 'sec-fetch-site': 'same-origin' }, 'gzip'],
  ['from another site', { 'sec-fetch-site': 'cross-site' }, null],
  ['from another host of this site', { 'sec-fetch-site': 'same-site' }, null],
  ['without a click', { 'sec-fetch-user': '' }, null],
  ['in a frame', { 'sec-fetch-dest': 'iframe' }, null],
  ['by a script', { 'sec-fetch-dest': 'empty' }, null],
  ['by an old browser', { 'sec-fetch-site': '', 'sec-fetch-dest': '', 'sec-fetch-user': '' }, null],
])('a page with its secrets, opened %s, has the encoding %s', async (_, headers, encoding) => {
  expect(await getEncoding('/login?x=guess', { ...openedByPerson, ...headers })).toBe(encoding);
});
