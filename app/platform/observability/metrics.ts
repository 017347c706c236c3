import type { Pool } from 'pg';
import cluster from 'node:cluster';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { paymentPool, pool } from '~/platform/database/db.server';
import { singleton } from '~/platform/concurrency/singleton.server';

// Labels come from fixed lists, never from input: a route is its pattern, and no label names a merchant. On
// the payment path, metrics only touch memory.

const { registry, installation, requests, payments, acquirerRequests, batches, jobRuns } = singleton(
  'metrics',
  () => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const registers = [registry];
    new Gauge({
      name: 'tillway_database_connections',
      help: 'Database connections of this process by state; waiting: queries waiting for a connection.',
      labelNames: ['state'],
      registers,
      collect() {
        const pools = new Set([pool, paymentPool]);
        const sum = (count: (one: Pool) => number) =>
          [...pools].reduce((total, one) => total + count(one), 0);
        this.set(
          { state: 'in_use' },
          sum(({ totalCount, idleCount }) => totalCount - idleCount),
        );
        this.set(
          { state: 'idle' },
          sum(({ idleCount }) => idleCount),
        );
        this.set(
          { state: 'waiting' },
          sum(({ waitingCount }) => waitingCount),
        );
      },
    });
    return {
      registry,
      installation: new Registry(),
      requests: new Histogram({
        name: 'tillway_request_duration_seconds',
        help: 'Duration of requests by surface, route pattern, and status.',
        labelNames: ['surface', 'route', 'status'],
        buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
        registers,
      }),
      payments: new Counter({
        name: 'tillway_payments_total',
        help: 'Payment operations by outcome; unknown: the acquirer did not respond.',
        labelNames: ['operation', 'outcome', 'environment'],
        registers,
      }),
      acquirerRequests: new Histogram({
        name: 'tillway_acquirer_duration_seconds',
        help: 'Duration of acquirer requests by outcome; timeout and error: no usable response.',
        labelNames: ['outcome'],
        buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
        registers,
      }),
      batches: new Histogram({
        name: 'tillway_database_batch_rows',
        help: 'Requests that one batched statement wrote, by statement.',
        labelNames: ['statement'],
        buckets: [1, 2, 4, 8, 16, 32],
        registers,
      }),
      jobRuns: new Counter({
        name: 'tillway_job_runs_total',
        help: 'Runs of recurring jobs by this process.',
        labelNames: ['job', 'outcome'],
        registers,
      }),
    };
  },
);

type Children<T> = Map<string, T>;
const metricChildren = singleton('metric-children', () => ({
  requests: new Map() as Children<Histogram.Internal<'surface' | 'route' | 'status'>>,
  payments: new Map() as Children<Counter.Internal>,
}));

/** A completed request. `route`: a pattern or an operation's name. */
export function countRequest(surface: string, route: string, status: number, milliseconds: number): void {
  // Looking up a child by one string costs a third of using its labels.
  const key = `${surface} ${route} ${status}`;
  let child = metricChildren.requests.get(key);
  if (!child) metricChildren.requests.set(key, (child = requests.labels(surface, route, String(status))));
  child.observe(milliseconds / 1000);
}

/** An operation whose outcome was recorded, or is unknown for now. */
export function countPayment(
  operation: string,
  outcome: 'approved' | 'declined' | 'pending' | 'unknown',
  environment: string,
): void {
  const key = `${operation} ${outcome} ${environment}`;
  let child = metricChildren.payments.get(key);
  if (!child) metricChildren.payments.set(key, (child = payments.labels(operation, outcome, environment)));
  child.inc();
}

/** A request to an acquirer and its duration. */
export function countAcquirerRequest(outcome: string, milliseconds: number): void {
  acquirerRequests.labels(outcome).observe(milliseconds / 1000);
}

/** A statement that wrote this many requests. */
export function countBatch(statement: string, rows: number): void {
  batches.labels(statement).observe(rows);
}

export function countJobRun(job: string, outcome: 'done' | 'failed'): void {
  jobRuns.labels(job, outcome).inc();
}

/**
 * A gauge that is computed when metrics are read. `read` returns a value for each set of labels. `of`: the installation's
 * gauges have the same values in all processes.
 */
export function registerGauge(
  {
    name,
    help,
    labelNames = [],
    of,
  }: { name: string; help: string; labelNames?: readonly string[]; of: 'process' | 'installation' },
  read: () => Promise<readonly { labels: Record<string, string>; value: number }[]>,
): void {
  const gauges = of === 'process' ? registry : installation;
  if (gauges.getSingleMetric(name)) return;
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [gauges],
    async collect() {
      this.reset();
      for (const { labels, value } of await read()) this.set(labels, value);
    },
  });
}

/** All metrics in Prometheus's text format, those of all processes on this port. */
export async function renderMetrics(): Promise<{ body: string; contentType: string }> {
  const ofProcesses = cluster.isWorker ? await readAllProcesses() : [await registry.metrics()];
  return {
    body: mergeMetrics([...ofProcesses, await installation.metrics()]),
    contentType: registry.contentType,
  };
}

/** Prometheus wants all values of a metric together. */
function mergeMetrics(texts: readonly string[]): string {
  const valuesByHead = new Map<string, string[]>();
  for (const block of texts.flatMap((text) => text.trim().split('\n\n'))) {
    const [help, type, ...values] = block.split('\n');
    if (!type) continue;
    const head = `${help}\n${type}`;
    valuesByHead.set(head, [...(valuesByHead.get(head) ?? []), ...values]);
  }
  return [...valuesByHead].map(([head, values]) => [head, ...values].join('\n') + '\n').join('\n');
}

/** Between a process and the one that started it (scripts/processes/processes.mjs). */
type MetricsMessage = { kind: 'metrics_read'; id: number } | { kind: 'metrics_of_all'; texts: string[] };

function readAllProcesses(): Promise<string[]> {
  return new Promise((resolve) => {
    const receive = (message: MetricsMessage) => {
      if (message.kind !== 'metrics_of_all') return;
      process.off('message', receive);
      resolve(message.texts);
    };
    process.on('message', receive);
    process.send!({ kind: 'metrics_wanted' });
  });
}

if (cluster.isWorker) {
  registry.setDefaultLabels({ process: process.env.PROCESS_NUMBER });
  process.on('message', (message: MetricsMessage) => {
    if (message.kind !== 'metrics_read') return;
    void registry
      .metrics()
      .then((text) => process.connected && process.send!({ kind: 'metrics', id: message.id, text }));
  });
}
