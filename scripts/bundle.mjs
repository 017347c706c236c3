import { unlessStamped } from './build-stamp.mjs';
import { quietly, step } from './step.mjs';

const sources = [
  'app',
  'emails',
  'public',
  'prisma/seed.ts',
  'prisma/seed',
  'prisma/schema.prisma',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];

/** Builds pages and server into build/, if their sources have changed. */
export function bundle() {
  return unlessStamped('bundle', { sources, results: ['build/server/index.js', 'build/client/assets'] }, () =>
    step('Building', () =>
      quietly(
        process.execPath,
        ['node_modules/@remix-run/dev/dist/cli.js', 'vite:build', '--logLevel', 'warn'],
        {
          env: { ...process.env, NODE_ENV: 'production' },
          problem: 'The build failed.',
        },
      ),
    ),
  );
}
