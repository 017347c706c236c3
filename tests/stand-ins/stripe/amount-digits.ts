import { refuse } from './protocol/api-error';

// docs.stripe.com/currencies: three decimals of which the last is zero, and two decimals that are zero.
const smallestUnits: Record<string, number> = {
  bhd: 10,
  jod: 10,
  kwd: 10,
  omr: 10,
  tnd: 10,
  isk: 100,
  ugx: 100,
};

/** Refuses amounts that Stripe can't represent. */
export function checkDigits(amount: number, currency: string, param: string): void {
  const unit = smallestUnits[currency] ?? 1;
  if (amount % unit)
    throw refuse(`Invalid amount: in ${currency}, it must be a multiple of ${unit}.`, { param });
}
