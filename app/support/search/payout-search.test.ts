import { expect, test, vi } from 'vitest';
import { pool } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { parseSearchQuery } from '~/support/query/query-parser';
import { searchPayouts } from './payout-search';

test('a search of many merchants leaves connections for other requests', async () => {
  let [running, maximum] = [0, 0];
  const query = pool.query.bind(pool) as (...parameters: unknown[]) => Promise<unknown>;
  const countingQuery = (...parameters: unknown[]): unknown => {
    running += 1;
    maximum = Math.max(maximum, running);
    return query(...parameters).finally(() => {
      running -= 1;
    });
  };
  const spy = vi.spyOn(pool, 'query').mockImplementation(countingQuery as never);
  const merchants = Array.from({ length: 10 }, () => ({ id: createId('acc'), name: 'Harbour' }));
  try {
    await searchPayouts(merchants, parseSearchQuery('payout 43.00 yesterday'), new Date());
  } finally {
    spy.mockRestore();
  }
  expect(maximum).toBeGreaterThan(0);
  expect(maximum).toBeLessThan(10);
});
