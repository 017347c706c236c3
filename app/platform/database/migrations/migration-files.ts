import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { MigrationList } from '@prisma/schema-engine-wasm';

const migrationsFolder = resolve('prisma/migrations');

/** All migrations, in the order in which they're applied. */
export async function readMigrations(): Promise<MigrationList> {
  const names = (await readdir(migrationsFolder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const migrationDirectories = await Promise.all(
    names.sort().map(async (path) => ({
      path,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok' as const, value: await readScript(path) },
      },
    })),
  );
  const lockfile = {
    path: 'migration_lock.toml',
    content: await readFile(join(migrationsFolder, 'migration_lock.toml'), 'utf8'),
  };
  return { baseDir: migrationsFolder, lockfile, shadowDbInitScript: '', migrationDirectories };
}

const readScript = (name: string) => readFile(join(migrationsFolder, name, 'migration.sql'), 'utf8');

/** The checksum that Prisma records for a migration. */
export async function calculateChecksum(name: string): Promise<string> {
  return createHash('sha256')
    .update(await readScript(name))
    .digest('hex');
}

/**
 * The oldest version that works after a migration. The name of a migration that removes something ends with it:
 * `…_drop_card_country_needs_0_2_0`. Its name is all that a process of another version knows about it.
 * @returns null if every version works
 */
export function readNeededVersion(name: string): string | null {
  const [, version] = /_needs_(\d+_\d+_\d+)$/.exec(name) ?? [];
  return version?.replaceAll('_', '.') ?? null;
}
