import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { AdyenHttpClient } from './http-client';

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
