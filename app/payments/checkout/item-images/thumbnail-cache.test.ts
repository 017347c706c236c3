import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createThumbnailCache } from './thumbnail-cache';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const thumbnail = Buffer.alloc(10_000);

test('a thumbnail is known for its time, and so is that there is none', () => {
  const cache = createThumbnailCache(100_000);
  cache.keep('tea', thumbnail, 60);
  cache.keep('missing', null, 60);
  vi.advanceTimersByTime(59_000);
  expect([cache.find('tea'), cache.find('missing'), cache.find('cup')]).toEqual([thumbnail, null, undefined]);
  vi.advanceTimersByTime(1_000);
  expect([cache.find('tea'), cache.find('missing')]).toEqual([undefined, undefined]);
});

test('what was used longest ago makes room', () => {
  const cache = createThumbnailCache(35_000);
  const isKnown = (...keys: string[]) => keys.filter((key) => cache.find(key) !== undefined);
  for (const key of ['a', 'b', 'c']) cache.keep(key, thumbnail, 60);
  cache.find('a');
  cache.keep('d', thumbnail, 60);
  expect(isKnown('a', 'b', 'c', 'd')).toEqual(['a', 'c', 'd']);
  // Replacing a thumbnail takes no more room.
  for (let i = 0; i < 9; i++) cache.keep('d', thumbnail, 60);
  expect(isKnown('a', 'c', 'd')).toEqual(['a', 'c', 'd']);
});

test('failures take room as well', () => {
  const cache = createThumbnailCache(35_000);
  cache.keep('first', null, 60);
  for (let i = 0; i < 200; i++) cache.keep(`other ${i}`, null, 60);
  expect([cache.find('first'), cache.find('other 199')]).toEqual([undefined, null]);
});
