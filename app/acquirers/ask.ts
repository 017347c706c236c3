import { config } from '~/platform/config.server';
import { log } from '~/platform/log';

/**
 * Waits for an acquirer no longer than the setting allows, and tells the request when nobody waits any more. No answer, a
 * late one or an error: the outcome is unknown.
 */
export async function ask<T extends { kind: string }>(operationId: string, request: (signal: AbortSignal) => Promise<T>): Promise<T | { kind: 'unknown' }> {
  const patience = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<{ kind: 'unknown' }>((resolve) => {
    timer = setTimeout(() => (resolve({ kind: 'unknown' }), patience.abort()), config.acquirerTimeoutMs);
  });
  try {
    return await Promise.race([request(patience.signal), late]);
  } catch (error) {
    if (!patience.signal.aborted) log.error('acquirer', error, { operationId });
    return { kind: 'unknown' };
  } finally {
    clearTimeout(timer);
  }
}
