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
import { Outages } from './outages';
import { ProofMerchant } from './merchant';
import { pick } from './random';

export type Installation = {
  /** The embedded database when absent. */
  postgres?: Postgres;
  simulator: SimulatorPeer;
  /** The connection to the acquirer. */
  proxy: FaultProxy;
  outages: Outages;
  /** The events that the merchant has received. */
  receivedEvents: Set<string>;
  /** A merchant's server with a new journal. */
  connectMerchant(): Promise<ProofMerchant>;
  /** The running processes. */
  running(): Server[];
  metricsPorts: number[];
  /** Kills a process (SIGKILL), and starts it again. */
  restartKilled(): Promise<void>;
  query<T>(text: string, values?: unknown[]): Promise<T[]>;
  /** Runs `npm run audit-books`. @returns its last line, and whether it found nothing */
  auditBooks(): Promise<{ isIntact: boolean; lines: string[] }>;
  /** The embedded database can be read only without a process. */
  stopProcesses(): Promise<void>;
  stop(): Promise<void>;
};

export const acquirerTimeoutMs = 1_500;

const open = new Set<Installation>();

/** For a proof that someone interrupts. */
export async function stopInstallations(): Promise<void> {
  await Promise.all([...open].map((installation) => installation.stop()));
}

type Options = {
  processes: number;
  /** A folder for PostgreSQL's data and the documents, or `embedded`. */
  database: 'embedded' | { parent?: string };
  settings?: Record<string, string>;
};

export async function openInstallation({
  processes,
  database,
  settings = {},
}: Options): Promise<Installation> {
  const isEmbedded = database === 'embedded';
  const postgres = isEmbedded ? undefined : await startPostgres({ durable: true, ...database });
  const simulator = await startSimulator();
  const proxy = await startFaultProxy(simulator.port, acquirerTimeoutMs * 2);
  const receiver = await startWebhookReceiver();
  const receivedEvents = new Set<string>();
  receiver.answer((response, request) => {
    receivedEvents.add(String(request.headers['webhook-id']));
    receiver.received.length = 0;
    respondOk(response, request);
  });
  const DATA_DIR = createDataDir(isEmbedded ? undefined : database.parent);
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
  const start = (index: number) =>
    startServer({ ...env, PORT: String(ports[index]), METRICS_PORT: String(metricsPorts[index]) });
  const servers: (Server | undefined)[] = [await start(0)];
  for (let index = 1; index < processes; index++) servers.push(await start(index));
  const query = <T>(text: string, values: unknown[] = []) =>
    runQuery<T>(postgres?.url, DATA_DIR, text, values);
  // Instead of the demo shop, of which an endpoint always fails.
  if (postgres) await query("update webhook_endpoints set url = $1 || '/' || id", [receiver.url]);
  const running = () => servers.filter((server) => server !== undefined);
  const outages = new Outages();
  const credentials = readDemoCredentials(servers[0]!);
  const installation: Installation = {
    postgres,
    simulator,
    proxy,
    outages,
    receivedEvents,
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
      const end = outages.begin({ connections: true });
      servers[index] = undefined;
      await server.kill();
      servers[index] = await start(index);
      end();
    },
    query: <T>(text: string, values: unknown[] = []) => runQuery<T>(postgres?.url, DATA_DIR, text, values),
    auditBooks: () => runAudit(env),
    async stopProcesses() {
      await Promise.all(running().map((server) => server.stop()));
      servers.fill(undefined);
    },
    async stop() {
      await Promise.all(running().map((server) => server.stop()));
      await Promise.all([proxy.stop(), simulator.stop(), receiver.stop(), postgres?.stop()]);
      rmSync(DATA_DIR, { recursive: true, force: true });
      open.delete(installation);
    },
  };
  open.add(installation);
  return installation;
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
      },
      (error, output, errorOutput) =>
        resolve({ isIntact: !error, lines: `${output}${error ? errorOutput : ''}`.trim().split('\n') }),
    ),
  );
}
