import { expect, test } from 'vitest';
import {
  completePhone,
  formatAmountAnswer,
  normalizeBirthDate,
  validateAmount,
  validateName,
  validatePhone,
  validateWebsite,
} from './answer-validation';

test.each([
  'https://shop.example',
  'http://www.shop.example/tea?a=b',
  'https://münchen.example',
  'https://例え.テスト',
  'https://my_shop.host.example',
  'https://123.example',
])('%s can be a website', (address) => expect(validateWebsite(address)).toBeNull());

test.each([
  'shop.example',
  'ftp://shop.example',
  'https://a@shop.example',
  'https://shop',
  'https://a..b',
  'https://a..example',
  'https://.b',
  'https://localhost.',
  'https://shop.localhost',
  'https://shop.local',
  'https://127.0.0.1',
  'https://127.0.0.1.',
  'https://2130706433',
  'https://[::1]',
  'https://-.example',
  'https://shop.x1',
])("%s can't", (address) =>
  expect(validateWebsite(address)).toBe('Enter the full URL, such as https://shop.example'),
);

test.each(['Acme', 'Amazon.com Inc.', 'Yahoo! Inc.', 'node.js Ltd', 'St. Mary’s', 'AC/DC', 'Café @ Home'])(
  '%s can be the name of a business',
  (name) => expect(validateName(name)).toBeNull(),
);

test.each(['http://evil.example', 'Acme, www.evil', 'Click evil.example/win', 'ada@evil.example'])(
  "%s can't, because emails carry it (threat T31)",
  (name) => expect(validateName(name)).toBe('Enter a name without a URL or an email address'),
);

test.each([
  ['17.05.1984', '1984-05-17'],
  ['5/17/1984', '1984-05-17'],
  ['17. 5. 1984', '1984-05-17'],
  ['6.6.1984', '1984-06-06'],
  ['17 May 1984', '1984-05-17'],
  ['May 17, 1984', '1984-05-17'],
  ['3. Sept. 1984', '1984-09-03'],
  ['1984-05-17', '1984-05-17'],
])('the date of birth %s is stored as %s', (input, stored) => expect(normalizeBirthDate(input)).toBe(stored));

test.each(['5/6/1984', '17.05.84', 'May 17'])(
  'the date of birth %s stays as it is, to be corrected',
  (input) => expect(normalizeBirthDate(input)).toBe(input),
);

test.each([
  ['20000', '€20,000.00'],
  ['45,50', '€45.50'],
  ['2.500.000,00', '€2,500,000.00'],
  ['2,000.00', '€2,000.00'],
  ['3.000', '€3,000.00'],
  ['20 000', '€20,000.00'],
  ['20’000.50', '€20,000.50'],
  ['€20,000', '€20,000.00'],
  ['eur 45.50', '€45.50'],
])('the amount %s is read as %s', (input, text) => {
  expect(validateAmount(input, { currency: 'EUR' })).toBeNull();
  expect(formatAmountAnswer(input, { currency: 'EUR' })).toBe(text);
});

test.each([
  ['3,000', 'KWD', 'Enter the amount without separators between thousands, such as 3000 or 45.50'],
  ['45.50', 'JPY', 'Enter an amount with no more decimals than the currency has'],
  ['$20', 'EUR', 'Enter an amount in digits, such as 20000 or 45.50'],
  ['0', 'EUR', 'Enter an amount above zero'],
  ['about 20', 'EUR', 'Enter an amount in digits, such as 20000 or 45.50'],
])('the amount %s %s must be corrected', (input, currency, message) => {
  expect(validateAmount(input, { currency })).toBe(message);
  expect(formatAmountAnswer(input, { currency })).toBe(input);
});

test.each([
  ['0049 (0)30 901820', '+49 30 901820', true],
  ['+49 30 901820', '+49 30 901820', true],
  // Without a country code.
  ['030 901820', '030 901820', false],
])('the phone number %s is read as %s', (input, phone, isValid) => {
  expect(completePhone(input)).toBe(phone);
  expect(validatePhone(phone) === null).toBe(isValid);
});
