import { currencyDigits } from '~/platform/money/currencies';
import type { ApprovedAmount } from '../acquirer';

// docs.adyen.com/development-resources/currency-codes. All other currencies have two decimals at Adyen.
const withoutDecimals = new Set('CVE DJF GNF IDR JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));
const threeDecimals = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

function getAdyenDecimals(currency: string): number {
  return withoutDecimals.has(currency) ? 0 : threeDecimals.has(currency) ? 3 : 2;
}

/** Converts ISO 4217's minor units to Adyen's. Null when Adyen can't represent the amount. */
export function toAdyenAmount(money: { amountMinor: number; currency: string }): number | null {
  const { amountMinor, currency } = money;
  return shift(amountMinor, getAdyenDecimals(currency) - currencyDigits(currency));
}

/** What an answer or event says about the amount. */
export const readAdyenAmount = ({
  value,
  currency,
}: {
  value: number;
  currency: string;
}): ApprovedAmount => ({
  amountMinor: fromAdyenAmount(value, currency),
  currency,
});

/** Converts Adyen's minor units to ISO 4217's. Null when the result isn't a whole number. */
export function fromAdyenAmount(value: number, currency: string): number | null {
  return shift(value, currencyDigits(currency) - getAdyenDecimals(currency));
}

function shift(amount: number, decimals: number): number | null {
  if (decimals >= 0) return amount * 10 ** decimals;
  const divisor = 10 ** -decimals;
  return amount % divisor === 0 ? amount / divisor : null;
}
