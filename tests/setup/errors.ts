import { afterEach, beforeEach, vi } from 'vitest';
import { log } from '~/platform/observability/log';

let reportedErrors: string[] = [];
let isErrorExpected = false;

/** Declares that this test makes the product log an error. The test fails when none comes. */
export function expectConsoleError(): void {
  isErrorExpected = true;
}

beforeEach(() => {
  reportedErrors = [];
  isErrorExpected = false;
  vi.spyOn(console, 'error').mockImplementation(
    (...args) => void reportedErrors.push(`console.error: ${args.map(formatError).join(' ')}`),
  );
  vi.spyOn(log, 'error').mockImplementation(
    (message, error) => void reportedErrors.push(`log.error: ${message}: ${formatError(error)}`),
  );
});

afterEach(() => {
  vi.mocked(console.error).mockRestore();
  vi.mocked(log.error).mockRestore();
  if (isErrorExpected && !reportedErrors.length)
    throw new Error('an error was expected on the console or in the log, and none came');
  if (!isErrorExpected && reportedErrors.length)
    throw new Error(`unexpected error on the console or in the log:\n${reportedErrors.join('\n')}`);
});

function formatError(value: unknown): string {
  return value instanceof Error ? (value.stack ?? value.message) : String(value);
}
