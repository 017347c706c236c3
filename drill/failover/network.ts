import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ip = (command: string) => run('ip', command.split(' '));

/** A machine of the network: its address, and what happens to it. */
export type Machine = {
  name: string;
  address: string;
  /** Starts a program on it. `account`: of the system, root by default. */
  spawn(command: readonly string[], account?: { uid: number; gid: number }): ChildProcess;
  /** Ends all its programs at once (SIGKILL), like a power failure. */
  kill(): Promise<void>;
  disconnect(): Promise<void>;
  reconnect(): Promise<void>;
};

export type Network = { range: string; machines: Machine[]; remove(): Promise<void> };

/**
 * A network of machines on this one: a bridge, and a network namespace for each machine. Its connections can be cut.
 * Only root can create it.
 */
export async function createNetwork(count: number): Promise<Network> {
  const id = process.pid % 10_000;
  const bridge = `drill${id}`;
  const subnet = `10.${200 + (id % 50)}.${(id >> 3) % 250}`;
  await ip(`link add ${bridge} type bridge`);
  await ip(`addr add ${subnet}.254/24 dev ${bridge}`);
  await ip(`link set ${bridge} up`);
  const machines: Machine[] = [];
  for (let number = 1; number <= count; number++) machines.push(await addMachine(id, bridge, subnet, number));
  return {
    range: `${subnet}.0/24`,
    machines,
    async remove() {
      for (const machine of machines) {
        await machine.kill();
        await ip(`netns del ${namespaceOf(id, machine.name)}`);
      }
      await ip(`link del ${bridge}`);
    },
  };
}

const namespaceOf = (id: number, name: string) => `drill${id}-${name}`;

async function addMachine(id: number, bridge: string, subnet: string, number: number): Promise<Machine> {
  const name = `node${number}`;
  const namespace = namespaceOf(id, name);
  const cable = `dr${id}n${number}`;
  const address = `${subnet}.${number}`;
  await ip(`netns add ${namespace}`);
  await ip(`link add ${cable} type veth peer name eth0 netns ${namespace}`);
  await ip(`link set ${cable} master ${bridge} up`);
  await ip(`-n ${namespace} addr add ${address}/24 dev eth0`);
  await ip(`-n ${namespace} link set eth0 up`);
  await ip(`-n ${namespace} link set lo up`);
  return {
    name,
    address,
    spawn: (command, account) =>
      spawn(
        'nsenter',
        [
          `--net=/run/netns/${namespace}`,
          ...(account
            ? ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
            : []),
          ...command,
        ],
        { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] },
      ),
    async kill() {
      const { stdout } = await ip(`netns pids ${namespace}`);
      for (const processId of stdout.split('\n').filter(Boolean)) {
        try {
          process.kill(Number(processId), 'SIGKILL');
        } catch {
          // It has ended meanwhile.
        }
      }
    },
    disconnect: async () => void (await ip(`link set ${cable} down`)),
    reconnect: async () => void (await ip(`link set ${cable} up`)),
  };
}
