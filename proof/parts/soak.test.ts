import { expect, test } from 'vitest';
import { summarize } from './soak';

/** The heap is measured once a minute. */
const samples = (heapAt: (second: number) => number) =>
  Array.from({ length: 720 }, (_, index) => ({
    second: index * 2,
    memoryMB: 400,
    heapMB: index % 30 ? undefined : heapAt(index * 2),
    eventLoopMs: index % 30 ? 10 : 300,
    backlog: index % 3,
  }));

/** What requests in progress hold. */
const inProgress = (second: number) => (second % 7) / 2;

test('requests in progress are no growth', () => {
  expect(summarize(samples((second) => 100 + inProgress(second)))).toMatchObject({
    memoryMB: 400,
    memoryGrowthMB: 0,
    heapGrowthMB: expect.closeTo(0, 0) as number,
    eventLoopMs: 10,
    backlogGrowth: 0,
  });
});

test('a leak is growth', () => {
  const { heapGrowthMB } = summarize(samples((second) => 100 + second / 60 + inProgress(second)));
  expect(heapGrowthMB).toBeCloseTo(24, 0);
});
