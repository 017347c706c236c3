import { config } from '~/platform/config.server';
import { log } from '~/platform/log';

/** Waits for an acquirer no longer than the setting allows. No answer, a late one or an error: the outcome is unknown. */
export async function ask<T extends { kind: string }>(operationId: string, request: () => Promise<T>): Promise<T | { kind: 'unknown' }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<{ kind: 'unknown' }>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'unknown' }), config.acquirerTimeoutMs);
  });
  try {
    return await Promise.race([request(), late]);
  } catch (error) {
    log.error('acquirer', error, { operationId });
    return { kind: 'unknown' };
  } finally {
    clearTimeout(timer);
  }
}
