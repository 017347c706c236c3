import type Stripe from 'stripe';
import type { Card, Outcome } from '../acquirer';
import { outcomeOfIntent } from './intent-outcomes';
import { keyOf, orUnknown, requireObject, toStripeDecline, withinRateLimit } from './requests';

type Intent = Stripe.PaymentIntent;

/** The payment, with its charge and its card. */
export const retrieveIntent = async (stripe: Stripe, payment: string, signal: AbortSignal): Promise<Intent> =>
  requireObject(
    await withinRateLimit(signal, () =>
      stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge', 'payment_method'] }),
    ),
    'payment_intent',
    payment,
  );

/**
 * The final outcome of an authorization. After a failed challenge, a browser with Stripe's publishable key can confirm the
 * payment again, with any card. So it is canceled before it counts as declined, and another card's money goes back.
 * @param intent from {@link retrieveIntent}
 * @param expiry of the card that we sent, to detect a new expiration date
 */
export async function concludeIntent(
  stripe: Stripe,
  intent: Intent,
  reference: string,
  signal: AbortSignal,
  expiry?: Card['expiry'],
): Promise<Outcome> {
  // Without an idempotency key, because a second cancellation is harmless, and Stripe would repeat a refusal.
  const cancel = () => withinRateLimit(signal, () => stripe.paymentIntents.cancel(intent.id));
  return orUnknown(reference, async () => {
    if (intent.status === 'requires_payment_method' && intent.last_payment_error) {
      await cancel();
      return outcomeOfIntent(intent);
    }
    if (!isOfAnotherCard(intent)) return outcomeOfIntent(intent, expiry);
    if (intent.status === 'requires_capture') await cancel();
    if (intent.status === 'succeeded' && isUnrefunded(intent))
      await withinRateLimit(signal, () =>
        stripe.refunds.create({ payment_intent: intent.id }, keyOf(reference, '-return')),
      );
    return toStripeDecline('payment_method_changed', 'authentication_failed');
  });
}

/** Whether another card was approved. Only we know the reference in the metadata of the card that we sent. */
export function isOfAnotherCard({ status, metadata, payment_method: method }: Intent): boolean {
  const isOver = status === 'requires_capture' || status === 'succeeded' || status === 'canceled';
  return (
    isOver && typeof method === 'object' && !!method && method.metadata?.reference !== metadata.reference
  );
}

/** Until {@link concludeIntent} returns it. */
export const holdsMoneyOfAnotherCard = (intent: Intent) =>
  isOfAnotherCard(intent) && intent.status !== 'canceled' && isUnrefunded(intent);

const isUnrefunded = ({ latest_charge: charge }: Intent) => typeof charge !== 'object' || !charge?.refunded;
