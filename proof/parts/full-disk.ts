import { mkdtempSync, rmdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CleanupScope } from '../cleanup';
import { fillDisk, mountDisk } from '../disk';
import { injectFaults } from '../fault-injection';
import { openInstallation, type Installation } from '../installation';
import { pickNumber } from '../random-values';
import { compareWithBooks, type PartReport } from '../report';
import { duringDatabaseOutage } from './crashes';

const diskMegabytes = 1_024;

/** Fills the disk of the database, again and again. */
export async function proveFullDisk(seconds: number): Promise<PartReport> {
  const scope = new CleanupScope();
  try {
    const disk = mkdtempSync('/tmp/tillway-disk-');
    scope.add(() => rmdirSync(disk));
    scope.add(await mountDisk(disk, diskMegabytes));
    const installation = await openInstallation({ processes: 2, database: { parent: disk } });
    scope.add(() => installation.stop());
    const { merchant, times, payments } = await injectFaults(installation, seconds, async () => {
      const end = installation.outages.begin({ codes: duringDatabaseOutage });
      const freeUp = fillDisk(disk);
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

/** PostgreSQL gives up when it cannot write its log, and an operator starts it again. */
async function recover({ postgres, query }: Installation): Promise<void> {
  try {
    await query('select 1');
  } catch {
    await postgres!.crash().catch(() => {});
    await postgres!.restart();
  }
}
