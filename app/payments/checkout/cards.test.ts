import { expect, test } from 'vitest';
import {
  describeCard,
  detectCardBrand,
  getCardNumberGaps,
  getFirstValidMonth,
  getSecurityCodeLength,
  isCardExpired,
  parseCardNumber,
  parseExpiry,
} from './cards';

test.each([
  ['4242424242424242', '4242424242424242'],
  ['4242 4242 4242 4242', '4242424242424242'],
  ['3782-822463-10005', '378282246310005'],
  ['4242424242424241', null],
  ['4242', null],
  ['42424242424242424242', null],
  ['4242.4242.4242.4242', null],
  ['x4242424242424242', null],
  ['4242424242424242x', null],
  // Twelve to nineteen digits with a valid check digit.
  ['00000000000', null],
  ['000000000000', '000000000000'],
  ['0000000000000000000', '0000000000000000000'],
  ['00000000000000000000', null],
  ['abcd', null],
  ['', null],
])('the card number %s is read as %s', (text, digits) => {
  expect(parseCardNumber(text)).toBe(digits);
});

test.each(['12/30', '12/2030', '1230', '122030', '2030-12', ' 12 / 30 '])(
  'the expiry %j is December 2030',
  (text) => {
    expect(parseExpiry(text)).toEqual({ month: 12, year: 2030 });
  },
);

test.each([
  ['1/30', { month: 1, year: 2030 }],
  ['1-2030', { month: 1, year: 2030 }],
  ['01-30', { month: 1, year: 2030 }],
  ['2030 - 01', { month: 1, year: 2030 }],
])('the expiry %j is %j', (text, expiry) => {
  expect(parseExpiry(text)).toEqual(expiry);
});

test.each([
  'x12/30',
  '12/30x',
  'x2030-12',
  '2030-12x',
  'x1/30',
  '1/30x',
  '130',
  '1/300',
  '0/30',
  '12//30',
  '',
  '13/30',
  '00/30',
  '1/2',
  '2030',
  '12/3',
  '30-12-2030',
  'ab/cd',
  '2030-13',
])('%j is not an expiry', (text) => {
  expect(parseExpiry(text)).toBeNull();
});

test.each([
  '2028-03-01T11:59:59.999Z',
  '2028-03-01T12:00:00Z',
  '2029-01-01T00:00:00Z',
  '2028-12-31T23:00:00Z',
])('the first valid month and the expiry of cards agree at %s', (time) => {
  const now = new Date(time);
  const [year, month] = getFirstValidMonth(now).split('-').map(Number) as [number, number];
  const before = month === 1 ? { month: 12, year: year - 1 } : { month: month - 1, year };
  expect([isCardExpired({ month, year }, now), isCardExpired(before, now)]).toEqual([false, true]);
});

test('a card is valid through the last day of its month in every time zone', () => {
  const expiry = { month: 2, year: 2028 };
  expect(isCardExpired(expiry, new Date('2028-02-29T23:59:59Z'))).toBe(false);
  expect(isCardExpired(expiry, new Date('2028-03-01T11:59:59Z'))).toBe(false);
  expect(isCardExpired(expiry, new Date('2028-03-01T12:00:00Z'))).toBe(true);
});

test('only the displayable parts of a card are kept', () => {
  expect(describeCard('378282246310005', { month: 3, year: 2031 })).toEqual({
    brand: 'american-express',
    bin: '378282',
    lastFour: '0005',
    expiry: '2031-03',
  });
  expect(getSecurityCodeLength('378282246310005')).toBe(4);
  expect(getSecurityCodeLength('4242424242424242')).toBe(3);
});

test('a number of no known brand has three digits on the back', () => {
  expect(detectCardBrand('4242')).toBe('visa');
  expect(detectCardBrand('0000000000000000')).toBe('unknown');
  expect(getSecurityCodeLength('0000000000000000')).toBe(3);
});

test('the digits of a number are grouped as on the card', () => {
  expect(getCardNumberGaps('4242')).toEqual([4, 8, 12, 16]);
  expect(getCardNumberGaps('3782')).toEqual([4, 10, 16]);
  expect(getCardNumberGaps('0')).toEqual([4, 8, 12, 16]);
});

test('a card is checked against the current date by default', () => {
  const year = new Date().getUTCFullYear();
  expect(isCardExpired({ month: 1, year: year + 1 })).toBe(false);
  expect(isCardExpired({ month: 12, year: year - 2 })).toBe(true);
});
