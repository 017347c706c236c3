import { expect, test } from 'vitest';
import { createApi } from '~/api/api';
import { describeApi } from '~/api/description/openapi';
import { buildApiClient, sendApiRequest } from '../../world/api-client';

const names = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'forwarded',
  'if-none-match',
  'origin',
  'range',
  'referer',
  'traceparent',
  'transfer-encoding',
  'user-agent',
  'x-forwarded-for',
  'x-request-id',
];
const values = [
  '',
  ';',
  ',',
  '=',
  '"',
  '%',
  '*/*',
  '-1',
  '\\',
  '\u00ff',
  'null',
  'application/json;',
  'application/json;;',
  'application/json; charset',
  'application/json; charset="',
  'Bearer',
  'Bearer a.b.c',
  '../../..',
  '__proto__',
  'x'.repeat(8_000),
];

const { paths } = describeApi(createApi('test'), 'test').document;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods!)
    .filter((method) => method === 'get' || method === 'post')
    .map((method) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'trx_1')] as const),
);

test.each(operations)('%s %s never fails because of a malformed header', async (method, path) => {
  const { token } = await buildApiClient();
  const known = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const failures: object[] = [];
  for (const name of names)
    for (const value of values) {
      const headers = { ...known, [name]: value };
      const { status } = await sendApiRequest('test', method, path, {
        headers,
        ...(method === 'POST' && { body: '{}' }),
      });
      if (status >= 500) failures.push({ name, value, status });
    }
  expect(failures).toEqual([]);
});
