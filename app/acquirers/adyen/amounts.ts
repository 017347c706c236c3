import { currencyDigits } from '~/platform/money/currencies';

// docs.adyen.com/development-resources/currency-codes. All other currencies have two decimals at Adyen.
const withoutDecimals = new Set('CVE DJF GNF IDR JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));
const threeDecimals = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

function getAdyenDecimals(currency: string): number {
  return withoutDecimals.has(currency) ? 0 : threeDecimals.has(currency) ? 3 : 2;
}

/** An amount in ISO 4217's minor units in those of Adyen. Null when Adyen can't represent it. */
export function toAdyenAmount(money: { amountMinor: number; currency: string }): number | null {
  const { amountMinor, currency } = money;
  return shift(amountMinor, getAdyenDecimals(currency) - currencyDigits(currency));
}

/** The reverse, for amounts in webhooks and reports. Null when it isn't a whole number of minor units. */
export function fromAdyenAmount(value: number, currency: string): number | null {
  return shift(value, currencyDigits(currency) - getAdyenDecimals(currency));
}

function shift(amount: number, decimals: number): number | null {
  if (decimals >= 0) return amount * 10 ** decimals;
  const divisor = 10 ** -decimals;
  return amount % divisor === 0 ? amount / divisor : null;
}
