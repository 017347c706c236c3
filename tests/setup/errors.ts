import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { log } from '~/platform/observability/log';

/** The message of a log entry, its error's message, and its fields. */
type LoggedError = { message: string; error?: string; fields?: Record<string, unknown> };

let reportedErrors: string[] = [];
let loggedErrors: LoggedError[] = [];
let isErrorExpected = false;
let expectedLogs: LoggedError[] = [];

/**
 * Declares that this test makes the product log an error. The test fails when none comes, or when one of
 * `logs` isn't among them.
 */
export function expectConsoleError(...logs: LoggedError[]): void {
  isErrorExpected = true;
  expectedLogs.push(...logs);
}

// On the embedded database, a clock that a test sets weeks ahead leaves a timer that Node can't wait for, so it runs in a
// loop until the worker ends.
process.on('warning', reportLongTimer);

function reportLongTimer({ name, message }: Error): void {
  if (name === 'TimeoutOverflowWarning') reportedErrors.push(`${name}: ${message}`);
}

afterAll(() => void process.off('warning', reportLongTimer));

beforeEach(() => {
  reportedErrors = [];
  loggedErrors = [];
  isErrorExpected = false;
  expectedLogs = [];
  vi.spyOn(console, 'error').mockImplementation(
    (...args) => void reportedErrors.push(`console.error: ${args.map(formatError).join(' ')}`),
  );
  vi.spyOn(log, 'error').mockImplementation((message, error, fields) => {
    reportedErrors.push(`log.error: ${message}: ${formatError(error)}`);
    loggedErrors.push({ message, error: error instanceof Error ? error.message : String(error), fields });
  });
});

afterEach(() => {
  vi.mocked(console.error).mockRestore();
  vi.mocked(log.error).mockRestore();
  if (isErrorExpected && !reportedErrors.length)
    throw new Error('an error was expected on the console or in the log, and none came');
  for (const expected of expectedLogs) expect(loggedErrors).toContainEqual(expect.objectContaining(expected));
  if (!isErrorExpected && reportedErrors.length)
    throw new Error(`unexpected error on the console or in the log:\n${reportedErrors.join('\n')}`);
});

function formatError(value: unknown): string {
  return value instanceof Error ? (value.stack ?? value.message) : String(value);
}
