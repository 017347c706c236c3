import { mkdirSync } from 'node:fs';
import { SettingError } from '~/platform/config/config.server';

/**
 * Creates a folder that only this user can access.
 * @throws SettingError when that fails
 */
export function ensurePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new SettingError(
      `DATA_DIR: ${folder} cannot be created or opened (${(error as NodeJS.ErrnoException).code})`,
    );
  }
}
