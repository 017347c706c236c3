import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { config, SettingError } from '../app/platform/config/config.server';

/**
 * Verifies that there is something to audit. Opening a missing embedded database would create it, so the
 * modules that do are loaded afterward.
 * @throws SettingError
 */
export async function requireInstallation(): Promise<void> {
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
