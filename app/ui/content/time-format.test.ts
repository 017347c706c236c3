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
  ['UTC', '2026-11-21', 'Today 23:05'],
  ['UTC', '2026-11-22', 'Yesterday 23:05'],
  ['Europe/Berlin', '2026-11-22', 'Today 00:05'],
  ['UTC', '2026-11-23', 'Nov 21, 23:05'],
  ['UTC', '2027-01-01', 'Nov 21, 2026'],
  ['UTC', '2026-11-20', 'Nov 21, 23:05'],
])('in a list, a time is as short as possible: in %s on %s, %s', (zone, today, text) => {
  expect(formatRelativeTime(date, zone, today)).toBe(text);
});

it('“Yesterday” is the day before, also when the clocks were changed', () => {
  const format = (text: string) => formatRelativeTime(new Date(text), 'Europe/Berlin', '2026-03-30');
  expect(format('2026-03-29T00:10:00+01:00')).toBe('Yesterday 00:10');
  expect(format('2026-03-28T23:50:00+01:00')).toBe('Mar 28, 23:50');
});
