import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from './config.server';

/**
 * Makes this process the only one on an embedded database, since two would corrupt it. The lock of a process that is
 * gone is taken over. @throws SettingError when another process holds the folder
 */
export function holdFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'lock');
  for (let tries = 0; tries < 2; tries++) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      process.on('exit', () => rmSync(file, { force: true }));
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = Number(readFileSync(file, 'utf8'));
      if (isRunning(holder))
        throw new SettingError(`DATA_DIR: process ${holder} already runs on the embedded database in ${folder}. Stop it, choose another DATA_DIR, or set DATABASE_URL to share one PostgreSQL.`);
      rmSync(file, { force: true });
    }
  }
  throw new SettingError(`DATA_DIR: another process is starting on ${folder}`);
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
