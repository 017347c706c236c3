import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findConcurrentStatement,
  removeComments,
} from '../../app/platform/database/migrations/migration-session';
import { readNeededVersion } from '../../app/platform/database/migrations/migration-files';
import { compareVersions, version } from '../../app/platform/version';

/** Rules that `npm run migrate` takes care of, or that concern types, which schema.prisma decides. */
const ignoredRules = [
  'prefer-robust-stmts',
  'require-lock-timeout',
  'require-statement-timeout',
  'prefer-bigint-over-int',
  'prefer-text-field',
];
const removalRules = ['ban-drop-column', 'ban-drop-table', 'ban-drop-not-null'];

/**
 * Lists why a migration can't run while processes of this version and the previous one serve requests
 * (docs/decisions/0061). Squawk knows which locks PostgreSQL's statements take; the other rules are ours.
 */
export async function findMigrationProblems(name: string, script: string): Promise<string[]> {
  const needed = readNeededVersion(name);
  const isConcurrent = findConcurrentStatement(script) !== null;
  const statements = removeComments(script)
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);
  const findings = await runSquawk(script, [
    '--exclude',
    [...ignoredRules, ...(needed ? removalRules : [])].join(),
    ...(isConcurrent ? [] : ['--assume-in-transaction']),
  ]);
  return [
    ...findings.map(
      ({ rule_name, message, help }) => `${rule_name}: ${[message, help].filter(Boolean).join(' ')}`,
    ),
    ...(isConcurrent && statements.length > 1
      ? ['CONCURRENTLY can’t run in a transaction: move the statement to a migration of its own.']
      : []),
    ...(listChangedTables(statements).length > 1
      ? [
          'Changing two existing tables can deadlock with a payment, which may lock them in a different order: change each table in a migration of its own.',
        ]
      : []),
    ...(statements.some((statement) => /^(update|delete|truncate|lock)\b/i.test(statement))
      ? ['Changing many rows at once keeps them locked: change them in a job, in small batches.']
      : []),
    ...(needed && compareVersions(needed, version) >= 0
      ? [
          `The migration needs ${needed}, so it can ship only in a version after ${needed}. This is ${version}.`,
        ]
      : []),
  ];
}

/**
 * The existing tables that a migration alters, and therefore locks until it ends. The tables that a foreign key refers to don't
 * count, because new tables often refer to several. If that leads to a deadlock, the payment's statement is retried.
 */
function listChangedTables(statements: readonly string[]): string[] {
  const find = (pattern: RegExp) => statements.flatMap((statement) => pattern.exec(statement)?.[1] ?? []);
  const created = find(/^create table (?:if not exists )?"?(\w+)/i);
  const changed = [
    ...find(/^alter table (?:if exists )?(?:only )?"?(\w+)/i),
    ...find(/^(?:create|drop) (?:constraint )?trigger .*?\bon "?(\w+)/is),
  ];
  return [...new Set(changed)].filter((table) => !created.includes(table));
}

type Finding = { rule_name: string; message: string; help: string | null };

async function runSquawk(script: string, options: readonly string[]): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tillway-migration-'));
  try {
    const file = join(folder, 'migration.sql');
    await writeFile(file, script);
    // It exits with code 1 if it finds anything.
    const output = await new Promise<string>((resolve) =>
      execFile(
        'node_modules/.bin/squawk',
        ['--reporter', 'json', '--pg-version', '15', ...options, file],
        (_, stdout) => resolve(stdout),
      ),
    );
    return JSON.parse(output) as Finding[];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
