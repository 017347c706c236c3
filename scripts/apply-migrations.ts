// npm run migrate: migrates the database of DATABASE_URL to this version.
import pg from 'pg';
import { applyMigrations, UnsupportedDatabaseError } from '../app/platform/database/migrations.server';

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 2,
  connectionTimeoutMillis: 10_000,
});
try {
  await pool.query('select 1');
} catch (error) {
  console.error(
    `DATABASE_URL: the database does not respond (${(error as Error).message || (error as NodeJS.ErrnoException).code})`,
  );
  process.exit(1);
}
const names = await applyMigrations(pool).catch((error: unknown) => {
  if (!(error instanceof UnsupportedDatabaseError)) throw error;
  console.error(`DATABASE_URL: ${error.message}`);
  process.exit(1);
});
await pool.end();
console.log(
  names.length ? `Applied ${names.join(', ')}.` : 'Nothing to apply: the database is at this version.',
);
