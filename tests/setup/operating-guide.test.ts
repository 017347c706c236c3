import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stripeEventTypes } from '~/acquirers/stripe/events';
import { settingNames } from '~/platform/config/config.server';

const folder = 'docs/operating';
const pages = readdirSync(folder).map((name) => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') }));
const guide = pages.map(({ text }) => text).join('\n');

/** Settings of commands and of Node, and names of others that are in uppercase. */
const others = [
  'MIGRATION_DATABASE_URL',
  'RECOVERY_TIME',
  'NODE_OPTIONS',
  'NODE_DEBUG',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'SSLKEYLOGFILE',
  'BACKUP_URL',
  'CANCEL_OR_REFUND',
  'REPORT_AVAILABLE',
  'STRIPE_SANDBOX_KEY',
];

test('the operating guide lists every setting', () => {
  expect(settingNames.filter((name) => !new RegExp(`\\b${name}\\b`).test(guide))).toEqual([]);
});

test("and no setting that doesn't exist", () => {
  const namedSettings = [...guide.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].map(([name]) => name);
  expect(
    [...new Set(namedSettings)].filter((name) => !settingNames.includes(name) && !others.includes(name)),
  ).toEqual([]);
});

test('lists everything that is deleted after some time', () => {
  const jobs = [...readFileSync('app/jobs/timetable.ts', 'utf8').matchAll(/job: '(delete-[\w-]+)'/g)].map(
    ([, name]) => name!,
  );
  expect(jobs.length).toBeGreaterThan(5);
  expect(jobs.filter((name) => !guide.includes(name))).toEqual([]);
});

test('its jobs, tables and metrics exist', () => {
  const code = [
    'app/jobs/timetable.ts',
    'prisma/schema.prisma',
    'app/platform/observability/metrics.ts',
    'app/platform/database/batched-statement.server.ts',
    'app/operations/operation-metrics.ts',
  ]
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const [protection] = pages.filter(({ name }) => name === 'data-protection.md').map(({ text }) => text);
  const tables = [...protection!.matchAll(/`([a-z]+(?:_[a-z]+)*)`/g)].map(([, name]) => name!);
  expect(tables.length).toBeGreaterThan(20);
  expect(tables.filter((name) => !code.includes(`@@map("${name}")`))).toEqual([]);
  const jobs = [...guide.matchAll(/(?:job="|`)([a-z]+(?:-[a-z]+)+)["`]/g)]
    .map(([, name]) => name!)
    .filter((name) => !name.startsWith('check-') && !name.startsWith('reset-'));
  expect(jobs.filter((name) => !code.includes(`'${name}'`))).toEqual([]);
  // In the other pages, these names are database roles.
  const monitoring = pages.find(({ name }) => name === 'monitoring.md')!.text;
  const metrics = [...monitoring.matchAll(/tillway_([a-z_]+)/g)].map(([, name]) =>
    name!.replace(/_(count|bucket)$/, '').replace(/^job_(?!runs)/, ''),
  );
  expect([...new Set(metrics)].filter((name) => !code.includes(`${name}'`))).toEqual([]);
});

test('every link in it works', () => {
  const links = pages.flatMap(({ text }) =>
    [...text.matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, path]) => path!),
  );
  expect(links.filter((path) => !readFileSync(`${folder}/${path}`))).toEqual([]);
});

test('lists every event that Stripe has to send', () => {
  const page = pages.find(({ name }) => name === 'connecting-an-acquirer.md')!.text;
  expect(stripeEventTypes.filter((type) => !page.includes(`\`${type}\``))).toEqual([]);
});
