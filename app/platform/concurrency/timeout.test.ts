import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withTimeout, OperationTimeoutError } from './timeout';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => {});

test('work that ends in time returns its result, and leaves no timer', async () => {
  let receivedSignal: AbortSignal | undefined;
  expect(await withTimeout(1_000, async (signal) => ((receivedSignal = signal), 'done'))).toBe('done');
  await expect(withTimeout(1_000, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await vi.advanceTimersByTimeAsync(1_000);
  expect({ aborted: receivedSignal?.aborted, timerCount: vi.getTimerCount() }).toEqual({
    aborted: false,
    timerCount: 0,
  });
});

test('work that ignores its signal is no longer waited for', async () => {
  let receivedSignal: AbortSignal | undefined;
  const pendingWork = withTimeout(1_000, (signal) => ((receivedSignal = signal), never()));
  const expectTimeout = expect(pendingWork).rejects.toThrow(OperationTimeoutError);
  await vi.advanceTimersByTimeAsync(1_000);
  await expectTimeout;
  expect(receivedSignal?.aborted).toBe(true);
});

test.each([
  ['before it begins', true],
  ['on its way', false],
])('a stop %s ends the wait', async (_, before) => {
  const stopping = new AbortController();
  if (before) stopping.abort();
  const expectTimeout = expect(withTimeout(60_000, never, stopping.signal)).rejects.toThrow(
    OperationTimeoutError,
  );
  stopping.abort();
  await expectTimeout;
  expect(vi.getTimerCount()).toBe(0);
});
