import type { Reservation } from '~/payments/idempotency/reservations';

/** The longest hold that any card scheme allows, in days. An account can choose a shorter one. */
export const maximumHoldDays = 30;

/**
 * When the hold of an authorization expires (decisions: Lifecycle): as configured for the card's brand, and never
 * later than `captureBefore`, when the acquirer releases it. It counts from the request, because the acquirer's hold
 * started after it, and its answer may have reached us much later.
 */
export function computeCaptureBefore(
  { hold_days, created_at }: Pick<Reservation, 'hold_days' | 'created_at'>,
  captureBefore?: Date,
): Date {
  if (hold_days === null) throw new Error('only an authorization begins a hold');
  const configured = created_at.getTime() + hold_days * 24 * 60 * 60 * 1000;
  return new Date(Math.min(configured, captureBefore?.getTime() ?? Infinity));
}
