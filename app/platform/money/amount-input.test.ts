import { expect, test } from 'vitest';
import { currencies, getMaximumAmount } from './currencies';
import {
  formatAmountInput,
  formatSignedAmount,
  parseAmountInput,
  parsePossibleAmounts,
  parseSearchedAmount,
  parseAmountBound,
} from './amount-input';

test.each([
  ['12', 'USD', 1_200],
  ['12.5', 'USD', 1_250],
  ['12,50', 'EUR', 1_250],
  [' 0.01 ', 'USD', 1],
  ['1,234.50', 'USD', 123_450],
  ['1.234,50', 'EUR', 123_450],
  ['1,234,567', 'JPY', 1_234_567],
  ['1,234', 'USD', 123_400],
  ['1,234', 'JPY', 1_234],
  ['12.345,5', 'EUR', 1_234_550],
  ['007', 'USD', 700],
  ['500', 'JPY', 500],
  ['1.234', 'KWD', 1_234],
  ['1,2', 'KWD', 1_200],
  ['1,234.567', 'KWD', 1_234_567],
  ['1.234', 'CLF', 12_340],
  ['1.2345', 'CLF', 12_345],
  ['1,2345', 'CLF', 12_345],
  ['12.3456', 'UYW', 123_456],
  ['1,234.5678', 'CLF', 12_345_678],
  ['999999.99', 'USD', 99_999_999],
  ['99,999,999.99', 'HUF', 9_999_999_999],
  ['9.999.999.999,99', 'IDR', 999_999_999_999],
  ['999999999.999', 'IQD', 999_999_999_999],
  ['€10.50', 'EUR', 1_050],
  ['US$10.50', 'USD', 1_050],
  ['10,50 €', 'EUR', 1_050],
  ['eur 10', 'EUR', 1_000],
  ['$1,234.50', 'CAD', 123_450],
])('%j %s is %i', (input, currency, amount) => expect(parseAmountInput(input, currency)).toBe(amount));

test.each([
  ['', 'USD', 'missing'],
  ['1.234', 'EUR', 'ambiguous'],
  ['1,234', 'KWD', 'ambiguous'],
  ['1,234', 'CLF', 'ambiguous'],
  ['1,234', 'UYW', 'ambiguous'],
  ['1.234', 'JPY', 'ambiguous'],
  ['12.345', 'USD', 'ambiguous'],
  ['12.3456', 'USD', 'too_many_decimals'],
  ['12.5', 'JPY', 'too_many_decimals'],
  ['1,234.500', 'USD', 'too_many_decimals'],
  ['0,123', 'USD', 'not_an_amount'],
  ['0,123.50', 'USD', 'not_an_amount'],
  ['1234,567', 'USD', 'not_an_amount'],
  ['1,234,5', 'USD', 'not_an_amount'],
  ['1,234,50', 'USD', 'not_an_amount'],
  ['1.234.50', 'EUR', 'not_an_amount'],
  ['1.2,3.4', 'EUR', 'not_an_amount'],
  ['-5', 'USD', 'not_an_amount'],
  ['-$5', 'USD', 'not_an_amount'],
  ['$', 'USD', 'not_an_amount'],
  ['$10', 'EUR', 'not_an_amount'],
  ['€1.234', 'EUR', 'ambiguous'],
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
  ['100000000', 'HUF', 'too_large'],
  ['10000000000', 'VND', 'too_large'],
  ['10000000000', 'IDR', 'too_large'],
  ['9'.repeat(40), 'USD', 'too_large'],
])('%j %s is rejected: %s', (input, currency, error) =>
  expect(parseAmountInput(input, currency)).toBe(error),
);

test('a form reads what it writes', () => {
  for (const [currency, text] of [
    ['USD', '1234.56'],
    ['JPY', '123456'],
    ['KWD', '123.456'],
  ] as const) {
    expect(formatAmountInput(123_456, currency)).toBe(text);
    expect(parseAmountInput(text, currency)).toBe(123_456);
  }
  expect({
    twoDecimals: formatAmountInput(5, 'USD'),
    threeDecimals: formatAmountInput(5, 'KWD'),
    noDecimals: formatAmountInput(5, 'JPY'),
  }).toEqual({ twoDecimals: '0.05', threeDecimals: '0.005', noDecimals: '5' });
  for (const code of currencies) {
    for (const amount of [1, 123_456, getMaximumAmount(code)])
      expect({ code, amount: parseAmountInput(formatAmountInput(amount, code), code) }).toEqual({
        code,
        amount,
      });
    const tooLarge = formatAmountInput(getMaximumAmount(code) + 1, code);
    expect({ code, amount: parseAmountInput(tooLarge, code) }).toEqual({ code, amount: 'too_large' });
  }
  for (let amount = 1; amount < 5_000; amount++)
    for (const currency of ['USD', 'JPY', 'KWD'])
      expect(parseAmountInput(formatAmountInput(amount, currency), currency)).toBe(amount);
});

test('an amount can have a sign', () => {
  expect(formatSignedAmount(-5, 'USD')).toBe('-0.05');
  expect(formatSignedAmount(-123_456, 'JPY')).toBe('-123456');
  expect(formatSignedAmount(0, 'KWD')).toBe('0.000');
});

/** The result for currencies with 2, 0, and 3 decimals. */
const amountsByCurrency = (input: string, read = parsePossibleAmounts) =>
  Object.fromEntries(
    ['EUR', 'JPY', 'KWD'].map((code) => [
      code,
      read(input)
        .filter(({ currencies }) => currencies.includes(code))
        .map(({ amountMinor }) => amountMinor),
    ]),
  );

test.each([
  ['42', { EUR: [4_200], JPY: [42], KWD: [42_000] }],
  ['42.00', { EUR: [4_200], JPY: [42], KWD: [42_000] }],
  ['42,00', { EUR: [4_200], JPY: [42], KWD: [42_000] }],
  ['42.5', { EUR: [4_250], JPY: [], KWD: [42_500] }],
  ['42.505', { EUR: [4_250_500], JPY: [42_505], KWD: [42_505, 42_505_000] }],
  ['42,505', { EUR: [4_250_500], JPY: [42_505], KWD: [42_505_000, 42_505] }],
  ['0.005', { EUR: [], JPY: [], KWD: [5] }],
  ['1,234.56', { EUR: [123_456], JPY: [], KWD: [1_234_560] }],
  ['1.234,56', { EUR: [123_456], JPY: [], KWD: [1_234_560] }],
  ['1 234 567', { EUR: [123_456_700], JPY: [1_234_567], KWD: [1_234_567_000] }],
  ["12'345.60", { EUR: [1_234_560], JPY: [], KWD: [12_345_600] }],
  ['€42', { EUR: [4_200], JPY: [], KWD: [] }],
  ['42 €', { EUR: [4_200], JPY: [], KWD: [] }],
  ['42 EUR', { EUR: [4_200], JPY: [], KWD: [] }],
  ['eur 42,00', { EUR: [4_200], JPY: [], KWD: [] }],
  ['¥1,250', { EUR: [], JPY: [1_250], KWD: [] }],
  ['1.250 KWD', { EUR: [], JPY: [], KWD: [1_250, 1_250_000] }],
])('%j is parsed to minor units', (input, amounts) => {
  expect(amountsByCurrency(input)).toEqual(amounts);
});

test('an ambiguous symbol means each of its currencies, a code next to it only one', () => {
  const listCurrencies = (input: string) =>
    parsePossibleAmounts(input).flatMap(({ currencies }) => currencies);
  expect(listCurrencies('$42')).toEqual(expect.arrayContaining(['USD', 'CAD', 'AUD']));
  expect(listCurrencies('$42')).not.toContain('EUR');
  expect(listCurrencies('$42 CAD')).toEqual(['CAD']);
  expect(listCurrencies('$42 EUR')).toEqual([]);
});

test.each(['', 'order-42', '42 42', '-42', '4.2.1', '1,23,456', '42 XYZ1', 'EUR', '1234567890123', '٤٢'])(
  '%j is not an amount',
  (input) => {
    expect(parsePossibleAmounts(input)).toEqual([]);
  },
);

test.each(['-$43.57', '$-43.57', '−43.57 USD', '- 43.57', '–$43.57', '43.57'])(
  'a search for %j finds the amount without its sign',
  (input) => {
    expect(amountsByCurrency(input, parseSearchedAmount)).toMatchObject(
      input.includes('$') || input.includes('USD') ? { EUR: [], KWD: [] } : { EUR: [4_357], KWD: [43_570] },
    );
    expect(parseSearchedAmount(input)).toContainEqual({
      amountMinor: 4_357,
      currencies: expect.arrayContaining(['USD']),
    });
  },
);

test.each(['--42', 'order-42', 'R-100', '-', '-order 42'])(
  'a search for %j is not for an amount',
  (input) => {
    expect(parseSearchedAmount(input)).toEqual([]);
  },
);

test('a bound is the nearest amount of a currency', () => {
  expect(amountsByCurrency('42.505', (input) => parseAmountBound(input, 'up'))).toEqual({
    EUR: [4_250_500],
    JPY: [42_505],
    KWD: [42_505],
  });
  expect(amountsByCurrency('42,505', (input) => parseAmountBound(input, 'up'))).toMatchObject({
    KWD: [42_505_000],
  });
  expect(amountsByCurrency('42.5', (input) => parseAmountBound(input, 'up'))).toEqual({
    EUR: [4_250],
    JPY: [43],
    KWD: [42_500],
  });
  expect(amountsByCurrency('42.5', (input) => parseAmountBound(input, 'down'))).toEqual({
    EUR: [4_250],
    JPY: [42],
    KWD: [42_500],
  });
});
