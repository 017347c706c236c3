import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { config, SettingError } from '~/platform/config/config.server';
import { isEmbedded } from '~/platform/database/db.server';
import { applyMigrations, UnsupportedDatabaseError } from '~/platform/database/migrations/migrations.server';
import { ownerPool } from '../tests/world/database-owner';
import { prepareDatabase } from './startup';

const sentence =
  /^DATABASE_URL: This database was created by an unreleased earlier version of Tillway and cannot be upgraded\. Create an empty database\. For the embedded database, delete the folder .* instead\.$/;

/** Runs with the migrations table of a database whose migrations no longer exist. */
async function withEarlierDatabase(work: () => Promise<void>): Promise<void> {
  const rename = (from: string, to: string) =>
    ownerPool.query('update _prisma_migrations set migration_name = $2 where migration_name = $1', [
      from,
      to,
    ]);
  await rename('0_init', '20261121000000_first_payment');
  try {
    await work();
  } finally {
    await rename('20261121000000_first_payment', '0_init');
  }
}

test('a start rejects a database of an unreleased earlier version and says what to do', async () => {
  await withEarlierDatabase(async () => {
    const error = await prepareDatabase().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(SettingError);
    expect((error as Error).message).toMatch(sentence);
  });
  await prepareDatabase();
});

test('a start rejects a database with another baseline', async () => {
  const change = (script: string) =>
    ownerPool.query(`update _prisma_migrations set checksum = ${script} where migration_name = '0_init'`);
  await change('reverse(checksum)');
  await expect(prepareDatabase()).rejects.toThrow(sentence);
  await change('reverse(checksum)');
  await prepareDatabase();
});

/** Runs with a migration that this version doesn't have. */
async function withUnknownMigration(name: string, work: () => Promise<void>): Promise<void> {
  await ownerPool.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) values ('unknown', '', $1, now(), 1)`,
    [name],
  );
  try {
    await work();
  } finally {
    await ownerPool.query(`delete from _prisma_migrations where id = 'unknown'`);
  }
}

test('a start accepts a database of the next version', async () => {
  await withUnknownMigration('20270105120000_add_card_country', prepareDatabase);
  await withUnknownMigration('20270105120000_drop_card_country_needs_0_0_9', prepareDatabase);
});

test('a start rejects a database that a newer version has taken something from', async () => {
  await withUnknownMigration('20270105120000_drop_card_country_needs_9_10_0', () =>
    expect(prepareDatabase()).rejects.toThrow(
      /^DATABASE_URL: This database was migrated by a newer version and requires Tillway 9\.10\.0 or newer\. This is \d+\.\d+\.\d+\.$/,
    ),
  );
});

test('no migration is applied to a database of an unreleased earlier version', async () => {
  await withEarlierDatabase(() =>
    expect(applyMigrations(ownerPool)).rejects.toThrow(UnsupportedDatabaseError),
  );
  expect(await applyMigrations(ownerPool)).toEqual([]);
});

test.skipIf(isEmbedded)('npm run migrate rejects it with the same sentence', async () => {
  const migrate = () =>
    new Promise<{ code: number | null; stderr: string }>((resolve) => {
      const child = execFile(
        process.execPath,
        ['--import', 'tsx', 'scripts/product/apply-migrations.ts'],
        { env: { ...process.env, DATABASE_URL: config.databaseUrl } },
        (_error, _stdout, stderr) => resolve({ code: child.exitCode, stderr }),
      );
    });
  await withEarlierDatabase(async () => {
    const { code, stderr } = await migrate();
    expect(code).toBe(1);
    expect(stderr.trim().replace(/^MIGRATION_/, '')).toMatch(sentence);
  });
  expect((await migrate()).code).toBe(0);
});
