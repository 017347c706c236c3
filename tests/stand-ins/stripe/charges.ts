import { randomInt } from 'node:crypto';
import type Stripe from 'stripe';
import {
  isLive,
  newStripeId,
  type Context,
  type StoredCharge,
  type StoredIntent,
  type StoredMethod,
} from './account-state';
import { refuseMissing } from './protocol/api-error';
import { addTransaction, feeFor } from './balance';
import { declineMessage, type CardDecline } from './cards';

type Attempt = {
  intent: StoredIntent;
  method: StoredMethod;
  decline?: CardDecline;
  /** The payer completed a challenge. */
  isAuthenticated: boolean;
  isMulticapture: boolean;
};

/** An attempt that reached the issuer, approved or declined. Nothing is captured yet. */
export function createCharge(context: Context, attempt: Attempt): StoredCharge {
  const { intent, method, decline } = attempt;
  const charge = {
    id: newStripeId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.object.billing_details,
    calculated_statement_descriptor: 'STAND-IN',
    captured: false,
    created: context.clock.now(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline ? declineMessage(decline) : null,
    fraud_details: {},
    livemode: isLive(context),
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.object.id,
    payment_method_details: { type: 'card', card: cardDetails(context, attempt) },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  } satisfies StoredCharge;
  context.account.charges.set(charge.id, charge);
  context.events.publish(context, decline ? 'charge.failed' : 'charge.succeeded', charge);
  return charge;
}

function outcomeOf(decline: CardDecline | undefined): Stripe.Charge.Outcome {
  if (!decline)
    return {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      seller_message: 'Payment complete.',
      type: 'authorized',
    };
  const { code, decline_code = code, isBlocked } = decline;
  return {
    advice_code: isBlocked ? 'do_not_try_again' : 'try_again_later',
    network_advice_code: null,
    network_decline_code: isBlocked ? null : '05',
    network_status: isBlocked ? 'not_sent_to_network' : 'declined_by_network',
    reason: isBlocked ? 'highest_risk_level' : (decline_code ?? null),
    risk_level: isBlocked ? 'highest' : 'normal',
    seller_message: isBlocked
      ? 'Stripe blocked this payment as too risky.'
      : `The bank declined: ${decline_code}.`,
    type: isBlocked ? 'blocked' : 'issuer_declined',
  };
}

function cardDetails(
  { clock, settings }: Context,
  { intent, method, decline, isAuthenticated, isMulticapture }: Attempt,
): Stripe.Charge.PaymentMethodDetails.Card {
  const { card } = method.object;
  const { checks } = method.behavior;
  const { address } = method.object.billing_details;
  return {
    amount_authorized: decline ? null : intent.amount,
    authorization_code: decline ? null : String(randomInt(100_000, 999_999)),
    brand: card.brand,
    ...(!decline &&
      intent.capture_method === 'manual' && { capture_before: clock.now() + settings.holdSeconds }),
    checks: {
      address_line1_check: address?.line1 ? (checks?.address ?? 'pass') : null,
      address_postal_code_check: address?.postal_code ? (checks?.postalCode ?? 'pass') : null,
      cvc_check: card.checks?.cvc_check === null ? null : (checks?.code ?? 'pass'),
    },
    country: card.country,
    electronic_commerce_indicator: isAuthenticated ? '05' : null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    extended_authorization: { status: 'disabled' },
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card.last4,
    mandate: null,
    multicapture: { status: isMulticapture ? 'available' : 'unavailable' },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: decline ? null : String(randomInt(10 ** 14, 10 ** 14 + 2 ** 47)),
    overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: isAuthenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: newStripeId('3ds'),
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  };
}

/** Books a captured amount, with Stripe's fee. */
export function captureCharge(context: Context, charge: StoredCharge, amount: number): void {
  const { account, clock, settings } = context;
  const { isAvailableAtOnce } = account.methods.get(charge.payment_method)!.behavior;
  const transaction = addTransaction(context, {
    type: 'charge',
    category: 'charge',
    source: charge.id,
    amount,
    currency: charge.currency,
    fee: feeFor(context, amount, charge.currency),
    availableOn: clock.now() + (isAvailableAtOnce ? 0 : settings.availableAfterSeconds),
  });
  charge.amount_captured += amount;
  charge.captured = true;
  charge.balance_transaction ??= transaction.id;
}

export function findCharge({ account }: Context, id: string, param = 'id', status = 404): StoredCharge {
  const charge = account.charges.get(id);
  if (!charge) throw refuseMissing('charge', id, param, status);
  return charge;
}

/** What can still be refunded. Refunds of uncaptured amounts don't count. */
export function refundableAmount({ account }: Context, charge: StoredCharge): number {
  const refunded = [...account.refunds.values()]
    .filter(
      (refund) =>
        refund.charge === charge.id &&
        refund.status !== 'failed' &&
        refund.status !== 'canceled' &&
        refund.balance_transaction !== null,
    )
    .reduce((sum, { amount }) => sum + amount, 0);
  return charge.amount_captured - refunded;
}
