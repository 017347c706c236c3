import { describe, expect, test } from 'vitest';
import { currencyDigits, formatAmount, isCurrency } from './money';

describe('currencies', () => {
  test('are the codes of ISO 4217, in uppercase', () => {
    expect(['USD', 'EUR', 'JPY', 'KWD'].map(isCurrency)).toEqual([true, true, true, true]);
    expect(['usd', 'XXQ', '', 'DOLLAR'].map(isCurrency)).toEqual([false, false, false, false]);
  });

  test('have their decimals', () => {
    expect({ USD: currencyDigits('USD'), JPY: currencyDigits('JPY'), KWD: currencyDigits('KWD') }).toEqual({
      USD: 2,
      JPY: 0,
      KWD: 3,
    });
  });
});

describe('amounts', () => {
  test.each([
    [1250, 'USD', '$12.50'],
    [1250, 'JPY', '¥1,250'],
    [-99, 'EUR', '-€0.99'],
    [99_999_999, 'USD', '$999,999.99'],
  ])('%i minor units of %s are shown as %s', (amount, currency, text) => {
    expect(formatAmount(amount, currency)).toBe(text);
  });

  test('keep three decimals where a currency has them', () => {
    expect(formatAmount(1250, 'KWD')).toMatch(/1\.250$/);
  });
});
