import type { Acquirer, Outcome } from '~/acquirers/acquirer';
import { storePreparedReference, type Reservation } from '~/payments/idempotency/reservations';

/** What an acquirer needs to know about an authorization, without the card. */
export const toAuthorization = (reservation: Reservation) => ({
  reference: reservation.operation_id,
  amountMinor: reservation.order_amount,
  currency: reservation.order_currency,
  capture: reservation.operation_type === 'authcap',
});

/**
 * Prepares a reserved payment if its acquirer requires it, and stores the acquirer's reference. From then on, its outcome
 * can be found whatever happens.
 * @returns nothing to add for an acquirer that doesn't prepare payments. An outcome: the payment must not be authorized.
 */
export async function preparePayment(
  acquirer: Acquirer,
  reservation: Reservation,
  signal: AbortSignal,
): Promise<{ kind: 'prepared'; payment?: string } | Outcome> {
  if (!acquirer.prepare) return { kind: 'prepared' };
  const known = reservation.payment_reference;
  if (known !== null) return { kind: 'prepared', payment: known };
  const prepared = await acquirer.prepare(toAuthorization(reservation), signal);
  if (prepared.kind !== 'prepared') return prepared;
  const { payment } = prepared;
  const stored = await storePreparedReference({
    operationId: reservation.operation_id,
    acquirerReference: payment,
  });
  return stored.length ? prepared : { kind: 'unknown' };
}
