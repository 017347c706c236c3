import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../peers/services/postgres';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string;
    dataDir: string;
  }
}

/** Starts a PostgreSQL server for one run of the tests, and makes the folder of its acquirer's book. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  const dataDir = mkdtempSync(join(tmpdir(), 'tillway-tests-'));
  project.provide('databaseUrl', postgres.url);
  project.provide('dataDir', dataDir);
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
