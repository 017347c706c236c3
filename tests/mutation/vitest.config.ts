import { defineConfig } from 'vitest/config';
import whole from '../../vitest.config';

/** The tests on the embedded database alone, and of those the ones nearest to the code that is mutated: see scripts/mutation.mjs. */
const embedded = whole.test!.projects![0] as { test: object };

export default defineConfig({
  ...embedded,
  test: {
    ...embedded.test,
    include: process.env.MUTATION_TESTS!.split(',').map((folder) => `${folder}/**/*.test.{ts,tsx}`),
  },
});
