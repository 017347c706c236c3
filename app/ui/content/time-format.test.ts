import { expect, it } from 'vitest';
import { formatTime, formatDate } from './time-format';

const date = new Date('2026-11-21T23:05:09.123Z');

it.each([
  ['UTC', 'Nov 21, 2026', '23:05:09 UTC'],
  ['Europe/Berlin', 'Nov 22, 2026', '00:05:09 CET'],
  ['Asia/Kolkata', 'Nov 22, 2026', '04:35:09 GMT+5:30'],
])('shows a time by the clocks in %s, and names the time zone', (zone, day, clock) => {
  expect(formatDate(date, zone)).toBe(day);
  expect(formatTime(date, zone)).toBe(clock);
});
