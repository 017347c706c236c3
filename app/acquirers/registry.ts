import { join } from 'node:path';
import { config } from '~/platform/config/config.server';
import type { Environment } from '~/platform/environment';
import { singleton } from '~/platform/concurrency/singleton.server';
import type { Acquirer } from './acquirer';
import { createSimulatorClient } from './simulator/client';
import { createSimulator } from './simulator/simulator';

/** The acquirer of an environment. Null when none is connected (decisions: Live environment). */
export function getAcquirer(environment: Environment): Acquirer | null {
  if (environment === 'live' && !config.simulatedLive) return null;
  return singleton(`simulator-${environment}`, () => createSimulated(environment));
}

function createSimulated(environment: Environment): Acquirer {
  if (config.simulatorUrl) return createSimulatorClient(config.simulatorUrl, environment);
  const ledger =
    config.dataDir === 'memory:' ? undefined : join(config.dataDir, `simulator-${environment}.jsonl`);
  return createSimulator(ledger, { delayMs: config.simulatorDelayMs });
}
