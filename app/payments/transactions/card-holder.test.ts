import { expect, test } from 'vitest';
import { readCardHolder, toBillingDetails } from './card-holder';

test('a payer has only the members in the specification that aren’t empty', () => {
  const holder = { first_name: 'Ada', last_name: '', email: 'ada@shop.example', city: 7, role: 'owner' };
  expect(readCardHolder({ card_holder: holder })).toEqual({ first_name: 'Ada', email: 'ada@shop.example' });
  for (const order of [null, {}, { card_holder: null }]) expect(readCardHolder(order)).toEqual({});
});

test('the acquirer gets the address and contact details, and no empty members', () => {
  const order = { order_amount: 1, order_currency: 'EUR' };
  const address = { address_1: '1 Main St', address_2: 'Apt 2', postal_code: '12345', city: 'Springfield' };
  const empty = { email: '', phone: '' };
  expect(
    toBillingDetails({ ...order, card_holder: { ...address, ...empty, first_name: 'Ada', state: 'IL' } }),
  ).toEqual({
    ...{ addressLine1: '1 Main St', addressLine2: 'Apt 2', postalCode: '12345', city: 'Springfield' },
    state: 'IL',
  });
  const others = { address_1: '1 Main St', email: 'ada@shop.example', phone: '+1 555 0100', country: 'US' };
  expect(toBillingDetails({ ...order, card_holder: others })).toStrictEqual({
    ...{ addressLine1: '1 Main St', email: 'ada@shop.example', phone: '+1 555 0100', country: 'US' },
  });
});
