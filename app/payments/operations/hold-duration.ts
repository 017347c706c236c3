import { getAcquirer } from '~/acquirers/registry';
import { environments } from '~/platform/environment';
import type { Reservation } from '~/payments/idempotency/reservations';

/** No scheme lets a hold stand for longer, whatever the acquirer. */
const schemeMaximumDays = 30;

/** What an account may choose: no longer than each of the acquirers that are connected lets a hold stand. */
export function getMaximumHoldDays(): number {
  return Math.min(
    schemeMaximumDays,
    ...environments.map((environment) => getAcquirer(environment)?.maximumHoldDays ?? schemeMaximumDays),
  );
}

/** Until when an authorization can be captured (decisions: Lifecycle): as the account is set for the card's brand, and never longer than the acquirer lets it. */
export function getHoldExpiry(
  { environment, hold_days }: Pick<Reservation, 'environment' | 'hold_days'>,
  authorizedAt: Date,
): Date {
  if (hold_days === null) throw new Error('only an authorization begins a hold');
  const days = Math.min(hold_days, getAcquirer(environment)?.maximumHoldDays ?? hold_days);
  return new Date(authorizedAt.getTime() + days * 24 * 60 * 60 * 1000);
}
