import {
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
export type Obstacle =
  | 'account_suspended'
  | 'outcome_awaited'
  | 'declined'
  | 'hold_over'
  | 'with_the_bank'
  | 'all_captured'
  | 'nothing_on_hold'
  | 'nothing_captured'
  | 'locked_by_chargeback'
  | 'charged_back'
  | 'all_refunded';

/** The availability of an operation: the remaining amount in minor units, and what blocks it, if anything. */
type Availability = { left: number; obstacle: Obstacle | null };

/**
 * The relevant members of a payment. `lapsed`: its hold has expired, whether or not a timer has released it
 * yet.
 */
type Payment = { status: TransactionStatus; amounts: Amounts; lapsed: boolean; suspended: boolean };

/** Gives the same answer as explainRefusal, with its reason (decisions: Lifecycle). */
export function getAvailability(
  operation: ManualOperation,
  { status, amounts, lapsed, suspended }: Payment,
): Availability {
  const left = operation === 'refund' ? getRefundableAmount(amounts) : lapsed ? 0 : getRemainingHold(amounts);
  if (suspended) return { left, obstacle: 'account_suspended' };
  if (status === 'PENDING') return { left, obstacle: 'outcome_awaited' };
  if (status === 'DECLINED') return { left, obstacle: 'declined' };
  if (left > 0 && getStartingStatuses(operation).includes(status)) return { left, obstacle: null };
  return {
    left: 0,
    obstacle: operation === 'refund' ? explainMissingRefund(amounts) : explainMissingHold(amounts, lapsed),
  };
}

function explainMissingHold(
  { authorized, captured, expired, holdReserved }: Amounts,
  lapsed: boolean,
): Obstacle {
  if (holdReserved > 0) return 'with_the_bank';
  if (captured === authorized) return 'all_captured';
  return lapsed || expired > 0 ? 'hold_over' : 'nothing_on_hold';
}

function explainMissingRefund({ captured, refunded, refundReserved, chargebackOpen }: Amounts): Obstacle {
  if (captured === 0) return 'nothing_captured';
  if (refundReserved > 0) return 'with_the_bank';
  if (chargebackOpen > 0) return 'locked_by_chargeback';
  return refunded === captured ? 'all_refunded' : 'charged_back';
}
