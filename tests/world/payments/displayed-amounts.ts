import { currencyDigits } from '~/platform/money/currencies';

/**
 * The minor units of a text that shows one amount, in any language. Rejects texts without all decimals of the
 * currency, with more decimals, or with separators elsewhere than between thousands.
 */
export function readDisplayedAmount(text: string, currency: string): number {
  const [number = '', ...others] = text.match(/\d(?:[\d.,\u00a0\u202f]*\d)?/g) ?? [];
  const decimals = currencyDigits(currency);
  const parts = number.split(/\D/);
  const separators = number.replace(/\d/g, '');
  const point = decimals ? separators.at(-1) : '';
  const fraction = decimals ? parts.pop()! : '';
  const isAmount =
    fraction.length === decimals &&
    new Set(point + separators).size === (point ? 1 : 0) + (parts.length > 1 ? 1 : 0) &&
    parts.every((part, i) => (i ? part.length === 3 : parts.length === 1 || part.length <= 3));
  if (others.length || !isAmount) throw new Error(`${text} is not an amount of ${currency}`);
  return Number(parts.join('') + fraction);
}

/** One currency for each combination of decimals and digits of the largest amount. */
export const sampleCurrencies = ['JPY', 'VND', 'USD', 'HUF', 'IDR', 'KWD', 'IQD', 'CLF', 'UYW'];
