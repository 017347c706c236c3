/** Lifecycle of a transaction (spec 3; decisions: Lifecycle). PENDING: the acquirer's answer is not known yet. */
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

/** What can be done to a payment once it exists. `capture` and `void` stand for the partial ones too. */
export type Action = 'authorize' | 'authcap' | 'capture' | 'void' | 'refund' | 'expire' | 'settle';

type Transition = { from: TransactionStatus; action: Action; to: readonly TransactionStatus[] };

/** One line per edge. A move that is not here does not happen; the API, the portal's buttons and the tests read it. */
export const transitions: readonly Transition[] = [
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

/** Statuses from which an action may start. */
export function getStartingStatuses(action: Action): TransactionStatus[] {
  return transitions.filter((edge) => edge.action === action).map((edge) => edge.from);
}

/** @throws when a status would be left on a way that is not in the table: a fault of ours, which must change nothing */
export function requireTransition(from: TransactionStatus, action: Action, to: TransactionStatus): void {
  if (!transitions.some((edge) => edge.from === from && edge.action === action && edge.to.includes(to)))
    throw new Error(`no edge: ${from} ${action} ${to}`);
}

/** The amounts of a payment in minor units. Reserved ones are with the acquirer and not answered yet. */
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

/** What can still be captured or voided. */
export function getRemainingHold(amounts: Amounts): number {
  return amounts.authorized - amounts.captured - amounts.voided - amounts.expired - amounts.holdReserved;
}

/** What can still be refunded. */
export function getRefundableAmount(amounts: Amounts): number {
  return (
    amounts.captured -
    amounts.refunded -
    amounts.refundReserved -
    amounts.chargebackOpen -
    amounts.chargedBack
  );
}

/** What a merchant may do now: the edges that leave the status, where there is an amount left to act on. */
export function listAllowedActions(
  status: TransactionStatus,
  amounts: Amounts,
): ('capture' | 'void' | 'refund')[] {
  const left = {
    capture: getRemainingHold(amounts),
    void: getRemainingHold(amounts),
    refund: getRefundableAmount(amounts),
  };
  return (['capture', 'void', 'refund'] as const).filter(
    (action) => getStartingStatuses(action).includes(status) && left[action] > 0,
  );
}

/** The status that the amounts of an authorized payment add up to (decisions: Lifecycle). */
export function getHoldStatus({
  authorized,
  captured,
  voided,
  expired,
}: Pick<Amounts, 'authorized' | 'captured' | 'voided' | 'expired'>): TransactionStatus {
  if (captured === authorized) return 'CAPTURED';
  if (captured > 0) return 'PARTIAL_CAPTURED';
  if (voided + expired < authorized) return 'AUTHORIZED';
  return expired > 0 ? 'EXPIRED' : 'VOIDED';
}
