import { expect, test } from 'vitest';
import { pool } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { countInWindows, deleteEndedCounters, findRemainingMs, uncountInWindows } from './window-counters';

const key = () => `test:${createId('req')}`;

test('several counters count at once, each in its own window', async () => {
  const counters = [
    { key: key(), windowMs: 60_000 },
    { key: key(), windowMs: 3_600_000 },
  ];
  await countInWindows({ counters, added: 3 });
  const windows = await countInWindows({ counters, added: 2 });
  const byKey = new Map(windows.map((window) => [window.key, window]));
  for (const counter of counters) {
    const { points, remainingMs } = byKey.get(counter.key)!;
    expect(points).toBe(5);
    expect(remainingMs).toBeGreaterThan(counter.windowMs - 30_000);
    expect(remainingMs).toBeLessThanOrEqual(counter.windowMs);
  }
  await uncountInWindows(windows.slice(0, 1));
  const again = await countInWindows({ counters });
  expect(again.map(({ points }) => points).sort()).toEqual([5, 6]);
});

test('a timer deletes the counters whose window has ended', async () => {
  const [ended, current] = [key(), key()];
  await countInWindows({ counters: [ended, current].map((name) => ({ key: name, windowMs: 60_000 })) });
  await pool.query('update rate_limits set expire = 1 where key = $1', [ended]);
  expect(await findRemainingMs(ended)).toBe(0);
  await deleteEndedCounters();
  const { rows } = await pool.query('select key from rate_limits where key = any($1)', [[ended, current]]);
  expect(rows).toEqual([{ key: current }]);
});
