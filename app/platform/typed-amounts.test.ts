import { expect, test } from 'vitest';
import { readAmount, readBound } from './typed-amounts';

/** Of currencies with 2, 0 and 3 decimals what an amount comes to. */
const inCurrencies = (typed: string, read = readAmount) =>
  Object.fromEntries(['EUR', 'JPY', 'KWD'].map((code) => [code, read(typed).filter(({ currencies }) => currencies.includes(code)).map(({ amountMinor }) => amountMinor)]));

test.each([
  ['42', { EUR: [4_200], JPY: [42], KWD: [42_000] }],
  ['42.00', { EUR: [4_200], JPY: [42], KWD: [42_000] }],
  ['42,00', { EUR: [4_200], JPY: [42], KWD: [42_000] }],
  ['42.5', { EUR: [4_250], JPY: [], KWD: [42_500] }],
  ['42.505', { EUR: [4_250_500], JPY: [42_505], KWD: [42_505_000, 42_505] }],
  ['1,234.56', { EUR: [123_456], JPY: [], KWD: [1_234_560] }],
  ['1.234,56', { EUR: [123_456], JPY: [], KWD: [1_234_560] }],
  ['1 234 567', { EUR: [123_456_700], JPY: [1_234_567], KWD: [1_234_567_000] }],
  ["12'345.60", { EUR: [1_234_560], JPY: [], KWD: [12_345_600] }],
  ['€42', { EUR: [4_200], JPY: [], KWD: [] }],
  ['42 €', { EUR: [4_200], JPY: [], KWD: [] }],
  ['42 EUR', { EUR: [4_200], JPY: [], KWD: [] }],
  ['eur 42,00', { EUR: [4_200], JPY: [], KWD: [] }],
  ['¥1,250', { EUR: [], JPY: [1_250], KWD: [] }],
  ['1.250 KWD', { EUR: [], JPY: [], KWD: [1_250_000, 1_250] }],
])('%j is so many minor units', (typed, amounts) => {
  expect(inCurrencies(typed)).toEqual(amounts);
});

test('a sign of several currencies stands for each of them, a code beside it for one', () => {
  const named = (typed: string) => readAmount(typed).flatMap(({ currencies }) => currencies);
  expect(named('$42')).toEqual(expect.arrayContaining(['USD', 'CAD', 'AUD']));
  expect(named('$42')).not.toContain('EUR');
  expect(named('$42 CAD')).toEqual(['CAD']);
  expect(named('$42 EUR')).toEqual([]);
});

test.each(['', 'order-42', '42 42', '-42', '4.2.1', '1,23,456', '42 XYZ1', 'EUR', '1234567890123', '٤٢'])('%j is no amount', (typed) => {
  expect(readAmount(typed)).toEqual([]);
});

test('a bound is the nearest amount that a currency can have', () => {
  expect(inCurrencies('42.505', (typed) => readBound(typed, 'up'))).toEqual({ EUR: [4_250_500], JPY: [42_505], KWD: [42_505_000] });
  expect(inCurrencies('42.5', (typed) => readBound(typed, 'up'))).toEqual({ EUR: [4_250], JPY: [43], KWD: [42_500] });
  expect(inCurrencies('42.5', (typed) => readBound(typed, 'down'))).toEqual({ EUR: [4_250], JPY: [42], KWD: [42_500] });
});
