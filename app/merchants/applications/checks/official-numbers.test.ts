import { expect, test } from 'vitest';
import { isPossibleRegistrationNumber, isPossibleTaxNumber } from './official-numbers';

test.each([
  ['AT', 'FN 71396 w'],
  ['AU', '004 085 616'],
  ['BE', '0403.019.261'],
  ['CH', 'CHE-107.787.577'],
  ['DE', 'HRB 118822 B'],
  ['DE', 'Amtsgericht Hamburg HRB 118822'],
  ['ES', 'A28015865'],
  ['FI', '2077474-0'],
  ['FR', 'RCS Paris 552 008 443'],
  ['GB', 'SC123456'],
  ['GB', '01234567'],
  ['NL', '12345678'],
  ['NO', '889 640 782'],
  ['SE', '556036-0793'],
])('a registration number of %s: %s', (country, registrationNumber) => {
  expect(isPossibleRegistrationNumber(registrationNumber, country)).toBe(true);
});

test.each([
  ['CH', 'CHE-107.787.578'],
  ['DE', 'HRB'],
  ['DE', '118822'],
  ['GB', 'HRB 118822'],
  ['NO', '889 640 783'],
  ['SE', '556036-0794'],
])('no registration number of %s: %s', (country, registrationNumber) => {
  expect(isPossibleRegistrationNumber(registrationNumber, country)).toBe(false);
});

test.each([
  ['DE', 'DE 811 907 980'],
  ['DE', '181/815/08155'],
  ['DE', '36574261809'],
  ['GB', '1955839661'],
  ['GB', 'GB980780684'],
  ['US', '12-3456789'],
])('a tax number of %s: %s', (country, taxNumber) => {
  expect(isPossibleTaxNumber(taxNumber, country)).toBe(true);
});

test.each([
  ['DE', 'DE 811 907 981'],
  ['GB', 'GB123456789'],
  ['FR', 'DE 811 907 980'],
])('no tax number of %s: %s', (country, taxNumber) => {
  expect(isPossibleTaxNumber(taxNumber, country)).toBe(false);
});

test('nothing is known about countries without validators', () => {
  expect(isPossibleTaxNumber('123', 'XX')).toBeNull();
  expect(isPossibleRegistrationNumber('123', 'XX')).toBeNull();
});
