import { unlessStamped } from './build-stamp.mjs';
import { quietly, step } from '../processes/step.mjs';

/** Generates the database client from prisma/schema.prisma, if it has changed. */
export function generate() {
  return unlessStamped(
    'client',
    { sources: ['prisma/schema.prisma', 'package-lock.json'], results: ['app/platform/prisma/client.ts'] },
    () =>
      step('Generating the database client', () =>
        quietly(process.execPath, ['node_modules/prisma/build/index.js', 'generate'], {
          // Prisma looks for an engine that the generator doesn't use, and would download it. Any existing
          // file prevents that.
          env: {
            ...process.env,
            PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
            PRISMA_HIDE_UPDATE_MESSAGE: '1',
            CHECKPOINT_DISABLE: '1',
          },
          problem: 'The database client could not be generated from prisma/schema.prisma.',
        }),
      ),
  );
}
