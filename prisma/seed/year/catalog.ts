import type { Random } from './random';

type Product = { sku: string; name: string; price: number };

export type OrderItem = { sku?: string; name: string; quantity: number; unit_price: number };

/** What the tea shop sells. Prices in cents, the same number of euros and dollars. */
const products: readonly (readonly [Product, weight: number])[] = [
  [{ sku: 'darjeeling-100', name: 'First-flush Darjeeling, 100 g', price: 1_450 }, 9],
  [{ sku: 'assam-250', name: 'Assam breakfast tea, 250 g', price: 1_190 }, 8],
  [{ sku: 'earl-grey-100', name: 'Earl Grey with bergamot, 100 g', price: 850 }, 9],
  [{ sku: 'jasmine-100', name: 'Jasmine pearls, 100 g', price: 1_690 }, 6],
  [{ sku: 'sencha-100', name: 'Organic sencha, 100 g', price: 1_250 }, 8],
  [{ sku: 'gyokuro-50', name: 'Gyokuro, 50 g', price: 2_400 }, 3],
  [{ sku: 'genmaicha-100', name: 'Genmaicha, 100 g', price: 990 }, 4],
  [{ sku: 'milk-oolong-100', name: 'Milk oolong, 100 g', price: 1_850 }, 4],
  [{ sku: 'white-peony-50', name: 'White peony, 50 g', price: 1_390 }, 3],
  [{ sku: 'pu-erh-357', name: 'Aged pu-erh cake, 357 g', price: 4_900 }, 1],
  [{ sku: 'chai-200', name: 'Masala chai blend, 200 g', price: 1_350 }, 6],
  [{ sku: 'rooibos-200', name: 'Vanilla rooibos, 200 g', price: 1_050 }, 5],
  [{ sku: 'peppermint-75', name: 'Peppermint leaves, 75 g', price: 690 }, 5],
  [{ sku: 'chamomile-75', name: 'Whole chamomile flowers, 75 g', price: 750 }, 3],
  [{ sku: 'matcha-30', name: 'Ceremonial matcha, 30 g', price: 2_900 }, 6],
  [{ sku: 'whisk', name: 'Bamboo matcha whisk', price: 1_590 }, 2],
  [{ sku: 'tasting-set', name: 'Tasting set, 8 teas', price: 2_750 }, 5],
  [{ sku: 'gift-box', name: 'Gift box “Around the world”', price: 4_200 }, 3],
  [{ sku: 'tin-100', name: 'Tea tin for 100 g', price: 950 }, 3],
  [{ sku: 'filters-100', name: 'Paper filters, pack of 100', price: 450 }, 4],
  [{ sku: 'cup', name: 'Porcelain cup, 0.25 L', price: 1_200 }, 3],
  [{ sku: 'glass-teapot', name: 'Glass teapot, 1 L', price: 3_400 }, 2],
  [{ sku: 'iron-teapot', name: 'Cast-iron teapot, 0.8 L', price: 6_400 }, 2],
];

const freeShippingFrom = 6_000;
const shipping = { EUR: 490, USD: 1_490 } as const;

/** An order's items with shipping and, now and then, a discount. */
export function fillBasket(currency: 'EUR' | 'USD', random: Random): OrderItem[] {
  const items = new Map<string, OrderItem>();
  for (
    let left = random.pickWeighted([
      [1, 30],
      [2, 34],
      [3, 22],
      [4, 10],
      [6, 4],
    ] as const);
    left > 0;
    left--
  ) {
    const { sku, name, price } = random.pickWeighted(products);
    const quantity = (items.get(sku)?.quantity ?? 0) + (random.chance(0.15) ? 2 : 1);
    items.set(sku, { sku, name, quantity, unit_price: price });
  }
  const goods = sumItems([...items.values()]);
  const discount = random.chance(0.06)
    ? [{ name: 'Welcome discount, 10%', quantity: 1, unit_price: -Math.round(goods / 10) }]
    : [];
  const isFree = currency === 'EUR' && goods >= freeShippingFrom;
  const delivery = isFree ? [] : [{ name: 'Shipping', quantity: 1, unit_price: shipping[currency] }];
  return [...items.values(), ...discount, ...delivery];
}

export function sumItems(items: readonly OrderItem[]): number {
  return items.reduce((sum, { quantity, unit_price }) => sum + quantity * unit_price, 0);
}
