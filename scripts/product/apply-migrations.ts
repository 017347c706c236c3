// npm run migrate: migrates the database to this version as its owner, MIGRATION_DATABASE_URL, and gives the role
// of DATABASE_URL its rights. Without MIGRATION_DATABASE_URL, the role of DATABASE_URL owns the tables.
import pg from 'pg';
import { MigrationError } from '../../app/platform/database/migrations/migration-session';
import {
  applyMigrations,
  UnsupportedDatabaseError,
} from '../../app/platform/database/migrations/migrations.server';
import { grantProcessRights } from '../../app/platform/database/process-role';
import { installQueues } from '../../app/platform/jobs/queues';

const { DATABASE_URL, MIGRATION_DATABASE_URL } = process.env;
const ownerSetting = MIGRATION_DATABASE_URL ? 'MIGRATION_DATABASE_URL' : 'DATABASE_URL';

function refuse(line: string): never {
  console.error(line);
  process.exit(1);
}

/** The role that the processes log in as, if it isn't the owner. */
async function findProcessRole(pool: pg.Pool): Promise<string | null> {
  if (!MIGRATION_DATABASE_URL || !DATABASE_URL) return null;
  const [{ user: role }, { user: owner }] = [DATABASE_URL, MIGRATION_DATABASE_URL].map(
    (connectionString) => new pg.Client({ connectionString }),
  ) as [pg.Client, pg.Client];
  if (!role || role === owner)
    refuse(
      'MIGRATION_DATABASE_URL: the same role as in DATABASE_URL. The processes need a role of their own',
    );
  const { rowCount } = await pool.query('select from pg_roles where rolname = $1', [role]);
  if (!rowCount)
    refuse(
      `DATABASE_URL: the role ${role} does not exist. Create it: create role ${pg.escapeIdentifier(role)} login password '…'`,
    );
  return role;
}

const pool = new pg.Pool({
  connectionString: MIGRATION_DATABASE_URL || DATABASE_URL,
  max: 2,
  connectionTimeoutMillis: 10_000,
  // Of pg-boss's tables, which running processes use.
  options: '-c lock_timeout=5s',
});
await pool
  .query('select 1')
  .catch((error: Error & { code?: string }) =>
    refuse(`${ownerSetting}: the database does not respond (${error.message || error.code})`),
  );
const processRole = await findProcessRole(pool);
const names = await applyMigrations(pool, {
  onWait: () => console.log('Another migration is running. Waiting …'),
  onApply: (name) => console.log(`Applying ${name} …`),
  async afterwards() {
    await installQueues(pool);
    if (processRole) await grantProcessRights(pool, processRole);
  },
}).catch((error: unknown) => {
  if (error instanceof UnsupportedDatabaseError) refuse(`${ownerSetting}: ${error.message}`);
  if (error instanceof MigrationError) refuse(error.message);
  throw error;
});
await pool.end();
console.log(
  names.length ? `Applied ${names.join(', ')}.` : 'Nothing to apply: the database is at this version.',
);
if (processRole) console.log(`The role ${processRole} has the rights of a process.`);
// Prisma's engine leaves a timer of ten seconds.
process.exit();
