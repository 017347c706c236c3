import { localeOf, type Language } from './languages';

/** ISO 4217 codes that this runtime's Unicode data knows. */
const currencies = new Set(Intl.supportedValuesOf('currency'));

export const maximumAmount = 99_999_999;

export function isCurrency(code: string): boolean {
  return currencies.has(code);
}

/** Decimals of a currency: 2 for USD, 0 for JPY, 3 for KWD. */
export function currencyDigits(currency: string): number {
  const known = digits.get(currency);
  if (known !== undefined) return known;
  const found = formatOf(currency, 'en').resolvedOptions().maximumFractionDigits ?? 2;
  digits.set(currency, found);
  return found;
}

const digits = new Map<string, number>();

/** An amount in minor units as people write it: 1250 USD is "$12.50", 1250 JPY is "¥1,250". */
export function formatAmount(amountMinor: number, currency: string, language: Language = 'en'): string {
  return formatOf(currency, language).format(amountMinor / 10 ** currencyDigits(currency));
}

/** The same for text that names no currency besides: 1250 CAD is "CA$12.50", where {@link formatAmount} has "$12.50". */
export function plainAmount(amountMinor: number, currency: string): string {
  return formatOf(currency, 'en', 'symbol').format(amountMinor / 10 ** currencyDigits(currency));
}

/** Making a format costs a hundred times as much as using it. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(
  currency: string,
  language: Language,
  currencyDisplay: 'narrowSymbol' | 'symbol' = 'narrowSymbol',
): Intl.NumberFormat {
  const key = `${language} ${currency} ${currencyDisplay}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(localeOf(language), { style: 'currency', currency, currencyDisplay });
  formats.set(key, format);
  return format;
}
