import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { config } from '~/platform/config/config.server';
import { expectConsoleError } from '../../tests/setup/errors';
import { requestOutcome } from './outcome-request';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

test('a late answer is an unknown outcome, aborts its request, and is not an error', async () => {
  const [obedient, deaf] = [
    requestOutcome('op', untilAborted),
    requestOutcome('op', () => new Promise<never>(() => {})),
  ];
  await vi.advanceTimersByTimeAsync(config.acquirerTimeoutMs);
  expect(await Promise.all([obedient, deaf])).toEqual([{ kind: 'unknown' }, { kind: 'unknown' }]);
});

test('an error is an unknown outcome, and is reported', async () => {
  expectConsoleError();
  expect(await requestOutcome('op', () => Promise.reject(new Error('connection lost')))).toEqual({
    kind: 'unknown',
  });
});

test('an answer in time is returned, and leaves no timer', async () => {
  let given: AbortSignal | undefined;
  expect(await requestOutcome('op', async (signal) => ((given = signal), { kind: 'not_found' }))).toEqual({
    kind: 'not_found',
  });
  await vi.advanceTimersByTimeAsync(config.acquirerTimeoutMs);
  expect(given?.aborted).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
