import { refuse } from './api-error';
import type { Amount } from './sdk-types';

const currencies = new Set(Intl.supportedValuesOf('currency'));

// docs.adyen.com/development-resources/currency-codes
const withoutDecimals = new Set('CVE DJF GNF IDR JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));
const withThreeDecimals = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

export function decimalsOf(currency: string): number {
  if (withoutDecimals.has(currency)) return 0;
  return withThreeDecimals.has(currency) ? 3 : 2;
}

/** An amount in major units, as reports have them. */
export const formatAmount = (value: number, currency: string) =>
  (value / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency));

export function checkAmount({ currency, value }: Amount, minimum: number): void {
  if (!currencies.has(currency)) throw refuse('138', 'Unsupported currency specified');
  if (!Number.isSafeInteger(value) || value < minimum) throw refuse('137', 'Invalid amount specified');
}
