import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { limitBodies } from './body-limits';
import { fetch } from './server';

const origin = 'http://localhost:3000';
const sameOriginHeaders = { host: 'localhost:3000', origin, 'sec-fetch-site': 'same-origin' };

/**
 * A request with an endless body.
 * @returns the response, and how much of the body was read, in kB
 */
async function sendEndlessBody(path: string, headers: Record<string, string>) {
  let read = 0;
  const body = new ReadableStream<Uint8Array>(
    { pull: (stream) => (++read < 20_000 ? stream.enqueue(new Uint8Array(1024)) : new Promise(() => {})) },
    { highWaterMark: 0 },
  );
  const request = new Request(new URL(path, origin), {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { ...sameOriginHeaders, ...headers },
  } as RequestInit);
  const { status } = await fetch(request, {
    incoming: { socket: { remoteAddress: '2001:db8::1' } },
  } as never);
  return { status, read };
}

test('no file is read before its sender is authenticated', async () => {
  const length = String(10 * 1024 * 1024);
  expect(await sendEndlessBody('/uploads', {})).toEqual({ status: 411, read: 0 });
  expect(
    await sendEndlessBody('/uploads', { 'transfer-encoding': 'chunked', 'content-length': '1' }),
  ).toEqual({
    status: 411,
    read: 0,
  });
  expect(await sendEndlessBody('/uploads', { 'content-length': length })).toEqual({ status: 302, read: 0 });
});

test('no logo either', async () => {
  expect(await sendEndlessBody('/checkout-design', {})).toEqual({ status: 411, read: 0 });
  expect(await sendEndlessBody('/checkout-design', { 'content-length': String(10 * 1024 * 1024) })).toEqual({
    status: 302,
    read: 0,
  });
  expect(
    await sendEndlessBody('/checkout-design/preview', { 'content-length': String(11 * 1024 * 1024) }),
  ).toEqual({
    status: 413,
    read: 0,
  });
  expect(
    (await sendEndlessBody('/checkout-design/history', { 'content-length': String(2 * 1024 * 1024) })).status,
  ).toBe(413);
});

test('nothing from another site is read', async () => {
  for (const path of ['/uploads', '/login'])
    expect(await sendEndlessBody(path, { 'sec-fetch-site': 'cross-site' })).toEqual({ status: 403, read: 0 });
});

test('a form without a length is read up to the largest of ours', async () => {
  const { status, read } = await sendEndlessBody('/login', {});
  expect(status).toBe(413);
  expect(read).toBeLessThan(70);
});

test.each(['/developers/verify', '/transactions/x/dispute'])(
  'a long field at %s is accepted up to its limit',
  async (path) => {
    expect((await sendEndlessBody(path, { 'content-length': String(200 * 1024) })).status).toBe(302);
    expect((await sendEndlessBody(path, { 'content-length': String(300 * 1024) })).status).toBe(413);
  },
);

test('with files in a bucket, no path accepts more than a form', async () => {
  const status = async (uploadPath: string | null) => {
    const app = new Hono().use(limitBodies(uploadPath)).post('/uploads', (c) => c.text('taken'));
    return (
      await app.request('/uploads', {
        method: 'POST',
        body: 'a'.repeat(70_000),
        headers: { 'content-length': '70000' },
      })
    ).status;
  };
  expect(await status('/uploads')).toBe(200);
  expect(await status(null)).toBe(413);
});
