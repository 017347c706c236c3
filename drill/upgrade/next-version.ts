import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { version } from '~/platform/version';

const run = promisify(execFile);

/** Folders that the build doesn't need. */
const skipped = new Set(['.git', 'build', 'data', 'node_modules']);

/** What the next version adds to tables that every payment uses. */
const migrations = {
  add_transaction_note: 'alter table transactions add column drill_note text',
  add_operation_flag: 'alter table operations add column drill_flag boolean not null default false',
  add_account_note: 'alter table accounts add column drill_note text',
  index_drill_flag: 'create index concurrently operations_drill on operations (drill_flag, created_at)',
  check_drill_flag:
    'alter table operations add constraint operations_drill check (drill_flag or amount >= 0) not valid',
  validate_drill_flag: 'alter table operations validate constraint operations_drill',
};

/** The added columns in the models of schema.prisma, which make Prisma read them. */
const models = {
  Account: 'drillNote String? @map("drill_note")',
  Transaction: 'drillNote String? @map("drill_note")',
  Operation: 'drillFlag Boolean @default(false) @map("drill_flag")',
};

export type NextVersion = {
  folder: string;
  version: string;
  migrations: string[];
  remove(): Promise<void>;
};

/** Copies the sources, adds columns, an index, and a constraint, and builds the result. */
export async function buildNextVersion(): Promise<NextVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'tillway-next-'));
  await cp('.', folder, { recursive: true, filter: (source) => !skipped.has(source) });
  await mkdir(join(folder, 'node_modules'));
  // Leave out the cache, which belongs to this build.
  for (const name of await readdir('node_modules'))
    if (name !== '.cache')
      await symlink(join(process.cwd(), 'node_modules', name), join(folder, 'node_modules', name));

  const [major, minor] = version.split('.');
  const next = `${major}.${Number(minor) + 1}.0`;
  await change(join(folder, 'package.json'), `"version": "${version}"`, `"version": "${next}"`);
  for (const [model, field] of Object.entries(models))
    await change(
      join(folder, 'prisma/schema.prisma'),
      `model ${model} {\n`,
      `model ${model} {\n  ${field}\n`,
    );
  const names = Object.keys(migrations).map((name, index) => `2999010100000${index}_${name}`);
  for (const [index, script] of Object.values(migrations).entries()) {
    const path = join(folder, 'prisma/migrations', names[index]!);
    await mkdir(path);
    await writeFile(join(path, 'migration.sql'), script);
  }
  await run(process.execPath, ['scripts/build.mjs'], { cwd: folder });
  return {
    folder,
    version: next,
    migrations: names,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function change(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file}: expected exactly one ${from}`);
  await writeFile(file, text.replace(from, to));
}

/** Runs `npm run migrate` of a folder's version. */
export async function migrate(folder: string, env: Record<string, string>): Promise<void> {
  await run(process.execPath, ['scripts/migrate.mjs'], { cwd: folder, env: { ...process.env, ...env } });
}
