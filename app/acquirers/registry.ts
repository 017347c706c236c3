import { join } from 'node:path';
import { config } from '~/platform/config.server';
import type { Environment } from '~/platform/environment';
import { once } from '~/platform/once.server';
import type { Acquirer } from './acquirer';
import { createSimulator } from './simulator';

/** The acquirer of an environment; null where none is connected (decisions: Live environment). */
export function acquirerFor(environment: Environment): Acquirer | null {
  if (environment === 'live' && !config.simulatedLive) return null;
  const ledger = config.dataDir === 'memory:' ? undefined : join(config.dataDir, `simulator-${environment}.jsonl`);
  return once(`simulator-${environment}`, () => createSimulator(ledger, { delayMs: config.simulatorDelayMs }));
}
