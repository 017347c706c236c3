import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { isEmbedded } from '~/platform/database/db.server';
import { withSearchTimeout } from './search-timeout';
import { searchRequests } from './record-search';

test.skipIf(isEmbedded)('a read that takes too long is canceled', async () => {
  expect(await withSearchTimeout((db) => db.$queryRaw`select pg_sleep(5)::text`, 50)).toBe('too_wide');
});

test('a read in time returns its result, and other errors are thrown', async () => {
  expect(await withSearchTimeout((db) => db.$queryRaw`select 1 as one`)).toEqual([{ one: 1 }]);
  await expect(withSearchTimeout((db) => db.$queryRaw`select 1 / 0`)).rejects.toThrow(/division by zero/);
});

test.skipIf(isEmbedded)("searches of all merchants' requests have the limit", async () => {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await searchRequests({ ids: [], references: ['any'] });
  const queries = spy.mock.calls.map((call) => JSON.stringify(call[0]));
  spy.mockRestore();
  expect(queries.findIndex((text) => text.includes('statement_timeout'))).toBeLessThan(
    queries.findIndex((text) => text.includes('api_requests')),
  );
  expect(queries.some((text) => text.includes('statement_timeout'))).toBe(true);
});
