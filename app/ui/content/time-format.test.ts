import { expect, it } from 'vitest';
import { formatDate, formatRelativeTime, formatTime } from './time-format';

const date = new Date('2026-11-21T23:05:09.123Z');

it.each([
  ['UTC', 'Nov 21, 2026', '23:05:09 UTC'],
  ['Europe/Berlin', 'Nov 22, 2026', '00:05:09 CET'],
  ['Asia/Kolkata', 'Nov 22, 2026', '04:35:09 GMT+5:30'],
])('shows a time by the clocks in %s, and names the time zone', (zone, day, clock) => {
  expect(formatDate(date, zone)).toBe(day);
  expect(formatTime(date, zone)).toBe(clock);
});

it.each([
  ['UTC', '2026-11-21T23:59:00Z', 'Today 23:05'],
  ['UTC', '2026-11-22T00:00:00Z', 'Yesterday 23:05'],
  ['Europe/Berlin', '2026-11-21T23:59:00Z', 'Today 00:05'],
  ['UTC', '2026-11-23T00:00:00Z', 'Nov 21, 23:05'],
  ['UTC', '2026-11-21T00:00:00Z', 'Today 23:05'],
  ['UTC', '2027-01-01T00:00:00Z', 'Nov 21, 2026'],
  ['UTC', '2026-11-20T00:00:00Z', 'Nov 21, 23:05'],
])('in a list, a time is as short as possible: in %s at %s, %s', (zone, now, text) => {
  expect(formatRelativeTime(date, zone, new Date(now))).toBe(text);
});

// The night before, the clocks were changed, so that the day had 23 hours.
it('“Yesterday” is the day before, whatever its length', () => {
  const now = new Date('2026-03-30T00:30:00+02:00');
  const format = (text: string) => formatRelativeTime(new Date(text), 'Europe/Berlin', now);
  expect(format('2026-03-29T00:10:00+01:00')).toBe('Yesterday 00:10');
  expect(format('2026-03-28T23:50:00+01:00')).toBe('Mar 28, 23:50');
});
