import { expect, test } from 'vitest';
import { describeResult } from './filter-result';

test.each([
  [0, false, 'No results'],
  [0, true, 'No results'],
  [1, false, '1 result'],
  [25, true, '25 results on this page'],
  [1_200, false, '1,200 results'],
])('%i rows, other pages: %s', (count, isPart, text) => {
  expect(describeResult({ count, isPart })).toBe(text);
});
