import { currencyDigits } from '~/platform/money/currencies';
import type { ApprovedAmount } from '../acquirer';

// Stripe's minor units (docs.stripe.com/currencies), where they differ from ISO 4217 or limit the last digits.

const withoutDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const threeDecimals = new Set('BHD JOD KWD OMR TND'.split(' '));

function getStripeDecimals(currency: string): number {
  return withoutDecimals.has(currency) ? 0 : threeDecimals.has(currency) ? 3 : 2;
}

/**
 * An amount in ISO 4217's minor units in those of Stripe. Null when Stripe can't represent it. Stripe has no thousandths,
 * and no cents of an ISK or UGX, which ISO 4217 doesn't have, either.
 */
export function toStripeAmount({
  amountMinor,
  currency,
}: {
  amountMinor: number;
  currency: string;
}): number | null {
  if (threeDecimals.has(currency) && amountMinor % 10 !== 0) return null;
  return shift(amountMinor, getStripeDecimals(currency) - currencyDigits(currency));
}

/** The reverse, for amounts in Stripe's answers and statements. Null when it isn't a whole number of minor units. */
export function fromStripeAmount(amount: number, currency: string): number | null {
  return shift(amount, currencyDigits(currency) - getStripeDecimals(currency));
}

/** What Stripe says about an amount, whose currency it writes in lowercase. */
export function readStripeAmount(amount: number, lowercaseCurrency: string): ApprovedAmount {
  const currency = lowercaseCurrency.toUpperCase();
  return { amountMinor: fromStripeAmount(amount, currency), currency };
}

function shift(amount: number, decimals: number): number | null {
  if (decimals >= 0) return amount * 10 ** decimals;
  const divisor = 10 ** -decimals;
  return amount % divisor === 0 ? amount / divisor : null;
}
