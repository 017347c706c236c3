import { once } from './once.server';

const minutes = 60;
/** Upper ends in milliseconds; a percentile is told as the end of the part that it falls into. */
const ends = [5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1_000, 2_000, 5_000, 10_000, 30_000];

type Minute = { minute: number; count: number; failed: number; parts: number[] };

const kept = once('traffic', () => new Map<string, Minute[]>());

/** Counts an answered request of the last hour, in the memory of this process. */
export function noteTraffic(
  kind: 'api' | 'pages',
  status: number,
  milliseconds: number,
  now: number = Date.now(),
): void {
  const minute = Math.floor(now / 60_000);
  const row = ringOf(kind);
  let at = row[minute % minutes]!;
  if (at.minute !== minute) at = row[minute % minutes] = empty(minute);
  at.count++;
  if (status >= 500) at.failed++;
  const part = ends.findIndex((end) => milliseconds <= end);
  at.parts[part === -1 ? ends.length - 1 : part]!++;
}

export type TrafficMinute = {
  at: string;
  count: number;
  failed: number;
  p50Ms: number | null;
  p95Ms: number | null;
};

/** The last hour of this process, the oldest minute first; minutes without a request too. */
export function listTraffic(kind: 'api' | 'pages', now: number = Date.now()): TrafficMinute[] {
  const last = Math.floor(now / 60_000);
  return Array.from({ length: minutes }, (_, i) => {
    const minute = last - minutes + 1 + i;
    const found = ringOf(kind)[minute % minutes]!;
    const { count, failed, parts } = found.minute === minute ? found : empty(minute);
    return {
      at: new Date(minute * 60_000).toISOString(),
      count,
      failed,
      p50Ms: percentile(parts, count, 0.5),
      p95Ms: percentile(parts, count, 0.95),
    };
  });
}

function ringOf(kind: string): Minute[] {
  if (!kept.has(kind))
    kept.set(
      kind,
      Array.from({ length: minutes }, () => empty(-1)),
    );
  return kept.get(kind)!;
}

function empty(minute: number): Minute {
  return { minute, count: 0, failed: 0, parts: ends.map(() => 0) };
}

function percentile(parts: readonly number[], count: number, share: number): number | null {
  if (!count) return null;
  let seen = 0;
  return ends[parts.findIndex((part) => (seen += part) >= share * count)]!;
}
