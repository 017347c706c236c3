import type { TestProject } from 'vitest/node';
import { startPostgres } from '../peers/postgres';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string;
  }
}

/** Starts a PostgreSQL server for one run of the tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  project.provide('databaseUrl', postgres.url);
  return () => postgres.stop();
}
