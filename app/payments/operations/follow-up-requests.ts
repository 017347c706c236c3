import type { Acquirer, Outcome } from '~/acquirers/acquirer';
import { requireAcquirer } from '~/payments/connections/connections';
import type { Reservation } from '~/payments/idempotency/reservations';

/** Sends a reserved capture, void, refund, or hold expiry to the acquirer. Calling it again sends the same request. */
export async function requestFollowUp(reservation: Reservation, signal: AbortSignal): Promise<Outcome> {
  const acquirer = await requireAcquirer(reservation.connection_id);
  const request = toFollowUp(reservation);
  const kind = kinds[reservation.operation_type];
  if (kind === 'authorize') throw new Error(`${reservation.operation_type} does not follow an authorization`);
  return acquirer[kind](request, signal);
}

/** The outcome of a request, according to the acquirer. */
export async function requestLookup(
  reservation: Reservation,
  signal: AbortSignal,
): ReturnType<Acquirer['lookup']> {
  const acquirer = await requireAcquirer(reservation.connection_id);
  const operation = kinds[reservation.operation_type];
  const { acquirer_reference: acquirerReference, requested_at: requestedAt } = reservation;
  return acquirer.lookup({ ...toFollowUp(reservation), operation, acquirerReference, requestedAt }, signal);
}

const kinds = {
  authorize: 'authorize',
  authcap: 'authorize',
  capture: 'capture',
  partial_capture: 'capture',
  void: 'void',
  expire: 'void',
  refund: 'refund',
} as const;

function toFollowUp(reservation: Reservation) {
  return {
    reference: reservation.operation_id,
    authorization: reservation.authorization_id,
    payment: reservation.payment_reference,
    amountMinor: reservation.operation_amount,
    currency: reservation.order_currency,
  };
}
