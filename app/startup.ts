import { checkInstallation } from './installation-check';
import {
  applyMigrations,
  listPendingMigrations,
  UnsupportedDatabaseError,
} from '~/platform/database/migrations/migrations.server';
import { config, SettingError } from '~/platform/config/config.server';
import { pool, prisma } from '~/platform/database/db.server';
import { loadPersistentKeys } from '~/platform/secrets/persistent-keys.server';
import { log } from '~/platform/observability/log';
import { checkVaultKeys } from './vault/rotation';
import { checkSecretKeys } from './vault/secret-rotation';
import { listDemoStaffLogins } from '~/identity/staff/demo-staff';
import { demoApplicants, demoColleagues, demoCredentials, demoLogin } from '../prisma/seed';

/**
 * Production mode refuses to start when anything is unsafe for real money, and reports all faults at once.
 * @throws SettingError
 */
export async function refuseUnsafeStart(): Promise<void> {
  if (!config.production) return;
  const { refusals, warnings } = await checkInstallation(config, pool);
  if (refusals.length) throw new SettingError(...refusals);
  for (const warning of warnings) log.warn(warning);
}

/**
 * The names of missing migrations.
 * @throws SettingError when the database doesn't respond or can't be upgraded
 */
export function findPendingMigrations(): Promise<string[]> {
  return listPendingMigrations(pool).catch((error: Error) => {
    if (error instanceof UnsupportedDatabaseError) throw new SettingError(`DATABASE_URL: ${error.message}`);
    throw new SettingError(
      `DATABASE_URL: the database does not respond (${error.message || (error as NodeJS.ErrnoException).code})`,
    );
  });
}

/** Migrates the database, and verifies that the configured keys decrypt its content. */
export async function prepareDatabase(): Promise<void> {
  const pending = await findPendingMigrations();
  if (pending.length && config.production)
    throw new SettingError(
      `DATABASE_URL: the database lacks migrations (${pending.join(', ')}). Run: npm run migrate`,
    );
  if (pending.length) await applyMigrations(pool);
  await checkInstallationKind();
  await loadPersistentKeys();
  await checkSecretKeys();
  await checkVaultKeys();
}

/** What a person needs to begin, printed after startup. */
export async function buildStartSummary() {
  const demo = config.demo
    ? {
        login: demoLogin(),
        otherLogins: [...demoColleagues, ...demoApplicants],
        credentials: await demoCredentials(),
        staff: await listDemoStaffLogins(),
      }
    : null;
  const mail = config.smtpUrl
    ? `sent through ${new URL(config.smtpUrl).host}`
    : `${config.addresses.portal}/dev/mailbox`;
  return {
    addresses: config.addresses,
    database: config.databaseUrl ? 'PostgreSQL' : `embedded, in ${config.dataDir}`,
    demo,
    mail,
  };
}

/** The demo's logins are public, so its data and real money never share a database. */
async function checkInstallationKind(): Promise<void> {
  const [demoWorld, live] = await Promise.all(
    ['demo_world', 'live_installation'].map((key) => prisma.setting.findUnique({ where: { key } })),
  );
  if (config.production && demoWorld)
    throw new SettingError(
      'DATABASE_URL: this database contains the demo, whose logins are public. Create a new one',
    );
  if (config.demo && live)
    throw new SettingError(
      'DEMO: this database belongs to a production installation. Remove DEMO and set NODE_ENV=production, or use another database',
    );
  if (config.production)
    await prisma.setting.createMany({
      data: { key: 'live_installation', value: 'made' },
      skipDuplicates: true,
    });
}
