import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { unlessStamped } from './build-stamp.mjs';
import { quietly, step } from '../processes/step.mjs';

const sources = [
  'app',
  'docs/examples',
  'docs/operating',
  'emails',
  'packages/listen',
  'public',
  'prisma/seed.ts',
  'prisma/seed',
  'prisma/migrations',
  'prisma/schema.prisma',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];

const results = ['build/server/index.js', 'build/client/assets', 'build/database'];

/**
 * Builds pages, server and the template of the embedded database into build/, if their sources have changed.
 */
export function bundle() {
  return unlessStamped('bundle', { sources, results }, () => step('Building', build));
}

async function build() {
  // Outside build/, which is emptied first.
  mkdirSync('node_modules/.cache', { recursive: true });
  const folder = mkdtempSync('node_modules/.cache/tillway-database-');
  // Otherwise, the new template would start from it, while the build of the pages empties build/.
  rmSync('build/database', { recursive: true, force: true });
  try {
    await Promise.all([buildPages(), createDatabaseTemplate(folder)]);
    renameSync(join(folder, 'templates'), 'build/database');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function buildPages() {
  return quietly(
    process.execPath,
    ['node_modules/@remix-run/dev/dist/cli.js', 'vite:build', '--logLevel', 'warn'],
    {
      env: { ...process.env, NODE_ENV: 'production' },
      problem: 'The build failed.',
    },
  );
}

function createDatabaseTemplate(folder) {
  const { PATH, HOME } = process.env;
  return quietly(process.execPath, ['--import', 'tsx', 'scripts/setup/database-template.ts'], {
    env: { PATH, HOME, NODE_ENV: 'development', DATA_DIR: folder },
    problem: 'The template of the embedded database could not be created.',
  });
}
