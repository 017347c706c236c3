import { expect, test } from 'vitest';
import { addDays, getDayInZone, isDay, getDaySpan } from './days';

test.each([
  ['UTC', '2026-05-03', '2026-05-03T00:00:00.000Z', '2026-05-04T00:00:00.000Z'],
  ['Europe/Berlin', '2026-05-03', '2026-05-02T22:00:00.000Z', '2026-05-03T22:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['Asia/Kathmandu', '2026-01-31', '2026-01-30T18:15:00.000Z', '2026-01-31T18:15:00.000Z'],
])('in %s the day %s lasts from %s to %s', (timeZone, day, from, before) => {
  expect(getDaySpan({ from: day, to: day, timeZone })).toEqual({
    from: new Date(from),
    before: new Date(before),
  });
  expect(getDayInZone(new Date(from), timeZone)).toBe(day);
  expect(getDayInZone(new Date(Date.parse(before) - 1), timeZone)).toBe(day);
});

test.each([
  '',
  'tomorrow',
  '2026-02-30',
  '2026-13-01',
  '26-01-01',
  '2026-1-1',
  '1969-12-31',
  '2101-01-01',
  '9999-12-31',
])('%j is not a day and sets no bound', (text) => {
  expect(isDay(text)).toBe(false);
  expect(getDaySpan({ from: text, to: text, timeZone: 'UTC' })).toEqual({
    from: undefined,
    before: undefined,
  });
});

test.each(['1970-01-01', '2100-12-31'])('%s is a day', (text) => {
  expect(isDay(text)).toBe(true);
});

test('days are counted across months and years', () => {
  expect({
    afterNewYear: addDays('2026-12-31', 1),
    beforeMarch: addDays('2028-03-01', -1),
    same: addDays('2026-05-03', 0),
  }).toEqual({ afterNewYear: '2027-01-01', beforeMarch: '2028-02-29', same: '2026-05-03' });
});
