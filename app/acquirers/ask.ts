import { config } from '~/platform/config.server';
import { inTime, NotInTime } from '~/platform/in-time';
import { log } from '~/platform/log';
import { countQuestion } from '~/platform/metrics';

/**
 * Waits for an acquirer no longer than the setting allows, and tells the request when nobody waits any more. No answer, a
 * late one or an error: the outcome is unknown.
 */
export async function ask<T extends { kind: string }>(
  operationId: string,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T | { kind: 'unknown' }> {
  const began = performance.now();
  const count = (outcome: string) => countQuestion(outcome, performance.now() - began);
  try {
    const answer = await inTime(config.acquirerTimeoutMs, request);
    count(answer.kind);
    return answer;
  } catch (error) {
    count(error instanceof NotInTime ? 'timeout' : 'error');
    if (!(error instanceof NotInTime)) log.error('acquirer', error, { operationId });
    return { kind: 'unknown' };
  }
}
