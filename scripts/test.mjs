// npm test: everything. npm test -- app/payments: the tests in that folder. npm test -- --changed: the tests
// that import a file changed since the last commit, or since --changed=main. The last line of the output
// counts passed and failed.
import './setup/node-version.mjs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './setup/browser.mjs';
import { bundle } from './setup/bundle.mjs';
import { generate } from './setup/generate.mjs';
import { install } from './setup/install.mjs';
import { findPeers } from './setup/peers.mjs';
import { findPostgres } from './setup/postgres.mjs';
import { findShellTools } from './setup/shell-tools.mjs';
import { aloud, command, quietly, step, StepError } from './processes/step.mjs';

const chosen = process.argv.slice(2);
const changed = chosen.some((name) => name.startsWith('--changed'));
const whole = chosen.length === 0;
// The affected tests are known only at run time, so they need everything that any test needs.
const documents = whole || changed || chosen.some((name) => /document|e2e|s3/.test(name));
const browser = whole || changed || chosen.some((name) => /e2e/.test(name));

await command(async () => {
  await install();
  await generate();

  const failedSteps = whole || changed ? await checkSources() : 0;
  // bundle() shows its own step.
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

/**
 * Lint takes about as long as the other checks together, so it runs in parallel.
 * @returns how many of them failed
 */
async function checkSources() {
  const problems = [];
  const check = (problem, script, ...args) =>
    quietly(process.execPath, [script, ...args], { problem }).catch((error) => {
      if (!(error instanceof StepError)) throw error;
      problems.push(error.message);
    });
  const types = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/tsc.tsbuildinfo'];
  const format = ['--log-level', 'warn', '--cache'];
  await step('Checking types, style, format, terms and imports', async () => {
    await Promise.all([
      check('Use the terms of docs/glossary.md.', 'scripts/check-terms.mjs'),
      check('Lint found problems.', 'node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0'),
      check('Type checking found errors.', 'node_modules/typescript-native/bin/tsc', ...types)
        .then(() => check('Lint found problems.', 'node_modules/oxlint/bin/oxlint', '--type-aware'))
        .then(() =>
          check('Run npm run format.', 'node_modules/prettier/bin/prettier.cjs', '--check', '.', ...format),
        ),
    ]);
    if (problems.length) throw new StepError(problems.join('\n'));
  }).catch((error) => {
    if (!(error instanceof StepError)) throw error;
    console.error(error.message);
  });
  return problems.length;
}

async function runTests() {
  const folder = mkdtempSync('/tmp/tillway-tests-');
  const report = join(folder, 'report.json');
  const code = await aloud(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...chosen,
    '--reporter=./scripts/test-reporter.mjs',
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

/**
 * A file that fails to load contains no failed test, and an unhandled rejection belongs to none. Each counts
 * as one.
 */
function count({ numPassedTests, numFailedTests, testResults }, code) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = numFailedTests + broken;
  return { passed: numPassedTests, failed: failed || (code ? 1 : 0) };
}
