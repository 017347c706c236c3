import { mkdirSync } from 'node:fs';
import { SettingError } from '~/platform/config/config.server';

/** Makes a folder that only this account can enter. @throws SettingError when that cannot be */
export function ensurePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new SettingError(
      `DATA_DIR: ${folder} cannot be made or entered (${(error as NodeJS.ErrnoException).code})`,
    );
  }
}
