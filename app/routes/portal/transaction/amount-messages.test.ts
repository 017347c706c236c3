import { expect, test } from 'vitest';
import { parseAmountInput } from '~/platform/money/amount-input';
import { getAmountMessage } from './amount-messages';

test.each([
  ['1.234', 'USD', 'it without a thousands separator'],
  ['1.234', 'JPY', 'it without a thousands separator'],
  ['1,234', 'KWD', 'decimals after a point, without a thousands separator'],
  ['1,234', 'CLF', 'decimals after a point, without a thousands separator'],
])('%j %s could mean two amounts, and the message suggests neither', (input, currency, how) => {
  expect(getAmountMessage(parseAmountInput(input, currency) as 'ambiguous', currency)).toBe(
    `This amount is ambiguous. Write ${how}`,
  );
});

test.each([
  ['1000000', 'USD', '$999,999.99'],
  ['1000000', 'CAD', 'CA$999,999.99'],
  ['100000000', 'HUF', 'HUF\u00a099,999,999.99'],
  ['10000000000', 'VND', '₫9,999,999,999'],
  ['10000000000', 'IDR', 'IDR\u00a09,999,999,999.99'],
])('for %s %s, the message says the maximum of the currency', (input, currency, maximum) => {
  expect(getAmountMessage(parseAmountInput(input, currency) as 'too_large', currency)).toBe(
    `Enter at most ${maximum}`,
  );
});
