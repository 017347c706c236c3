import type Stripe from 'stripe';
import type { Card, Outcome } from '../acquirer';
import type { AuthenticationResult } from '../authentication';
import { checkResults, toChecksMember, type CardChecks, type CardCheckResult } from '../card-checks';
import { detectNewExpiry } from '../saved-card';
import { readStripeAmount } from './amounts';
import { requireObject, toStripeDecline } from './requests';

type Intent = Stripe.PaymentIntent;

/** Its card wasn't tried yet. */
export const isUnconfirmed = ({ status, last_payment_error: error }: Intent) =>
  status === 'requires_confirmation' || (status === 'requires_payment_method' && !error);

/** @param expiry of the card that we sent, to detect a new expiration date */
export function outcomeOfIntent(intent: Intent, expiry?: Card['expiry']): Outcome {
  requireObject(intent, 'payment_intent');
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const card = charge?.payment_method_details?.card;
  const before = card?.capture_before;
  const authentication = toAuthenticationResult(card?.three_d_secure);
  const checks = toChecks(card?.checks);
  const saved = {
    ...(card?.network_transaction_id && { networkTransactionId: card.network_transaction_id }),
    ...detectNewExpiry(expiry, card && { month: card.exp_month, year: card.exp_year }),
  };
  const approved = {
    kind: 'approved',
    acquirerReference: intent.id,
    // The whole authorization, of which a part may be captured by now.
    amount: readStripeAmount(card?.amount_authorized ?? charge?.amount ?? intent.amount, intent.currency),
  } as const;
  const error = intent.last_payment_error;
  const decline = error && {
    ...toStripeDecline(error.decline_code || error.code),
    ...(authentication && { authentication }),
    ...checks,
  };
  switch (intent.status) {
    case 'requires_capture':
      return {
        ...approved,
        ...(before && { captureBefore: new Date(before * 1000) }),
        ...(authentication && { authentication }),
        ...checks,
        ...saved,
      };
    case 'succeeded':
      return { ...approved, ...(authentication && { authentication }), ...checks, ...saved };
    case 'requires_action': {
      const url = intent.next_action?.redirect_to_url?.url;
      return url ? { kind: 'action_required', acquirerReference: intent.id, url } : { kind: 'unknown' };
    }
    case 'processing':
      return { kind: 'pending', acquirerReference: intent.id };
    case 'requires_payment_method':
      return decline ?? { kind: 'unknown' };
    case 'canceled':
      return decline ?? toStripeDecline(intent.cancellation_reason ?? 'canceled', 'system_error');
    // Also a status that this version doesn't know.
    default:
      return { kind: 'unknown' };
  }
}

/**
 * A setup intent verifies a card without a payment. After a failed challenge, a browser with Stripe's publishable key can
 * confirm it again with another card, whose approval says nothing about ours.
 */
export function outcomeOfSetup({
  id,
  status,
  payment_method: method,
  metadata,
  next_action: action,
  last_setup_error: error,
}: Stripe.SetupIntent): Outcome {
  switch (status) {
    case 'succeeded': {
      const isOurs = (typeof method === 'object' ? method?.id : method) === metadata?.payment_method;
      return isOurs
        ? { kind: 'approved', acquirerReference: id }
        : { kind: 'declined', code: 'authentication_failed', acquirerCode: 'payment_method_changed' };
    }
    case 'requires_action': {
      const url = action?.redirect_to_url?.url;
      return url
        ? { kind: 'action_required', acquirerReference: id, url }
        : toStripeDecline('authentication_required');
    }
    case 'requires_payment_method':
      return error ? toStripeDecline(error.decline_code || error.code) : { kind: 'unknown' };
    case 'canceled':
      return toStripeDecline(status, 'system_error');
    // Also a status that this version doesn't know.
    default:
      return { kind: 'unknown' };
  }
}

/**
 * Whether further captures can follow. Not every card allows them: Stripe then refuses a capture that isn't the last one.
 * @param intent with its charge
 */
export function allowsSeveralCaptures({ latest_charge: charge }: Intent): boolean {
  const details = typeof charge === 'object' ? charge?.payment_method_details : undefined;
  return details?.card?.multicapture?.status === 'available';
}

/** A capture left its mark. Without it, a payment that can't be captured anymore was never captured by this request. */
export function outcomeOfCapture(intent: Intent, reference: string): Outcome {
  const { status, latest_charge: charge } = requireObject(intent, 'payment_intent');
  const isCaptured = intent.metadata[reference] && (status === 'requires_capture' || status === 'succeeded');
  if (isCaptured)
    return {
      kind: 'approved',
      acquirerReference: (typeof charge === 'object' ? charge?.id : charge) ?? intent.id,
      ...(status === 'succeeded' && { released: true }),
    };
  const isOver = status === 'canceled' || status === 'succeeded';
  return isOver ? toStripeDecline(status, 'system_error') : { kind: 'unknown' };
}

/** A payment that is over holds nothing anymore, whether it was canceled, expired, or captured in part. */
export function outcomeOfVoid(intent: Intent): Outcome {
  const { id, status, amount_capturable: held } = requireObject(intent, 'payment_intent');
  const isOver = status === 'canceled' || status === 'succeeded';
  return isOver && held === 0 ? { kind: 'approved', acquirerReference: id } : { kind: 'unknown' };
}

const statuses: Record<string, AuthenticationResult['status']> = {
  authenticated: 'authenticated',
  attempt_acknowledged: 'attempted',
  failed: 'failed',
  not_supported: 'unavailable',
  processing_error: 'unavailable',
};

function toChecks(checks: Stripe.Charge.PaymentMethodDetails.Card.Checks | null | undefined): {
  checks?: CardChecks;
} {
  const read = (result: string | null | undefined): CardCheckResult | undefined =>
    checkResults.find((known) => known === result);
  return toChecksMember({
    address: read(checks?.address_line1_check),
    postalCode: read(checks?.address_postal_code_check),
    securityCode: read(checks?.cvc_check),
  });
}

/** Stripe doesn't say that the bank is liable, but what the card networks' rules say about its result. */
function toAuthenticationResult(
  details: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure | null | undefined,
): AuthenticationResult | undefined {
  const { result, authentication_flow: flow, version, electronic_commerce_indicator: eci } = details ?? {};
  const status = result && Object.hasOwn(statuses, result) ? statuses[result] : undefined;
  if (!status) return undefined;
  return {
    status,
    flow: flow === 'challenge' || flow === 'frictionless' ? (flow as 'challenge' | 'frictionless') : null,
    version: version ?? null,
    eci: eci ?? null,
    liabilityShift: status === 'authenticated' || status === 'attempted',
  };
}
