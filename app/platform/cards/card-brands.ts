const brandNames = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  'american-express': 'Amex',
  'diners-club': 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  maestro: 'Maestro',
  unionpay: 'UnionPay',
} as const;

export type CardBrand = keyof typeof brandNames;

export const cardBrands = Object.keys(brandNames) as CardBrand[];

/** What a card scheme calls itself; undefined for one that we have no name for. */
export function getBrandName(brand: string | null): string | undefined {
  return Object.hasOwn(brandNames, brand ?? '') ? brandNames[brand as CardBrand] : undefined;
}
