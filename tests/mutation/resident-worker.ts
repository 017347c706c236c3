import { startTests, type File, type Suite, type Task, type Test } from '@vitest/runner';
import { TestRunner, vi } from 'vitest';

/** Without a mutant, the unchanged code runs. */
export type MutantRun = { mutant?: string; hitLimit?: number; tests: string[] };

type Failure = { id: string; error: string };

/** How often code of each mutant ran: during imports, and in each test. */
type Coverage = { static: Record<string, number>; perTest: Record<string, Record<string, number>> };

/** What the mutated code reads and writes. Its name is Stryker's. */
const mutation = ((globalThis as { __stryker__?: object }).__stryker__ ??= {}) as {
  activeMutant?: string;
  currentTestId?: string;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: Coverage;
};

type WorkerConfig = TestRunner['config'] & { expect: { poll?: { timeout: number } } };

/** Runs files within a hook of a worker that already runs, and reports to nobody. */
class InnerRunner extends TestRunner {
  failed: Failure | undefined;
  testCount = 0;

  constructor(private readonly stopAtFailure: boolean) {
    const { config } = (globalThis as unknown as { __vitest_worker__: { config: WorkerConfig } })
      .__vitest_worker__;
    // A mutant often makes a test wait for something that never comes.
    config.testTimeout = stopAtFailure ? 10_000 : 120_000;
    config.expect.poll = { timeout: stopAtFailure ? 4_000 : 30_000 };
    super(config);
    this.__setTraces({ $: (...args: unknown[]) => (args.at(-1) as () => unknown)() } as never);
  }

  override importFile(path: string): unknown {
    const { evaluatedModules } = this['workerState'];
    const module = evaluatedModules.getModuleById(path);
    if (module) evaluatedModules.invalidateModule(module);
    return import(/* @vite-ignore */ path);
  }

  override async onBeforeRunSuite(suite: Suite): Promise<void> {
    await super.onBeforeRunSuite(suite);
    // What hooks of a file run belongs to all its tests.
    mutation.currentTestId = suite.file.id;
  }

  override async onBeforeRunTask(test: Test): Promise<void> {
    await super.onBeforeRunTask(test);
    if (test.mode !== 'run') return;
    this.testCount += 1;
    mutation.currentTestId = test.id;
  }

  override onAfterRunTask(test: Test): void {
    super.onAfterRunTask(test);
    mutation.currentTestId = test.file.id;
    this.#noteFailure(test);
  }

  override async onAfterRunSuite(suite: Suite): Promise<void> {
    await super.onAfterRunSuite(suite);
    this.#noteFailure(suite);
  }

  #noteFailure(task: Task) {
    const error = task.result?.state === 'fail' ? task.result.errors?.[0] : undefined;
    if (!error) return;
    const test = task.type === 'test' ? task : testsIn(task)[0];
    if (!test) throw new Error(`${task.file.name} could not be loaded: ${error.stack ?? error.message}`);
    this.failed ??= { id: test.id, error: error.message };
    if (this.stopAtFailure) this.cancel('test-failure');
  }

  async run(filepath: string, testIds?: string[]): Promise<File> {
    this['workerState'].filepath = filepath;
    const [file] = await startTests([{ filepath, testIds, testLocations: undefined }], this);
    vi.useRealTimers();
    vi.resetConfig();
    vi.restoreAllMocks();
    if (file!.result?.errors) this.#noteFailure(file!);
    return file!;
  }
}

/** Runs all tests without a mutant, to learn which tests run the code of which mutant. */
export async function runUnchanged(paths: string[]) {
  const tests: { id: string; name: string; file: string; milliseconds: number; error?: string }[] = [];
  const fileOverheads: Record<string, number> = {};
  // It takes longer than all tests of a mutant may. Otherwise its first importer would seem too slow to run.
  await import('~/server');
  for (const path of paths) {
    const started = performance.now();
    mutation.currentTestId = undefined;
    const file = await new InnerRunner(false).run(path);
    mutation.currentTestId = undefined;
    const perTest = mutation.mutantCoverage?.perTest ?? {};
    const ofHooks = perTest[file.id] ?? {};
    delete perTest[file.id];
    for (const test of testsIn(file).filter(
      ({ result }) => result?.state === 'pass' || result?.state === 'fail',
    )) {
      const ofTest = (perTest[test.id] ??= {});
      for (const [mutant, hits] of Object.entries(ofHooks)) ofTest[mutant] = (ofTest[mutant] ?? 0) + hits;
      tests.push({
        id: `${path}#${test.id}`,
        name: `${file.name} ${test.fullTestName}`,
        file: path,
        milliseconds: test.result!.duration ?? 0,
        error: test.result!.state === 'fail' ? (test.result!.errors?.[0]?.message ?? 'failed') : undefined,
      });
    }
    const inTests = testsIn(file).reduce((sum, { result }) => sum + (result?.duration ?? 0), 0);
    fileOverheads[path] = performance.now() - started - inTests;
    if (file.result?.state === 'fail' && !tests.some(({ error }) => error))
      throw new Error(`${path}: ${file.result.errors?.[0]?.message}`);
  }
  const coverage = mutation.mutantCoverage ?? { static: {}, perTest: {} };
  const byId = new Map(tests.map(({ id }) => [taskOf(id), id]));
  return {
    tests,
    fileOverheads,
    mutantCoverage: {
      static: coverage.static,
      perTest: Object.fromEntries(
        Object.entries(coverage.perTest).flatMap(([id, hits]) =>
          byId.has(id) ? [[byId.get(id)!, hits]] : [],
        ),
      ),
    },
  };
}

/**
 * Runs the tests of one mutant up to the first failure. Then the failed test has to pass without the mutant:
 * otherwise an earlier mutant damaged the worker's state, and the result says nothing.
 */
export async function runMutant({ mutant, hitLimit, tests }: MutantRun) {
  Object.assign(mutation, { activeMutant: mutant, hitCount: 0, hitLimit });
  const runner = new InnerRunner(true);
  let chosen: string[] = [];
  for (const path of new Set(tests.map(pathOf))) {
    chosen = tests.filter((id) => pathOf(id) === path);
    await runner.run(path, chosen.map(taskOf));
    if (runner.failed) break;
  }
  const hitLimitReached = hitLimit !== undefined && mutation.hitCount! > hitLimit;
  Object.assign(mutation, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
  const { failed, testCount } = runner;
  if (!failed) return { testCount, hitLimitReached };
  const again = new InnerRunner(true);
  // A hook's failure counts for the first test.
  const id = chosen.find((test) => taskOf(test) === failed.id) ?? chosen[0]!;
  await again.run(pathOf(id), [taskOf(id)]);
  return {
    testCount,
    hitLimitReached,
    failed: { id, error: failed.error },
    isStateDamaged: again.failed !== undefined,
  };
}

/** A test's ID for Stryker consists of its file and Vitest's ID. */
const pathOf = (id: string) => id.split('#')[0]!;
const taskOf = (id: string) => id.split('#')[1]!;

function testsIn(suite: Suite): Test[] {
  return suite.tasks.flatMap((task) => (task.type === 'test' ? [task] : testsIn(task)));
}
