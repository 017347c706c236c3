import type { Acquirer, Outcome } from '~/acquirers/acquirer';
import { requireAcquirer } from '~/payments/connections/connections';
import type { Reservation } from '~/payments/idempotency/reservations';
import { getRemainingHold, type OperationType } from '~/payments/transactions/states';
import { amountsOf } from '~/payments/transactions/transaction-object';

/** Sends a reserved capture, void, refund, or hold expiry to the acquirer. Calling it again sends the same request. */
export async function requestFollowUp(reservation: Reservation, signal: AbortSignal): Promise<Outcome> {
  const acquirer = await requireAcquirer(reservation.connection_id);
  const request = toFollowUp(reservation);
  const kind = kinds[reservation.operation_type];
  if (kind === 'authorize') throw new Error(`${reservation.operation_type} does not follow an authorization`);
  if (kind === 'void') return acquirer.void({ ...request, held: getHeldFor(reservation) }, signal);
  if (kind === 'refund') return acquirer.refund({ ...request, ...toReversal(reservation) }, signal);
  return acquirer.capture(request, signal);
}

/** A refund of a payment itself returns a late approval, which the acquirer may not have captured yet. */
const toReversal = ({ type, operation_type }: Reservation) =>
  type === 'PAYMENT' && operation_type === 'refund' && { reversal: true as const };

/**
 * The whole hold, including what pending captures have reserved, because some acquirers can't release a part of it. The hold
 * of a late approval isn't in our amounts.
 */
const getHeldFor = (reservation: Reservation) =>
  reservation.amount_authorized === 0
    ? reservation.operation_amount
    : getRemainingHold(amountsOf(reservation)) + reservation.hold_reserved;

/** The outcome of a request, according to the acquirer, which gets the result of the payer's return first. */
export async function requestLookup(
  reservation: Reservation,
  signal: AbortSignal,
): ReturnType<Acquirer['lookup']> {
  const acquirer = await requireAcquirer(reservation.connection_id);
  const operation = kinds[reservation.operation_type];
  const { acquirer_reference: acquirerReference, requested_at: requestedAt, authentication } = reservation;
  const waiting = authentication?.status === 'required' ? authentication : null;
  const inquiry = {
    ...toFollowUp(reservation),
    ...{ operation, acquirerReference, requestedAt },
    ...(waiting && { actionUrl: waiting.url }),
    ...(operation === 'void' && { held: getHeldFor(reservation) }),
    ...toReversal(reservation),
  };
  return waiting?.result && acquirer.completeAuthentication
    ? acquirer.completeAuthentication({ ...inquiry, result: waiting.result }, signal)
    : acquirer.lookup(inquiry, signal);
}

/** What an operation requests from the acquirer. Undefined for one that sends no request, such as a settlement. */
export const toRequestKind = (type: OperationType) =>
  Object.hasOwn(kinds, type) ? kinds[type as keyof typeof kinds] : undefined;

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
