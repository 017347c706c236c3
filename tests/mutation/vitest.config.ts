import { defineConfig } from 'vitest/config';
import whole from '../../vitest.config';

/** The closest tests of the mutated code, on the embedded database: see scripts/mutation.mjs. */
const embedded = whole.test!.projects![0] as { test: object };

export default defineConfig({
  ...embedded,
  test: {
    ...embedded.test,
    include: [
      'tests/mutation/resident-worker.test.ts',
      ...process.env
        .MUTATION_TESTS!.split(',')
        .map((place) => (/\.tsx?$/.test(place) ? place : `${place}/**/*.test.{ts,tsx}`)),
    ],
    exclude: [
      // Longer than all tests of a mutant may take.
      'tests/api/payments/payment-histories.test.ts',
      ...(process.env.MUTATION_EXCLUDED_TESTS?.split(',') ?? []),
    ],
  },
});
