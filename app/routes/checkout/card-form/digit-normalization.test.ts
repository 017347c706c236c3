import { expect, test } from 'vitest';
import { toLatinDigits } from '~/platform/text/latin-digits';
import { normalizeCardNumber, normalizeExpiry } from './digit-normalization';

test.each([
  ['٤٢٤٢', '4242'],
  ['۴۲۴۲', '4242'],
  ['４２４２', '4242'],
  ['\u200f42\u200b42', '4242'],
])('reads %j as %s', (input, digits) => expect(toLatinDigits(input)).toBe(digits));

test.each([
  ['4242 4242-4242.4242', '4242424242424242'],
  ['4242\u00a04242\u20094242–4242', '4242424242424242'],
  ['my card 4242', 'mycard4242'],
])('reads %j as %s', (input, normalized) => expect(normalizeCardNumber(input)).toBe(normalized));

test.each([
  ['8/29', '08/29'],
  ['8 29', '08/29'],
  ['829', '08/29'],
  ['0829', '0829'],
  ['08-2029', '08/2029'],
  ['08 / 29', '08/29'],
  ['2029-08', '08/2029'],
  ['٠٨/٢٩', '08/29'],
  ['august', 'august'],
])('reads the date %j as %s', (input, normalized) => expect(normalizeExpiry(input)).toBe(normalized));
