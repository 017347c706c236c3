// npm run mutation -- payments/operations webhooks/verification/signature.ts: changes that code in small
// ways, one at a time, and runs its closest tests. A mutant that no test notices has to be killed by a new
// test, or explained in tests/mutation/survivors.json. With --all, it repeats mutants whose result is known.
import './setup/node-version.mjs';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from './setup/generate.mjs';
import { install } from './setup/install.mjs';
import { aloud, command, StepError } from './processes/step.mjs';

const minimumScore = 90;

// Nearly every test reaches the payment code, and running all of them for each mutant would take days.
const testsByPlace = {
  acquirers: ['app/acquirers', 'tests/api/payments'],
  'acquirers/adyen': ['app/acquirers/adyen', 'tests/acquirer-contract/adyen.test.ts'],
  'acquirers/stripe': ['app/acquirers/stripe', 'tests/acquirer-contract/stripe.test.ts'],
  api: ['app/api', 'tests/api'],
  identity: ['app/identity', 'app/routes/identity'],
  payments: [
    'app/payments',
    'tests/api/payments',
    'tests/api/requests',
    'tests/api/checkout',
    'app/routes/checkout',
    'app/routes/portal/dispute',
    'app/routes/portal/transaction',
    'app/routes/portal/verify',
  ],
  'payments/card-testing': [
    'app/payments/card-testing',
    'tests/api/checkout',
    'app/routes/checkout',
    'app/routes/portal/home',
  ],
  'payments/checkout': [
    'app/payments/checkout',
    'app/payments/operations/unknown-outcomes.test.ts',
    'app/payments/payment-links',
    'app/payments/transactions/outcome-recording.test.ts',
    'app/routes/checkout',
    'app/routes/portal/verify',
    'tests/api/checkout',
    'tests/api/payments/adyen-payments.test.ts',
    'tests/api/payments/stripe-cards.test.ts',
  ],
  'payments/checkout/card-saving': [
    'app/payments/checkout/card-saving',
    'app/routes/checkout/authentication.test.ts',
    'app/routes/checkout/card-saving',
    'tests/api/checkout/card-intents.test.ts',
    'tests/api/checkout/saved-cards.test.ts',
  ],
  'payments/connections': [
    'app/payments/connections',
    'tests/api/payments/acquirer-connections.test.ts',
    'app/routes/staff/connections',
    'app/vault',
  ],
  'payments/inbox': [
    'app/payments/inbox',
    'app/acquirer-webhooks.test.ts',
    'app/routes/support/acquirer-events.test.ts',
    'tests/api/payments/adyen-payments.test.ts',
    'tests/api/payments/stripe-payments.test.ts',
  ],
  'payments/page-monitoring': [
    'app/payments/page-monitoring',
    'tests/api/checkout',
    'app/routes/portal/settings',
  ],
  'payments/payment-links': [
    'app/payments/payment-links',
    'app/routes/checkout/payment-link',
    'app/routes/portal/payment-links',
    'tests/api/checkout/payment-links.test.ts',
  ],
  'payments/payouts': [
    'app/payments/payouts',
    'app/routes/portal/payouts',
    'tests/api/payments/adyen-payouts.test.ts',
    'tests/api/payments/payouts.test.ts',
  ],
  'payments/reporting': [
    'app/payments/reporting',
    'app/routes/portal/home',
    'app/routes/portal/settings',
    'app/routes/portal/transactions',
  ],
  vault: ['app/vault', 'app/routes/checkout/saved-cards', 'tests/api/checkout'],
  webhooks: [
    'app/webhooks',
    'app/routes/portal/verify',
    'app/routes/portal/webhooks',
    'tests/api/requests/events.test.ts',
  ],
};

/** The tests of the innermost folder with an entry, and of every folder inside it. */
function listTests(place) {
  const isWithin = (inner, outer) => inner === outer || inner.startsWith(`${outer}/`);
  const entries = Object.keys(testsByPlace).sort((a, b) => b.length - a.length);
  const own = entries.find((entry) => isWithin(place, entry));
  const inside = entries.filter((entry) => isWithin(entry, place));
  return [own, ...inside].flatMap((entry) => testsByPlace[entry] ?? []);
}

// The mutated card functions are part of the payment page's script, whose hash these tests compare.
const scriptFunctions = 'payments/checkout/cards.ts';
const testsOfScriptHash = [
  'app/routes/checkout/script/script-inventory.test.ts',
  'tests/api/checkout/page-monitoring.test.ts',
];

await command(async () => {
  const isForced = process.argv.includes('--all');
  const chosen = process.argv.slice(2).filter((argument) => argument !== '--all');
  const places = chosen.map((place) => place.replace(/^app\//, '').replace(/\/$/, ''));
  const unknown = places.find((place) => !existsSync(join('app', place)) || !listTests(place).length);
  if (!places.length || unknown !== undefined)
    throw new StepError(
      `Usage: npm run mutation -- payments/operations. ${unknown ?? 'The path'} must be in ${Object.keys(testsByPlace).join(', ')}.`,
    );
  await install();
  await generate();

  const folder = mkdtempSync(join(tmpdir(), 'tillway-mutation-'));
  const report = join(folder, 'report.json');
  const config = join(folder, 'stryker.json');
  writeFileSync(
    config,
    JSON.stringify({
      mutate: places.flatMap((place) =>
        statSync(join('app', place)).isDirectory()
          ? [`app/${place}/**/*.ts`, `!app/${place}/**/*.test.ts`]
          : [`app/${place}`],
      ),
      plugins: [join(process.cwd(), 'tests/mutation/resident-runner.mjs')],
      testRunner: 'resident',
      coverageAnalysis: 'perTest',
      // SQL and tables that are evaluated once at startup would need a separate process for each mutant.
      ignoreStatic: true,
      concurrency: availableParallelism(),
      // A worker's database grows with each run.
      maxTestRunnerReuse: 300,
      // A second run repeats what has changed: mutants of changed code, and survivors that have new tests.
      incremental: true,
      incrementalFile: join('node_modules/.cache/mutation', `${toFileName(places)}.json`),
      force: isForced,
      reporters: ['progress-append-only', 'json'],
      jsonReporter: { fileName: report },
      ignorePatterns: ['/build', '/data', '/bench'],
      // Within node_modules, Vite would leave out pages and load the hooks only once.
      tempDirName: join(folder, 'sandbox'),
      // At most ten seconds of a mutant's tests run: see tests/mutation/resident-runner.mjs.
      timeoutMS: 20_000,
      timeoutFactor: 0.1,
      dryRunTimeoutMinutes: 30,
      allowConsoleColors: false,
    }),
  );
  process.env.MUTATION_TESTS = [...new Set(places.flatMap(listTests))].join(',');
  if (places.some((place) => scriptFunctions.startsWith(place)))
    process.env.MUTATION_EXCLUDED_TESTS = testsOfScriptHash.join(',');
  try {
    const code = await aloud(process.execPath, [
      'node_modules/@stryker-mutator/core/bin/stryker.js',
      'run',
      config,
    ]);
    if (code !== 0 || !existsSync(report)) throw new StepError('Stryker failed.');
    process.exitCode = summarize(JSON.parse(readFileSync(report, 'utf8'))) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** File names are limited to 255 bytes. */
function toFileName(places) {
  const name = places.join('+').replaceAll('/', '-');
  return name.length <= 200
    ? name
    : `${name.slice(0, 180)}-${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}

/**
 * Prints the unexplained survivors and the score.
 * @returns whether the code passes
 */
function summarize({ files }) {
  const explained = JSON.parse(readFileSync('tests/mutation/survivors.json', 'utf8'));
  const counts = { killed: 0, timedOut: 0, survived: 0 };
  const unexplained = [];
  for (const [file, { source, mutants }] of Object.entries(files))
    for (const mutant of mutants) {
      if (mutant.status === 'Ignored' || mutant.status.endsWith('Error')) continue;
      if (mutant.status === 'Killed' || mutant.status === 'Timeout') {
        counts.killed += 1;
        // Mostly endless loops. On a busy machine, also mutants whose tests are only slow.
        if (mutant.status === 'Timeout') counts.timedOut += 1;
        continue;
      }
      counts.survived += 1;
      // The text of the line instead of its number, which every change above it would change.
      const { line } = mutant.location.start;
      const survivor = {
        file,
        line: source.split('\n')[line - 1].trim(),
        original: cut(source, mutant.location),
        replacement: mutant.replacement,
      };
      if (!explained.some((known) => Object.keys(survivor).every((key) => known[key] === survivor[key])))
        unexplained.push({ ...survivor, number: line, status: mutant.status });
    }
  for (const { file, number, original, replacement, status } of unexplained)
    console.log(`\n${file}:${number} (${status})\n- ${original}\n+ ${replacement}`);
  // Entries to complete with a reason.
  writeFileSync(
    join('node_modules/.cache/mutation', 'unexplained.json'),
    `${JSON.stringify(
      unexplained.map(({ number: _number, status: _status, ...entry }) => ({ ...entry, reason: '' })),
      null,
      2,
    )}\n`,
  );
  const score = (100 * counts.killed) / Math.max(counts.killed + counts.survived, 1);
  console.log(
    `\nMutation score ${score.toFixed(1)}%: ${counts.killed} killed (${counts.timedOut} by the time limit), ${counts.survived} survived, of which ${unexplained.length} are not explained in tests/mutation/survivors.json (see node_modules/.cache/mutation/unexplained.json).`,
  );
  return score >= minimumScore && unexplained.length === 0;
}

/** The source text of a mutant. Lines and columns begin at 1. */
function cut(source, { start, end }) {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  return lines.join('\n');
}
