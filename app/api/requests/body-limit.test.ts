import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import type { ApiEnv } from '~/api/api-env';
import { limitBody } from './body-limit';

const app = new Hono<ApiEnv>().use(limitBody).all('/', async (c) => c.text(`${(await c.req.text()).length}`));
const limit = 64 * 1024;

async function send(request: Request) {
  const response = await app.fetch(request, { requestId: 'req_1' });
  const text = await response.text();
  return { status: response.status, body: response.ok ? text : JSON.parse(text) };
}

const createUpload = (body: string | undefined, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', { method: 'POST', body, headers });

const tooLarge = {
  status: 413,
  body: { code: 'body_too_large', detail: 'The body can be at most 64 KiB.' },
};

test('a body is rejected for its announced length before it arrives', async () => {
  expect(await send(createUpload(undefined, { 'Content-Length': `${limit + 1}` }))).toMatchObject(tooLarge);
});

test('a body without a length is rejected as soon as more than 64 KiB have arrived', async () => {
  expect(await send(createUpload('x'.repeat(limit + 1)))).toMatchObject(tooLarge);
});

test('a body of exactly 64 KiB is read, with or without an announced length', async () => {
  const accepted = { status: 200, body: `${limit}` };
  const body = 'x'.repeat(limit);
  expect(await send(createUpload(body))).toEqual(accepted);
  expect(await send(createUpload(body, { 'Content-Length': `${limit}` }))).toEqual(accepted);
});

test.each(['GET', 'HEAD'])("a %s request's stream isn't opened, because that is slow", async (method) => {
  const request = new Request('http://localhost/', { method });
  const openStream = vi.spyOn(request, 'body', 'get');
  const response = await new Hono<ApiEnv>()
    .use(limitBody)
    .all('/', (c) => c.body(null, 204))
    .fetch(request);
  expect(response.status).toBe(204);
  expect(openStream).not.toHaveBeenCalled();
});
