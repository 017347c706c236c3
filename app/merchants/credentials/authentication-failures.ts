import type { Environment } from '~/platform/environment';
import { countInWindows } from '~/platform/rate-limits/window-counters';
import { requirePersistentKey } from '~/platform/secrets/persistent-keys.server';
import { hmacDigest } from '~/platform/secrets/secrets.server';

const failuresPerMinute = 10;

/**
 * Counts wrong secrets per client ID across all processes (decisions: Rate limits). Only a keyed hash of the ID
 * is stored, because a sender can put anything there (threat T15).
 */
export const authenticationFailures = {
  /**
   * Counts one.
   * @returns seconds until the next attempt; 0 while there are few
   */
  async count(environment: Environment, clientId: string): Promise<number> {
    const key = `client:${environment}:${hmacDigest(requirePersistentKey('throttles'), clientId)}`;
    const [window] = await countInWindows({ counters: [{ key, windowMs: 60_000 }] });
    const { points, remainingMs } = window!;
    return points > failuresPerMinute ? Math.max(1, Math.ceil(remainingMs / 1000)) : 0;
  },
};
