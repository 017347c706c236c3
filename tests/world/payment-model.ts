// A payment as a plain object: the contract once more, without a line of the product, to compare the product with.

export type Kind = 'capture' | 'void' | 'refund';
/** How a request ends: as the acquirer says, with its refusal, or with no answer, though the acquirer has done it or has never seen it. */
export type Ending = 'answered' | 'refused' | 'silent' | 'lost';
export type Asked = { kind: Kind; amount: number; waiting: boolean; settled: boolean };

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
  /** What each open chargeback locks, oldest first. */
  disputed: number[];
  chargedBack: number;
  lapsed: boolean;
  settled: boolean;
  asked: Asked[];
  events: string[];
  trail: string[];
};

export const disputed = (payment: Payment) => payment.disputed.reduce((sum, locked) => sum + locked, 0);
const waiting = (payment: Payment, kinds: Kind[]) =>
  payment.asked
    .filter((asked) => asked.waiting && kinds.includes(asked.kind))
    .reduce((sum, { amount }) => sum + amount, 0);

function left(payment: Payment, kind: Kind): number {
  if (kind === 'refund')
    return (
      payment.captured -
      payment.refunded -
      waiting(payment, ['refund']) -
      disputed(payment) -
      payment.chargedBack
    );
  if (payment.lapsed) return 0;
  return (
    payment.authorized -
    payment.captured -
    payment.voided -
    payment.expired -
    waiting(payment, ['capture', 'void'])
  );
}

function statusOf({ known, approved, authorized, captured, voided, expired, settled }: Payment): string {
  if (!known) return 'PENDING';
  if (!approved) return 'DECLINED';
  if (captured === authorized) return settled ? 'SETTLED' : 'CAPTURED';
  if (captured > 0) return 'PARTIAL_CAPTURED';
  if (voided + expired < authorized) return 'AUTHORIZED';
  return expired > 0 ? 'EXPIRED' : 'VOIDED';
}

export const viewOf = (payment: Payment) => ({
  status: statusOf(payment),
  amount_authorized: payment.authorized,
  amount_captured: payment.captured,
  amount_voided: payment.voided,
  amount_refunded: payment.refunded,
  ...(disputed(payment) > 0 && { amount_disputed: disputed(payment) }),
  ...(payment.chargedBack > 0 && { amount_charged_back: payment.chargedBack }),
});

export function pay(input: Pick<Payment, 'order' | 'immediate' | 'approved'>, ending: Ending): Payment {
  const payment = {
    ...input,
    known: false,
    authorized: 0,
    captured: 0,
    voided: 0,
    expired: 0,
    refunded: 0,
    disputed: [],
    chargedBack: 0,
    lapsed: false,
    settled: false,
    asked: [],
    events: [],
    trail: [],
  };
  if (ending === 'answered') learn(payment);
  return payment;
}

/** The acquirer's answer to the authorization arrives. */
export function learn(payment: Payment): void {
  payment.known = true;
  if (payment.approved) {
    payment.authorized = payment.order;
    if (payment.immediate) payment.captured = payment.order;
    payment.trail.push(`${payment.immediate ? 'authcap' : 'authorize'} ${payment.order}`);
  }
  payment.events.push(`transaction.${statusOf(payment).toLowerCase()}`);
}

/** Asks for a capture, void or refund. @returns what the API has to answer, and the request where it had an effect */
export function ask(
  payment: Payment,
  kind: Kind,
  amount: number | undefined,
  ending: Ending,
): { answer: object; asked?: Asked } {
  if (kind !== 'refund' || (amount ?? 1) > left(payment, kind)) expire(payment);
  const allowed = (['capture', 'void', 'refund'] as const).filter((each) => left(payment, each) > 0);
  const remaining = left(payment, kind);
  if (!allowed.includes(kind))
    return {
      answer: {
        status: 409,
        code: 'invalid_state',
        transaction_status: statusOf(payment),
        allowed_operations: allowed,
      },
    };
  if (amount !== undefined && amount > remaining)
    return { answer: { status: 422, code: 'amount_exceeds_remaining', remaining, requested: amount } };
  const asked = { kind, amount: amount ?? remaining, waiting: true, settled: false };
  payment.asked.push(asked);
  if (ending === 'silent' || ending === 'lost')
    return { answer: { status: 503, code: 'outcome_unknown' }, asked };
  if (ending === 'answered') carryOut(payment, asked);
  else refuse(payment, asked);
  const refund = {
    type: 'REFUND',
    status: ending === 'answered' ? 'CAPTURED' : 'DECLINED',
    order_amount: asked.amount,
    amount_refunded: ending === 'answered' ? asked.amount : 0,
  };
  return { answer: kind === 'refund' ? refund : viewOf(payment), asked };
}

/** The acquirer's approval of a request arrives. */
export function carryOut(payment: Payment, asked: Asked): void {
  const { kind, amount } = asked;
  asked.waiting = false;
  if (kind === 'capture') payment.captured += amount;
  if (kind === 'void') payment.voided += amount;
  if (kind === 'refund') payment.refunded += amount;
  payment.trail.push(
    `${kind === 'capture' && amount < payment.authorized ? 'partial_capture' : kind} ${amount}`,
  );
  payment.events.push(
    {
      capture: `transaction.${statusOf(payment).toLowerCase()}`,
      void: 'transaction.voided',
      refund: 'refund.created',
    }[kind],
  );
}

function refuse(payment: Payment, asked: Asked): void {
  asked.waiting = false;
  payment.asked.splice(payment.asked.indexOf(asked), 1);
  if (asked.kind === 'refund') payment.events.push('refund.declined');
}

/** The payer's bank disputes an amount, and what can still be refunded of it is locked. @returns whether it can do so now */
export function dispute(payment: Payment, amount: number): boolean {
  if (!payment.captured || waiting(payment, ['capture', 'void', 'refund'])) return false;
  payment.disputed.push(Math.min(amount, left(payment, 'refund')));
  payment.trail.push(`chargeback ${amount}`);
  payment.events.push('chargeback.opened');
  return true;
}

/** The oldest dispute ends. */
export function decide(payment: Payment, end: 'won' | 'lost'): void {
  const locked = payment.disputed.shift()!;
  if (end === 'lost') payment.chargedBack += locked;
  payment.events.push(`chargeback.${end}`);
}

/** The timer of holds: one whose time is over is released, unless something of it is with the acquirer. */
export function expire(payment: Payment): void {
  const remaining = payment.authorized - payment.captured - payment.voided - payment.expired;
  if (!payment.lapsed || remaining === 0 || waiting(payment, ['capture', 'void'])) return;
  payment.expired += remaining;
  payment.trail.push(`expire ${remaining}`);
  payment.events.push('transaction.expired');
}

/** The settlement of the next day. */
export function settle(payment: Payment): void {
  const closed =
    payment.captured > 0 && payment.authorized === payment.captured + payment.voided + payment.expired;
  if (closed && !payment.settled) {
    payment.settled = true;
    payment.trail.push(`settle ${payment.captured}`);
    payment.events.push('transaction.settled');
  }
  for (const asked of payment.asked) {
    if (asked.kind !== 'refund' || asked.waiting || asked.settled) continue;
    asked.settled = true;
    payment.events.push('refund.settled');
  }
}
