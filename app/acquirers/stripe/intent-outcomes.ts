import type Stripe from 'stripe';
import type { Outcome } from '../acquirer';
import { requireObject, toStripeDecline } from './requests';

type Intent = Stripe.PaymentIntent;

/** Its card wasn't tried yet. */
export const isUnconfirmed = ({ status, last_payment_error: error }: Intent) =>
  status === 'requires_confirmation' || (status === 'requires_payment_method' && !error);

export function outcomeOfIntent(intent: Intent): Outcome {
  requireObject(intent, 'payment_intent');
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const before = charge?.payment_method_details?.card?.capture_before;
  switch (intent.status) {
    case 'requires_capture':
      return {
        kind: 'approved',
        acquirerReference: intent.id,
        ...(before && { captureBefore: new Date(before * 1000) }),
      };
    case 'succeeded':
      return { kind: 'approved', acquirerReference: intent.id };
    case 'processing':
      return { kind: 'pending', acquirerReference: intent.id };
    case 'requires_payment_method': {
      const error = intent.last_payment_error;
      return error ? toStripeDecline(error.decline_code || error.code) : { kind: 'unknown' };
    }
    case 'canceled':
      return toStripeDecline(intent.cancellation_reason ?? 'canceled', 'system_error');
    // Also a status that this version doesn't know.
    default:
      return { kind: 'unknown' };
  }
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
