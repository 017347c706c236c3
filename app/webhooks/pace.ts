import { once } from '~/platform/once.server';

/** Between two looks for work: at least so much, however often something is written; and at most, for what another process has written. */
const shortestMs = 200;
const longestMs = 2_000;

// One in a process: pages are built apart from the server that delivers.
const pace = once('webhook-pace', () => ({ nextMs: shortestMs, wake: () => {} }));

/** This process has written something to deliver, or will have when a transaction ends: it looks at once, and soon again. */
export function expectDeliveries(): void {
  pace.nextMs = shortestMs;
  pace.wake();
}

/** What the last look has found: whether anything was there to do, and when the next delivery is due that is known of by now. */
export type Look = { worked: boolean; dueInMs: number | null };

/** Waits for the next look: longer each time that nothing was found, but no longer than to what is due, and no longer once something was written here. */
export async function untilNextLook({ worked, dueInMs }: Look, stopping: AbortSignal): Promise<void> {
  const began = performance.now();
  const ms = worked ? shortestMs : pace.nextMs;
  pace.nextMs = Math.min(longestMs, ms * 2);
  await new Promise<void>((done) => {
    const end = () => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, Math.min(ms, dueInMs ?? ms));
    pace.wake = () => {
      pace.wake = () => {};
      setTimeout(end, Math.max(0, began + shortestMs - performance.now()));
    };
    stopping.addEventListener('abort', end);
    if (stopping.aborted) end();
  });
}
