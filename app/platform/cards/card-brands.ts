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

/** The display name of a card brand. Undefined for an unknown one. */
export function getBrandName(brand: string | null): string | undefined {
  return Object.hasOwn(brandNames, brand ?? '') ? brandNames[brand as CardBrand] : undefined;
}
