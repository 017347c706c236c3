import { expect, test } from 'vitest';
import { delayAfter, plannedTries } from './plan';

const delays = (random: number) =>
  Array.from({ length: plannedTries }, (_, failed) => delayAfter(failed + 1, () => random));

test('ten tries, the last one after 75 hours', () => {
  expect(delays(0.5)).toEqual([5, 60, 600, 3_600, 14_400, 28_800, 50_400, 86_400, 86_400, null]);
  const hours = delays(0.5).reduce<number>((total, seconds) => total + (seconds ?? 0), 0) / 3_600;
  expect(hours).toBeCloseTo(75.2, 1);
});

test('those that failed together come back a tenth apart', () => {
  expect([delays(0)[1], delays(1)[1]]).toEqual([54, expect.closeTo(66)]);
});
