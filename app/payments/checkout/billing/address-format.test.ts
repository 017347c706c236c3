import { expect, test } from 'vitest';
import { formatAddressLines, getAddressFormat } from './address-format';
import { withEnteredBilling } from './entered-billing';

test.each([
  ['US', 'ACSZ'],
  ['DE', 'AZC'],
  ['GB', 'ACZ'],
  ['IE', 'ACsz'],
  ['FR', 'AZC'],
  ['HK', 'AcS'],
  ['AE', 'AS'],
  ['SG', 'AZ'],
  ['AQ', 'AC'],
])('an address in %s has the parts %s in this order', (country, format) => {
  expect(getAddressFormat(country, 'latin')).toBe(format);
});

test('some addresses are written in another order in their own script', () => {
  expect(getAddressFormat('JP', 'local')).toBe('ZSA');
  expect(getAddressFormat('JP', 'latin')).toBe('ASZ');
});

test('an address is written as in its country', () => {
  const parts = { address_1: '548 Market St', address_2: 'Apt 3', postal_code: '94016' };
  expect(formatAddressLines({ ...parts, city: 'San Francisco', state: 'CA', country: 'US' })).toEqual([
    '548 Market St',
    'Apt 3',
    'San Francisco, CA 94016',
  ]);
  expect(formatAddressLines({ postal_code: '80331', city: 'München', country: 'DE' })).toEqual([
    '80331 München',
  ]);
  expect(formatAddressLines({ city: 'München', postal_code: '80331' })).toEqual(['80331', 'München']);
  const tokyo = { address_1: '1-1', city: 'Chiyoda', state: 'Tokyo', postal_code: '100-0001', country: 'JP' };
  expect(formatAddressLines(tokyo)).toEqual(['1-1', 'Chiyoda, Tokyo', '100-0001']);
  expect(formatAddressLines({ city: 'Cork', state: 'Munster', postal_code: '1', country: 'AE' })).toEqual([
    ...['1', 'Cork', 'Munster'],
  ]);
  expect(formatAddressLines({})).toEqual([]);
});

const order = { order_amount: 100, order_currency: 'EUR' };
const street = { address_1: 'Hauptstraße 5', city: 'München', state: 'Bayern' };
const known = { first_name: 'Ada', ...street, postal_code: '80331', country: 'DE' };

test.each([
  ['unchanged', { country: 'DE', postal_code: '80331' }, known],
  [
    'changed',
    { country: 'DE', postal_code: '10115' },
    { first_name: 'Ada', country: 'DE', postal_code: '10115' },
  ],
  ['cleared', {}, { first_name: 'Ada' }],
  [
    'with an email address',
    { country: 'DE', postal_code: '80331', email: 'ada@example.com' },
    { ...known, email: 'ada@example.com' },
  ],
])('a country and postal code that are %s', (_, details, expected) => {
  const entered = { details, hasWholeAddress: false };
  expect(withEnteredBilling({ ...order, card_holder: known }, entered)).toEqual({
    ...{ ...order, card_holder: expected },
  });
});

test('a whole address replaces the merchant’s', () => {
  const details = { country: 'DE', postal_code: '80331', address_1: 'Marienplatz 1' };
  expect(withEnteredBilling({ ...order, card_holder: known }, { details, hasWholeAddress: true })).toEqual({
    ...order,
    card_holder: { first_name: 'Ada', ...details },
  });
});

test('nothing entered leaves an order without a payer', () => {
  expect(withEnteredBilling(order, { details: {}, hasWholeAddress: true })).toEqual(order);
});
