// The installation under proof: processes started as an operator would, and every system they depend on, each
// real and on this machine.
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { createDataDir, readDemoCredentials, startServer, type Server } from '../tests/peers/server';
import { startFaultProxy, type FaultProxy } from '../tests/peers/services/fault-proxy';
import { freePort } from '../tests/peers/services/free-port';
import { startPostgres, type Postgres } from '../tests/peers/services/postgres';
import { startSimulator, type SimulatorPeer } from '../tests/peers/services/simulator';
import { respondOk, startWebhookReceiver } from '../tests/peers/services/webhook-receiver';
import { CleanupScope } from './cleanup';
import { ProofMerchant } from './merchant';
import { Outages } from './outages';
import { pick } from './random-values';
import { acquirerTimeoutMs } from './settings';

export type Installation = {
  /** The embedded database when absent. */
  postgres?: Postgres;
  simulator: SimulatorPeer;
  /** The connection to the acquirer. */
  proxy: FaultProxy;
  outages: Outages;
  /** The endpoint and the event of each webhook that the merchant has received, separated by a space. */
  receivedWebhooks: Set<string>;
  /** A merchant's server with a new journal. */
  connectMerchant(): Promise<ProofMerchant>;
  /** The running processes. */
  running(): Server[];
  metricsPorts: number[];
  /** Kills a process (SIGKILL), and starts it again. */
  restartKilled(): Promise<void>;
  query<T>(text: string, values?: unknown[]): Promise<T[]>;
  /** Runs `npm run audit-books`. @returns its output, and whether everything agrees */
  auditBooks(): Promise<{ isIntact: boolean; output: string }>;
  /** The embedded database can be read only without a process. */
  stopProcesses(): Promise<void>;
  stop(): Promise<void>;
};

const auditMs = 1_800_000;

type Options = {
  processes: number;
  /** `parent`: the folder for PostgreSQL's data and the product's. */
  database: 'embedded' | { parent?: string };
  settings?: Record<string, string>;
};

export async function openInstallation({
  processes,
  database,
  settings = {},
}: Options): Promise<Installation> {
  const scope = new CleanupScope();
  const started = <T extends { stop(): unknown }>(peer: T): T => {
    scope.add(() => peer.stop());
    return peer;
  };
  const isEmbedded = database === 'embedded';
  const postgres = isEmbedded ? undefined : started(await startPostgres({ durable: true, ...database }));
  const simulator = started(await startSimulator());
  const proxy = started(await startFaultProxy(simulator.port, acquirerTimeoutMs * 2));
  const receiver = started(await startWebhookReceiver());
  const receivedWebhooks = new Set<string>();
  receiver.answer((response, request) => {
    receivedWebhooks.add(`${request.url!.slice(1)} ${String(request.headers['webhook-id'])}`);
    receiver.received.length = 0;
    respondOk(response, request);
  });
  const DATA_DIR = createDataDir(isEmbedded ? undefined : database.parent);
  scope.add(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  const ports = await Promise.all(Array.from({ length: processes }, freePort));
  const metricsPorts = await Promise.all(Array.from({ length: processes }, freePort));
  const env = {
    DATA_DIR,
    ...(postgres && { DATABASE_URL: postgres.url }),
    SECRET_KEY: 'c4a5'.repeat(16),
    PORTAL_URL: `http://localhost:${ports[0]}`,
    SIMULATOR_URL: `http://127.0.0.1:${proxy.port}`,
    ACQUIRER_TIMEOUT_MS: String(acquirerTimeoutMs),
    RATE_LIMIT_PER_SECOND: '1000000',
    // People come from many IP addresses.
    TRUSTED_PROXIES: '1',
    ...settings,
  };
  const servers: (Server | undefined)[] = [];
  const running = () => servers.filter((server) => server !== undefined);
  let isStopping = false;
  const start = async (index: number) => {
    const server = await startServer({
      ...env,
      PORT: String(ports[index]),
      METRICS_PORT: String(metricsPorts[index]),
    });
    servers[index] = server;
    if (isStopping) await server.stop();
    return server;
  };
  const stopProcesses = async () => {
    const stopping = running();
    servers.fill(undefined);
    await Promise.all(stopping.map((server) => server.stop()));
  };
  scope.add(() => {
    isStopping = true;
    return stopProcesses();
  });
  for (let index = 0; index < processes; index++) await start(index);
  const query = <T>(text: string, values: unknown[] = []) =>
    runQuery<T>(postgres?.url, DATA_DIR, text, values);
  // Replaces the demo shop's endpoints, because one of them always fails.
  if (postgres) await query("update webhook_endpoints set url = $1 || '/' || id", [receiver.url]);
  const outages = new Outages();
  const credentials = readDemoCredentials(servers[0]!);
  return {
    postgres,
    simulator,
    proxy,
    outages,
    receivedWebhooks,
    async connectMerchant() {
      const origins = () => running().map(({ origin }) => origin);
      const merchant = new ProofMerchant({ origins, credentials }, outages);
      await merchant.logIn();
      return merchant;
    },
    running,
    metricsPorts,
    async restartKilled() {
      const index = pick([...servers.keys()]);
      const server = servers[index]!;
      const end = outages.begin({ killedOrigin: server.origin });
      servers[index] = undefined;
      await server.kill();
      await start(index);
      end();
    },
    query,
    auditBooks: () => runAudit(env),
    stopProcesses,
    stop: () => scope.close(),
  };
}

/** The embedded database allows one process, so no server may run. */
async function runQuery<T>(
  url: string | undefined,
  dataDir: string,
  text: string,
  values: unknown[],
): Promise<T[]> {
  if (!url) {
    const lite = await PGlite.create(join(dataDir, 'database'));
    try {
      return (await lite.query<T>(text, values)).rows;
    } finally {
      await lite.close();
    }
  }
  const client = new pg.Client(url);
  // Part of the same query.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text, values)).rows as T[];
  } finally {
    await client.end();
  }
}

function runAudit(env: Record<string, string>): ReturnType<Installation['auditBooks']> {
  const { PATH, HOME } = process.env;
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      ['scripts/audit-books.mjs'],
      {
        env: { PATH, HOME, NODE_ENV: 'production', DEMO: 'true', ...env } as unknown as NodeJS.ProcessEnv,
        maxBuffer: 2 ** 28,
        timeout: auditMs,
      },
      (error, output, errorOutput) => resolve({ isIntact: !error, output: `${output}${errorOutput}`.trim() }),
    ),
  );
}
