const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  'american-express': 'Amex',
  'diners-club': 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  maestro: 'Maestro',
  unionpay: 'UnionPay',
};

export const cardBrands = Object.keys(brands);

/** What a card scheme calls itself; undefined for one that we have no name for. */
export function brandName(brand: string | null): string | undefined {
  return brands[brand ?? ''];
}
