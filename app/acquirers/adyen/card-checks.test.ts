import { expect, test } from 'vitest';
import { readAdyenChecks } from './card-checks';

test.each([
  ["1 Address matches, postal code doesn't", { address: 'pass', postalCode: 'fail' }],
  ['2 Neither postal code nor address match', { address: 'fail', postalCode: 'fail' }],
  ['3 AVS unavailable', { address: 'unavailable', postalCode: 'unavailable' }],
  ['6 Postal code matches', { address: 'fail', postalCode: 'pass' }],
  ['7 Both postal code and address match', { address: 'pass', postalCode: 'pass' }],
  ['13', { address: 'fail', postalCode: 'unchecked' }],
  ['19 Name and postal code matches', { postalCode: 'pass' }],
  ['21 Name and address match', { address: 'pass' }],
])('the AVS result %s', (avsResult, checks) => {
  expect(readAdyenChecks({ avsResult })).toEqual({ checks });
});

test.each([
  ['1 Matches', 'pass'],
  ["2 Doesn't match", 'fail'],
  ['3 Not checked', 'unchecked'],
  ['5 Issuer not certified for CVC/CVV', 'unavailable'],
])('the result %s of the security code', (cvcResult, securityCode) => {
  expect(readAdyenChecks({ cvcResult, avsResult: '5 No AVS data provided' })).toEqual({
    checks: { securityCode },
  });
});

test.each([
  [undefined],
  [{}],
  [{ avsResult: '0 Unknown', cvcResult: '0 Unknown' }],
  [{ avsResult: 'Unavailable', cvcResult: '6 No CVC/CVV provided' }],
  [{ avsResult: '99', cvcResult: 'toString' }],
])('%j says nothing', (data) => {
  expect(readAdyenChecks(data)).toEqual({});
});
