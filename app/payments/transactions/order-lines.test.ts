import { describe, expect, it, test } from 'vitest';
import { getOrderTitle, orderLines } from './order-lines';

const mug = { name: 'Mug', quantity: 2, unit_price: 1250 };

test('an order is titled with its payment link’s name, unless a line has the same name', () => {
  const order = orderLines({ order_items: [mug, { ...mug, name: 'Plate' }] }, 5000);
  expect(getOrderTitle('Crockery', order)).toBe('Crockery');
  expect(getOrderTitle('Plate', order)).toBeNull();
  expect(getOrderTitle(null, order)).toBeNull();
});

describe('order lines', () => {
  it('add nothing if the items make up the amount', () => {
    expect(orderLines({ order_items: [mug] }, 2500)).toEqual({
      lines: [{ name: 'Mug', quantity: 2, unitPrice: 1250, total: 2500 }],
      adjustment: null,
    });
  });

  it('show the difference as an adjustment, up or down', () => {
    expect(orderLines({ order_items: [mug] }, 2600).adjustment).toEqual({ name: 'adjustment', amount: 100 });
    expect(orderLines({ order_items: [mug] }, 2400).adjustment).toEqual({ name: 'adjustment', amount: -100 });
  });

  it('call the difference tax if it equals the taxes', () => {
    expect(orderLines({ order_items: [{ ...mug, tax_amount: 475 }] }, 2975).adjustment).toEqual({
      name: 'tax',
      amount: 475,
    });
    expect(orderLines({ order_items: [{ ...mug, tax_amount: 475 }] }, 2500).adjustment).toBeNull();
  });

  it("use the merchant's own line total, and a discount", () => {
    const { lines, adjustment } = orderLines(
      {
        order_items: [
          { ...mug, total_amount: 2300 },
          { name: 'Voucher', unit_price: -300 },
        ],
      },
      2000,
    );
    expect(lines.map(({ total }) => total)).toEqual([2300, -300]);
    expect(adjustment).toBeNull();
  });

  it('show a description, and replace members that are not what they should be', () => {
    const items = [
      { name: 'Pot', description: 'Cast iron', unit_price: 900 },
      { name: 5, description: 7, quantity: '2', unit_price: 1.5, total_amount: null },
      { name: 'Lid', description: '' },
    ];
    expect(orderLines({ order_items: items }, 900).lines).toEqual([
      { name: 'Pot', description: 'Cast iron', quantity: 1, unitPrice: 900, total: 900 },
      { name: 'Item', quantity: 1, unitPrice: 0, total: 0 },
      { name: 'Lid', quantity: 1, unitPrice: 0, total: 0 },
    ]);
  });

  it.each([null, {}, { order_items: [] }, { order_items: 'none' }])('are empty for %j', (order) => {
    expect(orderLines(order, 100)).toEqual({ lines: [], adjustment: null });
  });
});
