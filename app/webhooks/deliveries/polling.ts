import { singleton } from '~/platform/concurrency/singleton.server';

/**
 * The minimum and maximum time between two polls. The maximum applies to events written by other processes.
 */
const minimumIntervalMs = 200;
const maximumIntervalMs = 2_000;

// One per process, because pages are bundled separately from the server.
const polling = singleton('webhook-pace', () => ({ intervalMs: minimumIntervalMs, wake: () => {} }));

/**
 * This process has written something to deliver, or will when a transaction commits: it polls immediately and
 * again soon.
 */
export function wakeDeliveryWorker(): void {
  polling.intervalMs = minimumIntervalMs;
  polling.wake();
}

/** The result of the last poll: whether it found anything, and when the next known delivery is due. */
export type PollResult = { didWork: boolean; dueInMs: number | null };

/**
 * Waits for the next poll: longer after each empty poll, but not longer than the next due delivery, and no
 * longer after a write by this process.
 */
export async function untilNextPoll({ didWork, dueInMs }: PollResult, stopping: AbortSignal): Promise<void> {
  const startTime = performance.now();
  const ms = didWork ? minimumIntervalMs : polling.intervalMs;
  polling.intervalMs = Math.min(maximumIntervalMs, ms * 2);
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(ms, dueInMs ?? ms));
    polling.wake = () => {
      polling.wake = () => {};
      setTimeout(end, Math.max(0, startTime + minimumIntervalMs - performance.now()));
    };
    stopping.addEventListener('abort', end);
    if (stopping.aborted) end();
  });
}
