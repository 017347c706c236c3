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
