import { getLocale, type Language } from '~/platform/text/languages';
import { currencyDigits } from './currencies';

/** An amount in minor units for display: 1250 USD is "$12.50", 1250 JPY is "¥1,250". */
export function formatAmount(amountMinor: number, currency: string, language: Language = 'en'): string {
  return getFormat(currency, language).format(amountMinor / 10 ** currencyDigits(currency));
}

/**
 * The same with an unambiguous currency: 1250 CAD is "CA$12.50", where {@link formatAmount} returns "$12.50".
 */
export function formatAmountWithCode(amountMinor: number, currency: string): string {
  return getFormat(currency, 'en', 'symbol').format(amountMinor / 10 ** currencyDigits(currency));
}

/** Creating a formatter costs a hundred times as much as using it. */
const formats = new Map<string, Intl.NumberFormat>();

function getFormat(
  currency: string,
  language: Language,
  currencyDisplay: 'narrowSymbol' | 'symbol' = 'narrowSymbol',
): Intl.NumberFormat {
  const key = `${language} ${currency} ${currencyDisplay}`;
  const cached = formats.get(key);
  if (cached) return cached;
  const digits = currencyDigits(currency);
  const format = new Intl.NumberFormat(getLocale(language), {
    style: 'currency',
    currency,
    currencyDisplay,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  formats.set(key, format);
  return format;
}
