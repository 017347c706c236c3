import { expect, test } from 'vitest';
import { describeResult } from './filter-result';

test.each([
  [0, true, true, 'No results'],
  [0, false, true, 'No results'],
  [0, true, false, 'No results yet'],
  [1, true, true, '1 result'],
  [25, true, false, '25 results on this page'],
  [5, false, true, '5 results on this page'],
  [1_200, true, true, '1,200 results'],
])('%i rows, first page: %s, last page: %s', (count, isFirst, isLast, text) => {
  expect(describeResult({ count, isFirst, isLast })).toBe(text);
});

test('says nothing if nothing was searched', () => {
  expect(describeResult(null)).toBe('');
});
