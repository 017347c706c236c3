import type { Outcome } from '~/acquirers/acquirer';
import { requireAcquirer } from '~/payments/connections/connections';
import type { Reservation } from '~/payments/idempotency/reservations';

/** Sends a reserved capture, void, refund, or hold expiry to the acquirer. Calling it again sends the same request. */
export async function requestFollowUp(reservation: Reservation, signal: AbortSignal): Promise<Outcome> {
  const acquirer = await requireAcquirer(reservation.connection_id);
  const request = {
    reference: reservation.operation_id,
    authorization: reservation.authorization_id,
    amountMinor: reservation.operation_amount,
    currency: reservation.order_currency,
  };
  switch (reservation.operation_type) {
    case 'capture':
    case 'partial_capture':
      return acquirer.capture(request, signal);
    case 'void':
    case 'expire':
      return acquirer.void(request, signal);
    case 'refund':
      return acquirer.refund(request, signal);
    default:
      throw new Error(`${reservation.operation_type} does not follow an authorization`);
  }
}
