import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { embedded } from '~/platform/db.server';
import { inTime } from './in-time';
import { findRequestHits } from './other-hits';

test.skipIf(embedded)('a read that takes too long is given up', async () => {
  expect(await inTime((db) => db.$queryRaw`select pg_sleep(5)::text`, 50)).toBe('too_wide');
});

test('what is read in time is answered, and what fails otherwise throws', async () => {
  expect(await inTime((db) => db.$queryRaw`select 1 as one`)).toEqual([{ one: 1 }]);
  await expect(inTime((db) => db.$queryRaw`select 1 / 0`)).rejects.toThrow(/division by zero/);
});

test.skipIf(embedded)('the requests of all merchants are looked up so', async () => {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await findRequestHits({ ids: [], references: ['any'] });
  const asked = spy.mock.calls.map((call) => JSON.stringify(call[0]));
  spy.mockRestore();
  expect(asked.findIndex((text) => text.includes('statement_timeout'))).toBeLessThan(
    asked.findIndex((text) => text.includes('api_requests')),
  );
  expect(asked.some((text) => text.includes('statement_timeout'))).toBe(true);
});
