import { singleton } from '~/platform/concurrency/singleton.server';

const minutes = 60;
/** Bucket limits in milliseconds. A percentile is reported as its bucket's limit. */
const bucketEndsMs = [
  5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1_000, 2_000, 5_000, 10_000, 30_000,
];

type Minute = { minute: number; count: number; failed: number; buckets: number[] };

const minutesByKind = singleton('traffic', () => new Map<string, Minute[]>());

/** Counts a completed request in this process's memory, for an hour. */
export function recordTraffic(
  kind: 'api' | 'pages',
  status: number,
  milliseconds: number,
  now: number = Date.now(),
): void {
  const minute = Math.floor(now / 60_000);
  const row = getMinuteBuffer(kind);
  let at = row[minute % minutes]!;
  if (at.minute !== minute) at = row[minute % minutes] = createMinute(minute);
  at.count++;
  if (status >= 500) at.failed++;
  const bucket = bucketEndsMs.findIndex((end) => milliseconds <= end);
  at.buckets[bucket === -1 ? bucketEndsMs.length - 1 : bucket]!++;
}

export type TrafficMinute = {
  at: string;
  count: number;
  failed: number;
  p50Ms: number | null;
  p95Ms: number | null;
};

/** The last hour of this process, oldest minute first, including minutes without requests. */
export function listTraffic(kind: 'api' | 'pages', now: number = Date.now()): TrafficMinute[] {
  const last = Math.floor(now / 60_000);
  return Array.from({ length: minutes }, (_, i) => {
    const minute = last - minutes + 1 + i;
    const found = getMinuteBuffer(kind)[minute % minutes]!;
    const { count, failed, buckets } = found.minute === minute ? found : createMinute(minute);
    return {
      at: new Date(minute * 60_000).toISOString(),
      count,
      failed,
      p50Ms: percentile(buckets, count, 0.5),
      p95Ms: percentile(buckets, count, 0.95),
    };
  });
}

function getMinuteBuffer(kind: string): Minute[] {
  if (!minutesByKind.has(kind))
    minutesByKind.set(
      kind,
      Array.from({ length: minutes }, () => createMinute(-1)),
    );
  return minutesByKind.get(kind)!;
}

function createMinute(minute: number): Minute {
  return { minute, count: 0, failed: 0, buckets: bucketEndsMs.map(() => 0) };
}

function percentile(buckets: readonly number[], count: number, share: number): number | null {
  if (!count) return null;
  let cumulativeCount = 0;
  return bucketEndsMs[buckets.findIndex((bucket) => (cumulativeCount += bucket) >= share * count)]!;
}
