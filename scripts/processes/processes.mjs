import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { reloadEnvironment } from './env-file.mjs';
import { step } from './step.mjs';
import { exitAfter, stopOnSignals } from './signals.mjs';
import { welcome } from './welcome.mjs';

const shortLifeMs = 10_000;
const maximumPauseMs = 30_000;
const metricsWaitMs = 2_000;

/**
 * The number of processes that PROCESSES asks for. Undefined: this one serves requests itself. The settings' own check
 * reports an invalid value.
 */
export function countProcesses({ PROCESSES: setting, DATABASE_URL: database } = process.env) {
  if (!database) return undefined;
  if (setting === 'auto') return availableParallelism();
  return /^[1-9]\d?$/.test(setting) ? Number(setting) : undefined;
}

/**
 * Runs processes that share one port, one log and one database. An ended process is replaced. SIGHUP replaces all of
 * them, one after another, with the settings in .env at that time.
 */
export async function runProcesses(count) {
  const began = performance.now();
  let isStopping = false;
  const listReady = () => Object.values(cluster.workers).filter(({ summary }) => summary);

  /** Resolves when the process serves requests. @returns null if it ended before */
  const startOne = () => {
    const used = new Set(Object.values(cluster.workers).map(({ number }) => number));
    const number = Array.from({ length: used.size + 1 }, (_, index) => index + 1).find(
      (one) => !used.has(one),
    );
    const worker = Object.assign(cluster.fork({ PROCESS_NUMBER: number }), { number });
    const startedAt = performance.now();
    return new Promise((resolve) => {
      worker.on('message', ({ kind, summary }) => {
        if (kind !== 'ready') return;
        resolve(Object.assign(worker, { summary }));
        // It didn't hear it while it was starting.
        if (isStopping) worker.send({ kind: 'stop' });
      });
      // A message to a process that has just ended fails. Its exit follows.
      worker.on('error', (error) => {
        if (!worker.process.pid) log('process did not start', { error: error.message });
        if (!worker.process.pid) resolve(null);
      });
      worker.on('exit', (code, signal) => {
        resolve(null);
        if (isStopping || worker.isReplaced || !worker.summary) return;
        log('process ended unexpectedly', { process: worker.process.pid, code, signal });
        void replaceEnded(performance.now() - startedAt < shortLifeMs ? 1_000 : 0);
      });
    });
  };

  const replaceEnded = async (pauseMs) => {
    await sleep(pauseMs);
    if (isStopping || (await startOne())) return;
    log('process did not start');
    await replaceEnded(Math.min(maximumPauseMs, Math.max(1_000, 2 * pauseMs)));
  };

  /** @returns its exit code */
  const stopOne = (worker, message = {}) => {
    worker.isReplaced = true;
    if (worker.isDead()) return worker.process.exitCode;
    if (worker.isConnected()) worker.send({ kind: 'stop', ...message });
    return new Promise((resolve) => worker.once('exit', resolve));
  };

  let restarting = Promise.resolve();
  const restartAll = async () => {
    reloadEnvironment();
    for (const worker of listReady()) {
      if (isStopping) return;
      // A new process that doesn't start leaves the old one in place.
      if (!(await startOne())) return log('process did not start');
      await stopOne(worker, { isReplaced: true });
    }
    log('processes restarted', { count: listReady().length });
  };

  relayMetrics(listReady);
  // After a second Ctrl-C, nothing waits.
  process.on('exit', () =>
    Object.values(cluster.workers).forEach((worker) => worker.process.kill('SIGKILL')),
  );
  stopOnSignals(
    async () => {
      isStopping = true;
      const codes = await Promise.all(Object.values(cluster.workers).map((worker) => stopOne(worker)));
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
    await Promise.all(Object.values(cluster.workers).map((worker) => stopOne(worker)));
    // It has reported why.
    process.exit(1);
  });
  console.log(welcome(first.summary));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`Ready in ${seconds} s with ${count} process${count === 1 ? '' : 'es'}. Press Ctrl-C to stop.`);
}

/** Lets one of the processes stop when the one that started it says so, or is killed. */
export function followPrimary(stop) {
  let isStopping = false;
  const stopOnce = (options) => {
    if (isStopping) return;
    isStopping = true;
    exitAfter(stop(options).finally(disconnect));
  };
  // The terminal and systemd send their signals to this process, too.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  process.on('message', ({ kind, isReplaced }) => void (kind === 'stop' && stopOnce({ isReplaced })));
  // Otherwise, Node ends this process at once when the other one is killed.
  cluster.worker.exitedAfterDisconnect = true;
  process.on('disconnect', () => stopOnce({ isReplaced: true }));
}

/**
 * Resolves when the other process knows that this one doesn't listen anymore. What it sent before has arrived by then,
 * including new connections, which go back to it and on to the next process.
 */
async function disconnect() {
  if (!process.connected) return;
  const disconnected = new Promise((resolve) => process.once('disconnect', resolve));
  cluster.worker.disconnect();
  await disconnected;
}

/** A process that is asked for the metrics reports those of all. One that ends meanwhile isn't waited for long. */
function relayMetrics(listReady) {
  const requests = new Map();
  const finish = (id) => {
    const request = requests.get(id);
    if (requests.delete(id) && request.worker.isConnected())
      request.worker.send({ kind: 'metrics_of_all', texts: request.texts });
  };
  let lastId = 0;
  cluster.on('message', (worker, { kind, id, text }) => {
    if (kind === 'metrics_wanted') {
      const workers = listReady().filter((one) => one.isConnected());
      const request = ++lastId;
      requests.set(request, { worker, missing: workers.length, texts: [] });
      for (const one of workers) one.send({ kind: 'metrics_read', id: request });
      setTimeout(finish, metricsWaitMs, request).unref();
    } else if (kind === 'metrics') {
      const request = requests.get(id);
      request?.texts.push(text);
      if (request && --request.missing === 0) finish(id);
    }
  });
}

function log(msg, fields) {
  console.log(JSON.stringify({ level: 40, time: new Date().toISOString(), ...fields, msg }));
}
