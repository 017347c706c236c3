import { availableParallelism } from 'node:os';
import { singleton } from '~/platform/concurrency/singleton.server';

/**
 * How many passwords are hashed at once. Each takes a core and one of libuv's four threads for some 25 ms; the payment API needs the
 * others, and a core for itself, also while somebody tries thousands of logins (threat T32).
 */
export const hashingConcurrency = Math.max(1, Math.min(2, availableParallelism() - 1));

/** How many may wait for their turn: about a second. */
export const maxQueuedHashes = 50;

export const hashingRetryAfterSeconds = 5;

const hashingQueue = singleton('hashing-turns', () => ({ running: 0, waiting: [] as (() => void)[] }));

/** Does the work when it is its turn. @throws a 503 that says when to come back, as pages answer with, when too many wait already */
export async function runInHashingQueue<T>(task: () => Promise<T>): Promise<T> {
  if (hashingQueue.running < hashingConcurrency) hashingQueue.running++;
  else if (hashingQueue.waiting.length < maxQueuedHashes)
    await new Promise<void>((resolve) => hashingQueue.waiting.push(resolve));
  else
    throw new Response(null, { status: 503, headers: { 'Retry-After': String(hashingRetryAfterSeconds) } });
  try {
    return await task();
  } finally {
    // Handed on, so that no one comes between.
    const next = hashingQueue.waiting.shift();
    if (next) next();
    else hashingQueue.running--;
  }
}

/** For anyone who has a better answer than that reply. @throws what is another failure */
export function catchHashingBusy(failure: unknown): 'busy' {
  if (failure instanceof Response && failure.status === 503) return 'busy';
  throw failure;
}
