import { expect, test } from 'vitest';
import { currencies, currencyDigits } from '~/platform/money/currencies';
import { fromStripeAmount, toStripeAmount } from './amounts';

test.each([
  // The same decimals.
  ['USD', 1_050, 1_050],
  ['USD', 1, 1],
  ['JPY', 501, 501],
  ['KWD', 5_120, 5_120],
  // No decimals in ISO 4217, two at Stripe.
  ['ISK', 1_500, 150_000],
  ['UGX', 1_500, 150_000],
  // Two decimals in ISO 4217, none at Stripe.
  ['MGA', 50_000, 500],
])('%s: %i in ISO 4217’s minor units is %i at Stripe', (currency, amountMinor, stripe) => {
  expect(toStripeAmount({ amountMinor, currency })).toBe(stripe);
  expect(fromStripeAmount(stripe, currency)).toBe(amountMinor);
});

test.each([
  // Stripe has no thousandths.
  ['KWD', 5_123],
  ['BHD', 1],
  ['MGA', 50_050],
])('%s %i isn’t rounded', (currency, amountMinor) => {
  expect(toStripeAmount({ amountMinor, currency })).toBeNull();
});

test('a fraction of a minor unit in a statement isn’t rounded', () => {
  expect(fromStripeAmount(150_050, 'ISK')).toBeNull();
});

test('every amount of every currency comes back unchanged, or isn’t sent', () => {
  for (const currency of currencies)
    for (const amountMinor of [1, 9, 10, 99, 100, 12_345, 100_000]) {
      const stripe = toStripeAmount({ amountMinor, currency });
      if (stripe === null) continue;
      expect(Number.isInteger(stripe)).toBe(true);
      expect({ currency, back: fromStripeAmount(stripe, currency) }).toEqual({ currency, back: amountMinor });
    }
});

test('most currencies have the same decimals at Stripe', () => {
  const others = currencies.filter(
    (currency) => toStripeAmount({ amountMinor: 10_000, currency }) !== 10_000,
  );
  expect(others.map((currency) => `${currency} ${currencyDigits(currency)}`)).toMatchInlineSnapshot(`
    [
      "CLF 4",
      "IQD 3",
      "ISK 0",
      "LYD 3",
      "MGA 2",
      "UGX 0",
      "UYI 0",
      "UYW 4",
    ]
  `);
});
