import { expect, test } from 'vitest';
import { addWorkingDays } from './review-deadline';

test.each([
  ['a Monday', '2026-11-23T10:00:00Z', 2, '2026-11-25T23:59:59.999Z'],
  ['a Thursday', '2026-11-26T10:00:00Z', 2, '2026-11-30T23:59:59.999Z'],
  ['a Friday', '2026-11-27T10:00:00Z', 1, '2026-11-30T23:59:59.999Z'],
  ['a Saturday', '2026-11-28T10:00:00Z', 1, '2026-11-30T23:59:59.999Z'],
  ['a Sunday', '2026-11-29T23:59:59Z', 2, '2026-12-01T23:59:59.999Z'],
  ['a Friday, ten days on', '2026-11-27T00:00:00Z', 10, '2026-12-11T23:59:59.999Z'],
  ['the night in which clocks change in Europe', '2026-03-27T23:30:00Z', 1, '2026-03-30T23:59:59.999Z'],
])('from %s', (_, from, days, promised) => {
  expect(addWorkingDays(new Date(from), days)).toEqual(new Date(promised));
});
