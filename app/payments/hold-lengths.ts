import { acquirerFor } from '~/acquirers/registry';
import { environments } from '~/platform/environment';
import type { Claimed } from './claims';

/** No scheme lets a hold stand for longer, whatever the acquirer. */
const longestOfSchemes = 30;

/** What an account may choose: no longer than each of the acquirers that are connected lets a hold stand. */
export function longestHoldDays(): number {
  return Math.min(
    longestOfSchemes,
    ...environments.map((environment) => acquirerFor(environment)?.maximumHoldDays ?? longestOfSchemes),
  );
}

/** Until when an authorization can be captured (decisions: Lifecycle): as the account is set for the card's brand, and never longer than the acquirer lets it. */
export function holdEnd(
  { environment, hold_days }: Pick<Claimed, 'environment' | 'hold_days'>,
  authorizedAt: Date,
): Date {
  if (hold_days === null) throw new Error('only an authorization begins a hold');
  const days = Math.min(hold_days, acquirerFor(environment)?.maximumHoldDays ?? hold_days);
  return new Date(authorizedAt.getTime() + days * 24 * 60 * 60 * 1000);
}
