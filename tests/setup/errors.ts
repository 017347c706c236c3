import { afterEach, beforeEach, vi } from 'vitest';
import { log } from '~/platform/log';

let seen: string[] = [];
let expected = false;

/** Says that this test makes the product report an error, on the console or in its log. It fails when none comes. */
export function expectConsoleError(): void {
  expected = true;
}

beforeEach(() => {
  seen = [];
  expected = false;
  vi.spyOn(console, 'error').mockImplementation(
    (...args) => void seen.push(`console.error: ${args.map(show).join(' ')}`),
  );
  vi.spyOn(log, 'error').mockImplementation(
    (message, error) => void seen.push(`log.error: ${message}: ${show(error)}`),
  );
});

afterEach(() => {
  vi.mocked(console.error).mockRestore();
  vi.mocked(log.error).mockRestore();
  if (expected && !seen.length)
    throw new Error('an error was expected on the console or in the log, and none came');
  if (!expected && seen.length)
    throw new Error(`unexpected error on the console or in the log:\n${seen.join('\n')}`);
});

function show(value: unknown): string {
  return value instanceof Error ? (value.stack ?? value.message) : String(value);
}
