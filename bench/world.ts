// What every question is asked of: a durable PostgreSQL of its own, the product as it is started, and what they consume.
import { readdirSync, readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import pg from 'pg';
import { readDemoCredentials, createDataDir, startServer, type Server } from '../tests/peers/server';
import { startPostgres, type Postgres } from '../tests/peers/services/postgres';
import { writePast } from './load/past';

export type World = {
  postgres: Postgres;
  server: Server;
  database: pg.Client;
  token: string;
  accountId: string;
  stop(): Promise<void>;
};

/** A folder for a CPU profile of the product, when somebody wants to know where its time goes. */
const profile = process.env.BENCH_PROFILE
  ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`]
  : [];

/** The product in one process, with a merchant that no rate limit holds back, on a PostgreSQL with durable commits. */
export async function buildWorld(settings: Record<string, string> = {}): Promise<World> {
  const postgres = await startPostgres({ durable: true });
  const server = await startServer(
    { DATABASE_URL: postgres.url, DATA_DIR: createDataDir(), RATE_LIMIT_PER_SECOND: '1000000', ...settings },
    [process.execPath, ...profile, 'scripts/start.mjs'],
  );
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  // The demo shop answers in the same process, so its work would count as a payment's. What sending costs is asked in webhooks.ts.
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
    token,
    accountId: credentials.client_id,
    async stop() {
      await database.end();
      await server.stop();
      await postgres.stop();
    },
  };
}

/** A world with a past of so many payments, in which the timetable rests. */
export async function buildOldWorld(payments: number): Promise<World> {
  const world = await buildWorld();
  try {
    await rest(world);
    const started = performance.now();
    await writePast(world.postgres.url, { accountId: world.accountId, payments });
    console.error(`${payments} payments written in ${Math.round((performance.now() - started) / 1000)} s`);
    await rest(world);
    return world;
  } catch (error) {
    await world.stop();
    throw error;
  }
}

/** Lets the timetable rest: what its jobs read is not the pages', and they would compare and settle a past half written. */
async function rest({ database }: World): Promise<void> {
  // A job at work says at its end when it runs next.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await database.query(`update job_timers set next_run_at = now() + interval '1 day'`);
}

const ticksPerSecond = 100;

/** Milliseconds of CPU that processes have used so far; a server's children count as its own. */
export function cpuMs(...processIds: number[]): number {
  return processIds.reduce((total, id) => total + (ticksOf(id) * 1000) / ticksPerSecond, 0);
}

/** PostgreSQL and its connections. */
export function postgresCpuMs({ processId }: Postgres): number {
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && statOf(Number(name))?.[1] === String(processId),
  );
  return cpuMs(processId, ...children.map(Number));
}

/** Megabytes of memory that a process holds. */
export function residentMegabytes(processId: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

export function describeMachine(): string {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu!.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
}

/** Fields of /proc/<id>/stat after the program's name; undefined when the process has ended. */
function statOf(id: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]!.split(' ');
  } catch {
    return undefined;
  }
}

function ticksOf(id: number): number {
  const stat = statOf(id);
  // utime and stime, and for children that have ended cutime and cstime.
  return stat ? [11, 12, 13, 14].reduce((total, field) => total + Number(stat[field]), 0) : 0;
}
