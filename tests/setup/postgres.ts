import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { applyMigrations } from '~/platform/database/migrations/migrations.server';
import { grantProcessRights } from '~/platform/database/process-role';
import { installQueues } from '~/platform/jobs/queues';
import { startPostgres } from '../peers/services/postgres';
import { processRole } from './process-role';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A migrated database that each worker copies. */
    templateUrl: string;
    /** Each worker creates its DATA_DIR in here. */
    dataDirs: string;
  }
}

/** Starts a PostgreSQL server with a migrated database for one test run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Every worker and every process that a test starts has a separate pool.
  const postgres = await startPostgres({ settings: { max_connections: '400' } });
  const dataDirs = mkdtempSync(join(tmpdir(), 'tillway-tests-'));
  const template = new pg.Pool({ connectionString: postgres.url });
  await applyMigrations(template);
  await installQueues(template);
  await template.query(`create role ${processRole} login`);
  await grantProcessRights(template, processRole);
  await template.end();
  project.provide('templateUrl', postgres.url);
  project.provide('dataDirs', dataDirs);
  return async () => {
    await postgres.stop();
    rmSync(dataDirs, { recursive: true, force: true });
  };
}
