import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { step } from './step.mjs';
import { stopOnSignals } from './signals.mjs';
import { welcome } from './welcome.mjs';

const shortLifeMs = 10_000;
const maximumPauseMs = 30_000;

/** The number of processes that PROCESSES asks for. The settings' own check reports an invalid value. */
export function countProcesses({ PROCESSES: setting, DATABASE_URL: database } = process.env) {
  if (setting === 'auto') return database ? availableParallelism() : 1;
  return database && /^[1-9]\d?$/.test(setting) ? Number(setting) : 1;
}

/**
 * Runs several processes that share one port, one log and one database. An ended process is replaced. SIGHUP replaces
 * all of them, one after another. This process serves no requests itself.
 */
export async function runProcesses(count) {
  const began = performance.now();
  let isStopping = false;

  /** Resolves when the process serves requests. @returns null if it ended before */
  const startOne = () => {
    const worker = cluster.fork();
    const startedAt = performance.now();
    worker.on('exit', (code, signal) => {
      if (isStopping || worker.isReplaced || !worker.summary) return;
      log('process ended unexpectedly', { process: worker.process.pid, code, signal });
      void replaceEnded(performance.now() - startedAt < shortLifeMs ? 1_000 : 0);
    });
    return new Promise((resolve) => {
      worker.on('message', ({ kind, summary }) => {
        if (kind === 'ready') resolve(Object.assign(worker, { summary }));
      });
      worker.once('exit', () => resolve(null));
    });
  };

  const replaceEnded = async (pauseMs) => {
    await sleep(pauseMs);
    if (isStopping || (await startOne())) return;
    log('process did not start', {});
    await replaceEnded(Math.min(maximumPauseMs, Math.max(1_000, 2 * pauseMs)));
  };

  const stopOne = (worker) => {
    worker.isReplaced = true;
    if (worker.isConnected()) worker.send({ kind: 'stop' });
    return new Promise((resolve) => worker.once('exit', resolve));
  };

  let restarting = Promise.resolve();
  const restartAll = async () => {
    for (const worker of Object.values(cluster.workers).filter(({ summary }) => summary)) {
      if (isStopping || worker.isDead()) continue;
      // A new process that doesn't start leaves the old one in place.
      if (!(await startOne())) return log('process did not start', {});
      await stopOne(worker);
    }
    log('processes restarted', { count: Object.keys(cluster.workers).length });
  };

  await relayMetrics();
  // After a second Ctrl-C, nothing waits.
  process.on('exit', () =>
    Object.values(cluster.workers).forEach((worker) => worker.process.kill('SIGKILL')),
  );
  stopOnSignals(
    async () => {
      isStopping = true;
      const codes = await Promise.all(Object.values(cluster.workers).map(stopOne));
      if (codes.some((code) => code !== 0)) throw new Error('a process did not stop properly');
    },
    {
      // The hangup of a terminal ends it, too.
      restart: process.stdout.isTTY ? undefined : () => (restarting = restarting.then(restartAll)),
    },
  );

  const first = await step('Starting', async () => {
    // The first one prepares the database, and reports invalid settings once.
    const first = await startOne();
    const others = first ? await Promise.all(Array.from({ length: count - 1 }, startOne)) : [null];
    if (!others.includes(null)) return first;
    // A signal stops them.
    if (isStopping) return new Promise(() => {});
    isStopping = true;
    await Promise.all(Object.values(cluster.workers).map(stopOne));
    // It has reported why.
    process.exit(1);
  });
  console.log(welcome(first.summary));
  console.log(
    `Ready in ${((performance.now() - began) / 1000).toFixed(1)} s with ${count} processes. Press Ctrl-C to stop.`,
  );
}

/**
 * Lets one of the processes stop when the primary says so.
 * @returns a function that reports the started server
 */
export function followPrimary() {
  let server;
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    Promise.resolve(server?.stop()).then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  // The terminal and systemd send their signals to this process, too.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  process.on('message', ({ kind }) => void (kind === 'stop' && stop()));
  // The primary was killed.
  process.on('disconnect', stop);
  return (started, summary) => {
    server = started;
    process.send({ kind: 'ready', summary });
  };
}

/** A process that is asked for its metrics reports those of all. */
async function relayMetrics() {
  const { AggregatorRegistry } = await import('prom-client');
  const registry = new AggregatorRegistry();
  const answer = async (worker, kind) => {
    const text = await registry.clusterMetrics().catch(() => null);
    if (worker.isConnected()) worker.send({ kind, text });
  };
  cluster.on('message', (worker, { kind }) => void (kind === 'metrics' && answer(worker, kind)));
}

function log(msg, fields) {
  console.log(JSON.stringify({ level: 40, time: new Date().toISOString(), ...fields, msg }));
}
