import { DefaultReporter } from 'vitest/node';

/** Prints a line for each test file with the progress, and the slowest files at the end. */
export default class TestReporter extends DefaultReporter {
  total = 0;
  done = 0;
  durations = [];

  onTestRunStart(specifications) {
    this.total = specifications.length;
    super.onTestRunStart(specifications);
  }

  getModuleLog(testModule, counts) {
    this.durations.push({
      name: `${testModule.project.name} ${this.relative(testModule.moduleId)}`,
      seconds: testModule.diagnostic().duration / 1000,
    });
    return ` ${++this.done}/${this.total}${super.getModuleLog(testModule, counts)}`;
  }

  printTestCase(moduleState, test) {
    if (test.result().state === 'failed') super.printTestCase(moduleState, test);
  }

  onTestRunEnd(...run) {
    super.onTestRunEnd(...run);
    const slowest = this.durations.sort((a, b) => b.seconds - a.seconds).slice(0, 10);
    if (!slowest.length) return;
    this.log('Slowest test files:');
    for (const { name, seconds } of slowest) this.log(`  ${seconds.toFixed(1).padStart(6)} s  ${name}`);
  }
}
