import { getIntlLocale, type Locale } from '~/platform/text/languages';
import { currencyDigits } from './currencies';

/**
 * An amount in minor units for display: 1250 USD is "$12.50", 1250 CAD is "CA$12.50". The currency is unambiguous to
 * people with this locale.
 */
export function formatAmount(amountMinor: number, currency: string, locale: Locale = 'en'): string {
  const text = getFormat(currency, locale).format(amountMinor / 10 ** currencyDigits(currency));
  return locale === 'ar' ? isolateSymbol(text) : text;
}

/**
 * Keeps "US$" in one piece in a right-to-left text, on the left of the number: its sign has no direction of its own, and would
 * be on the other side of the letters, or of a minus (Unicode Bidirectional Algorithm, rules W7 and N2).
 */
function isolateSymbol(text: string): string {
  return text.replace(/\s(\p{Script=Latin}+\p{Sc}?)/u, '\u200f\u00a0\u200e$1\u200e');
}

/** Symbols that some of the world's largest currencies share. */
const sharedSymbol = /[$¥]/;

/**
 * An amount for people who may not know the shop's country: 1250 USD is "$12.50 USD". A symbol that names only one
 * currency, as in "€12.50" or "CA$12.50", stays alone.
 */
export function formatUnambiguousAmount(
  amountMinor: number,
  currency: string,
  locale: Locale = 'en',
): string {
  const text = formatAmount(amountMinor, currency, locale);
  return sharedSymbol.test(text) && !/[a-z]/i.test(text) ? `${text}\u00a0${currency}` : text;
}

/**
 * Currencies that are newer than many browsers. Not all runtimes know their symbols, so a page would show a different amount in
 * the browser than on the server.
 */
const newCurrencies = new Set(['XCG', 'ZWG']);

/** Creating a formatter costs a hundred times as much as using it. */
const formats = new Map<string, Intl.NumberFormat>();

function getFormat(currency: string, locale: Locale): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const cached = formats.get(key);
  if (cached) return cached;
  const digits = currencyDigits(currency);
  const format = new Intl.NumberFormat(getIntlLocale(locale), {
    style: 'currency',
    currency,
    currencyDisplay: newCurrencies.has(currency) ? 'code' : 'symbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  formats.set(key, format);
  return format;
}
