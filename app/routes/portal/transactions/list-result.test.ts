import { expect, test } from 'vitest';
import { describeTransactionCount } from './list-result';

const page = (count: number, isLast = true) => ({ count, isFirst: true, isLast });

test.each([
  ['No filters', null, page(25, false)],
  ['', null, null],
  ['No transactions', { count: 0, isMore: false }, page(0)],
  ['1 transaction', { count: 1, isMore: false }, page(1)],
  ['1+ transactions', { count: 1, isMore: true }, page(1, false)],
  ['1,000+ transactions', { count: 1_000, isMore: true }, page(25, false)],
  ['No results yet', { count: 0, isMore: true }, page(0, false)],
  ['3 results on this page', { count: 0, isMore: true }, { ...page(3), isFirst: false }],
])('says %j', (text, total, result) => {
  expect(describeTransactionCount(total, result)).toBe(text);
});
