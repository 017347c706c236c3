import { setTimeout as sleep } from 'node:timers/promises';

/** Reads until the result is truthy. @returns undefined after `timeoutMs` */
export async function poll<T>(
  read: () => Promise<T> | T,
  { timeoutMs, pauseMs = 500 }: { timeoutMs: number; pauseMs?: number },
): Promise<NonNullable<T> | undefined> {
  for (const start = performance.now(); ; await sleep(pauseMs)) {
    const result = await read();
    if (result) return result;
    if (performance.now() - start > timeoutMs) return undefined;
  }
}
