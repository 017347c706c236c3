import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import tsconfigPaths from 'vite-tsconfig-paths';
import { defineConfig } from 'vitest/config';
import { checkoutScript } from './scripts/setup/checkout-script';
import { listenPackage } from './scripts/setup/listen-package';
import SlowFilesFirst from './tests/setup/slow-files-first';

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

const suite = ['app/**/*.test.{ts,tsx}', 'emails/**/*.test.{ts,tsx}', 'tests/api/**/*.test.ts'];

const server = {
  plugins: [tsconfigPaths(), checkoutScript(), listenPackage()],
  // The pages as the server serves them, without a build: see tests/setup/server-build.ts.
  resolve: { alias: { 'virtual:remix/server-build': path('tests/setup/server-build.ts') } },
};

// Opening a database and loading modules takes seconds, so each worker does it once for all its files. Tests
// wait for databases, so there is one more worker than processors. On a busy machine, everything takes several
// times as long as usual: the limits are for tests that hang.
const workers = {
  isolate: false,
  maxWorkers: Math.max(2, availableParallelism()) + 1,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
};

const env = {
  DATA_DIR: 'memory:',
  DEMO: 'false',
  LOG_LEVEL: 'error',
  // Tests that send many requests at once are about something else.
  RATE_LIMIT_PER_SECOND: '1000000',
  SIMULATED_LIVE: 'true',
  // Webhook receivers run on this machine.
  WEBHOOK_PRIVATE_ADDRESSES: 'true',
  SECRET_KEY: '7465737473'.padEnd(64, '0'),
  // The developer's environment must not affect the tests.
  OTHER_SECRET_KEYS: '',
  DATABASE_URL: '',
  VAULT_KEYS: '',
  SMTP_URL: '',
};

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      {
        ...server,
        test: {
          name: 'embedded',
          include: [
            ...suite,
            'proof/**/*.test.ts',
            'tests/setup/**/*.test.ts',
            'tests/world/**/*.test.ts',
            'tests/stand-ins/**/*.test.ts',
            'tests/acquirer-contract/**/*.test.ts',
          ],
          env,
          ...workers,
          sequence: { groupOrder: 0 },
          setupFiles: [
            'tests/setup/errors.ts',
            'tests/setup/connection-queries.ts',
            'tests/setup/database.ts',
          ],
        },
      },
      {
        ...server,
        test: {
          name: 'postgres',
          include: [...suite, 'tests/races/**/*.test.ts', 'tests/s3/**/*.test.ts'],
          env,
          ...workers,
          sequence: { groupOrder: 0 },
          globalSetup: ['tests/setup/postgres.ts'],
          setupFiles: [
            'tests/setup/worker-database.ts',
            'tests/setup/errors.ts',
            'tests/setup/connection-queries.ts',
            'tests/setup/database.ts',
          ],
        },
      },
      {
        plugins: [tsconfigPaths()],
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/setup/demo-folders.ts'],
          setupFiles: ['tests/setup/remaining-servers.ts'],
          ...workers,
          // These tests often wait, for timers, starts and crashes.
          maxWorkers: workers.maxWorkers + 1,
          testTimeout: 240_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
