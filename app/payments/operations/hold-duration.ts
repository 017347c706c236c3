import { getAcquirer } from '~/acquirers/registry';
import { environments } from '~/platform/environment';
import type { Reservation } from '~/payments/idempotency/reservations';

/** The longest hold that any card scheme allows. */
const schemeMaximumDays = 30;

/** The longest duration that an account can choose: the shortest maximum of the connected acquirers. */
export function getMaximumHoldDays(): number {
  return Math.min(
    schemeMaximumDays,
    ...environments.map((environment) => getAcquirer(environment)?.maximumHoldDays ?? schemeMaximumDays),
  );
}

/**
 * The hold expiry of an authorization (decisions: Lifecycle): as configured for the card's brand, and never
 * later than the acquirer allows. It counts from the request, because the acquirer's hold started after it,
 * and its answer may have reached us much later.
 */
export function getHoldExpiry({
  environment,
  hold_days,
  created_at,
}: Pick<Reservation, 'environment' | 'hold_days' | 'created_at'>): Date {
  if (hold_days === null) throw new Error('only an authorization begins a hold');
  const days = Math.min(hold_days, getAcquirer(environment)?.maximumHoldDays ?? hold_days);
  return new Date(created_at.getTime() + days * 24 * 60 * 60 * 1000);
}
