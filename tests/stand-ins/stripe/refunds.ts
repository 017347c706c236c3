import type Stripe from 'stripe';
import {
  newStripeId,
  scheduleLater,
  type Context,
  type StoredCharge,
  type StoredRefund,
} from './account-state';
import { refuse, refuseMissing, refuseParameter } from './protocol/api-error';
import { checkDigits } from './amount-digits';
import { addTransaction } from './balance';
import { findCharge, refundableAmount } from './charges';
import { findIntent } from './intent-lookup';

export const refundParameters = ['payment_intent', 'charge', 'amount', 'reason', 'metadata', 'expand'];

export function createRefund(context: Context, parameters: Stripe.RefundCreateParams): StoredRefund {
  const charge = chargeOf(context, parameters);
  const { amount } = parameters;
  if (amount !== undefined && amount < 1)
    throw refuseParameter('Invalid positive integer', 'amount', 'parameter_invalid_integer');
  if (amount !== undefined) checkDigits(amount, charge.currency, 'amount');
  if (isDisputed(context, charge))
    throw refuse(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  const rest = refundableAmount(context, charge);
  if (rest === 0)
    throw refuse(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  if (amount !== undefined && amount > rest)
    throw refuse(
      `Refund amount (${amountText(amount, charge.currency)}) is greater than unrefunded amount on charge (${amountText(rest, charge.currency)})`,
      { param: 'amount' },
    );
  const { refund: behavior = { status: 'succeeded' as const } } = context.account.methods.get(
    charge.payment_method,
  )!.behavior;
  const refund = addRefund(context, charge, {
    amount: amount ?? rest,
    status: behavior.status,
    isCaptured: true,
    metadata: (parameters.metadata || {}) as Stripe.Metadata,
    reason: parameters.reason ?? null,
  });
  const { later, failureReason } = behavior;
  if (later)
    scheduleLater(context, context.settings.laterSeconds, (then) =>
      // A test may have resolved it before.
      refund.status === behavior.status
        ? void resolveRefund(then, refund.id, later, failureReason)
        : undefined,
    );
  return refund;
}

function chargeOf(context: Context, { payment_intent, charge: id }: Stripe.RefundCreateParams): StoredCharge {
  if (payment_intent === undefined && id === undefined)
    throw refuse(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  const intent =
    payment_intent === undefined ? undefined : findIntent(context, payment_intent, 'payment_intent', 400);
  if (intent && id !== undefined && intent.latest_charge !== id)
    throw refuse(`Charge ${id} does not belong to PaymentIntent ${intent.id}.`);
  const charge = intent
    ? intent.latest_charge === null
      ? undefined
      : findCharge(context, intent.latest_charge)
    : findCharge(context, id!, 'charge', 400);
  if (!charge || charge.status !== 'succeeded' || !charge.captured)
    throw refuse(
      intent
        ? `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`
        : `Charge ${id} has not been captured.`,
    );
  return charge;
}

/** An inquiry still allows refunds, and so does a dispute that was won. */
function isDisputed({ account }: Context, charge: StoredCharge): boolean {
  return [...account.disputes.values()].some(
    (dispute) => dispute.charge === charge.id && !dispute.is_charge_refundable,
  );
}

/** The uncaptured rest of a hold. Stripe lists its release as a refund that moves no money. */
export function releaseHold(context: Context, charge: StoredCharge, amount: number): void {
  addRefund(context, charge, { amount, status: 'succeeded', isCaptured: false, metadata: {}, reason: null });
}

function addRefund(
  context: Context,
  charge: StoredCharge,
  fields: {
    amount: number;
    status: string;
    isCaptured: boolean;
    metadata: Stripe.Metadata;
    reason: Stripe.Refund.Reason | null;
  },
): StoredRefund {
  const { account, clock, events } = context;
  const { amount, status, isCaptured, metadata, reason } = fields;
  const id = newStripeId('re');
  const transaction = isCaptured
    ? addTransaction(context, {
        type: 'refund',
        category: 'refund',
        source: id,
        amount: -amount,
        currency: charge.currency,
        description: 'REFUND FOR CHARGE',
      })
    : null;
  const refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: transaction?.id ?? null,
    charge: charge.id,
    created: clock.now(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: isCaptured ? 'refund' : 'reversal',
      },
      type: 'card',
    },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(status === 'pending' && { pending_reason: 'processing' as const }),
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  } satisfies StoredRefund;
  account.refunds.set(id, refund);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded >= charge.amount;
  if (isCaptured) events.publish(context, 'refund.created', refund);
  events.publish(context, 'charge.refunded', charge);
  return refund;
}

/** The outcome of a refund: also one that first succeeded may fail. */
export function resolveRefund(
  context: Context,
  id: string,
  status: 'succeeded' | 'failed' | 'pending' | 'requires_action' | 'canceled',
  failureReason = 'unknown',
): StoredRefund {
  const { account, events } = context;
  const refund = findRefund(context, id);
  if (refund.status === 'failed' || refund.status === 'canceled')
    throw refuse(`Refund ${id} is already ${refund.status}.`);
  refund.status = status;
  delete refund.pending_reason;
  if (status === 'pending') refund.pending_reason = 'processing';
  if (status === 'failed' || status === 'canceled') {
    const charge = account.charges.get(refund.charge)!;
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
    refund.failure_reason = failureReason;
    refund.failure_balance_transaction = addTransaction(context, {
      type: 'refund_failure',
      category: 'refund_failure',
      source: refund.id,
      amount: refund.amount,
      currency: refund.currency,
      description: 'REFUND FAILURE',
    }).id;
  }
  events.publish(context, 'refund.updated', refund);
  events.publish(context, 'charge.refund.updated', refund);
  if (status === 'failed') events.publish(context, 'refund.failed', refund);
  return refund;
}

export function findRefund({ account }: Context, id: string): StoredRefund {
  const refund = account.refunds.get(id);
  if (!refund) throw refuseMissing('refund', id);
  return refund;
}

export function listRefundsOf(
  { account }: Context,
  { payment_intent, charge }: Pick<Stripe.RefundListParams, 'payment_intent' | 'charge'>,
): StoredRefund[] {
  return [...account.refunds.values()].filter(
    (refund) =>
      (payment_intent === undefined || refund.payment_intent === payment_intent) &&
      (charge === undefined || refund.charge === charge),
  );
}

const amountText = (amount: number, currency: string) => `${(amount / 100).toFixed(2)} ${currency}`;
