import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from '~/platform/config/config.server';
import { ensurePrivateFolder } from './data-folder.server';

/**
 * Locks an embedded database for this process, because two would corrupt it. Takes over the lock of an ended
 * process.
 * @throws SettingError when another process holds the lock
 */
export function lockFolder(folder: string): void {
  ensurePrivateFolder(folder);
  const file = join(folder, 'lock');
  if (!createLock(file)) {
    const holderPid = readHolder(file);
    if (isRunning(holderPid))
      throw new SettingError(
        `DATA_DIR: process ${holderPid} already uses the embedded database in ${folder}. Stop it, choose another DATA_DIR, or set DATABASE_URL to share one PostgreSQL.`,
      );
    if (!removeAbandonedLock(file, holderPid) || !createLock(file))
      throw new SettingError(`DATA_DIR: another process is starting on the embedded database in ${folder}.`);
  }
  process.on('exit', () => rmSync(file, { force: true }));
}

/**
 * The lock is created atomically with its content, so that a lock being written isn't taken for an abandoned
 * one.
 */
function createLock(file: string): boolean {
  const temporaryFile = `${file}.${process.pid}`;
  writeFileSync(temporaryFile, String(process.pid));
  try {
    linkSync(temporaryFile, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(temporaryFile);
  }
}

/** Removes an abandoned lock, unless another process has already replaced it. */
function removeAbandonedLock(file: string, holderPid: number): boolean {
  const abandonedFile = `${file}.${process.pid}.abandoned`;
  try {
    renameSync(file, abandonedFile);
    if (readHolder(abandonedFile) === holderPid) return true;
    linkSync(abandonedFile, file);
    return false;
  } catch (error) {
    if (['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  } finally {
    rmSync(abandonedFile, { force: true });
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
