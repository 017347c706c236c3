import { setTimeout as sleep } from 'node:timers/promises';
import { openInstallation, type Installation } from '../../proof/installation';
import type { ProofMerchant } from '../../proof/merchant';
import { poll } from '../../proof/polling';
import { duringDatabaseOutage } from '../../proof/parts/crashes';
import { compareWithBooks, type PartReport } from '../../proof/report';
import { startWorkload } from '../../proof/workload';
import { startCluster, type Cluster } from './cluster';
import type { Machine } from './network';
import { startProbe, type Probe } from '../probe';

const load = { clients: 6, pauseMs: 50 };
/** The production default. The proof uses a shorter timeout. */
const settings = { ACQUIRER_TIMEOUT_MS: '10000' };
const takeoverMs = 90_000;
/** Longer than a leader keeps its key without renewing it (`ttl` in deploy/patroni.yml). */
const cutMs = 30_000;
const etcdLossMs = 30_000;
const fullDiskMs = 45_000;
const calmMs = 5_000;

/** One fault: until another node was the leader, until a payment was accepted, and from the first to the second. */
type Interruption = {
  fault: string;
  seconds: number;
  promotionSeconds: number | null;
  resumedSeconds: number | null;
};

type Fault = {
  name: string;
  times: number;
  /** Whether another node becomes the leader. */
  movesLeader: boolean;
  inject(cluster: Cluster, leader: Machine): Promise<void>;
  /** Once payments are accepted again. */
  repair(cluster: Cluster, leader: Machine): Promise<void>;
};

const listFaults = (times: number): Fault[] => [
  {
    name: 'Leader killed',
    times,
    movesLeader: true,
    inject: (_, leader) => leader.kill(),
    repair: (cluster, leader) => cluster.start(leader),
  },
  {
    name: 'Leader’s network cut',
    times: Math.ceil(times * 0.3),
    movesLeader: true,
    inject: (_, leader) => leader.disconnect(),
    async repair(_, leader) {
      await sleep(cutMs);
      await leader.reconnect();
    },
  },
  {
    name: 'Planned switchover',
    times: 1,
    movesLeader: true,
    inject: (cluster, leader) => cluster.switchOver(leader),
    repair: async () => {},
  },
  {
    name: 'Leader’s disk full',
    times: 1,
    movesLeader: false,
    async inject(cluster, leader) {
      const freeUp = cluster.fillDisk(leader);
      await sleep(fullDiskMs);
      freeUp();
    },
    // etcd ends when it can't write.
    repair: (cluster, leader) => cluster.startEtcd(leader),
  },
  {
    name: 'etcd lost',
    times: 1,
    movesLeader: false,
    async inject(cluster) {
      await cluster.killEtcd();
      await sleep(etcdLossMs);
    },
    repair: async (cluster) => void (await Promise.all(cluster.nodes.map(cluster.startEtcd))),
  },
];

/**
 * Takes down the leader of a cluster of three database machines again and again, while merchants take payments through
 * two processes.
 * @param times how often the leader is killed
 */
export async function drillFailover(times: number): Promise<PartReport> {
  const cluster = await startCluster();
  try {
    const installation = await openInstallation({ processes: 2, database: { url: cluster.url }, settings });
    try {
      const merchant = await installation.connectMerchant();
      const workload = startWorkload(merchant, load);
      const probe = startProbe(merchant);
      let count = 0;
      for (const fault of listFaults(times))
        for (let time = 0; time < fault.times; time++) {
          const interruption = await interrupt(fault, { cluster, installation, probe });
          count++;
          console.log(`  ${describeInterruption(interruption)}`);
        }
      await Promise.all([workload.end(), probe.end()]);
      return await compareWithBooks('Failover', installation, merchant, {
        counts: [`${count} faults`, ...describeErrors(merchant)],
      });
    } finally {
      await installation.stop();
    }
  } catch (error) {
    console.error(await cluster.describe());
    throw error;
  } finally {
    await cluster.stop();
  }
}

async function interrupt(
  fault: Fault,
  { cluster, installation, probe }: { cluster: Cluster; installation: Installation; probe: Probe },
): Promise<Interruption> {
  await cluster.waitUntilComplete();
  await sleep(calmMs);
  const leader = (await cluster.findLeader())!;
  const endOutage = installation.outages.begin({ codes: duringDatabaseOutage });
  const start = performance.now();
  const promotion = fault.movesLeader ? watchPromotion(cluster, leader) : null;
  await fault.inject(cluster, leader);
  const promotedAt = await promotion;
  if (promotedAt === undefined) throw new Error(`${fault.name}: no new leader`);
  const from = promotedAt ?? start;
  const resumedAt = await poll(() => probe.acceptedAt.find((at) => at > from), {
    timeoutMs: takeoverMs,
    pauseMs: 50,
  });
  if (!resumedAt) throw new Error(`${fault.name}: no payment was accepted`);
  await fault.repair(cluster, leader);
  await cluster.waitUntilComplete();
  endOutage();
  return {
    fault: fault.name,
    seconds: probe.findLongestGap(start) / 1000,
    promotionSeconds: promotedAt ? (promotedAt - start) / 1000 : null,
    resumedSeconds: promotedAt ? (resumedAt - promotedAt) / 1000 : null,
  };
}

/** When another node than `leader` accepts writes, as performance.now(). */
const watchPromotion = (cluster: Cluster, leader: Machine): Promise<number | undefined> =>
  poll(
    async () => {
      const found = await cluster.findLeader(cluster.nodes.filter((node) => node !== leader));
      return found && performance.now();
    },
    { timeoutMs: takeoverMs, pauseMs: 50 },
  );

function describeInterruption({ fault, seconds, promotionSeconds, resumedSeconds }: Interruption): string {
  const takeover =
    promotionSeconds === null
      ? ''
      : ` (new leader after ${promotionSeconds.toFixed(1)} s, first payment ${resumedSeconds!.toFixed(1)} s later)`;
  return `${fault}: ${seconds.toFixed(1)} s without an accepted payment${takeover}`;
}

/** What the callers saw. */
const describeErrors = ({ errorCodes }: ProofMerchant): string[] =>
  [...errorCodes].map(([code, count]) => `${count} × ${code}`);
