import { defineConfig } from 'vitest/config';
import whole from '../../vitest.config';

/** The closest tests of the mutated code, on the embedded database: see scripts/mutation.mjs. */
const embedded = whole.test!.projects![0] as { test: object };

export default defineConfig({
  ...embedded,
  test: {
    ...embedded.test,
    // Its hooks are needed in every test file, but Node.js loads an external module only once per worker.
    server: { deps: { inline: [/stryker-setup/] } },
    include: process.env.MUTATION_TESTS!.split(',').map((folder) => `${folder}/**/*.test.{ts,tsx}`),
  },
});
