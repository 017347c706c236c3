import {
  getCapturableAmount,
  getRefundableAmount,
  getRemainingHold,
  getStartingStatuses,
  type Amounts,
  type TransactionStatus,
} from '~/payments/transactions/states';

export const manualOperations = ['capture', 'void', 'refund'] as const;
/** The manual operations on a payment's page. */
export type ManualOperation = (typeof manualOperations)[number];

/** Why an operation isn't available. The pages have texts for each reason. */
export type UnavailableReason =
  | 'account_suspended'
  | 'authorization_pending'
  | 'declined'
  | 'hold_expired'
  | 'hold_released'
  | 'operation_pending'
  | 'capture_pending'
  | 'all_captured'
  | 'nothing_on_hold'
  | 'nothing_captured'
  | 'locked_by_chargeback'
  | 'charged_back'
  | 'all_refunded';

/** The availability of an operation: the remaining amount in minor units, and what blocks it, if anything. */
type Availability = { remaining: number; unavailableReason: UnavailableReason | null };

/**
 * The relevant members of a payment. `holdExpired`: its hold has expired, whether or not a timer has
 * released it yet. `multipleCaptures`: whether its acquirer allows them.
 */
type Payment = {
  status: TransactionStatus;
  amounts: Amounts;
  holdExpired: boolean;
  suspended: boolean;
  multipleCaptures: boolean;
};

/** Gives the same answer as explainRejection, with its reason (decisions: Lifecycle). */
export function getAvailability(operation: ManualOperation, payment: Payment): Availability {
  const { status, amounts, holdExpired, suspended } = payment;
  const remaining = getRemaining(operation, payment);
  if (suspended) return { remaining, unavailableReason: 'account_suspended' };
  if (status === 'PENDING') return { remaining, unavailableReason: 'authorization_pending' };
  if (status === 'DECLINED') return { remaining, unavailableReason: 'declined' };
  if (remaining > 0 && getStartingStatuses(operation).includes(status))
    return { remaining, unavailableReason: null };
  return {
    remaining: 0,
    unavailableReason:
      operation === 'refund' ? explainMissingRefund(amounts) : explainMissingHold(amounts, holdExpired),
  };
}

function getRemaining(operation: ManualOperation, payment: Payment): number {
  if (operation === 'refund') return getRefundableAmount(payment.amounts);
  if (payment.holdExpired) return 0;
  return operation === 'capture'
    ? getCapturableAmount(payment.amounts, payment)
    : getRemainingHold(payment.amounts);
}

function explainMissingHold(amounts: Amounts, holdExpired: boolean): UnavailableReason {
  const { authorized, captured, expired, holdReserved } = amounts;
  // Even the pending release of an expired hold.
  if (holdReserved > 0 && !holdExpired)
    return getRemainingHold(amounts) > 0 ? 'capture_pending' : 'operation_pending';
  if (captured === authorized) return 'all_captured';
  if (holdExpired) return 'hold_expired';
  if (expired > 0) return captured > 0 ? 'hold_released' : 'hold_expired';
  return 'nothing_on_hold';
}

function explainMissingRefund({
  captured,
  refunded,
  refundReserved,
  chargebackOpen,
}: Amounts): UnavailableReason {
  if (captured === 0) return 'nothing_captured';
  if (refundReserved > 0) return 'operation_pending';
  if (chargebackOpen > 0) return 'locked_by_chargeback';
  return refunded === captured ? 'all_refunded' : 'charged_back';
}
