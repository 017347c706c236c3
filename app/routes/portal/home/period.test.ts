import { expect, test } from 'vitest';
import { listPeriodParts, readPeriod } from './period';
import { formatChange, formatPoints, formatRate } from './report-labels';

const read = (query: string, now = '2026-03-31T22:30:00Z', timeZone = 'Europe/Berlin') =>
  readPeriod(new URLSearchParams(query), { now: new Date(now), timeZone });

test.each([
  ['', '30', '2026-03-03', '2026-04-01', '2026-02-01', '2026-03-02'],
  ['period=7', '7', '2026-03-26', '2026-04-01', '2026-03-19', '2026-03-25'],
  ['period=90', '90', '2026-01-02', '2026-04-01', '2025-10-04', '2026-01-01'],
  ['period=month', 'month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['period=year', 'year', '2025-05-01', '2026-04-01', '2024-05-01', '2025-04-01'],
  ['period=own&from=2026-01-05&to=2026-01-05', 'own', '2026-01-05', '2026-01-05', '2026-01-04', '2026-01-04'],
  // Full months, and almost.
  ['period=own&from=2026-01-01&to=2026-01-31', 'own', '2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['period=own&from=2025-11-01&to=2026-01-31', 'own', '2025-11-01', '2026-01-31', '2025-08-01', '2025-10-31'],
  ['period=own&from=2026-01-01&to=2026-01-30', 'own', '2026-01-01', '2026-01-30', '2025-12-02', '2025-12-31'],
  // Only the last day, a last day before the first, the future, and a period too long to compare.
  ['period=own&to=2026-01-05', 'own', '2026-01-05', '2026-01-05', '2026-01-04', '2026-01-04'],
  ['period=own&from=2026-03-30&to=2026-02-01', 'own', '2026-03-30', '2026-04-01', '2026-03-27', '2026-03-29'],
  ['period=own&from=2026-03-31&to=2999-01-01', 'own', '2026-03-31', '2026-04-01', '2026-03-29', '2026-03-30'],
  ['period=own&from=2001-01-01&to=2026-04-01', 'own', '2024-04-01', '2026-04-01', '2022-04-01', '2024-03-31'],
])(
  '%j in the evening of 31 March in UTC, which is April in Berlin',
  (query, name, from, to, earlier, upTo) => {
    expect(read(query)).toMatchObject({ name, from, to, before: { from: earlier, to: upTo } });
  },
);

test.each([
  'period=own',
  'period=own&from=yesterday&to=%00',
  'period=own&from=2026-02-31',
  'period=1000000',
  'period=constructor',
  'period=7x',
  'from=2026-01-01&to=2026-01-02',
  'period=own&from=0001-01-01',
])('%j is invalid and shows 30 days', (query) => {
  expect({ ...read(query), customRange: null }).toEqual({ ...read(''), customRange: null });
});

test('an invalid custom range is reported, and kept for correction', () => {
  expect(read('period=own&from=2026-02-31&to=2026-03-01')).toMatchObject({
    from: '2026-03-01',
    to: '2026-03-01',
    customRange: {
      input: { from: '2026-02-31', to: '2026-03-01' },
      problems: { from: 'Enter a date such as 2026-11-22' },
    },
  });
  expect(read('period=own&from=2026-03-30&to=2026-02-01').customRange.problems).toEqual({
    to: 'Enter a date that isn’t before the start date',
  });
  expect(read('period=7&from=x').customRange.problems).toEqual({});
});

test('a custom range in the future is an error, and one of more than two years is shortened, also in its fields', () => {
  expect(read('period=own&from=2026-04-02&to=2026-05-01').customRange).toEqual({
    input: { from: '2026-04-02', to: '2026-05-01' },
    problems: { from: 'Enter a start date that isn’t in the future' },
  });
  expect(read('period=own&to=2026-04-02').customRange.problems).toEqual({
    to: 'Enter a date that isn’t in the future',
  });
  expect(read('period=own&from=2026-04-01&to=2026-05-01').customRange.problems).toEqual({});
  expect(read('period=own&from=2001-01-01&to=2026-04-01').customRange).toEqual({
    input: { from: '2024-04-01', to: '2026-04-01' },
    problems: {},
    isShortened: true,
  });
  expect(read('period=own&from=2024-04-01&to=2026-04-01').customRange.isShortened).toBeUndefined();
});

test('the first of a repeated field counts', () => {
  expect(read('period=7&period=90')).toEqual(read('period=7'));
});

test('12 months end with February 28 where the year before has no 29th', () => {
  expect(read('period=year', '2028-02-29T12:00:00Z')).toMatchObject({
    from: '2027-03-01',
    to: '2028-02-29',
    before: { from: '2026-03-01', to: '2027-02-28' },
  });
});

test('a chart omits no day and no month', () => {
  expect(listPeriodParts(read('period=7'))).toEqual([
    '2026-03-26',
    '2026-03-27',
    '2026-03-28',
    '2026-03-29',
    '2026-03-30',
    '2026-03-31',
    '2026-04-01',
  ]);
  expect(listPeriodParts(read('period=year'))).toHaveLength(12);
  expect(listPeriodParts(read('period=own&from=2025-11-30&to=2026-03-15'))).toEqual([
    '2025-11',
    '2025-12',
    '2026-01',
    '2026-02',
    '2026-03',
  ]);
});

test.each([
  [0, 0, '–'],
  [1, 0, '100%'],
  [0, 3, '0.0%'],
  [99_999, 1, '99.9%'],
  [2, 1, '66.7%'],
])('%i approved and %i declined are %s', (approved, declined, text) =>
  expect(formatRate({ approved, declined })).toBe(text),
);

test.each([
  [150, 100, '+50%'],
  [50, 100, '−50%'],
  [100, 100, 'about the same'],
  [100, 0, null],
  [1_100, 100, 'more than ten times'],
  [100, -5, null],
])('%i after %i is %s', (now, before, text) => expect(formatChange(now, before)).toBe(text));

test.each([
  [[15, 1], [4, 0], '−6.2 points'],
  [[4, 0], [15, 1], '+6.2 points'],
  [[9_999, 1], [99_999, 1], 'about the same'],
  [[1, 0], [0, 0], null],
] as const)(
  'the points of %j after %j are the difference of the rates as written: %s',
  (now, before, text) => {
    const rate = ([approved, declined]: readonly [number, number]) => ({ approved, declined });
    expect(formatPoints(rate(now), rate(before))).toBe(text);
  },
);
