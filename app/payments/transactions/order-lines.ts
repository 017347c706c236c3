/** A validated order (spec 2.3). Amount in minor units. */
export type Order = { order_id?: string; order_amount: number; order_currency: string } & Record<
  string,
  unknown
>;

type OrderLine = { name: string; description?: string; quantity: number; unitPrice: number; total: number };

/** The lines of an order for display: one per item and, if they don't add up to the amount, an adjustment. */
export type OrderLines = {
  lines: OrderLine[];
  adjustment: { name: 'tax' | 'adjustment'; amount: number } | null;
};

type Item = {
  name?: unknown;
  description?: unknown;
  quantity?: unknown;
  unit_price?: unknown;
  total_amount?: unknown;
  tax_amount?: unknown;
};

/**
 * Decisions (Intents): a sum that differs from the amount is accepted and shown as an adjustment. Merchants
 * don't say whether their prices include tax. If exactly the taxes are missing from the sum, the adjustment
 * is called tax.
 */
export function orderLines(order: unknown, orderAmount: number): OrderLines {
  const items = (order as { order_items?: unknown } | null)?.order_items;
  if (!Array.isArray(items) || !items.length) return { lines: [], adjustment: null };
  const lines = (items as Item[]).map(toLine);
  const amount = orderAmount - sum(lines.map(({ total }) => total));
  const tax = sum((items as Item[]).map((item) => toWholeNumber(item.tax_amount) ?? 0));
  return { lines, adjustment: amount === 0 ? null : { name: amount === tax ? 'tax' : 'adjustment', amount } };
}

/** The name of an order's payment link, unless a line has the same. Null without either. */
export const getOrderTitle = (linkName: string | null, { lines }: OrderLines): string | null =>
  lines.some(({ name }) => name === linkName) ? null : linkName;

function toLine({ name, description, quantity, unit_price, total_amount }: Item): OrderLine {
  const count = toWholeNumber(quantity) ?? 1;
  const unitPrice = toWholeNumber(unit_price) ?? 0;
  return {
    name: typeof name === 'string' ? name : 'Item',
    ...(typeof description === 'string' && description ? { description } : {}),
    quantity: count,
    unitPrice,
    total: toWholeNumber(total_amount) ?? count * unitPrice,
  };
}

function toWholeNumber(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
