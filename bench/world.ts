// The setup of every benchmark: a separate durable PostgreSQL, the product as started in production, and
// their resource usage.
import { readdirSync, readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import pg from 'pg';
import { readDemoCredentials, createDataDir, startServer, type Server } from '../tests/peers/server';
import { freePort } from '../tests/peers/services/free-port';
import { startCluster } from '../drill/failover/cluster';
import { postgresFolder, startPostgres } from '../tests/peers/services/postgres';
import { writePaymentHistory } from './load/payment-history';

/** `bin`: the folder of PostgreSQL's programs. `processIds`: of the one server, or of the cluster's three. */
type Database = { url: string; bin: string; processIds: number[]; stop(): Promise<void> };

export type World = {
  postgres: Database;
  server: Server;
  database: pg.Client;
  metricsUrl: string;
  token: string;
  accountId: string;
  stop(): Promise<void>;
};

/** A folder for a CPU profile of the product. */
const profile = process.env.BENCH_PROFILE
  ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`]
  : [];

/** Starts one PostgreSQL server or, with `BENCH_CLUSTER=1`, the failover drill's cluster. */
async function startDatabase(): Promise<Database> {
  if (process.env.BENCH_CLUSTER) {
    const cluster = await startCluster();
    return {
      url: cluster.url,
      bin: postgresFolder(),
      processIds: await cluster.listProcessIds(),
      stop: () => cluster.stop(),
    };
  }
  const { url, bin, processId, stop } = await startPostgres({ durable: true });
  return { url, bin, processIds: [processId], stop };
}

/** The product in one process, with a merchant without rate limits, on a PostgreSQL with durable commits. */
export async function buildWorld(settings: Record<string, string> = {}): Promise<World> {
  const started: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of started.toReversed()) await end();
  };
  try {
    return { ...(await startWorld(settings, started)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Adds a function to `started` for each part it starts, which stops that part. */
async function startWorld(
  settings: Record<string, string>,
  started: (() => Promise<unknown>)[],
): Promise<Omit<World, 'stop'>> {
  const postgres = await startDatabase();
  started.push(() => postgres.stop());
  const metricsPort = String(await freePort());
  const server = await startServer(
    {
      DATABASE_URL: postgres.url,
      DATA_DIR: createDataDir(),
      RATE_LIMIT_PER_SECOND: '1000000',
      METRICS_PORT: metricsPort,
      ...settings,
    },
    [process.execPath, '--max-semi-space-size=32', ...profile, 'scripts/start.mjs'],
  );
  started.push(() => server.stop());
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  started.push(() => database.end());
  // The demo shop runs in the same process, so its work would count. webhooks.ts measures deliveries.
  await database.query('update webhook_endpoints set deleted_at = now()');
  const credentials = readDemoCredentials(server);
  const reply = await fetch(`${server.origin}/test/api/auth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const { access_token: token } = (await reply.json()) as { access_token: string };
  return {
    postgres,
    server,
    database,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    token,
    accountId: credentials.client_id,
  };
}

/** A world with a history of this many payments and a stopped timetable. */
export async function buildWorldWithHistory(payments: number): Promise<World> {
  const world = await buildWorld();
  try {
    await pauseJobs(world);
    const started = performance.now();
    await writePaymentHistory(world.postgres.url, { accountId: world.accountId, payments });
    console.error(`${payments} payments written in ${Math.round((performance.now() - started) / 1000)} s`);
    await pauseJobs(world);
    return world;
  } catch (error) {
    await world.stop();
    throw error;
  }
}

/**
 * Stops the timetable: its jobs' reads would distort the results, and they would reconcile and settle an
 * incomplete history.
 */
async function pauseJobs({ database }: World): Promise<void> {
  // A running job schedules its next run when it ends.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await database.query(`update job_timers set next_run_at = now() + interval '1 day'`);
}

const ticksPerSecond = 100;

/** Milliseconds of CPU time used by processes so far, including a server's children. */
export function cpuMs(...processIds: number[]): number {
  return processIds.reduce((total, id) => total + (countTicks(id) * 1000) / ticksPerSecond, 0);
}

/** PostgreSQL and its connections, or the product and its processes. */
export function familyCpuMs(...processIds: number[]): number {
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && processIds.includes(Number(readStat(Number(name))?.[1])),
  );
  return cpuMs(...processIds, ...children.map(Number));
}

/** Megabytes of memory of a process. */
export function residentMegabytes(processId: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

export function describeMachine(): string {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu!.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
}

/** The fields of /proc/<id>/stat after the program's name. Undefined when the process has ended. */
function readStat(id: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]!.split(' ');
  } catch {
    return undefined;
  }
}

function countTicks(id: number): number {
  const stat = readStat(id);
  // utime and stime, and for ended children cutime and cstime.
  return stat ? [11, 12, 13, 14].reduce((total, field) => total + Number(stat[field]), 0) : 0;
}
