import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AdyenHttpClient, nameOfFailure } from './http-client';

async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

const request = (origin: URL) =>
  new AdyenHttpClient(5_000, origin).request(
    'https://checkout-test.adyen.com/v72/payments',
    '{}',
    { apiKey: 'AQE_key' } as never,
    false,
    {},
  );

test('an answer arrives as it is, wherever its bytes are cut', async () => {
  const answer = '{"name":"Zoë €"}';
  const origin = await serve((_, response) => {
    const bytes = Buffer.from(answer);
    response.write(bytes.subarray(0, 13));
    setTimeout(() => response.end(bytes.subarray(13)), 20);
  });
  expect(await request(origin)).toBe(answer);
});

const large = Buffer.from(`{"a":"${'x'.repeat(2 * 1024 * 1024)}"}`);

test.each([
  ['plain', large, {}],
  ['compressed', gzipSync(large), { 'Content-Encoding': 'gzip' }],
] as const)('a %s answer that is too large decides nothing', async (_, bytes, headers) => {
  const origin = await serve((__, response) => {
    response.writeHead(200, headers);
    // It never ends.
    response.write(bytes);
  });
  await expect(request(origin)).rejects.toMatchObject({ kind: 'uncertain', code: 'answer_too_large' });
});

const refusal = (status: number, errorCode = '101', errorType = 'validation') =>
  JSON.stringify({ status, errorCode, errorType, message: 'card 4242424242424242' });

test.each([
  [400, refusal(400), 'refused', '101'],
  [422, refusal(422), 'refused', '101'],
  [401, refusal(401), 'prevented', '101'],
  [403, refusal(403), 'prevented', '101'],
  [429, refusal(429), 'rate_limited', '101'],
  [404, refusal(404), 'uncertain', '101'],
  [500, refusal(500), 'uncertain', '101'],
  // The request may have been processed.
  [422, refusal(422, '905', 'internal'), 'uncertain', '905'],
  [422, refusal(422, '704'), 'uncertain', '704'],
  // Answers of a proxy.
  [422, '{}', 'uncertain', 'http_422'],
  [422, refusal(400), 'uncertain', 'http_422'],
  [429, refusal(422), 'uncertain', 'http_429'],
  [422, '<html>', 'uncertain', 'invalid_json_422'],
  [200, '<html>', 'uncertain', 'invalid_json_200'],
  [200, '[]', 'uncertain', 'invalid_json_200'],
  [200, 'null', 'uncertain', 'invalid_json_200'],
  [200, '1', 'uncertain', 'invalid_json_200'],
  [200, '', 'uncertain', 'invalid_json_200'],
  [300, '{}', 'uncertain', 'http_300'],
  [302, '{}', 'uncertain', 'http_302'],
  [400, refusal(400, 'x'.repeat(41)), 'refused', 'x'.repeat(40)],
] as const)('%i %s is %s', async (status, body, kind, code) => {
  const origin = await serve((_, response) => void response.writeHead(status).end(body));
  const error = { kind, code, message: `the request failed: ${code}` };
  await expect(request(origin)).rejects.toMatchObject(error);
});

test.each([200, 201, 299])('%i with an object is an answer', async (status) => {
  const origin = await serve((_, response) => void response.writeHead(status).end('{}'));
  expect(await request(origin)).toBe('{}');
});

test('an answer of exactly the largest size arrives', async () => {
  const answer = `{"a":"${'x'.repeat(1024 * 1024 - 8)}"}`;
  const origin = await serve((_, response) => void response.end(answer));
  expect(await request(origin)).toBe(answer);
});

test('an answer without a body decides nothing', async () => {
  const network = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }));
  onTestFinished(() => network.mockRestore());
  await expect(request(new URL('http://a.example'))).rejects.toMatchObject({ code: 'invalid_json_204' });
});

test('a request ends when its time is over, or when nobody waits anymore', async () => {
  const origin = await serve(() => {});
  const send = (timeoutMs: number, signal?: AbortSignal) =>
    new AdyenHttpClient(timeoutMs, origin).request(
      'https://checkout-test.adyen.com/v72/payments',
      '{}',
      { apiKey: 'AQE_key' } as never,
      false,
      { signal } as never,
    );
  await expect(send(50)).rejects.toMatchObject({ kind: 'uncertain', code: 'TimeoutError' });
  const aborted = AbortSignal.abort();
  await expect(send(5_000, aborted)).rejects.toMatchObject({ kind: 'uncertain', code: 'AbortError' });
});

test('a failure has only a name', () => {
  expect(nameOfFailure(new TypeError('card', { cause: { code: 'ECONNRESET' } }))).toBe('ECONNRESET');
  expect(nameOfFailure(new TypeError('card', { cause: { code: 1 } }))).toBe('TypeError');
  expect(nameOfFailure(new TypeError('card'))).toBe('TypeError');
  expect(nameOfFailure('card')).toBe('failed');
});
