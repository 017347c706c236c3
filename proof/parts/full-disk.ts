import { execFile } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CleanupScope } from '../cleanup';
import { injectFaults } from '../fault-injection';
import { openInstallation, type Installation } from '../installation';
import { pickNumber } from '../random-values';
import { compareWithBooks, type PartReport } from '../report';
import { duringDatabaseOutage } from './crashes';

const run = promisify(execFile);
const diskMegabytes = 1_024;

/** Fills the disk of the database, again and again. Mounting a small disk requires root. */
export async function proveFullDisk(seconds: number): Promise<PartReport> {
  const scope = new CleanupScope();
  try {
    const disk = mkdtempSync('/tmp/tillway-disk-');
    scope.add(() => rmdirSync(disk));
    await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', disk]);
    scope.add(() => run('umount', [disk]));
    const installation = await openInstallation({ processes: 2, database: { parent: disk } });
    scope.add(() => installation.stop());
    const { merchant, times, payments } = await injectFaults(installation, seconds, async () => {
      const end = installation.outages.begin({ codes: duringDatabaseOutage });
      const freeUp = fill(disk);
      await sleep(pickNumber(500, 5_000));
      freeUp();
      await recover(installation);
      end();
    });
    const counts = [`disk filled ${times} times`, payments];
    return await compareWithBooks('Disk full', installation, merchant, { counts });
  } finally {
    await scope.close();
  }
}

/** Takes all remaining space. @returns a function that gives it back */
function fill(disk: string): () => void {
  const path = join(disk, 'filler');
  const file = openSync(path, 'w');
  try {
    for (const megabyte = Buffer.alloc(2 ** 20); ;) writeSync(file, megabyte);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
  return () => rmSync(path);
}

/** PostgreSQL gives up when it cannot write its log, and an operator starts it again. */
async function recover({ postgres, query }: Installation): Promise<void> {
  try {
    await query('select 1');
  } catch {
    await postgres!.crash().catch(() => {});
    await postgres!.restart();
  }
}
