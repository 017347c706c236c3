// A payment as a plain object: the contract implemented again without any product code, to compare the
// product with.

export type OperationKind = 'capture' | 'void' | 'refund';
/**
 * How a request ends: with the acquirer's approval or decline, or without an answer, either after the
 * acquirer processed it or before it arrived.
 */
export type AcquirerResponse = 'answered' | 'refused' | 'silent' | 'lost';
export type OperationRequest = { kind: OperationKind; amount: number; waiting: boolean; settled: boolean };

/** `locked`: how much of its amount it found. */
type Chargeback = { amount: number; locked: number; state: 'open' | 'won' | 'lost' };

export type Payment = {
  order: number;
  immediate: boolean;
  approved: boolean;
  known: boolean;
  authorized: number;
  captured: number;
  voided: number;
  expired: number;
  refunded: number;
  /** Oldest first. */
  chargebacks: Chargeback[];
  holdExpired: boolean;
  settled: boolean;
  requested: OperationRequest[];
  events: string[];
  history: string[];
};

const sumLocked = ({ chargebacks }: Payment, state: Chargeback['state']) =>
  chargebacks.reduce((sum, chargeback) => sum + (chargeback.state === state ? chargeback.locked : 0), 0);
export const disputed = (payment: Payment) => sumLocked(payment, 'open');
export const chargedBack = (payment: Payment) => sumLocked(payment, 'lost');
const waiting = (payment: Payment, kinds: OperationKind[]) =>
  payment.requested
    .filter((requested) => requested.waiting && kinds.includes(requested.kind))
    .reduce((sum, { amount }) => sum + amount, 0);

function getRemaining(payment: Payment, kind: OperationKind): number {
  if (kind === 'refund')
    return (
      payment.captured -
      payment.refunded -
      waiting(payment, ['refund']) -
      disputed(payment) -
      chargedBack(payment)
    );
  if (payment.holdExpired) return 0;
  return (
    payment.authorized -
    payment.captured -
    payment.voided -
    payment.expired -
    waiting(payment, ['capture', 'void'])
  );
}

function getStatus({ known, approved, authorized, captured, voided, expired, settled }: Payment): string {
  if (!known) return 'PENDING';
  if (!approved) return 'DECLINED';
  if (captured === authorized) return settled ? 'SETTLED' : 'CAPTURED';
  if (captured > 0) return 'PARTIAL_CAPTURED';
  if (voided + expired < authorized) return 'AUTHORIZED';
  return expired > 0 ? 'EXPIRED' : 'VOIDED';
}

export const toApiView = (payment: Payment) => ({
  status: getStatus(payment),
  amount_authorized: payment.authorized,
  amount_captured: payment.captured,
  amount_voided: payment.voided,
  amount_refunded: payment.refunded,
  ...(disputed(payment) > 0 && { amount_disputed: disputed(payment) }),
  ...(chargedBack(payment) > 0 && { amount_charged_back: chargedBack(payment) }),
});

export function createPayment(
  input: Pick<Payment, 'order' | 'immediate' | 'approved'>,
  response: AcquirerResponse,
): Payment {
  const payment = {
    ...input,
    known: false,
    authorized: 0,
    captured: 0,
    voided: 0,
    expired: 0,
    refunded: 0,
    chargebacks: [],
    holdExpired: false,
    settled: false,
    requested: [],
    events: [],
    history: [],
  };
  if (response === 'answered') recordAuthorization(payment);
  return payment;
}

/** The acquirer's answer to the authorization. */
export function recordAuthorization(payment: Payment): void {
  payment.known = true;
  if (payment.approved) {
    payment.authorized = payment.order;
    if (payment.immediate) payment.captured = payment.order;
    payment.history.push(`${payment.immediate ? 'authcap' : 'authorize'} ${payment.order}`);
  }
  payment.events.push(`transaction.${getStatus(payment).toLowerCase()}`);
}

/**
 * Requests a capture, void, or refund.
 * @returns the expected API reply, and the request if it had an effect
 */
export function requestOperation(
  payment: Payment,
  kind: OperationKind,
  amount: number | undefined,
  response: AcquirerResponse,
): { answer: object; requested?: OperationRequest } {
  if (kind !== 'refund' || (amount ?? 1) > getRemaining(payment, kind)) expireModelHold(payment);
  const allowed = (['capture', 'void', 'refund'] as const).filter((each) => getRemaining(payment, each) > 0);
  const remaining = getRemaining(payment, kind);
  const reserved = waiting(payment, ['capture', 'void']);
  const isOpen = ['AUTHORIZED', 'PARTIAL_CAPTURED'].includes(getStatus(payment)) && !payment.holdExpired;
  const needed = amount ?? 1;
  if (kind !== 'refund' && isOpen && remaining < needed && needed <= remaining + reserved)
    return { answer: { status: 409, code: 'request_in_progress' } };
  const isReservedByOthers = kind !== 'refund' && isOpen && reserved > 0;
  if (!allowed.includes(kind) && !(amount !== undefined && isReservedByOthers))
    return {
      answer: {
        status: 409,
        code: 'invalid_state',
        transaction_status: getStatus(payment),
        allowed_operations: allowed,
      },
    };
  if (amount !== undefined && amount > remaining)
    return { answer: { status: 422, code: 'amount_exceeds_remaining', remaining, requested: amount } };
  const requested = { kind, amount: amount ?? remaining, waiting: true, settled: false };
  payment.requested.push(requested);
  if (response === 'silent' || response === 'lost')
    return { answer: { status: 503, code: 'outcome_unknown' }, requested };
  if (response === 'answered') recordApproval(payment, requested);
  else recordDecline(payment, requested);
  const refund = {
    type: 'REFUND',
    status: response === 'answered' ? 'CAPTURED' : 'DECLINED',
    order_amount: requested.amount,
    amount_refunded: response === 'answered' ? requested.amount : 0,
  };
  const declined = { status: 402, code: 'operation_declined', decline: { code: 'do_not_honor' } };
  const holdAnswer = response === 'answered' ? toApiView(payment) : declined;
  return { answer: kind === 'refund' ? refund : holdAnswer, requested };
}

/** The acquirer's approval of a request. */
export function recordApproval(payment: Payment, requested: OperationRequest): void {
  const { kind, amount } = requested;
  requested.waiting = false;
  if (kind === 'capture') payment.captured += amount;
  if (kind === 'void') payment.voided += amount;
  if (kind === 'refund') payment.refunded += amount;
  lockRefundable(payment);
  payment.history.push(
    `${kind === 'capture' && amount < payment.authorized ? 'partial_capture' : kind} ${amount}`,
  );
  payment.events.push(
    {
      capture: `transaction.${getStatus(payment).toLowerCase()}`,
      void: getStatus(payment) === 'VOIDED' ? 'transaction.voided' : 'transaction.partially_voided',
      refund: 'refund.created',
    }[kind],
  );
}

function recordDecline(payment: Payment, requested: OperationRequest): void {
  requested.waiting = false;
  payment.requested.splice(payment.requested.indexOf(requested), 1);
  payment.events.push(requested.kind === 'refund' ? 'refund.declined' : `${requested.kind}.failed`);
}

/**
 * The payer's bank disputes an amount, which locks the refundable part of it.
 * @returns whether it can now
 */
export function openModelDispute(payment: Payment, amount: number): boolean {
  if (!payment.known) return false;
  payment.chargebacks.push({ amount, locked: 0, state: 'open' });
  lockRefundable(payment);
  payment.history.push(`chargeback ${amount}`);
  payment.events.push('chargeback.opened');
  return true;
}

/** The oldest open dispute is decided. */
export function closeDispute(payment: Payment, end: 'won' | 'lost'): void {
  const chargeback = payment.chargebacks.find(({ state }) => state === 'open')!;
  chargeback.state = end;
  lockRefundable(payment);
  payment.history.push(`dispute_${end} ${chargeback.amount}`);
  payment.events.push(`chargeback.${end}`);
}

/** What is refundable goes to chargebacks that lack some of their amount, even to lost ones. */
function lockRefundable(payment: Payment): void {
  for (const chargeback of payment.chargebacks)
    if (chargeback.state !== 'won')
      chargeback.locked += Math.min(chargeback.amount - chargeback.locked, getRemaining(payment, 'refund'));
}

/** The hold-expiry timer: releases an expired hold, unless part of it is pending. */
export function expireModelHold(payment: Payment): void {
  const remaining = payment.authorized - payment.captured - payment.voided - payment.expired;
  if (!payment.holdExpired || remaining === 0 || waiting(payment, ['capture', 'void'])) return;
  payment.expired += remaining;
  payment.history.push(`expire ${remaining}`);
  payment.events.push('transaction.expired');
}

/** The next day's settlement. */
export function settlePayment(payment: Payment): void {
  const closed =
    payment.captured > 0 && payment.authorized === payment.captured + payment.voided + payment.expired;
  if (closed && !payment.settled) {
    payment.settled = true;
    payment.history.push(`settle ${payment.captured}`);
    payment.events.push('transaction.settled');
  }
  for (const requested of payment.requested) {
    if (requested.kind !== 'refund' || requested.waiting || requested.settled) continue;
    requested.settled = true;
    payment.events.push('refund.settled');
  }
}
