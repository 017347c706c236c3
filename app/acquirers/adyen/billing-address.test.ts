import { expect, test } from 'vitest';
import { toAdyenBilling } from './billing-address';

test('nothing is sent without an address or a contact', () => {
  expect(toAdyenBilling(undefined)).toEqual({});
  expect(toAdyenBilling({})).toEqual({});
  expect(toAdyenBilling({ email: 'ada@example.com', phone: '+14155552671' })).toEqual({
    shopperEmail: 'ada@example.com',
    telephoneNumber: '+14155552671',
  });
});

test('a part of an address is completed with what Adyen expects for unknown members', () => {
  const unknown = { street: 'N/A', houseNumberOrName: 'N/A', postalCode: 'N/A', city: 'N/A', country: 'ZZ' };
  expect(toAdyenBilling({ postalCode: '80331' })).toEqual({
    billingAddress: { ...unknown, postalCode: '80331' },
  });
  expect(toAdyenBilling({ country: 'DE' })).toEqual({ billingAddress: { ...unknown, country: 'DE' } });
  expect(toAdyenBilling({ country: 'US', city: 'Reno' })).toEqual({
    billingAddress: { ...unknown, city: 'Reno', country: 'US', stateOrProvince: 'N/A' },
  });
});

test.each([
  ['548 Market St', 'Market St', '548'],
  ['12b, Rue de Rivoli', 'Rue de Rivoli', '12b'],
  ['10-12 High Street', 'High Street', '10-12'],
  ['Hauptstraße 5', 'Hauptstraße', '5'],
  ['Via Roma, 12/a', 'Via Roma', '12/a'],
  ['Calle 8 # 12', 'Calle 8 #', '12'],
  ['Rose Cottage', 'Rose Cottage', 'N/A'],
  ['7', '7', 'N/A'],
])('of %s, the house number is found if it is certain', (addressLine1, street, houseNumberOrName) => {
  expect(toAdyenBilling({ addressLine1 }).billingAddress).toMatchObject({ street, houseNumberOrName });
});

test('the second line belongs to the house', () => {
  const address = { addressLine1: '548 Market St', addressLine2: 'Apt 3' };
  expect(toAdyenBilling(address).billingAddress!.houseNumberOrName).toBe('548 Apt 3');
  expect(toAdyenBilling({ addressLine2: 'Apt 3' }).billingAddress!.houseNumberOrName).toBe('Apt 3');
});

test('a postal code is as long as Adyen accepts', () => {
  const send = (postalCode: string, country: string) =>
    toAdyenBilling({ postalCode, country }).billingAddress!.postalCode;
  expect(send('94016-1234', 'US')).toBe('94016');
  expect(send('1234567890123', 'BR')).toBe('1234567890');
});

test.each([
  ['US', 'California', 'CA'],
  ['US', 'ca', 'CA'],
  ['US', 'Atlantis', 'N/A'],
  ['CA', ' Ontario ', 'ON'],
  ['DE', 'Bavaria', undefined],
  [undefined, 'California', undefined],
])('in %s, the state %s is sent as %s', (country, state, expected) => {
  const { billingAddress } = toAdyenBilling({ state, ...(country && { country }) });
  expect(billingAddress!.stateOrProvince).toBe(expected);
});
