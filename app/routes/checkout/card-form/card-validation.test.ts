import { expect, test } from 'vitest';
import { checkCard } from './card-validation';

test.each([
  ['12/51', undefined],
  ['01/52', 'expiry_far'],
  ['12/99', 'expiry_far'],
  ['10/26', 'expiry_past'],
  ['13/30', 'expiry_wrong'],
  ['', 'expiry_missing'],
])('an expiration date of %s: %s', (expiry, error) => {
  const input = { number: '4242424242424242', code: '123', name: 'Ada Sommer', expiry };
  expect(checkCard(input, new Date('2026-11-27T12:00:00Z')).cardErrors?.expiry).toBe(error);
});

test.each([
  ['4242424242424242', undefined],
  ['424242424242424', 'number_wrong'],
  ['4222222222222', undefined],
  ['5555555555554444', undefined],
  ['371449635398431', undefined],
  ['0000000000000', undefined],
  ['5018000000000009', undefined],
])('a card number must have a length of its brand, unless the brand is unknown: %s', (number, error) => {
  const input = { number, code: '123', name: 'Ada Sommer', expiry: '12/40' };
  expect(checkCard(input, new Date('2026-11-27T12:00:00Z')).cardErrors?.number).toBe(error);
});
