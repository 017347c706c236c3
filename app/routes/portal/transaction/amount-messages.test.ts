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
