import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs an audit of an installation, and exits with 1 when it finds something, or when there is nothing to audit.
 * Startup errors, such as a server that uses the embedded database, occur when the modules are loaded.
 * @param audit returns whether everything is intact
 */
export async function runOnInstallation(audit: () => Promise<boolean>): Promise<never> {
  try {
    await requireInstallation();
    process.exit((await audit()) ? 0 : 1);
  } catch (error) {
    console.error(error instanceof Error && error.name === 'SettingError' ? error.message : error);
    process.exit(1);
  }
}

/**
 * Opening a missing embedded database would create it, so the modules that do are loaded afterward.
 * @throws SettingError unless the settings name a database of this version on which a process has started
 */
export async function requireInstallation(): Promise<void> {
  const { config, SettingError } = await import('../../app/platform/config/config.server');
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'database', 'PG_VERSION')))
    throw new SettingError(
      `No installation here: there is no database in ${config.dataDir}. Set DATA_DIR to an installation’s folder, or DATABASE_URL to its database`,
    );
  const place = config.databaseUrl ? 'the database of DATABASE_URL' : `the database in ${config.dataDir}`;
  const { findPendingMigrations } = await import('../../app/startup');
  if ((await findPendingMigrations()).length)
    throw new SettingError(
      config.databaseUrl
        ? `No installation here: ${place} lacks tables of this version. Check DATABASE_URL, or run npm run migrate`
        : `No installation here: ${place} lacks tables of this version. Check DATA_DIR, or run npm start`,
    );
  const { hasPersistentKeys } = await import('../../app/platform/secrets/persistent-keys.server');
  if (!(await hasPersistentKeys()))
    throw new SettingError(
      `No installation here: nothing has run on ${place} yet. Check ${config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'}, or run npm start`,
    );
}
