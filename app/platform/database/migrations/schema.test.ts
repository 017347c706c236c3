import { PGlite } from '@electric-sql/pglite';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { expect, test } from 'vitest';
import { isEmbedded } from '../db.server';
import { diffSchema } from './migrations.server';

// The comparison needs an empty database, which is always an embedded one.
test.runIf(isEmbedded)('the migrations create the tables of schema.prisma', { timeout: 60_000 }, async () => {
  expect(await diffSchema(new PrismaPGlite(new PGlite()))).toBe('-- This is an empty migration.\n');
});
