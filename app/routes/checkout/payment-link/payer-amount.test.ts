import { expect, test } from 'vitest';
import { currencyDigits } from '~/platform/money/currencies';
import { formatUnambiguousAmount } from '~/platform/money/money';
import { languages, type Locale } from '~/platform/text/languages';
import { formatPayerAmount, parsePayerAmount } from './payer-amount';

test.each<[text: string, currency: string, locale: Locale, amount: number | string]>([
  ['1 250,00', 'EUR', 'fr', 125_000],
  ['1\u00a0250,00\u00a0€', 'EUR', 'pl', 125_000],
  ['1\u202f250,00 €', 'EUR', 'fr', 125_000],
  ['$20', 'USD', 'en', 2_000],
  ['usd 20.5', 'USD', 'en', 2_050],
  ['CA$ 20', 'CAD', 'en', 2_000],
  ['$20', 'CAD', 'en', 2_000],
  ['1.250', 'EUR', 'de', 125_000],
  ['1.250', 'EUR', 'en', 'ambiguous'],
  ['1,250', 'EUR', 'en', 125_000],
  ['1,250', 'EUR', 'de', 'ambiguous'],
  ['1,250', 'EUR', 'fr', 'ambiguous'],
  ['1,250', 'EUR', 'fr-CH', 'ambiguous'],
  ['1,250', 'KWD', 'fr-CH', 1_250],
  ['1,25', 'EUR', 'fr', 125],
  ['1.250', 'KWD', 'en', 1_250],
  ['1’250.50', 'CHF', 'de-CH', 125_050],
  ['١٬٢٥٠٫٥٠', 'EUR', 'ar', 125_050],
  ['￥１２５０', 'JPY', 'ja', 1_250],
  ['1,250円', 'JPY', 'ja', 1_250],
  ['12.50 Euros', 'EUR', 'en', 1_250],
  ['12 5', 'EUR', 'fr', 'not_an_amount'],
  ['about 20', 'EUR', 'en', 'not_an_amount'],
  ['20 USD', 'EUR', 'en', 'not_an_amount'],
  ['', 'EUR', 'en', 'missing'],
])('%s in %s, %s', (text, currency, locale, amount) =>
  expect(parsePayerAmount(text, currency, locale)).toBe(amount),
);

test.each<[currency: string, locale: Locale, text: string]>([
  ['EUR', 'de', '1250,50'],
  ['EUR', 'en', '1250.50'],
  ['EUR', 'fr-CH', '1250.50'],
  ['JPY', 'de', '125050'],
])('125050 %s in %s is filled in as %s', (currency, locale, text) =>
  expect(formatPayerAmount(125_050, currency, locale)).toBe(text),
);

/** Where numbers are written differently than elsewhere in the same language. */
const countries = ['AT', 'BE', 'BR', 'CA', 'CH', 'EG', 'ES', 'GB', 'IN', 'LI', 'MA', 'MX', 'PT', 'ZA'];
const locales = languages.flatMap((language) => [
  language,
  ...countries.map((country) => `${language}-${country}` as Locale),
]);

test.each(locales)('every amount that the page shows can be entered, in %s', (locale) => {
  for (const currency of ['EUR', 'USD', 'JPY', 'KWD', 'CHF', 'MXN', 'TND'])
    for (const major of [0.5, 1.25, 5, 20, 1_250, 54_321]) {
      const amount = Math.ceil(major * 10 ** currencyDigits(currency));
      const displayed = formatUnambiguousAmount(amount, currency, locale);
      expect(parsePayerAmount(displayed, currency, locale), displayed).toBe(amount);
      const filledIn = formatPayerAmount(amount, currency, locale);
      expect(parsePayerAmount(filledIn, currency, locale), filledIn).toBe(amount);
    }
});
