import { setTimeout as sleep } from 'node:timers/promises';
import { openInstallation, type Installation } from '../installation';
import { pick, pickNumber } from '../random';
import { compareWithBooks, format, type PartReport } from '../report';
import { startWorkload } from '../workload';
import { faultNames } from '~/acquirers/simulator/faults';
import { acquirerTimeoutMs } from '../installation';
import type { NetworkFault } from '../../tests/peers/services/fault-proxy';

const load = { clients: 12, pauseMs: 20 };
const unknownOutcome = ['outcome_unknown'];
const duringDatabaseOutage = ['database_unavailable', 'outcome_unknown', 'page_500', 'page_503'];

/** Repeats a disturbance while merchants make payments. @returns how often it happened */
async function disturb(
  installation: Installation,
  seconds: number,
  disturbance: () => Promise<void>,
): Promise<{
  merchant: Awaited<ReturnType<Installation['connectMerchant']>>;
  times: number;
  payments: number;
}> {
  const merchant = await installation.connectMerchant();
  const workload = startWorkload(merchant, load);
  const until = performance.now() + seconds * 1000;
  let times = 0;
  for (; performance.now() < until; times++) {
    await sleep(pickNumber(200, 2_500));
    await disturbance();
  }
  await workload.end();
  return { merchant, times, payments: workload.payments };
}

/** Kills one of two processes, again and again. */
export async function proveProcessCrashes(installation: Installation, seconds: number): Promise<PartReport> {
  const { merchant, times, payments } = await disturb(installation, seconds, installation.restartKilled);
  const counts = [`${times} kills of one of two processes`, `${format(payments)} payments`];
  return compareWithBooks('Process killed', installation, merchant, { counts });
}

/** Ends PostgreSQL without a shutdown, again and again. */
export async function proveDatabaseCrashes(installation: Installation, seconds: number): Promise<PartReport> {
  const { merchant, times, payments } = await disturb(installation, seconds, async () => {
    const end = installation.outages.begin({ codes: duringDatabaseOutage });
    await installation.postgres!.crash();
    await sleep(pickNumber(0, 2_000));
    await installation.postgres!.restart();
    end();
  });
  const counts = [`${times} crashes of PostgreSQL`, `${format(payments)} payments`];
  return compareWithBooks('PostgreSQL killed', installation, merchant, { counts });
}

/** Kills the only process, which contains the database. */
export async function proveEmbeddedDatabaseCrashes(seconds: number): Promise<PartReport> {
  const installation = await openInstallation({ processes: 1, database: 'embedded' });
  try {
    const { merchant, times, payments } = await disturb(installation, seconds, installation.restartKilled);
    const counts = [`${times} kills`, `${format(payments)} payments`];
    return await compareWithBooks('Embedded database killed', installation, merchant, { counts });
  } finally {
    await installation.stop();
  }
}

const networkFaults: NetworkFault[] = [
  'cut_request',
  'lose_request',
  'cut_answer',
  'lose_answer',
  'halve_answer',
  'double_answer',
  'delay_answer',
];

/** Every fault of the acquirer and of the connection to it, in random order. */
export async function proveAcquirerFaults(installation: Installation, seconds: number): Promise<PartReport> {
  const { simulator, proxy, outages } = installation;
  const used = new Set<string>();
  const { merchant, times, payments } = await disturb(installation, seconds, async () => {
    const end = outages.begin({ codes: unknownOutcome.concat('page_503') });
    const isOnTheLine = Math.random() < 0.4;
    const fault = isOnTheLine ? pick(networkFaults) : pick(faultNames);
    used.add(fault);
    if (isOnTheLine) proxy.setFault(fault as NetworkFault);
    else
      await simulator.setFaults([
        {
          fault: fault as (typeof faultNames)[number],
          ms: acquirerTimeoutMs * 2,
          probability: pick([0.2, 0.5, 1]),
        },
      ]);
    await sleep(pickNumber(500, 4_000));
    proxy.setFault(null);
    await simulator.setFaults([]);
    end();
  });
  const kinds = networkFaults.length + faultNames.length;
  const counts = [`${times} faults of ${used.size} of ${kinds} kinds`, `${format(payments)} payments`];
  return compareWithBooks('Acquirer fails', installation, merchant, { counts });
}
