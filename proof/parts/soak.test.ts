import { expect, test } from 'vitest';
import { summarize } from './soak';

const samples = (heapAt: (second: number) => number) =>
  Array.from({ length: 720 }, (_, index) => ({
    second: index * 2,
    memoryMB: 400,
    heapMB: heapAt(index * 2),
    eventLoopMs: index % 30 ? 10 : 300,
    backlog: index % 3,
  }));

/** Garbage collects every half minute. */
const garbage = (second: number) => (second % 30) * 4;

test('garbage is no growth', () => {
  expect(summarize(samples((second) => 100 + garbage(second)))).toEqual({
    memoryMB: 400,
    heapMB: 100,
    memoryGrowthMB: 0,
    heapGrowthMB: 0,
    eventLoopMs: 10,
    backlogGrowth: 0,
  });
});

test('a leak below the garbage is growth', () => {
  const { heapGrowthMB } = summarize(samples((second) => 100 + second / 60 + garbage(second)));
  expect(heapGrowthMB).toBeCloseTo(24, 0);
});
