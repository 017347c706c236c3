import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findMigrationProblems } from '../../scripts/product/migration-rules';

const name = '20270105120000_change';

test('the migrations after the baseline run while processes serve requests', async () => {
  const folders = readdirSync('prisma/migrations', { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== '0_init',
  );
  for (const folder of folders) {
    const script = readFileSync(`prisma/migrations/${folder.name}/migration.sql`, 'utf8');
    expect(await findMigrationProblems(folder.name, script), folder.name).toEqual([]);
  }
});

test.for([
  'alter table transactions add column note text',
  'alter table accounts add column is_large boolean not null default false',
  'create index concurrently transactions_note on transactions (note)',
  'drop index concurrently transactions_note',
  `alter table operations add constraint note_filled check (note <> '') not valid`,
  'alter table operations validate constraint note_filled',
  'create table notes (id text primary key, day int not null); create index notes_day on notes (day)',
  'alter table accounts add column note text; alter table accounts add column remark text',
  'CREATE TABLE "notes" ("id" TEXT PRIMARY KEY); alter table notes enable row level security; ALTER TABLE "accounts" ADD COLUMN "note" TEXT',
  'create table notes (id text primary key); alter table notes enable row level security; alter table accounts add column note text',
])('accepted: %s', async (script) => {
  expect(await findMigrationProblems(name, script)).toEqual([]);
});

test.for([
  ['create index transactions_note on transactions (note)', /^require-concurrent-index-creation/],
  [
    'create index concurrently one on transactions (note); create index concurrently two on transactions (note)',
    /move the statement to a migration of its own/,
  ],
  ['alter table transactions add column note text not null', /^adding-required-field/],
  ['alter table transactions alter column note set not null', /^adding-not-nullable-field/],
  ['alter table transactions alter column amount type numeric', /^changing-column-type/],
  ['alter table transactions rename column note to remark', /^renaming-column/],
  ['alter table operations add constraint positive check (amount > 0)', /^constraint-missing-not-valid/],
  [
    'alter table operations add constraint positive check (amount > 0) not valid; alter table operations validate constraint positive',
    /^constraint-missing-not-valid/,
  ],
  ['alter table transactions drop column note', /^ban-drop-column/],
  ['drop table notes', /^ban-drop-table/],
  ['update transactions set note = null', /change them in a job/],
  [
    'alter table transactions add column note text; alter table operations add column note text',
    /^Changing two existing tables can deadlock with a payment/,
  ],
] as const)('rejected: %s', async ([script, problem]) => {
  expect(await findMigrationProblems(name, script)).toEqual([expect.stringMatching(problem)]);
});

test('what an earlier version no longer used can be removed', async () => {
  const script = 'alter table transactions drop column note';
  expect(await findMigrationProblems(`${name}_needs_0_0_9`, script)).toEqual([]);
  expect(await findMigrationProblems(`${name}_needs_9_0_0`, script)).toEqual([
    expect.stringMatching(/^The migration needs 9\.0\.0, so it can ship only in a version after 9\.0\.0/),
  ]);
});
