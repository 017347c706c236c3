import { join } from 'node:path';
import { config } from '~/platform/config/config.server';
import type { Environment } from '~/platform/environment';
import { singleton } from '~/platform/concurrency/singleton.server';
import type { Acquirer, ConnectionTestResult } from './acquirer';
import { createAdyen } from './adyen/adyen';
import { testAdyenConnection } from './adyen/connection-test';
import type { Processor } from './acquirer-names';
import type { ProcessorAccess } from './connection-fields';
import { createSimulatorClient } from './simulator/client';
import { createSimulator, type Simulator } from './simulator/simulator';
import { testStripeConnection } from './stripe/connection-test';
import { createStripe } from './stripe/stripe';

/**
 * What an adapter needs to know about a connection. `version` changes with its settings and secrets. The secrets stay
 * in memory.
 */
export type AcquirerAccess = { id: string; environment: Environment } & (
  { acquirer: 'simulator' } | ProcessorConnection
);
type ProcessorConnection = { id: string; environment: Environment; version: number } & ProcessorAccess;

/** The connection to the simulator that every installation has. */
export const builtInConnectionId = (environment: Environment) => `con_simulator_${environment}`;

/** The adapter of a connection. Null when it can't be used here (decisions: Live environment). */
export function openAcquirer(connection: AcquirerAccess): Acquirer | null {
  if (connection.environment === 'live' && isSimulatedLive(connection) !== config.simulatedLive) return null;
  // A simulator's ledger is opened once.
  if (connection.acquirer === 'simulator')
    return singleton(`acquirer-${connection.id}`, () => createSimulated(connection));
  return openProcessor(connection);
}

/** A simulated live environment says that no real money moves, so that it never reaches a real acquirer. */
function isSimulatedLive({ acquirer }: AcquirerAccess): boolean {
  return acquirer === 'simulator' || getStandInUrl(acquirer) !== undefined;
}

/** The stand-in that the settings name instead of the processor. */
const getStandInUrl = (processor: Processor): string | undefined =>
  ({ stripe: config.stripeUrl, adyen: config.adyenUrl })[processor];

function getStandInOrigin(processor: Processor): URL | undefined {
  const url = getStandInUrl(processor);
  return url ? new URL(url) : undefined;
}

type Adapters = {
  [P in Processor]: (connection: Extract<ProcessorConnection, { acquirer: P }>) => Acquirer;
};

/** Adapters are added here. */
export const processorAdapters: Adapters = {
  stripe: (connection) => createStripe(connection, getStandInOrigin('stripe')),
  adyen: (connection) => createAdyen(connection, getStandInOrigin('adyen')),
};

/** By connection. A process replaces the adapter after its settings or secrets have changed. */
const adapters = singleton(
  'acquirer-adapters',
  () => new Map<string, { version: number; adapter: Acquirer }>(),
);

function openProcessor(connection: ProcessorConnection): Acquirer {
  const { id, version } = connection;
  const opened = adapters.get(id);
  if (opened?.version === version) return opened.adapter;
  const create = processorAdapters[connection.acquirer] as (connection: ProcessorConnection) => Acquirer;
  const adapter = create(connection);
  adapters.set(id, { version, adapter });
  return adapter;
}

/** Tests a connection, even before it is approved. Null when its acquirer has no test. */
export async function testConnection(
  connection: AcquirerAccess,
  signal: AbortSignal,
): Promise<ConnectionTestResult | null> {
  const limits = { timeoutMs: config.acquirerTimeoutMs, signal };
  switch (connection.acquirer) {
    case 'simulator':
      return (await openAcquirer(connection)?.testConnection?.(signal)) ?? null;
    case 'stripe':
      return testStripeConnection(connection, { origin: getStandInUrl('stripe'), ...limits });
    case 'adyen':
      return testAdyenConnection(connection, { origin: getStandInUrl('adyen'), ...limits });
  }
}

function createSimulated({ id, environment }: Pick<AcquirerAccess, 'id' | 'environment'>): Simulator {
  const ledger = id === builtInConnectionId(environment) ? environment : id;
  if (config.simulatorUrl) return createSimulatorClient(config.simulatorUrl, ledger);
  const path = config.dataDir === 'memory:' ? undefined : join(config.dataDir, `simulator-${ledger}.jsonl`);
  return createSimulator(path, { delayMs: config.simulatorDelayMs });
}

/** The simulator of an environment, if it can be used here. */
export const getSimulator = (environment: Environment) =>
  openAcquirer({
    id: builtInConnectionId(environment),
    environment,
    acquirer: 'simulator',
  }) as Simulator | null;
