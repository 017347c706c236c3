import { expect, test } from 'vitest';
import { parseSnoozeDate } from './snooze-date';

const now = new Date('2026-11-21T10:00:00Z');

test.each([
  ['2026-11-22', '2026-11-22T00:00:00.000Z'],
  ['2027-01-20', '2027-01-20T00:00:00.000Z'],
  ['2026-11-21', null],
  ['2027-01-21', null],
  ['2026-11-31', null],
  ['2026-13-01', null],
  ['tomorrow', null],
  ['', null],
])('%j', (input, date) => {
  expect(parseSnoozeDate(input, now)?.toISOString() ?? null).toBe(date);
});
