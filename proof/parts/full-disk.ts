import { execFile } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openInstallation, type Installation } from '../installation';
import { pickNumber } from '../random';
import { compareWithBooks, format, type PartReport } from '../report';
import { startWorkload } from '../workload';

const run = promisify(execFile);
const load = { clients: 8, pauseMs: 20 };
const diskMegabytes = 1_024;
const effects = { codes: ['database_unavailable', 'outcome_unknown', 'page_500', 'page_503'] };

/** Fills the disk of the database, again and again. Mounting a small disk requires root. */
export async function proveFullDisk(seconds: number): Promise<PartReport> {
  const disk = mkdtempSync('/tmp/tillway-disk-');
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', disk]);
  } catch (error) {
    rmdirSync(disk);
    throw new Error('The full disk needs root, to mount a small one.', { cause: error });
  }
  let installation: Installation | undefined;
  try {
    installation = await openInstallation({ processes: 2, database: { parent: disk } });
    const merchant = await installation.connectMerchant();
    const workload = startWorkload(merchant, load);
    let times = 0;
    for (const until = performance.now() + seconds * 1000; performance.now() < until; times++) {
      await sleep(pickNumber(500, 3_000));
      const end = installation.outages.begin(effects);
      const freeUp = fill(disk);
      await sleep(pickNumber(500, 5_000));
      freeUp();
      await recover(installation);
      end();
    }
    await workload.end();
    const counts = [`${times} times without space`, `${format(workload.payments)} payments`];
    return await compareWithBooks('Disk full', installation, merchant, { counts });
  } finally {
    await installation?.stop();
    await run('umount', [disk]);
    rmdirSync(disk);
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
