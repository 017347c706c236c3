import { singleton } from '~/platform/concurrency/singleton.server';

/** Between two looks for work: at least so much, however often something is written; and at most, for what another process has written. */
const minimumIntervalMs = 200;
const maximumIntervalMs = 2_000;

// One in a process: pages are built apart from the server that delivers.
const polling = singleton('webhook-pace', () => ({ intervalMs: minimumIntervalMs, wake: () => {} }));

/** This process has written something to deliver, or will have when a transaction ends: it looks at once, and soon again. */
export function wakeDeliveryWorker(): void {
  polling.intervalMs = minimumIntervalMs;
  polling.wake();
}

/** What the last look has found: whether anything was there to do, and when the next delivery is due that is known of by now. */
export type PollResult = { didWork: boolean; dueInMs: number | null };

/** Waits for the next look: longer each time that nothing was found, but no longer than to what is due, and no longer once something was written here. */
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
