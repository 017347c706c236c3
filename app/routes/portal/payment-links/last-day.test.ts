import { expect, test } from 'vitest';
import { formatLastDay } from './last-day';

test.each([
  ['2027-06-12T22:00:00.000Z', 'Europe/Berlin', 'Jun 12, 2027'],
  ['2027-06-13T00:00:00.000Z', 'UTC', 'Jun 12, 2027'],
  // Clocks change at the end of this day.
  ['2027-03-28T22:00:00.000Z', 'Europe/Berlin', 'Mar 28, 2027'],
  ['2027-06-12T22:00:00.000Z', 'America/New_York', null],
  ['2027-06-12T21:59:59.000Z', 'Europe/Berlin', null],
])('a link that expires at %s in %s is open until the end of %s', (moment, timeZone, day) =>
  expect(formatLastDay(new Date(moment), timeZone)).toBe(day),
);
