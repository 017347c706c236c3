import { config } from '~/platform/config/config.server';
import { withTimeout, OperationTimeoutError } from '~/platform/concurrency/timeout';
import { log } from '~/platform/observability/log';
import { countAcquirerRequest } from '~/platform/observability/metrics';

/**
 * Waits for an acquirer at most as long as configured, and aborts the request after that. Without an answer
 * in time, or with an error, the outcome is unknown.
 */
export async function requestOutcome<T extends { kind: string }>(
  operationId: string,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T | { kind: 'unknown' }> {
  const began = performance.now();
  const count = (outcome: string) => countAcquirerRequest(outcome, performance.now() - began);
  try {
    const answer = await withTimeout(config.acquirerTimeoutMs, request);
    count(answer.kind);
    return answer;
  } catch (error) {
    count(error instanceof OperationTimeoutError ? 'timeout' : 'error');
    if (!(error instanceof OperationTimeoutError)) log.error('acquirer', error, { operationId });
    return { kind: 'unknown' };
  }
}
