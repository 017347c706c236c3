import { expect, test } from 'vitest';
import { searchTimeZones, toTimeZoneOption } from './time-zone-options';

const zones = [
  'UTC',
  'America/Argentina/Rio_Gallegos',
  'America/Los_Angeles',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Asia/Vladivostok',
  'Atlantic/Reykjavik',
  'Europe/Berlin',
];
const winter = new Date('2026-12-01T12:00:00Z');
const search = (query: string) =>
  searchTimeZones(zones.map(toTimeZoneOption), query, winter).map(({ value }) => value);

test.each([
  ['tok', ['Asia/Tokyo', 'Asia/Vladivostok']],
  ['RIO gal', ['America/Argentina/Rio_Gallegos']],
  ['gallegos, río', ['America/Argentina/Rio_Gallegos']],
  ['asia', ['Asia/Kolkata', 'Asia/Tokyo', 'Asia/Vladivostok']],
  ['atlantic ocean', ['Atlantic/Reykjavik']],
  ['pacific time', ['America/Los_Angeles']],
  ['pacific standard', ['America/Los_Angeles']],
  ['UTC+1', ['Europe/Berlin']],
  ['+1', ['Europe/Berlin']],
  ['+5:30', ['Asia/Kolkata']],
  ['-8', ['America/Los_Angeles']],
  ['−8', ['America/Los_Angeles']],
  ['Los_Angeles', ['America/Los_Angeles']],
  ['Atlantis', []],
])('%s', (query, expected) => {
  expect(search(query)).toEqual(expected);
});
