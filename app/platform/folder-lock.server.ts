import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from './config.server';
import { openFolder } from './data-folder.server';

/**
 * Makes this process the only one on an embedded database, since two would corrupt it. The lock of a process that is
 * gone is taken over. @throws SettingError when another process holds the folder
 */
export function holdFolder(folder: string): void {
  openFolder(folder);
  const file = join(folder, 'lock');
  if (!create(file)) {
    const holder = readHolder(file);
    if (isRunning(holder))
      throw new SettingError(
        `DATA_DIR: process ${holder} already runs on the embedded database in ${folder}. Stop it, choose another DATA_DIR, or set DATABASE_URL to share one PostgreSQL.`,
      );
    if (!remove(file, holder) || !create(file))
      throw new SettingError(`DATA_DIR: another process is starting on the embedded database in ${folder}.`);
  }
  process.on('exit', () => rmSync(file, { force: true }));
}

/** The lock appears with its content or not at all, so that nobody takes a lock being written for an abandoned one. */
function create(file: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft);
  }
}

/** Takes an abandoned lock away, unless somebody was faster and the lock there now is theirs. */
function remove(file: string, holder: number): boolean {
  const away = `${file}.${process.pid}.abandoned`;
  try {
    renameSync(file, away);
    if (readHolder(away) === holder) return true;
    linkSync(away, file);
    return false;
  } catch (error) {
    if (['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  } finally {
    rmSync(away, { force: true });
  }
}

function readHolder(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
