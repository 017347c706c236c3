// The installation under proof: processes started as an operator would, and every system they depend on, each
// real and on this machine.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { auditBooks } from '../tests/peers/books-audit';
import { queryDatabase, type RunQuery } from '../tests/peers/installation-queries';
import {
  createDataDir,
  readDemoCredentials,
  startCommand,
  startServer,
  type Server,
} from '../tests/peers/server';
import { startFaultProxy, type FaultProxy } from '../tests/peers/services/fault-proxy';
import { freePort } from '../tests/peers/services/free-port';
import { startPostgres, type Postgres } from '../tests/peers/services/postgres';
import { startSimulator, type SimulatorPeer } from '../tests/peers/services/simulator';
import { respondOk, startWebhookReceiver } from '../tests/peers/services/webhook-receiver';
import { CleanupScope } from './cleanup';
import { ProofMerchant } from './merchant';
import { Outages } from './outages';
import { poll } from './polling';
import { pick } from './random-values';
import { acquirerTimeoutMs } from './settings';

export type Installation = {
  isEmbedded: boolean;
  /** The server that the installation started for itself. */
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
  /** Collects the garbage of each process. @returns the bytes that remain */
  measureHeaps(): Promise<number[]>;
  /** Stops a process as an operator would, and starts the version in `folder` in its place. */
  replaceProcess(index: number, folder: string): Promise<void>;
  /** Kills a process (SIGKILL), and starts it again. */
  restartKilled(): Promise<void>;
  query: RunQuery;
  auditBooks(): ReturnType<typeof auditBooks>;
  /** The embedded database can be read only without a process. */
  stopProcesses(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  processes: number;
  /** `parent`: the folder for PostgreSQL's data and the product's. `url`: of a server that is running. */
  database: 'embedded' | { parent?: string } | { url: string };
  settings?: Record<string, string>;
  /** Starts a load balancer in front of the processes' ports. Without one, clients choose a process themselves. */
  startLoadBalancer?: (ports: readonly number[]) => Promise<{ origin: string; stop(): unknown }>;
};

const [program, ...args] = startCommand;
const command = [program!, '--expose-gc', '--import', join(import.meta.dirname, 'heap-report.mjs'), ...args];

export async function openInstallation({
  processes,
  database,
  settings = {},
  startLoadBalancer,
}: Options): Promise<Installation> {
  const scope = new CleanupScope();
  const started = <T extends { stop(): unknown }>(peer: T): T => {
    scope.add(() => peer.stop());
    return peer;
  };
  const isEmbedded = database === 'embedded';
  const postgres =
    isEmbedded || 'url' in database
      ? undefined
      : started(await startPostgres({ durable: true, ...database }));
  const databaseUrl = isEmbedded ? undefined : 'url' in database ? database.url : postgres!.url;
  const simulator = started(await startSimulator());
  const proxy = started(await startFaultProxy(simulator.port, acquirerTimeoutMs * 2));
  const receiver = started(await startWebhookReceiver());
  const receivedWebhooks = new Set<string>();
  receiver.answer((response, request) => {
    receivedWebhooks.add(`${request.url!.slice(1)} ${String(request.headers['webhook-id'])}`);
    receiver.received.length = 0;
    respondOk(response, request);
  });
  const DATA_DIR = createDataDir(isEmbedded || 'url' in database ? undefined : database.parent);
  scope.add(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  const HEAP_REPORTS = createDataDir();
  scope.add(() => rmSync(HEAP_REPORTS, { recursive: true, force: true }));
  const ports = await Promise.all(Array.from({ length: processes }, freePort));
  const metricsPorts = await Promise.all(Array.from({ length: processes }, freePort));
  const loadBalancer = startLoadBalancer && started(await startLoadBalancer(ports));
  const env = {
    DATA_DIR,
    HEAP_REPORTS,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    SECRET_KEY: 'c4a5'.repeat(16),
    PORTAL_URL: loadBalancer?.origin ?? `http://localhost:${ports[0]}`,
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
  const start = async (index: number, folder?: string) => {
    const server = await startServer(
      { ...env, PORT: String(ports[index]), METRICS_PORT: String(metricsPorts[index]) },
      command,
      folder,
    );
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
  const query: RunQuery = (text, values) =>
    queryDatabase(databaseUrl, DATA_DIR, (runQuery) => runQuery(text, values));
  // Replaces the demo shop's endpoints, because one of them always fails.
  if (databaseUrl) await query("update webhook_endpoints set url = $1 || '/' || id", [receiver.url]);
  const outages = new Outages();
  const credentials = readDemoCredentials(servers[0]!);
  return {
    isEmbedded,
    postgres,
    simulator,
    proxy,
    outages,
    receivedWebhooks,
    async connectMerchant() {
      const origins = () => (loadBalancer ? [loadBalancer.origin] : running().map(({ origin }) => origin));
      const merchant = new ProofMerchant({ origins, credentials }, outages);
      await merchant.logIn();
      return merchant;
    },
    running,
    metricsPorts,
    measureHeaps: () =>
      Promise.all(
        running().map(async ({ processId }) => {
          const file = join(HEAP_REPORTS, String(processId));
          rmSync(file, { force: true });
          process.kill(processId, 'SIGUSR2');
          const bytes = await poll(() => existsSync(file) && readFileSync(file, 'utf8'), {
            timeoutMs: 10_000,
            pauseMs: 20,
          });
          if (!bytes) throw new Error(`process ${processId} did not report its heap`);
          return Number(bytes);
        }),
      ),
    async replaceProcess(index, folder) {
      const server = servers[index]!;
      servers[index] = undefined;
      await server.stop();
      await start(index, folder);
    },
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
    auditBooks: () => auditBooks(env),
    stopProcesses,
    stop: () => scope.close(),
  };
}
