import { expect, test } from 'vitest';
import { getRetryDelaySeconds, maximumAttempts } from './retry-schedule';

const listRetryDelays = (random: number) =>
  Array.from({ length: maximumAttempts }, (_, failed) => getRetryDelaySeconds(failed + 1, () => random));

test('ten attempts, the last one after 75 hours', () => {
  expect(listRetryDelays(0.5)).toEqual([5, 60, 600, 3_600, 14_400, 28_800, 50_400, 86_400, 86_400, null]);
  const hours = listRetryDelays(0.5).reduce<number>((total, seconds) => total + (seconds ?? 0), 0) / 3_600;
  expect(hours).toBeCloseTo(75.2, 1);
});

test('deliveries that failed together are retried up to a tenth apart', () => {
  expect({ shortest: listRetryDelays(0)[1], longest: listRetryDelays(1)[1] }).toEqual({
    shortest: 54,
    longest: expect.closeTo(66),
  });
});
