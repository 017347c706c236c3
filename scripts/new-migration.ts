// npm run migration -- add-card-country: writes the SQL from the migrations to schema.prisma, to be reviewed
// and completed, and says what can't run while processes serve requests.
import { mkdirSync, writeFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { findMigrationProblems } from './product/migration-rules';
import { diffSchema } from '../app/platform/database/migrations/migrations.server';

const name = process.argv[2];
if (!name || !/^[a-z0-9-]+$/.test(name))
  throw new Error(
    'Usage: npm run migration -- add-card-country (describe the change in lowercase with dashes)',
  );

const sql = await diffSchema(new PrismaPGlite(new PGlite()));
if (!sql.trim() || sql.includes('empty migration')) {
  console.log('schema.prisma and the migrations agree.');
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = `prisma/migrations/${stamp}_${name.replaceAll('-', '_')}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/migration.sql`, sql);
  console.log(
    `Wrote ${folder}/migration.sql. Read it, add the CHECK constraints it needs, and run npm start.`,
  );
  for (const problem of await findMigrationProblems(folder, sql)) console.log(`- ${problem}`);
}
process.exit(0);
