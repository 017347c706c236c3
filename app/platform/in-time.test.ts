import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTime, NotInTime } from './in-time';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => {});

test('work that is done in time gives what it gives, and leaves nothing waiting', async () => {
  let given: AbortSignal | undefined;
  expect(await inTime(1_000, async (signal) => ((given = signal), 'done'))).toBe('done');
  await expect(inTime(1_000, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await vi.advanceTimersByTimeAsync(1_000);
  expect([given?.aborted, vi.getTimerCount()]).toEqual([false, 0]);
});

test('work that is deaf to its signal is waited for no longer', async () => {
  let given: AbortSignal | undefined;
  const waited = inTime(1_000, (signal) => ((given = signal), never()));
  const refused = expect(waited).rejects.toThrow(NotInTime);
  await vi.advanceTimersByTimeAsync(1_000);
  await refused;
  expect(given?.aborted).toBe(true);
});

test.each([
  ['before it begins', true],
  ['on its way', false],
])('a stop %s ends the wait', async (_, before) => {
  const stopping = new AbortController();
  if (before) stopping.abort();
  const refused = expect(inTime(60_000, never, stopping.signal)).rejects.toThrow(NotInTime);
  stopping.abort();
  await refused;
  expect(vi.getTimerCount()).toBe(0);
});
