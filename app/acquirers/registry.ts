import { join } from 'node:path';
import { config } from '~/platform/config/config.server';
import type { Environment } from '~/platform/environment';
import { singleton } from '~/platform/concurrency/singleton.server';
import type { Acquirer } from './acquirer';
import { createSimulatorClient } from './simulator/client';
import { createSimulator, type Simulator } from './simulator/simulator';

/** What an adapter needs to know about a connection. */
export type ConnectionSettings = { id: string; environment: Environment };

/** The connection to the simulator that every installation has. */
export const builtInConnectionId = (environment: Environment) => `con_simulator_${environment}`;

/** The adapter of a connection. Null when it can't be used here (decisions: Live environment). */
export function openAcquirer(connection: ConnectionSettings): Acquirer | null {
  if (connection.environment === 'live' && !config.simulatedLive) return null;
  return singleton(`acquirer-${connection.id}`, () => createSimulated(connection));
}

function createSimulated({ id, environment }: ConnectionSettings): Simulator {
  const ledger = id === builtInConnectionId(environment) ? environment : id;
  if (config.simulatorUrl) return createSimulatorClient(config.simulatorUrl, ledger);
  const path = config.dataDir === 'memory:' ? undefined : join(config.dataDir, `simulator-${ledger}.jsonl`);
  return createSimulator(path, { delayMs: config.simulatorDelayMs });
}

/** The simulator of an environment, if it can be used here. */
export const getSimulator = (environment: Environment) =>
  openAcquirer({ id: builtInConnectionId(environment), environment }) as Simulator | null;
