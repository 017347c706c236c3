import currencyCodes from 'currency-codes';
import { expect, test } from 'vitest';
import {
  currencies,
  currencyDigits,
  currencyName,
  getMaximumAmount,
  isCurrency,
  maximumAmount,
} from './currencies';

/** The amendments of ISO 4217 since the list in the package, of June 2024. */
const added = [{ code: 'XCG', digits: 2 }];
const withdrawn = ['ANG', 'BGN', 'CUC'];
/** Precious metals, bond market units, tests, and units of account of institutions. */
const notMoney = 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' ');

test('the currencies are the active ones of ISO 4217, with its minor units', () => {
  const published = [...currencyCodes.data, ...added].filter(
    ({ code }) => !withdrawn.includes(code) && !notMoney.includes(code),
  );
  expect(Object.fromEntries(currencies.map((code) => [code, currencyDigits(code)]))).toEqual(
    Object.fromEntries(published.map(({ code, digits }) => [code, digits])),
  );
  expect(currencies).toEqual(currencies.toSorted());
});

test.each([...notMoney, ...withdrawn, 'HRK', 'SLL', 'XAD', 'ZWL', 'usd', 'XXQ', '', 'DOLLAR'])(
  '"%s" is not a currency',
  (code) => {
    expect(isCurrency(code)).toBe(false);
  },
);

test('amounts in a withdrawn currency keep its two decimals', () => {
  expect({ BGN: currencyDigits('BGN'), HRK: currencyDigits('HRK') }).toEqual({ BGN: 2, HRK: 2 });
});

test('every currency has a name', () => {
  expect(currencies.filter((code) => currencyName(code) === code)).toEqual([]);
  expect(currencyName('HUF')).toBe('Hungarian Forint');
});

test.each([
  ['USD', 99_999_999],
  ['JPY', 99_999_999],
  ['KWD', 99_999_999],
  ['HUF', 9_999_999_999],
  ['VND', 9_999_999_999],
  ['IDR', 999_999_999_999],
  ['IQD', 999_999_999_999],
  ['BGN', 99_999_999],
])('the maximum of %s is %i', (code, maximum) => {
  expect(getMaximumAmount(code)).toBe(maximum);
});

test('sums of the largest amounts are exact', () => {
  expect(maximumAmount).toBe(999_999_999_999);
  expect(currencies.filter((code) => getMaximumAmount(code) > 99_999_999)).toHaveLength(44);
  expect(Number.isSafeInteger(maximumAmount * 9_000)).toBe(true);
});
