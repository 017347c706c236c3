import { expect, test } from 'vitest';
import { parseAmountInput } from '~/platform/money/amount-input';
import { getAmountMessage } from './amount-messages';

test.each([
  ['1.234', 'USD', 'it without a separator between thousands'],
  ['1.234', 'JPY', 'it without a separator between thousands'],
  ['1,234', 'KWD', 'decimals behind a point, and nothing between thousands'],
  ['1,234', 'CLF', 'decimals behind a point, and nothing between thousands'],
])('%j %s could mean two amounts, and the words lead to neither', (input, currency, how) => {
  expect(getAmountMessage(parseAmountInput(input, currency) as 'ambiguous', currency)).toBe(
    `This could mean two amounts. Write ${how}`,
  );
});
