import { expect, test } from 'vitest';
import { amountText, readAmount } from './typed-amount';

test.each([
  ['12', 'USD', 1_200],
  ['12.5', 'USD', 1_250],
  ['12,50', 'EUR', 1_250],
  [' 0.01 ', 'USD', 1],
  ['1,234.50', 'USD', 123_450],
  ['1.234,50', 'EUR', 123_450],
  ['1,234,567', 'JPY', 1_234_567],
  ['12.345,5', 'EUR', 1_234_550],
  ['007', 'USD', 700],
  ['500', 'JPY', 500],
  ['1.234', 'KWD', 1_234],
  ['1,2', 'KWD', 1_200],
  ['1,234.567', 'KWD', 1_234_567],
  ['999999.99', 'USD', 99_999_999],
])('%j %s is %i', (typed, currency, amount) => expect(readAmount(typed, currency)).toBe(amount));

test.each([
  ['', 'USD', 'missing'],
  ['1,234', 'USD', 'ambiguous'],
  ['1.234', 'EUR', 'ambiguous'],
  ['1,234', 'KWD', 'ambiguous'],
  ['1.234', 'JPY', 'ambiguous'],
  ['12.345', 'USD', 'ambiguous'],
  ['12.3456', 'USD', 'too_many_decimals'],
  ['12.5', 'JPY', 'too_many_decimals'],
  ['1,234.500', 'USD', 'too_many_decimals'],
  ['1,234,5', 'USD', 'not_an_amount'],
  ['1,234,50', 'USD', 'not_an_amount'],
  ['1.234.50', 'EUR', 'not_an_amount'],
  ['1.2,3.4', 'EUR', 'not_an_amount'],
  ['-5', 'USD', 'not_an_amount'],
  ['+5', 'USD', 'not_an_amount'],
  ['1e3', 'USD', 'not_an_amount'],
  ['0x10', 'USD', 'not_an_amount'],
  ['.5', 'USD', 'not_an_amount'],
  ['5.', 'USD', 'not_an_amount'],
  ['١٢', 'USD', 'not_an_amount'],
  ['12 50', 'USD', 'not_an_amount'],
  ['NaN', 'USD', 'not_an_amount'],
  ['1\0', 'USD', 'not_an_amount'],
  ['9'.repeat(5_000), 'USD', 'not_an_amount'],
  ['0', 'USD', 'zero'],
  ['0.00', 'USD', 'zero'],
  ['1000000', 'USD', 'too_large'],
  ['9'.repeat(40), 'USD', 'too_large'],
])('%j %s is refused: %s', (typed, currency, fault) => expect(readAmount(typed, currency)).toBe(fault));

test('what a form writes is read as what it was', () => {
  for (const [currency, text] of [['USD', '1234.56'], ['JPY', '123456'], ['KWD', '123.456']] as const) {
    expect(amountText(123_456, currency)).toBe(text);
    expect(readAmount(text, currency)).toBe(123_456);
  }
  expect([amountText(5, 'USD'), amountText(5, 'KWD'), amountText(5, 'JPY')]).toEqual(['0.05', '0.005', '5']);
  for (let amount = 1; amount < 5_000; amount++) for (const currency of ['USD', 'JPY', 'KWD']) expect(readAmount(amountText(amount, currency), currency)).toBe(amount);
});
