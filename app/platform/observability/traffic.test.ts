import { expect, test } from 'vitest';
import { listTraffic, recordTraffic } from './traffic';

const start = Date.UTC(2026, 0, 1, 12);

test('an hour of minutes is kept, with failures and percentiles, and older ones are dropped', () => {
  recordTraffic('pages', 200, 7, start - 3_600_000);
  for (let i = 0; i < 90; i++) recordTraffic('pages', 200, 8, start);
  for (let i = 0; i < 10; i++) recordTraffic('pages', 503, 700, start + 30_000);
  recordTraffic('pages', 404, 99_000, start + 60_000);
  const hour = listTraffic('pages', start + 60_000);
  expect(hour).toHaveLength(60);
  expect(hour.at(-2)).toEqual({
    at: '2026-01-01T12:00:00.000Z',
    count: 100,
    failed: 10,
    p50Ms: 10,
    p95Ms: 750,
  });
  expect(hour.at(-1)).toMatchObject({ count: 1, failed: 0, p50Ms: 30_000 });
  expect(hour.slice(0, -2).every(({ count, p50Ms }) => count === 0 && p50Ms === null)).toBe(true);
});
