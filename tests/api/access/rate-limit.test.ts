import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as apiRateLimit from '~/merchants/api-requests/api-rate-limit';
import { buildApiClient } from '../../world/api-client';

const { createApiRateLimiter } = apiRateLimit;
const limit = 40;
const manyMore = 100;

async function countAllowed(
  counters: ReturnType<typeof createApiRateLimiter>[],
  account: string,
): Promise<number> {
  const rates = await Promise.all(
    Array.from({ length: manyMore }, (_, index) => counters[index % counters.length]!('test', account)),
  );
  return rates.filter(({ allowed }) => allowed).length;
}

test("a merchant gets the limit's number of requests per second, and again in the next second", async () => {
  const rates = createApiRateLimiter(limit);
  const account = crypto.randomUUID();
  expect(await countAllowed([rates], account)).toBe(limit);
  expect(await rates('test', account)).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 1 });
  expect(await rates('live', account)).toMatchObject({ allowed: true, remaining: limit - 1 });
  expect(await rates('test', crypto.randomUUID())).toMatchObject({ allowed: true });
  await sleep(1_100);
  expect(await countAllowed([rates], account)).toBe(limit);
});

test('two processes share the limit, each within a tenth', async () => {
  const counters = [createApiRateLimiter(limit), createApiRateLimiter(limit)];
  const allowed = await countAllowed(counters, crypto.randomUUID());
  expect(allowed).toBeGreaterThanOrEqual(limit);
  expect(allowed).toBeLessThanOrEqual(limit * 1.2);
});

test('every reply contains the remaining requests', async () => {
  const client = await buildApiClient();
  const { headers } = await client.get('/transactions/trx_none');
  const remaining = Number(headers.get('ratelimit-remaining'));
  expect(Number(headers.get('ratelimit-limit'))).toBe(1_000_000);
  expect(headers.get('ratelimit-reset')).toBe('1');
  expect(Number((await client.get('/transactions/trx_none')).headers.get('ratelimit-remaining'))).toBe(
    remaining - 1,
  );
});

test('a request above the limit is rejected, and the reply says when to retry', async () => {
  const client = await buildApiClient();
  const rate = vi
    .spyOn(apiRateLimit, 'countApiRequest')
    .mockResolvedValueOnce({ allowed: false, limit, remaining: 0, resetSeconds: 3 });
  onTestFinished(() => rate.mockRestore());
  const { headers, json } = await client.get('/transactions/trx_none');
  expect(json).toMatchObject({
    status: 429,
    code: 'too_many_requests',
    detail: `Your account can send ${limit} requests per second in the test environment. Wait 3 seconds, then send the same request again.`,
  });
  expect(Object.fromEntries(headers)).toMatchObject({
    'retry-after': '3',
    'ratelimit-limit': `${limit}`,
    'ratelimit-remaining': '0',
    'ratelimit-reset': '3',
  });
  expect((await client.get('/transactions/trx_none')).status).toBe(404);
});
