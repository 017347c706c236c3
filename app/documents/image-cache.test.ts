import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createImageCache } from './image-cache';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const image = Buffer.alloc(10_000);

test('an image is known for its time, and so is that there is none', () => {
  const cache = createImageCache(100_000);
  cache.keep('tea', image, 60);
  cache.keep('missing', null, 60);
  vi.advanceTimersByTime(59_000);
  expect([cache.find('tea'), cache.find('missing'), cache.find('cup')]).toEqual([image, null, undefined]);
  vi.advanceTimersByTime(1_000);
  expect([cache.find('tea'), cache.find('missing')]).toEqual([undefined, undefined]);
});

test('what was used longest ago makes room', () => {
  const cache = createImageCache(35_000);
  const isKnown = (...keys: string[]) => keys.filter((key) => cache.find(key) !== undefined);
  for (const key of ['a', 'b', 'c']) cache.keep(key, image, 60);
  cache.find('a');
  cache.keep('d', image, 60);
  expect(isKnown('a', 'b', 'c', 'd')).toEqual(['a', 'c', 'd']);
  // Replacing an image takes no more room.
  for (let i = 0; i < 9; i++) cache.keep('d', image, 60);
  expect(isKnown('a', 'c', 'd')).toEqual(['a', 'c', 'd']);
});

test('failures take room as well', () => {
  const cache = createImageCache(35_000);
  cache.keep('first', null, 60);
  for (let i = 0; i < 200; i++) cache.keep(`other ${i}`, null, 60);
  expect([cache.find('first'), cache.find('other 199')]).toEqual([undefined, null]);
});
