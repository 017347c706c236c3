import { describe, expect, test } from 'vitest';
import { languages, type Locale } from '~/platform/text/languages';
import { readDisplayedAmount } from '../../../tests/world/payments/displayed-amounts';
import { formatAmountInput } from './amount-input';
import { currencies, currencyDigits, getMaximumAmount } from './currencies';
import { formatAmount, formatUnambiguousAmount } from './money';

describe('amounts', () => {
  test.each([
    [1250, 'USD', '$12.50'],
    [1250, 'JPY', '¥1,250'],
    [-99, 'EUR', '-€0.99'],
    [99_999_999, 'USD', '$999,999.99'],
    [1250, 'CAD', 'CA$12.50'],
    [1250, 'CNY', 'CN¥12.50'],
    [125_000, 'HUF', 'HUF 1,250.00'],
    [125_000, 'IDR', 'IDR 1,250.00'],
    [1_250, 'IQD', 'IQD 1.250'],
    [12_500, 'CLF', 'CLF 1.2500'],
    [1_250, 'XCG', 'XCG 12.50'],
  ])('%i minor units of %s are shown as %s', (amount, currency, text) => {
    // Between a sign and the number there's a no-break space.
    expect(formatAmount(amount, currency).replaceAll('\u00a0', ' ')).toBe(text);
  });

  test('have the decimals of every currency, in every language', () => {
    for (const code of currencies)
      for (const amount of [1, 10 ** currencyDigits(code), 123_456, getMaximumAmount(code)])
        for (const text of [
          ...languages.map((language) => formatAmount(amount, code, language)),
          formatUnambiguousAmount(amount, code),
          formatAmountInput(amount, code),
        ])
          expect({ code, text, amount: readDisplayedAmount(text, code) }).toEqual({ code, text, amount });
  });

  test('have the separators and symbols of the region', () => {
    const format = (currency: string, locale: Locale) =>
      formatAmount(123_456_789, currency, locale).replaceAll(/\s/g, ' ').replaceAll('’', "'");
    expect(format('CHF', 'de-CH')).toBe("CHF 1'234'567.89");
    expect(format('CAD', 'fr-CA')).toBe('1 234 567,89 $');
    expect(format('MXN', 'es-MX')).toBe('$1,234,567.89');
    expect(format('INR', 'en-IN')).toBe('₹12,34,567.89');
    expect(format('USD', 'en-AU')).toBe('USD 1,234,567.89');
    expect(format('BRL', 'pt')).toBe('R$ 1.234.567,89');
    expect(format('EUR', 'pt-PT')).toBe('1 234 567,89 €');
    expect(format('CHF', 'it-CH')).toBe("CHF 1'234'567.89");
    expect(format('PLN', 'pl')).toBe('1 234 567,89 zł');
    // Belgium's formats of numbers are those of the Netherlands.
    expect(format('EUR', 'nl')).toBe(format('EUR', 'nl-BE'));
  });

  // U+200F and U+200E: marks of a direction.
  test.each([
    ['USD', 1_250, '‏12.50‏ ‎US$‎'],
    ['USD', -1_250, '‏‎-12.50‏ ‎US$‎'],
    ['JPY', 12_500, '‏12,500‏ ‎JP¥‎'],
    ['CHF', 1_250, '‏12.50‏ ‎CHF‎'],
    ['EUR', 1_250, '‏12.50 €'],
  ])('in Arabic, the symbol of %s is in one piece', (currency, amount, text) => {
    expect(formatAmount(amount, currency, 'ar').replaceAll('\u00a0', ' ')).toBe(text);
  });

  test.each([
    [
      ['USD', 'CAD', 'AUD', 'MXN', 'TWD'],
      ['$1.00 USD', 'CA$1.00', 'A$1.00', 'MX$1.00', 'NT$1.00'],
    ],
    [
      ['JPY', 'CNY', 'EUR', 'GBP'],
      ['¥100 JPY', 'CN¥1.00', '€1.00', '£1.00'],
    ],
  ])('for payers, %j can’t be confused', (codes, texts) => {
    expect(codes.map((code) => formatUnambiguousAmount(100, code).replaceAll('\u00a0', ' '))).toEqual(texts);
  });

  test('for payers in every region, no two currencies look the same', () => {
    const locales = [
      ...languages,
      'en-AU',
      'en-CA',
      'en-IN',
      'en-NZ',
      'de-CH',
      'fr-CA',
      'es-MX',
      'es-AR',
      'pt-PT',
      'it-CH',
    ] as const;
    for (const locale of locales) {
      const texts = currencies.map((code) =>
        formatUnambiguousAmount(10 ** currencyDigits(code), code, locale),
      );
      expect({ locale, count: new Set(texts).size }).toEqual({ locale, count: currencies.length });
      for (const code of ['CAD', 'AUD', 'MXN', 'CNY'])
        expect(formatUnambiguousAmount(100, code, locale)).not.toMatch(/^[^a-z]*[$¥][^a-z]*$/i);
    }
  });

  test('keep three decimals where a currency has them', () => {
    expect(formatAmount(1250, 'KWD')).toMatch(/1\.250$/);
  });
});
