import { fileURLToPath } from 'node:url';
import tsconfigPaths from 'vite-tsconfig-paths';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Sandboxes answer slowly, and limit the rate of requests. */
export default defineConfig({
  root,
  plugins: [tsconfigPaths({ root })],
  test: {
    include: ['tests/acquirer-contract/sandbox/*.sandbox.ts'],
    setupFiles: ['tests/setup/errors.ts'],
    env: { DATA_DIR: 'memory:', LOG_LEVEL: 'error', DATABASE_URL: '' },
    maxWorkers: 1,
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
