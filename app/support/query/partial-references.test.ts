import { expect, test } from 'vitest';
import { parseSearchQuery, relaxReferences } from './query-parser';

const summarize = (input: string) => {
  const { parts, idStarts, lastFour, isOpenEnding, references } = parseSearchQuery(input);
  return {
    parts: parts.map(({ text, positions }) => `${positions.join('/')} ${text}`),
    ...(idStarts.length && { idStarts: idStarts.map(({ text }) => text) }),
    ...(lastFour && { lastFour }),
    ...(isOpenEnding && { isOpenEnding }),
    ...(references.length && { references: references.map(({ text }) => text) }),
  };
};

test.each<[string, object]>([
  ['…7f3k', { parts: ['end 7f3k'] }],
  ['...7F3K at Harbour Tea', { parts: ['end 7F3K'] }],
  ['order ending in 4711', { parts: ['end 4711'] }],
  ['the order number ends with A-12 yesterday', { parts: ['end A-12'] }],
  ['id that ends in wxyz', { parts: ['end wxyz'] }],
  ['ends in 7f3k9', { parts: ['end 7f3k9'] }],
  ['the last characters of the order number are 7f3k', { parts: ['end 7f3k'] }],
  ['order starting with HT-2026', { parts: ['start HT-2026'] }],
  ['HT-2026… yesterday', { parts: ['start HT-2026'] }],
  ['trx_01m8', { parts: [], idStarts: ['trx_01m8'] }],
  ['TRX_01M8…7f3k', { parts: ['end 7f3k'], idStarts: ['trx_01m8'] }],
  ['int_01m8… yesterday', { parts: [], idStarts: ['int_01m8'] }],
  // Four digits may be a card's.
  ['ends in 4711', { parts: [], lastFour: '4711', isOpenEnding: true }],
  ['…4711', { parts: [], lastFour: '4711', isOpenEnding: true }],
  ['card ending in 4711', { parts: [], lastFour: '4711' }],
  ['visa ending in 4711', { parts: [], lastFour: '4711' }],
  ['last four 4711', { parts: [], lastFour: '4711' }],
  ['ends in March', { parts: [] }],
  ['starting on 2026-05-03', { parts: [] }],
  ['order HT-2026-4711', { parts: [], references: ['HT-2026-4711'] }],
])('%s', (input, expected) => expect(summarize(input)).toEqual(expected));

test.each([
  ['order 4711', ['4711']],
  ['HT-2026 yesterday', ['HT-2026']],
  ['4711', ['4711']],
])('without a complete match, "%s" may be the start or end of a reference', (input, texts) =>
  expect(relaxReferences(parseSearchQuery(input))).toMatchObject({
    references: [],
    parts: texts.map((text) => ({ text, positions: ['start', 'end'] })),
  }),
);

test.each(['order 47', 'yesterday', 'Fern', 'last four 4711'])('but not: %s', (input) =>
  expect(relaxReferences(parseSearchQuery(input))).toBeNull(),
);
