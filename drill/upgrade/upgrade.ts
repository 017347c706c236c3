import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CleanupScope } from '../../proof/cleanup';
import { openInstallation } from '../../proof/installation';
import { compareWithBooks, format, type PartReport } from '../../proof/report';
import { startWorkload } from '../../proof/workload';
import { queryDatabase } from '../../tests/peers/installation-queries';
import { startPostgres } from '../../tests/peers/services/postgres';
import { startProbe } from '../probe';
import { startLoadBalancer } from './load-balancer';
import { buildNextVersion, migrate } from './next-version';

const load = { clients: 6, pauseMs: 50 };
const role = 'tillway_process';
const stageMs = 15_000;
/** How long a report holds the tables that the migration needs to change. */
const reportMs = 8_000;

/** Opens a transaction that reads the tables and so keeps them locked. @returns a function that ends it */
async function startReport(connectionString: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('begin; select from transactions limit 1; select from operations limit 1');
  return async () => {
    await client.query('commit');
    await client.end();
  };
}

/**
 * Upgrades two processes to the next version while merchants take payments. The first one returns to the previous version in
 * between.
 */
export async function drillUpgrade(): Promise<PartReport> {
  const scope = new CleanupScope();
  try {
    const next = await buildNextVersion();
    scope.add(() => next.remove());
    const postgres = await startPostgres({ durable: true });
    scope.add(() => postgres.stop());
    await queryDatabase(postgres.url, '', (query) => query(`create role ${role} login`));
    const processUrl = postgres.url.replace('//tillway@', `//${role}@`);
    const urls = { MIGRATION_DATABASE_URL: postgres.url, DATABASE_URL: processUrl };
    await migrate(process.cwd(), urls);
    const installation = await openInstallation({
      processes: 2,
      database: { url: processUrl },
      settings: { DRAIN_SECONDS: '5' },
      startLoadBalancer,
    });
    scope.add(() => installation.stop());
    const merchant = await installation.connectMerchant();
    const workload = startWorkload(merchant, load);
    const probe = startProbe(merchant);
    const stage = async (name: string, work: () => Promise<unknown>) => {
      const [start, startedAt] = [performance.now(), merchant.describeTime()];
      await work();
      const seconds = (performance.now() - start) / 1000;
      await sleep(stageMs);
      console.log(
        `  ${name}, started ${startedAt}: took ${seconds.toFixed(1)} s, at most ${(probe.findLongestGap(start) / 1000).toFixed(1)} s without an accepted payment`,
      );
    };
    await stage('Baseline', () => sleep(stageMs));
    await stage(`Migration to ${next.version} during a report`, async () => {
      const endReport = await startReport(processUrl);
      await Promise.all([migrate(next.folder, urls), sleep(reportMs).then(endReport)]);
    });
    const { folder } = next;
    await stage('First process upgraded', () => installation.replaceProcess(0, folder));
    await stage('First process returned to the previous version', () =>
      installation.replaceProcess(0, process.cwd()),
    );
    await stage('First process upgraded again', () => installation.replaceProcess(0, folder));
    await stage('Second process upgraded', () => installation.replaceProcess(1, folder));
    await Promise.all([workload.end(), probe.end()]);
    const failed = [...merchant.errorCodes.values()].reduce((sum, count) => sum + count, 0);
    return await compareWithBooks('Upgrade', installation, merchant, {
      counts: [
        `${next.migrations.length} migrations, 4 process replacements`,
        `${format(failed)} failed requests`,
      ],
    });
  } finally {
    await scope.close();
  }
}
