const brands = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  'american-express': 'Amex',
  'diners-club': 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  maestro: 'Maestro',
  unionpay: 'UnionPay',
} as const;

export type CardBrand = keyof typeof brands;

export const cardBrands = Object.keys(brands) as CardBrand[];

/** What a card scheme calls itself; undefined for one that we have no name for. */
export function brandName(brand: string | null): string | undefined {
  return Object.hasOwn(brands, brand ?? '') ? brands[brand as CardBrand] : undefined;
}
