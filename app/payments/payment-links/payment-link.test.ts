import { describe, expect, test } from 'vitest';
import { buildLinkOrder, getLinkMaximum, hasChoice, isAmountAllowed, type LinkTerms } from './payment-link';

const terms: LinkTerms = {
  ...{ name: 'Workshop', currency: 'EUR', emailRequired: false },
  items: [
    { name: 'Ticket', unitPrice: 4_500, quantity: 1, adjustableQuantity: { minimum: 0, maximum: 5 } },
    { name: 'Lunch', unitPrice: 1_250, quantity: 2, description: 'Vegan' },
  ],
};
const donation: LinkTerms = { ...terms, items: [], chosenAmount: { minimum: 500, maximum: 50_000 } };
const order = { order_id: 'PL-1', order_currency: 'EUR' };

describe('the order', () => {
  test('has the quantities that the payer chose, and those that they can’t change', () => {
    expect(buildLinkOrder(terms, { quantities: [3, 9] }, 'PL-1')).toEqual({
      ...order,
      order_amount: 3 * 4_500 + 2 * 1_250,
      order_items: [
        { name: 'Ticket', quantity: 3, unit_price: 4_500 },
        { name: 'Lunch', quantity: 2, unit_price: 1_250, description: 'Vegan' },
      ],
    });
  });

  test('has no items that the payer left out', () => {
    expect(buildLinkOrder(terms, { quantities: [0] }, 'PL-1')).toMatchObject({
      order_amount: 2_500,
      order_items: [{ name: 'Lunch' }],
    });
    expect(buildLinkOrder({ ...terms, items: [terms.items[0]!] }, { quantities: [0] }, 'PL-1')).toBeNull();
  });

  test('has at most the highest quantity', () => {
    expect(buildLinkOrder(terms, { quantities: [5] }, 'PL-1')).toMatchObject({
      order_amount: 5 * 4_500 + 2_500,
    });
  });

  test.each([[[6]], [[-1]], [[]], [[undefined]]])('offers no quantities of %j', (quantities) => {
    expect(buildLinkOrder(terms, { quantities }, 'PL-1')).toBeNull();
  });

  test('has the amount that the payer chose within the bounds', () => {
    for (const amount of [500, 50_000])
      expect(buildLinkOrder(donation, { amount }, 'PL-1')).toEqual({
        ...{ ...order, order_amount: amount },
        order_items: [{ name: 'Workshop', quantity: 1, unit_price: amount }],
      });
    for (const amount of [499, 50_001, undefined])
      expect(buildLinkOrder(donation, amount === undefined ? {} : { amount }, 'PL-1')).toBeNull();
  });
});

test('a choice is an amount or a quantity', () => {
  expect([terms, donation, { items: [terms.items[1]!] }].map(hasChoice)).toEqual([true, true, false]);
});

test('the highest amount counts for the currency’s maximum', () => {
  expect([getLinkMaximum(terms), getLinkMaximum(donation)]).toEqual([5 * 4_500 + 2_500, 50_000]);
  const priced = (unitPrice: number) => ({ currency: 'EUR', items: [{ name: 'A', unitPrice, quantity: 3 }] });
  expect([33_333_333, 33_333_334, 0].map((price) => isAmountAllowed(priced(price)))).toEqual([
    ...[true, false, false],
  ]);
  expect(isAmountAllowed({ currency: 'EUR', items: [], chosenAmount: { minimum: 1, maximum: 1 } })).toBe(
    true,
  );
});
