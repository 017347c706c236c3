import { expect, test } from 'vitest';
import { currencies, currencyDigits } from '~/platform/money/currencies';
import { fromAdyenAmount, toAdyenAmount } from './amounts';

test.each([
  // The same decimals.
  ['USD', 1_050, 1_050],
  ['JPY', 500, 500],
  ['KWD', 5_123, 5_123],
  // No decimals in ISO 4217, two at Adyen.
  ['ISK', 1_500, 150_000],
  ['CLP', 1_500, 150_000],
  // Two decimals in ISO 4217, none at Adyen.
  ['IDR', 50_000, 500],
  ['CVE', 50_000, 500],
])('%s: %i in ISO 4217’s minor units is %i at Adyen', (currency, amountMinor, adyen) => {
  expect(toAdyenAmount({ amountMinor, currency })).toBe(adyen);
  expect(fromAdyenAmount(adyen, currency)).toBe(amountMinor);
});

test('an amount that Adyen can’t represent isn’t rounded', () => {
  expect(toAdyenAmount({ amountMinor: 50_050, currency: 'IDR' })).toBeNull();
  expect(fromAdyenAmount(150_050, 'ISK')).toBeNull();
});

test('amounts survive the conversion unchanged, or aren’t converted', () => {
  for (const currency of currencies)
    for (const amountMinor of [1, 9, 10, 99, 100, 12_345, 100_000]) {
      const adyen = toAdyenAmount({ amountMinor, currency });
      if (adyen === null) continue;
      expect(Number.isInteger(adyen)).toBe(true);
      expect({ currency, back: fromAdyenAmount(adyen, currency) }).toEqual({ currency, back: amountMinor });
    }
});

test('most currencies have the same decimals at Adyen', () => {
  const others = currencies.filter((currency) => toAdyenAmount({ amountMinor: 10_000, currency }) !== 10_000);
  expect(others.map((currency) => `${currency} ${currencyDigits(currency)}`)).toMatchInlineSnapshot(`
    [
      "BIF 0",
      "CLF 4",
      "CLP 0",
      "CVE 2",
      "IDR 2",
      "ISK 0",
      "UYI 0",
      "UYW 4",
    ]
  `);
});
