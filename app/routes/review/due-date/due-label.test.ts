import { expect, test } from 'vitest';
import { formatDue } from './due-label';

const hour = 3_600_000;

test.each([
  [5 * hour, 'in 5 hours', false],
  [hour, 'in 1 hour', false],
  [90_000, 'in 2 minutes', false],
  [47 * hour, 'in 47 hours', false],
  [49 * hour, 'in 2 days', false],
  [-30 * 60_000, '30 minutes late', true],
  [-26 * hour, '26 hours late', true],
  [-50 * hour, '2 days late', true],
])('%d ms from now: %s', (milliseconds, text, late) => {
  const now = new Date();
  expect(formatDue(new Date(now.getTime() + milliseconds), now)).toEqual({ text, late });
});
