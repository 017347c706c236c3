import { availableParallelism } from 'node:os';
import { singleton } from '~/platform/concurrency/singleton.server';

/**
 * The maximum number of concurrent password hashes. Each uses a core and one of libuv's four threads for
 * about 25 ms. The payment API needs the other threads and a core of its own, even during a flood of login
 * attempts (threat T32).
 */
export const hashingConcurrency = Math.max(1, Math.min(2, availableParallelism() - 1));

/** The maximum queue length: about one second. */
export const maxQueuedHashes = 50;

export const hashingRetryAfterSeconds = 5;

const hashingQueue = singleton('hashing-turns', () => ({ running: 0, waiting: [] as (() => void)[] }));

/**
 * Runs the work when it's its turn.
 * @throws a 503 response with Retry-After when the queue is full
 */
export async function runInHashingQueue<T>(task: () => Promise<T>): Promise<T> {
  if (hashingQueue.running < hashingConcurrency) hashingQueue.running++;
  else if (hashingQueue.waiting.length < maxQueuedHashes)
    await new Promise<void>((resolve) => hashingQueue.waiting.push(resolve));
  else
    throw new Response(null, { status: 503, headers: { 'Retry-After': String(hashingRetryAfterSeconds) } });
  try {
    return await task();
  } finally {
    // Passes its slot on directly, so that no newcomer takes it.
    const next = hashingQueue.waiting.shift();
    if (next) next();
    else hashingQueue.running--;
  }
}

/**
 * For callers with a better reply than that response.
 * @throws any other error
 */
export function catchHashingBusy(failure: unknown): 'busy' {
  if (failure instanceof Response && failure.status === 503) return 'busy';
  throw failure;
}
