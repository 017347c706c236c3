// Stryker's test runner for this project. Its own Vitest runner starts a worker for each mutant, which takes
// seconds, because the worker loads the product and opens a database. This one starts a worker once, which then
// runs the tests of one mutant after the other: see resident-worker.ts.
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';
import { createVitest } from 'vitest/node';

const workerFile = 'tests/mutation/resident-worker.test.ts';
/** Written by the runner that runs the unchanged code, and read by all, in Stryker's copy of the project. */
const durationsFile = 'test-durations.json';
/** Hundreds of tests run the code of every payment. Of those, a mutant runs this many milliseconds. */
const budgetMs = 10_000;

class ResidentRunner {
  capabilities() {
    return { reloadEnvironment: false };
  }

  async init() {
    process.env.NODE_ENV = 'test';
    this.socketPath = join(tmpdir(), `tillway-mutation-${process.pid}.sock`);
    process.env.MUTATION_SOCKET = this.socketPath;
    await rm(this.socketPath, { force: true });
    this.server = createServer().listen(this.socketPath);
    this.vitest = await createVitest('test', {
      config: 'tests/mutation/vitest.config.ts',
      watch: false,
      maxWorkers: 1,
      reporters: [{}],
    });
    const specifications = await this.vitest.globTestSpecifications();
    this.files = specifications.map(({ moduleId }) => moduleId).filter((file) => !file.endsWith(workerFile));
    const connected = once(this.server, 'connection');
    this.running = this.vitest.start([workerFile]);
    const failed = this.running.then(() => {
      throw new Error(`${workerFile} ended before it was asked for anything.`);
    });
    [this.socket] = await Promise.race([connected, failed]);
    this.running.catch(() => {});
    this.replies = createInterface({ input: this.socket })[Symbol.asyncIterator]();
  }

  async dryRun() {
    const { tests, mutantCoverage, fileOverheads } = await this.request({ kind: 'dry', files: this.files });
    const durations = Object.fromEntries(tests.map(({ id, milliseconds }) => [id, milliseconds]));
    await writeFile(durationsFile, JSON.stringify({ durations, fileOverheads }));
    return { status: DryRunStatus.Complete, tests: tests.map(toTestResult), mutantCoverage };
  }

  async mutantRun({ activeMutant, sandboxFileName, testFilter, hitLimit }) {
    this.measured ??= JSON.parse(await readFile(durationsFile, 'utf8'));
    const tests = chooseTests(testFilter, sandboxFileName, this.measured);
    const run = { kind: 'mutant', mutant: activeMutant.id, hitLimit, tests };
    const reply = await this.request(run);
    if (!reply.isStateDamaged) return toMutantResult(reply);
    // The failed test also fails without the mutant: an earlier mutant left the database or a module in a state
    // that the tests don't expect.
    await this.restart();
    const repeated = await this.request(run);
    if (!repeated.isStateDamaged) return toMutantResult(repeated);
    // Either this mutant damages the state itself, or the test fails whenever it runs without others.
    await this.restart();
    const unchanged = await this.request({ ...run, mutant: undefined, tests: [repeated.failed.id] });
    return toMutantResult(unchanged.failed ? { ...repeated, failed: undefined } : repeated);
  }

  async restart() {
    await this.dispose();
    await this.init();
  }

  async request(message) {
    this.socket.write(`${JSON.stringify(message)}\n`);
    const { done, value } = await this.replies.next();
    if (done) throw new Error('The test worker ended.');
    const reply = JSON.parse(value);
    if (reply.error) throw new Error(reply.error);
    return reply;
  }

  async dispose() {
    this.socket?.destroy();
    this.server?.close();
    await this.vitest?.close();
    await rm(this.socketPath, { force: true });
  }
}

/**
 * How far a test file is from the mutated one: beside it, in its folder or with its or its folder's name, in a
 * folder with the same name, or elsewhere.
 */
function distanceOf(testFile, mutatedFile) {
  const folder = dirname(mutatedFile);
  const name = basename(testFile).replace(/\.test\.tsx?$/, '');
  if (join(dirname(testFile), `${name}.ts`) === mutatedFile) return 0;
  if (dirname(testFile) === folder || name === basename(mutatedFile, '.ts') || name === basename(folder))
    return 1;
  return basename(dirname(testFile)) === basename(folder) ? 2 : 3;
}

/** The closest tests first, then the fastest of each file. */
function chooseTests(ids, mutatedFile, { durations, fileOverheads }) {
  const pathOf = (id) => id.split('#')[0];
  const fastest = [...ids].sort((a, b) => durations[a] - durations[b]);
  const countsByFile = {};
  const ranked = fastest.map((id) => {
    const rank = (countsByFile[pathOf(id)] = (countsByFile[pathOf(id)] ?? 0) + 1);
    return { id, distance: distanceOf(pathOf(id), mutatedFile), rank };
  });
  ranked.sort((a, b) => a.distance - b.distance || a.rank - b.rank);
  const chosen = new Map();
  let milliseconds = 0;
  for (const { id } of ranked) {
    const path = pathOf(id);
    const added = durations[id] + (chosen.has(path) ? 0 : fileOverheads[path]);
    if (chosen.size && milliseconds + added > budgetMs) continue;
    milliseconds += added;
    chosen.set(path, [...(chosen.get(path) ?? []), id]);
  }
  return [...chosen.values()].flat();
}

function toTestResult({ id, name, file, milliseconds, error }) {
  return {
    id,
    name,
    timeSpentMs: milliseconds,
    fileName: relative(process.cwd(), file),
    ...(error === undefined
      ? { status: TestStatus.Success }
      : { status: TestStatus.Failed, failureMessage: error }),
  };
}

function toMutantResult({ testCount, failed, hitLimitReached }) {
  if (hitLimitReached) return { status: MutantRunStatus.Timeout, reason: 'It ran the mutant too often.' };
  return failed
    ? {
        status: MutantRunStatus.Killed,
        killedBy: [failed.id],
        failureMessage: failed.error,
        nrOfTests: testCount,
      }
    : { status: MutantRunStatus.Survived, nrOfTests: testCount };
}

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'resident', () => new ResidentRunner()),
];
