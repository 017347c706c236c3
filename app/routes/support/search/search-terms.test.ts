import { expect, test } from 'vitest';
import { parseSearchQuery } from '~/support/query/query-parser';
import { describeSearchTerms } from './search-terms';

test.each([
  ['2026-11-22T22:15:03Z', 'Nov 22, 2026, 22:00 to 22:31, in UTC'],
  ['2026-11-22T23:15:03+05:30', 'Nov 22, 2026, 23:00 to 23:31, in UTC+05:30'],
  ['2026-11-22 00:05Z', 'Nov 21, 2026, 23:50 to 00:21, in UTC'],
  ['2026-11-22 14:00 to 15:00', 'Nov 22, 2026, 14:00 to 15:00, in Asia/Tokyo time'],
  ['2026-11-20 14:00 to 2026-11-22 16:00', 'Nov 20, 2026, 14:00 to Nov 22, 2026, 16:00, in Asia/Tokyo time'],
])('says how a time was understood: %s', (input, expected) => {
  const found = { criteria: parseSearchQuery(`4242 ${input}`), payer: [], assumedName: null };
  const terms = describeSearchTerms(
    { clocks: { timeZone: 'Asia/Tokyo' }, now: new Date('2026-11-23T10:30:00Z') },
    {
      ...found,
      matchedTerms: { merchant: [], person: [], nobody: [] },
      othersToo: false,
      isWithoutReferences: false,
    },
  );
  expect(terms.find(({ label }) => label === 'Time')!.text).toBe(expected);
});
