import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Secret } from '~/platform/secrets/secret';
import { createReportSource, downloadReport } from './report-download';

const { signal } = new AbortController();
const key = 'AQE_report_key_0123456789';
const name = 'settlement_detail_report_batch_1.csv';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function download(
  origin: string,
  { fileName = name, limit, given = signal }: { fileName?: string; limit?: number; given?: AbortSignal } = {},
) {
  const source = { origin, merchantAccount: 'Shop/ECOM', apiKey: new Secret(key) };
  let text = '';
  for await (const piece of downloadReport(source, fileName, given, limit)) text += piece;
  return text;
}

const access = {
  settings: { merchantAccount: 'ShopECOM', multipleCaptures: false },
  secrets: {
    ...{ apiKey: new Secret('a'), hmacKey: new Secret('b') },
    ...{ webhookUser: new Secret('c'), webhookPassword: new Secret('d') },
  },
};

test.each([
  ['test', 'https://ca-test.adyen.com'],
  ['live', 'https://ca-live.adyen.com'],
] as const)('reports of %s are at Adyen’s host', async (environment, origin) => {
  const secrets = { ...access.secrets, reportApiKey: new Secret(key) };
  const source = createReportSource({ ...access, secrets, environment })!;
  const network = vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response('a')));
  onTestFinished(() => network.mockRestore());
  await downloadReport(source, name, signal).next();
  expect(network.mock.calls).toMatchObject([
    [
      `${origin}/reports/download/MerchantAccount/ShopECOM/${name}`,
      { headers: { 'X-API-Key': key }, redirect: 'manual' },
    ],
  ]);
  expect(createReportSource({ ...access, environment })).toBeNull();
});

test('a report is decoded across chunks, without its byte order mark', async () => {
  const requests: unknown[] = [];
  const origin = await serve((request, response) => {
    requests.push([request.method, request.url, request.headers['x-api-key']]);
    const bytes = Buffer.from('\ufeffa,é,€\n');
    response.write(bytes.subarray(0, 6));
    setTimeout(() => response.end(bytes.subarray(6)), 20);
  });
  expect(await download(origin)).toBe('a,é,€\n');
  expect(requests).toEqual([['GET', `/reports/download/MerchantAccount/Shop%2FECOM/${name}`, key]]);
});

test('a redirect isn’t followed, so that no one else gets the key', async () => {
  let isReached = false;
  const elsewhere = await serve((_, response) => {
    isReached = true;
    response.end('a');
  });
  const origin = await serve((_, response) =>
    response.writeHead(302, { Location: `${elsewhere}/report.csv` }).end(),
  );
  await expect(download(origin)).rejects.toMatchObject({ kind: 'uncertain', code: 'report_http_302' });
  expect(isReached).toBe(false);
});

test.each([
  [401, 'prevented'],
  [403, 'prevented'],
  [404, 'uncertain'],
  [429, 'rate_limited'],
  [500, 'uncertain'],
])('with status %i, there is no report', async (status, kind) => {
  const origin = await serve((_, response) => response.writeHead(status).end('a,b\n'));
  await expect(download(origin)).rejects.toMatchObject({ kind, code: `report_http_${status}` });
});

test('a report that is too large, truncated, or in another encoding is refused', async () => {
  const large = await serve((_, response) => response.end('12345'));
  expect(await download(large, { limit: 5 })).toBe('12345');
  await expect(download(large, { limit: 4 })).rejects.toMatchObject({ code: 'report_too_large' });
  const cut = await serve((_, response) => {
    response.writeHead(200, { 'Content-Length': 100 });
    response.write('a,b\n', () => setTimeout(() => response.destroy(), 20));
  });
  await expect(download(cut)).rejects.toMatchObject({ name: 'AdyenError', kind: 'uncertain' });
  const latin = await serve((_, response) => response.end(Buffer.from([0x61, 0xe9, 0x0a])));
  await expect(download(latin)).rejects.toMatchObject({ name: 'AdyenError', kind: 'uncertain' });
});

test('an aborted download ends', async () => {
  const slow = await serve((_, response) => void response.write('a'));
  await expect(download(slow, { given: AbortSignal.timeout(50) })).rejects.toMatchObject({
    code: 'TimeoutError',
  });
});

test.each(['../secrets.csv', 'a/b.csv', 'report.csv?x=1', 'report.csv#', 'report.xlsx', '%2e%2e.csv', ''])(
  'the file name %j is refused',
  async (fileName) => {
    let isReached = false;
    const origin = await serve((_, response) => {
      isReached = true;
      response.end();
    });
    await expect(download(origin, { fileName })).rejects.toMatchObject({ code: 'invalid_file_name' });
    expect(isReached).toBe(false);
  },
);
