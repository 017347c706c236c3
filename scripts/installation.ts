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

/** Opening a missing embedded database would create it, so the modules that do are loaded afterward. */
async function requireInstallation(): Promise<void> {
  const { config, SettingError } = await import('../app/platform/config/config.server');
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'database')))
    throw new SettingError(
      `DATA_DIR: there is no database in ${config.dataDir}. Set DATABASE_URL, or DATA_DIR to the folder of an installation`,
    );
  const { findPendingMigrations } = await import('../app/startup');
  if ((await findPendingMigrations()).length)
    throw new SettingError(
      'DATABASE_URL: this database has no installation of this version. Check the URL, or run npm run migrate',
    );
}
