import { expect, test } from 'vitest';
import { listCountries } from '~/merchants/applications/questions/country-names';
import { getAddressFormat } from '~/payments/checkout/billing/address-format';
import { findAddressKind } from './address-names';

test.each([
  ['US', 'postal_code', 'zip'],
  ['US', 'state', 'federal_state'],
  ['US', 'city', undefined],
  ['GB', 'postal_code', 'postcode'],
  ['GB', 'city', 'town'],
  ['JP', 'state', 'prefecture'],
  ['JP', 'postal_code', 'postal'],
  ['HK', 'city', 'district'],
  ['HK', 'state', 'region'],
  ['', 'postal_code', undefined],
  ['US', 'address_1', undefined],
] as const)('in %s, %s is a %s', (country, field, kind) =>
  expect(findAddressKind(country, field)).toBe(kind),
);

test('only parts that a country’s addresses have get a name', () => {
  const letters = { city: 'c', state: 's' } as const;
  for (const { code } of listCountries())
    for (const [field, letter] of Object.entries(letters)) {
      const isNamed = findAddressKind(code, field as 'city' | 'state') !== undefined;
      if (isNamed)
        expect(getAddressFormat(code, 'latin').toLowerCase(), `${code} ${field}`).toContain(letter);
    }
});
