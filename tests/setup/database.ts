import { beforeAll } from 'vitest';
import { pool } from '~/platform/database/db.server';
import { loadPersistentKeys } from '~/platform/secrets/persistent-keys.server';
import { applyMigrations, listPendingMigrations } from '~/platform/database/migrations/migrations.server';
import { singleton } from '~/platform/concurrency/singleton.server';
import { openQueues } from '~/platform/jobs/queue.server';
import { keepProcessorsApart } from '../world/acquirers/processors';

/**
 * Opens and migrates the worker's database once for all files. Tests create their own rows and never empty a
 * table.
 */
beforeAll(() =>
  singleton('test-database', async () => {
    if ((await listPendingMigrations(pool)).length) await applyMigrations(pool);
    await loadPersistentKeys();
    await openQueues();
  }),
);

keepProcessorsApart();
