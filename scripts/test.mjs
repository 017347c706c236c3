// npm test: everything. npm test -- app/payments: what lies there. The last line counts.
import './node-version.mjs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { bundle } from './bundle.mjs';
import { generate } from './generate.mjs';
import { install } from './install.mjs';
import { findPeers } from './peers.mjs';
import { findPostgres } from './postgres.mjs';
import { findShellTools } from './shell-tools.mjs';
import { aloud, command, step, StepError } from './step.mjs';

const chosen = process.argv.slice(2);
const whole = chosen.length === 0;
const documents = whole || chosen.some((name) => /document|e2e|s3/.test(name));
const browser = whole || chosen.some((name) => /e2e/.test(name));

await command(async () => {
  await install();
  await generate();

  let failedSteps = 0;
  const check = (title, work) =>
    step(title, work).then(
      () => true,
      (error) => {
        if (!(error instanceof StepError)) throw error;
        console.error(error.message);
        failedSteps++;
        return false;
      },
    );
  if (whole) {
    await check('Checking types', () => node('Types do not fit.', 'node_modules/typescript/bin/tsc'));
    await check('Checking style and who imports whom', () =>
      node('Lint found something.', 'node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0'),
    );
  }
  // bundle() shows a step of its own.
  if (browser) {
    await bundle();
    process.env.CHROMIUM_PATH = await findBrowser();
    await findShellTools();
  }
  process.env.PGBIN = await findPostgres();
  if (documents) await findPeers();

  const { passed, failed } = await runTests();
  console.log(`\n${passed} passed, ${failed + failedSteps} failed`);
  process.exitCode = failed + failedSteps ? 1 : 0;
});

async function node(problem, ...args) {
  if ((await aloud(process.execPath, args)) !== 0) throw new StepError(problem);
}

async function runTests() {
  const folder = mkdtempSync('/tmp/tillway-tests-');
  const report = join(folder, 'report.json');
  const code = await aloud(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...chosen,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  try {
    return count(JSON.parse(readFileSync(report, 'utf8')), code);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A file that cannot be loaded holds no test that failed, and an unhandled rejection belongs to none: both count as one. */
function count({ numPassedTests, numFailedTests, testResults }, code) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = numFailedTests + broken;
  return { passed: numPassedTests, failed: failed || (code ? 1 : 0) };
}
