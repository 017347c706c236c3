/** ISO 4217 codes that this runtime's Unicode data knows. */
const currencies = new Set(Intl.supportedValuesOf('currency'));

export const maximumAmount = 99_999_999;

export function isCurrency(code: string): boolean {
  return currencies.has(code);
}

/** Decimals of a currency: 2 for USD, 0 for JPY, 3 for KWD. */
export function currencyDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** An amount in minor units as people write it: 1250 USD is "$12.50", 1250 JPY is "¥1,250". */
export function formatAmount(amountMinor: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return format.format(amountMinor / 10 ** currencyDigits(currency));
}
