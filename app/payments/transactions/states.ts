/**
 * The lifecycle of a transaction (spec 3; decisions: Lifecycle). PENDING: the acquirer hasn't answered yet.
 */
export const transactionStatuses = [
  'PENDING',
  'AUTHORIZED',
  'DECLINED',
  'VOIDED',
  'PARTIAL_CAPTURED',
  'CAPTURED',
  'EXPIRED',
  'SETTLED',
] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

export const transactionTypes = ['PAYMENT', 'REFUND', 'CHARGEBACK'] as const;
export type TransactionType = (typeof transactionTypes)[number];

/** How much of a payment's captured amount was refunded. Pending refunds don't count. */
export const refundExtents = ['FULL', 'PARTIAL'] as const;
export type RefundExtent = (typeof refundExtents)[number];

/** The operations of spec 2.2, and those of a chargeback, which the spec doesn't name. */
export const operationTypes = [
  'authorize',
  'authcap',
  'partial_capture',
  'capture',
  'void',
  'refund',
  'expire',
  'settle',
  'chargeback',
  'dispute_won',
  'dispute_lost',
] as const;
export type OperationType = (typeof operationTypes)[number];

export const operationStatuses = ['PENDING', 'SUCCEEDED', 'FAILED'] as const;
export type OperationStatus = (typeof operationStatuses)[number];

/** The actions on a payment. `capture` and `void` include partial ones. */
export type Action = 'authorize' | 'authcap' | 'capture' | 'void' | 'refund' | 'expire' | 'settle';
type RefundAction = 'refund' | 'settle' | 'refund_failed';
type ChargebackAction = 'dispute_won' | 'dispute_lost';

type Transition<A extends string = string> = {
  from: TransactionStatus;
  action: A;
  to: readonly TransactionStatus[];
};

const paymentTransitions: readonly Transition<Action>[] = [
  { from: 'PENDING', action: 'authorize', to: ['AUTHORIZED', 'DECLINED'] },
  { from: 'PENDING', action: 'authcap', to: ['CAPTURED', 'DECLINED'] },
  { from: 'AUTHORIZED', action: 'capture', to: ['PARTIAL_CAPTURED', 'CAPTURED'] },
  { from: 'AUTHORIZED', action: 'void', to: ['AUTHORIZED', 'VOIDED'] },
  { from: 'AUTHORIZED', action: 'expire', to: ['EXPIRED'] },
  { from: 'PARTIAL_CAPTURED', action: 'capture', to: ['PARTIAL_CAPTURED', 'CAPTURED'] },
  { from: 'PARTIAL_CAPTURED', action: 'void', to: ['PARTIAL_CAPTURED'] },
  { from: 'PARTIAL_CAPTURED', action: 'expire', to: ['PARTIAL_CAPTURED'] },
  { from: 'PARTIAL_CAPTURED', action: 'refund', to: ['PARTIAL_CAPTURED'] },
  { from: 'PARTIAL_CAPTURED', action: 'settle', to: ['PARTIAL_CAPTURED'] },
  { from: 'CAPTURED', action: 'refund', to: ['CAPTURED'] },
  { from: 'CAPTURED', action: 'settle', to: ['SETTLED'] },
  { from: 'SETTLED', action: 'refund', to: ['SETTLED'] },
];

const refundTransitions: readonly Transition<RefundAction>[] = [
  { from: 'PENDING', action: 'refund', to: ['CAPTURED', 'DECLINED'] },
  { from: 'CAPTURED', action: 'settle', to: ['SETTLED'] },
  { from: 'CAPTURED', action: 'refund_failed', to: ['DECLINED'] },
  { from: 'SETTLED', action: 'refund_failed', to: ['DECLINED'] },
];

const chargebackTransitions: readonly Transition<ChargebackAction>[] = [
  { from: 'CAPTURED', action: 'dispute_won', to: ['VOIDED'] },
  { from: 'CAPTURED', action: 'dispute_lost', to: ['SETTLED'] },
];

/**
 * Every transition by transaction type. The API, the portal's buttons, and the tests use these tables, and
 * the database rejects any other change of a status.
 */
export const transitions = {
  PAYMENT: paymentTransitions,
  REFUND: refundTransitions,
  CHARGEBACK: chargebackTransitions,
} satisfies Record<TransactionType, readonly Transition[]>;

type ActionOf<T extends TransactionType> = (typeof transitions)[T][number]['action'];

/** The statuses in which an action on a payment can start. */
export function getStartingStatuses(action: Action): TransactionStatus[] {
  return paymentTransitions.filter((transition) => transition.action === action).map(({ from }) => from);
}

/** @throws when the type's table has no such transition, which is a bug and must change nothing */
export function requireTransition<T extends TransactionType>(
  type: T,
  from: TransactionStatus,
  action: ActionOf<T>,
  to: TransactionStatus,
): void {
  const table: readonly Transition[] = transitions[type];
  if (!table.some((one) => one.from === from && one.action === action && one.to.includes(to)))
    throw new Error(`no transition of a ${type}: ${from} ${action} ${to}`);
}

/** The amounts of a payment in minor units. Reserved amounts are pending at the acquirer. */
export type Amounts = {
  authorized: number;
  captured: number;
  voided: number;
  expired: number;
  refunded: number;
  holdReserved: number;
  refundReserved: number;
  chargebackOpen: number;
  chargedBack: number;
};

/** Whether an acquirer allows several captures of a payment. */
type CaptureRule = { multipleCaptures: boolean };

/** The amount that can still be captured or voided. */
export function getRemainingHold(amounts: Amounts): number {
  return amounts.authorized - amounts.captured - amounts.voided - amounts.expired - amounts.holdReserved;
}

/** Where only one capture is possible, none can follow a pending one. It's possible again if that one is declined. */
export function getCapturableAmount(amounts: Amounts, { multipleCaptures }: CaptureRule): number {
  return multipleCaptures || amounts.holdReserved === 0 ? getRemainingHold(amounts) : 0;
}

/** The amount that can still be refunded. refund-statements.ts rejects an over-refund with the same formula. */
export function getRefundableAmount(amounts: Amounts): number {
  return (
    amounts.captured -
    amounts.refunded -
    amounts.refundReserved -
    amounts.chargebackOpen -
    amounts.chargedBack
  );
}

/**
 * The operations that a merchant can perform now: the transitions from the status for which an amount
 * remains.
 */
export function listAllowedActions(
  status: TransactionStatus,
  amounts: Amounts,
  rule: CaptureRule,
): ('capture' | 'void' | 'refund')[] {
  const left = {
    capture: getCapturableAmount(amounts, rule),
    void: getRemainingHold(amounts),
    refund: getRefundableAmount(amounts),
  };
  return (['capture', 'void', 'refund'] as const).filter(
    (action) => getStartingStatuses(action).includes(status) && left[action] > 0,
  );
}

/** Null without a refund that succeeded. */
export function getRefundExtent({
  captured,
  refunded,
}: Pick<Amounts, 'captured' | 'refunded'>): RefundExtent | null {
  if (refunded === 0) return null;
  return refunded < captured ? 'PARTIAL' : 'FULL';
}

/** A status after the acquirer's answer. Each has an event. */
export type KnownStatus = Exclude<TransactionStatus, 'PENDING'>;

/** The status of an authorized payment, derived from its amounts (decisions: Lifecycle). */
export function getHoldStatus({
  authorized,
  captured,
  voided,
  expired,
}: Pick<Amounts, 'authorized' | 'captured' | 'voided' | 'expired'>): KnownStatus {
  if (captured === authorized) return 'CAPTURED';
  if (captured > 0) return 'PARTIAL_CAPTURED';
  if (voided + expired < authorized) return 'AUTHORIZED';
  return expired > 0 ? 'EXPIRED' : 'VOIDED';
}
