import { beforeAll } from 'vitest';
import { pool } from '~/platform/db.server';
import { openLastingKeys } from '~/platform/lasting-keys.server';
import { applyMigrations } from '~/platform/migrations.server';
import { once } from '~/platform/once.server';
import { boss } from '~/platform/queue.server';

/** Opens and migrates the worker's database, one time for all files. Tests make their own rows and never empty a table. */
beforeAll(() =>
  once('test-database', async () => {
    await applyMigrations(pool);
    await openLastingKeys();
    await boss.start();
  }),
);
