import { describe, expect, test } from 'vitest';
import { languages } from '~/platform/text/languages';
import { readDisplayedAmount } from '../../../tests/world/payments/displayed-amounts';
import { formatAmountInput } from './amount-input';
import { currencies, currencyDigits, getMaximumAmount } from './currencies';
import { formatAmount, formatAmountWithCode } from './money';

describe('amounts', () => {
  test.each([
    [1250, 'USD', '$12.50'],
    [1250, 'JPY', '¥1,250'],
    [-99, 'EUR', '-€0.99'],
    [99_999_999, 'USD', '$999,999.99'],
    [125_000, 'HUF', 'Ft 1,250.00'],
    [125_000, 'IDR', 'Rp 1,250.00'],
    [1_250, 'IQD', 'IQD 1.250'],
    [12_500, 'CLF', 'CLF 1.2500'],
  ])('%i minor units of %s are shown as %s', (amount, currency, text) => {
    // Between a sign and the number there's a no-break space.
    expect(formatAmount(amount, currency).replaceAll('\u00a0', ' ')).toBe(text);
  });

  test('have the decimals of every currency, in every language', () => {
    for (const code of currencies)
      for (const amount of [1, 10 ** currencyDigits(code), 123_456, getMaximumAmount(code)])
        for (const text of [
          ...languages.map((language) => formatAmount(amount, code, language)),
          formatAmountWithCode(amount, code),
          formatAmountInput(amount, code),
        ])
          expect({ code, text, amount: readDisplayedAmount(text, code) }).toEqual({ code, text, amount });
  });

  test('keep three decimals where a currency has them', () => {
    expect(formatAmount(1250, 'KWD')).toMatch(/1\.250$/);
  });
});
