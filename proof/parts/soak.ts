// A constant load for a long time, in which memory, event loop and queues must stay where they are.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '../installation';
import { poll } from '../polling';
import { compareWithBooks, format, type PartReport } from '../report';
import { startWorkload } from '../workload';

const load = { clients: 8, pauseMs: 60 };
const sampleMs = 2_000;
const warmUpSeconds = 600;
/** The maximum growth of a process under constant load. */
const maximumGrowthMB = { heap: 5, memory: 30 };
const heapSampleSeconds = 60;
const maximumEventLoopMs = 200;
const maximumBacklogGrowth = 20;
const drainMs = 60_000;

type Sample = { second: number; memoryMB: number; heapMB?: number; eventLoopMs: number; backlog: number };

const backlogs = {
  webhooks: 'tillway_webhook_deliveries_pending',
  emails: 'tillway_mails_pending',
  'unknown outcomes': 'tillway_unknown_outcomes',
};

/** Nothing may grow after the warm-up: ten minutes, or half of a shorter run. */
export async function proveSoak(installation: Installation, seconds: number): Promise<PartReport> {
  const merchant = await installation.connectMerchant();
  const workload = startWorkload(merchant, load);
  const samples = installation.metricsPorts.map((): Sample[] => []);
  const pending: Record<string, number> = {};
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 1000;
  let nextHeapSample = Math.min(warmUpSeconds, seconds / 2);
  while (elapsed() < seconds) {
    await sleep(sampleMs);
    const isHeapDue = elapsed() >= nextHeapSample;
    if (isHeapDue) nextHeapSample += heapSampleSeconds;
    const heaps = isHeapDue ? await installation.measureHeaps() : [];
    for (const [index, port] of installation.metricsPorts.entries()) {
      const metrics = await readMetrics(port);
      samples[index]!.push(toSample(metrics, elapsed(), heaps[index]));
      for (const [name, metric] of Object.entries(backlogs))
        pending[name] = Math.max(pending[name] ?? 0, metrics(metric));
    }
  }
  await workload.end();
  const measured = samples.map((all) =>
    summarize(all.filter(({ second }) => second > Math.min(warmUpSeconds, seconds / 2))),
  );
  const left = await drain(installation);
  const problems = [
    ...measured.flatMap(({ heapGrowthMB, memoryGrowthMB, eventLoopMs, backlogGrowth }, index) => [
      ...(heapGrowthMB > maximumGrowthMB.heap
        ? [`process ${index + 1}: the heap grew by ${heapGrowthMB.toFixed(1)} MB`]
        : []),
      ...(memoryGrowthMB > maximumGrowthMB.memory
        ? [`process ${index + 1}: the memory grew by ${memoryGrowthMB.toFixed(1)} MB`]
        : []),
      ...(eventLoopMs > maximumEventLoopMs
        ? [`process ${index + 1}: event loop p99 ${eventLoopMs.toFixed(0)} ms`]
        : []),
      ...(backlogGrowth > maximumBacklogGrowth ? [`the queues grew by ${backlogGrowth.toFixed(0)}`] : []),
    ]),
    ...Object.entries(left).map(([name, count]) => `${count} ${name} still pending after a minute`),
  ];
  const counts = [
    `${Math.round(seconds / 60)} min`,
    `${format(workload.payments)} payments`,
    ...measured.map(
      ({ memoryMB, heapMB, memoryGrowthMB, heapGrowthMB, eventLoopMs }, index) =>
        `process ${index + 1}: ${memoryMB.toFixed(0)} MB (${signed(memoryGrowthMB)} MB after the warm-up), heap ${heapMB.toFixed(0)} MB (${signed(heapGrowthMB)} MB), event loop p99 ${eventLoopMs.toFixed(0)} ms`,
    ),
    ...Object.entries(pending).map(([name, count]) => `at most ${count} ${name} pending`),
  ];
  return compareWithBooks('Soak', installation, merchant, { counts, problems });
}

/** @returns a function that reads a metric by its name */
async function readMetrics(port: number): Promise<(name: string) => number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const metrics = new Map(
    [...text.matchAll(/^(\w+) (\S+)$/gm)].map(([, name, value]) => [name!, Number(value)]),
  );
  return (name) => {
    const value = metrics.get(name);
    if (value === undefined || Number.isNaN(value)) throw new Error(`there is no metric ${name}`);
    return value;
  };
}

const toSample = (metrics: (name: string) => number, second: number, heapBytes?: number): Sample => ({
  second,
  memoryMB: metrics('process_resident_memory_bytes') / 2 ** 20,
  heapMB: heapBytes && heapBytes / 2 ** 20,
  eventLoopMs: metrics('nodejs_eventloop_lag_p99_seconds') * 1000,
  backlog: Object.values(backlogs).reduce((total, name) => total + metrics(name), 0),
});

/** The growth is that of a line through all samples, in MB from the first to the last. */
export function summarize(samples: readonly Sample[]) {
  const { second: start } = samples[0]!;
  const duration = samples.at(-1)!.second - start;
  const heaps = samples.flatMap(({ second, heapMB }): [number, number][] =>
    heapMB === undefined ? [] : [[second, heapMB]],
  );
  return {
    memoryMB: median(samples.map(({ memoryMB }) => memoryMB)),
    memoryGrowthMB: duration * fitSlope(samples.map(({ second, memoryMB }) => [second, memoryMB])),
    heapMB: median(heaps.map(([, heapMB]) => heapMB)),
    heapGrowthMB: duration * fitSlope(heaps),
    eventLoopMs: quantile(
      samples.map(({ eventLoopMs }) => eventLoopMs),
      0.95,
    ),
    backlogGrowth: duration * fitSlope(samples.map(({ second, backlog }) => [second, backlog])),
  };
}

const signed = (megabytes: number) => `${megabytes < 0 ? '−' : '+'}${Math.abs(megabytes).toFixed(1)}`;

/** The median of the slopes between all pairs of points (Theil–Sen). */
function fitSlope(points: readonly [number, number][]): number {
  return median(
    points.flatMap(([x, y], index) =>
      points.slice(index + 1).map(([later, value]) => (value - y) / (later - x)),
    ),
  );
}

const median = (values: readonly number[]) => quantile(values, 0.5);

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

/** Waits until nothing is pending. @returns what is left */
async function drain({ metricsPorts }: Installation): Promise<Record<string, number>> {
  let left: [string, number][] = [];
  await poll(
    async () => {
      const metrics = await readMetrics(metricsPorts[0]!);
      left = Object.entries(backlogs)
        .map(([name, metric]): [string, number] => [name, metrics(metric)])
        .filter(([, count]) => count > 0);
      return left.length === 0;
    },
    { timeoutMs: drainMs, pauseMs: 1_000 },
  );
  return Object.fromEntries(left);
}
