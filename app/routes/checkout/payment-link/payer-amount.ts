import { formatAmountInput, parseAmountInput, type AmountError } from '~/platform/money/amount-input';
import { currencyDigits } from '~/platform/money/currencies';
import { getIntlLocale, type Locale } from '~/platform/text/languages';
import { toLatinDigits } from '~/platform/text/latin-digits';

/** The text that a payer could have entered: "12.50", or "12,50" in a language with a decimal comma. */
export function formatPayerAmount(amount: number, currency: string, locale: Locale): string {
  const decimal = readDecimalSeparator({ style: 'currency', currency: 'EUR' }, locale);
  return formatAmountInput(amount, currency).replace('.', decimal === ',' ? ',' : '.');
}

/**
 * An amount in minor units as people write it in the page's language, with or without the currency: "1 250,00 €", "$20",
 * "1000円", or "١٢٫٥٠". Three digits after the only separator are thousands if the language separates thousands in this way.
 */
export function parsePayerAmount(text: string, currency: string, locale: Locale): number | AmountError {
  const displays = ['symbol', 'narrowSymbol', 'code', 'name'] as const;
  const parts = displays.flatMap((currencyDisplay) =>
    new Intl.NumberFormat(getIntlLocale(locale), {
      style: 'currency',
      currency,
      currencyDisplay,
    }).formatToParts(1_000_000.5),
  );
  const listValues = (name: string) => parts.filter(({ type }) => type === name).map(({ value }) => value);
  const [symbols, [group], decimals] = [listValues('currency'), listValues('group'), listValues('decimal')];
  // French in Switzerland writes amounts with a point, and other numbers with a comma.
  const hasDecimalComma = [...decimals, readDecimalSeparator({}, locale)].includes(',');
  let amount = toLatinDigits(text).toUpperCase().replaceAll('٫', '.').replaceAll('٬', ',');
  // The longest first: "CA$" contains "$".
  for (const symbol of symbols.sort((one, other) => other.length - one.length))
    amount = amount.replace(toLatinDigits(symbol).toUpperCase(), '');
  amount = amount.trim().replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '');
  const isThousands = (group === '.' || group === ',') && amount.split(group).length === 2;
  if (isThousands && new RegExp(`^[1-9]\\d{0,2}\\${group}\\d{3}$`).test(amount))
    amount = amount.replace(group, '');
  // A decimal comma separates no thousands, and amounts have fewer decimals.
  if (hasDecimalComma && currencyDigits(currency) < 3 && /^\d{1,3},\d{3}$/.test(amount)) return 'ambiguous';
  const isDecimal = hasDecimalComma && currencyDigits(currency) >= 3 && /^\d+,\d{3}$/.test(amount);
  return parseAmountInput(isDecimal ? amount.replace(',', '.') : amount, currency);
}

const readDecimalSeparator = (options: Intl.NumberFormatOptions, locale: Locale): string | undefined =>
  new Intl.NumberFormat(getIntlLocale(locale), options)
    .formatToParts(0.5)
    .find((part) => part.type === 'decimal')?.value;
