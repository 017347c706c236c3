import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { queryDatabase } from '../../tests/peers/installation-queries';
import { freePort } from '../../tests/peers/services/free-port';
import { postgresFolder, serverAccount } from '../../tests/peers/services/postgres';
import { CleanupScope } from '../../proof/cleanup';
import { poll } from '../../proof/polling';
import { fillDisk, mountDisk } from '../../proof/disk';
import { readDeployFile, type DeployValues } from '../../tests/peers/services/deploy-file';
import { createNetwork, type Machine } from './network';

const readyMs = 120_000;
const requestMs = 500;
const describedLines = 20;
const diskMegabytes = 2_500;

/** A cluster of three database machines, with the configuration files of `deploy/`. */
export type Cluster = {
  /** As the superuser, by way of HAProxy. */
  url: string;
  nodes: Machine[];
  /** The process IDs of the PostgreSQL servers, one per node. */
  listProcessIds(): Promise<number[]>;
  /** The node that accepts writes. Undefined while there is none. */
  findLeader(among?: readonly Machine[]): Promise<Machine | undefined>;
  /** Waits until one node is the leader, and the others follow it. */
  waitUntilComplete(): Promise<void>;
  /** Starts etcd and Patroni on a node whose programs have ended. */
  start(node: Machine): Promise<void>;
  /** Starts etcd alone, unless it's running. */
  startEtcd(node: Machine): Promise<void>;
  killEtcd(): Promise<void>;
  /** Fills a node's disk. @returns a function that gives the space back */
  fillDisk(node: Machine): () => void;
  /** What the nodes say about themselves, and the end of their logs. */
  describe(): Promise<string>;
  /** Makes the synchronous standby the leader, as for maintenance. */
  switchOver(leader: Machine): Promise<void>;
  stop(): Promise<void>;
};

export async function startCluster(): Promise<Cluster> {
  const scope = new CleanupScope();
  try {
    return await build(scope);
  } catch (error) {
    await scope.close();
    throw error;
  }
}

async function build(scope: CleanupScope): Promise<Cluster> {
  const account = (await serverAccount())!;
  const folder = await mkdtemp('/tmp/tillway-cluster-');
  await chown(folder, account.uid, account.gid);
  scope.add(() => rm(folder, { recursive: true, force: true }));
  const network = await createNetwork(3);
  scope.add(() => network.remove());
  const nodes = network.machines;
  const password = randomUUID();
  const shared = {
    CLUSTER: nodes.map(({ name, address }) => `${name}=http://${address}:2380`).join(','),
    ETCD_HOSTS: nodes.map(({ address }) => `${address}:2379`).join(','),
    NETWORK: network.range,
    PASSWORD: password,
    BIN: postgresFolder(),
    WAL_KEEP_SIZE: '512MB',
    WATCHDOG: '"off"',
  };
  const configure = async (file: string, target: string, values: DeployValues) =>
    writeFile(target, await readDeployFile(file, values));
  const dataOf = ({ name }: Machine) => join(folder, name);
  const etcd = new Map<string, ReturnType<Machine['spawn']>>();

  /** Its output isn't on its node's disk. */
  function launch(node: Machine, command: readonly string[], name: string) {
    const child = node.spawn(command, account);
    const write = async (output: AsyncIterable<Buffer>) => {
      for await (const chunk of output)
        await writeFile(join(folder, `${node.name}-${name}.log`), chunk, { flag: 'a' });
    };
    for (const output of [child.stdout!, child.stderr!]) void write(output).catch(() => {});
    return child;
  }
  const startEtcd = async (node: Machine) => {
    const running = etcd.get(node.name);
    if (running && running.exitCode === null && running.signalCode === null) return;
    etcd.set(node.name, launch(node, ['etcd', '--config-file', join(dataOf(node), 'etcd.yml')], 'etcd'));
  };
  const startPatroni = (node: Machine) =>
    launch(node, ['patroni', join(dataOf(node), 'patroni.yml')], 'patroni');

  for (const node of nodes) {
    await mkdir(dataOf(node));
    scope.add(await mountDisk(dataOf(node), diskMegabytes));
    await chmod(dataOf(node), 0o700);
    await chown(dataOf(node), account.uid, account.gid);
    const values = { ...shared, NODE: node.name, ADDRESS: node.address, DATA: dataOf(node) };
    for (const file of ['etcd.yml', 'patroni.yml']) await configure(file, join(dataOf(node), file), values);
    await startEtcd(node);
  }
  for (const node of nodes) startPatroni(node);

  const port = await freePort();
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  const haproxyFile = join(folder, 'haproxy.cfg');
  await configure('haproxy.cfg', haproxyFile, {
    BIND: `127.0.0.1:${port}`,
    SERVERS: nodes.map(({ name, address }) => `    server ${name} ${address}:5432`).join('\n'),
  });
  const haproxy = spawn('haproxy', ['-db', '-f', haproxyFile], { stdio: 'ignore' });
  scope.add(() => haproxy.kill());

  const findLeader = async (among: readonly Machine[] = nodes) => {
    const answers = await Promise.all(among.map(isLeader));
    return among.find((_, index) => answers[index]);
  };
  /** The leader itself knows best: what Patroni says about the others may be old. */
  const isComplete = () =>
    queryDatabase(url, '', (query) =>
      query<{ state: string; syncState: string }>(
        `select state, sync_state as "syncState" from pg_stat_replication where application_name like 'node%'`,
      ),
    ).then(
      (standbys) =>
        standbys.filter(({ state }) => state === 'streaming').length === nodes.length - 1 &&
        standbys.some(({ syncState }) => syncState === 'sync'),
      () => false,
    );
  const waitUntilComplete = async () => {
    if (!(await poll(isComplete, { timeoutMs: readyMs, pauseMs: 250 })))
      throw new Error(`the cluster isn’t complete. Its logs are in ${folder}`);
  };
  await waitUntilComplete();
  return {
    url,
    nodes,
    listProcessIds: () =>
      Promise.all(
        nodes.map(async (node) =>
          Number.parseInt(await readFile(join(dataOf(node), 'postgresql', 'postmaster.pid'), 'utf8')),
        ),
      ),
    findLeader,
    waitUntilComplete,
    async start(node) {
      await startEtcd(node);
      startPatroni(node);
    },
    startEtcd,
    async killEtcd() {
      for (const child of etcd.values()) child.kill('SIGKILL');
    },
    async describe() {
      const states = await Promise.all(
        nodes.map(async (node) => {
          const state = await askPatroni(node, 'patroni').then((reply) => reply.text(), String);
          const log = await readFile(join(folder, `${node.name}-patroni.log`), 'utf8').catch(String);
          return [`${node.name}: ${state}`, ...log.trimEnd().split('\n').slice(-describedLines)].join('\n  ');
        }),
      );
      return states.join('\n');
    },
    fillDisk: (node) => fillDisk(dataOf(node)),
    async switchOver(leader) {
      const response = await fetch(`http://${leader.address}:8008/switchover`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`patroni:${password}`).toString('base64')}` },
        body: JSON.stringify({ leader: leader.name }),
      });
      if (!response.ok) throw new Error(`switchover: ${await response.text()}`);
    },
    stop: () => scope.close(),
  };
}

const askPatroni = ({ address }: Machine, path: string) =>
  fetch(`http://${address}:8008/${path}`, { signal: AbortSignal.timeout(requestMs) });

/** As HAProxy asks. False without an answer. */
const isLeader = (node: Machine): Promise<boolean> =>
  askPatroni(node, 'primary').then(
    ({ ok }) => ok,
    () => false,
  );
