import { expect, test } from 'vitest';
import { readDayRange } from './day-range';

const [noDay, notBefore] = [
  'Enter a date such as 2026-11-22',
  'Enter a date that isn’t before the start date',
];

test.each([
  ['', {}, {}],
  ['from=&to=', {}, {}],
  ['from=2026-01-01&to=2026-01-01', { from: '2026-01-01', to: '2026-01-01' }, {}],
  ['from=2026-01-01&to=2026-02-30', { from: '2026-01-01' }, { to: noDay }],
  ['from=tomorrow&to=2026-01-01', { to: '2026-01-01' }, { from: noDay }],
  ['from=0001-01-01&to=9999-12-31', {}, { from: noDay, to: noDay }],
  ['from=2026-01-02&to=2026-01-01', { from: '2026-01-02' }, { to: notBefore }],
  ['from=2026-01-02&from=x&to=%002026-01-03', { from: '2026-01-02', to: '2026-01-03' }, {}],
])('%s', (query, days, problems) => {
  expect(readDayRange(new URLSearchParams(query))).toMatchObject({ days, problems });
});

test('invalid input stays for correction', () => {
  expect(readDayRange(new URLSearchParams('from=tomorrow&to=2026-01-01')).input).toEqual({
    from: 'tomorrow',
    to: '2026-01-01',
  });
});
