import { config } from '~/platform/config.server';
import { inTime, NotInTime } from '~/platform/in-time';
import { log } from '~/platform/log';

/**
 * Waits for an acquirer no longer than the setting allows, and tells the request when nobody waits any more. No answer, a
 * late one or an error: the outcome is unknown.
 */
export async function ask<T extends { kind: string }>(operationId: string, request: (signal: AbortSignal) => Promise<T>): Promise<T | { kind: 'unknown' }> {
  try {
    return await inTime(config.acquirerTimeoutMs, request);
  } catch (error) {
    if (!(error instanceof NotInTime)) log.error('acquirer', error, { operationId });
    return { kind: 'unknown' };
  }
}
