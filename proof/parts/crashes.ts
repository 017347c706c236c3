import { setTimeout as sleep } from 'node:timers/promises';
import { injectFaults } from '../fault-injection';
import { openInstallation, type Installation } from '../installation';
import { pickNumber } from '../random-values';
import { compareWithBooks, type PartReport } from '../report';

export const duringDatabaseOutage = ['database_unavailable', 'outcome_unknown', 'page_503'];

/** Kills one of two processes, again and again. */
export async function proveProcessCrashes(installation: Installation, seconds: number): Promise<PartReport> {
  const { merchant, times, payments } = await injectFaults(installation, seconds, installation.restartKilled);
  const counts = [`${times} kills of one of two processes`, payments];
  return compareWithBooks('Process killed', installation, merchant, { counts });
}

export async function proveDatabaseCrashes(installation: Installation, seconds: number): Promise<PartReport> {
  const { merchant, times, payments } = await injectFaults(installation, seconds, async () => {
    const end = installation.outages.begin({ codes: duringDatabaseOutage });
    await installation.postgres!.crash();
    await sleep(pickNumber(0, 2_000));
    await installation.postgres!.restart();
    end();
  });
  const counts = [`${times} crashes of PostgreSQL`, payments];
  return compareWithBooks('PostgreSQL killed', installation, merchant, { counts });
}

/** Kills the only process, which contains the database. */
export async function proveEmbeddedDatabaseCrashes(seconds: number): Promise<PartReport> {
  const installation = await openInstallation({ processes: 1, database: 'embedded' });
  try {
    const { merchant, times, payments } = await injectFaults(
      installation,
      seconds,
      installation.restartKilled,
    );
    const counts = [`${times} kills`, payments];
    return await compareWithBooks('Embedded database killed', installation, merchant, { counts });
  } finally {
    await installation.stop();
  }
}
