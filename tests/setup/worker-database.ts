import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { processRole } from './process-role';

type Settings = { DATABASE_URL: string; MIGRATION_DATABASE_URL: string; DATA_DIR: string };
const worker = globalThis as { workerSettings?: Promise<Settings> };

// Runs before every file that reads the settings. It runs for every test file, but a worker creates its
// database once. Child processes inherit both settings, and so share the worker's database and acquirer
// ledger.
Object.assign(process.env, await (worker.workerSettings ??= createDatabase()));

async function createDatabase(): Promise<Settings> {
  const url = new URL(inject('templateUrl'));
  const template = url.pathname.slice(1);
  const name = `tests_${process.pid}`;
  // A database with connections can't be copied, so this connects to another one.
  url.pathname = '/template1';
  const server = new pg.Client({ connectionString: url.href });
  await server.connect();
  await server.query(`create database ${name} template ${template}`);
  await server.end();
  url.pathname = `/${name}`;
  const MIGRATION_DATABASE_URL = url.href;
  url.username = processRole;
  return {
    DATABASE_URL: url.href,
    MIGRATION_DATABASE_URL,
    DATA_DIR: mkdtempSync(join(inject('dataDirs'), 'worker-')),
  };
}
