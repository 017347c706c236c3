import { merchantCondition, defineStatement } from '~/platform/database/statement.server';
import {
  findCheckoutIntent,
  toPaymentIntentObject,
  type CheckoutIntent,
  type PaymentIntentStatus,
} from './payment-intents';
import type { Environment } from '~/platform/environment';

const cancelOpenIntent = defineStatement<
  { intentId: string; accountId: string; environment: string },
  { id: string }
>(
  'cancel-intent',
  `update payment_intents set state = 'CANCELLED', canceled_at = now()
  where id = :intentId and ${merchantCondition}
    and state = 'OPEN' and expires_at > now()
  returning id`,
);

/**
 * Cancels an intent for the payer or the merchant, so that it accepts no more payments. A payment in progress isn't canceled,
 * and a closed intent stays as it is.
 * @returns whether this call canceled it
 */
export async function cancelIntent({
  id: intentId,
  accountId,
  environment,
}: CheckoutIntent): Promise<boolean> {
  return (await cancelOpenIntent({ intentId, accountId, environment })).length === 1;
}

const maximumAttempts = 3;

type Cancellation =
  | { kind: 'done'; intent: ReturnType<typeof toPaymentIntentObject> }
  | { kind: 'not_found' }
  | { kind: 'intent_not_open'; status: PaymentIntentStatus; transactionId: string | undefined };

/**
 * Cancels a merchant's intent by its ID. Canceling it again changes nothing and has the same result.
 * `not_found`: an unknown intent, another merchant's, or one of the other environment (threat T1).
 * `intent_not_open`: it's being paid, or it ended in another way.
 */
export async function cancelPaymentIntent(address: {
  accountId: string;
  environment: Environment;
  intentId: string;
}): Promise<Cancellation> {
  for (let attempts = 0; ; attempts++) {
    const intent = await findCheckoutIntent(address);
    if (!intent) return { kind: 'not_found' };
    if (intent.phase === 'cancelled') return { kind: 'done', intent: toPaymentIntentObject(intent) };
    const { status, transaction_id: transactionId } = toPaymentIntentObject(intent);
    if (status !== 'open') return { kind: 'intent_not_open', status, transactionId };
    // The intent has just expired by the database's clock, which can be ahead of ours.
    if (attempts === maximumAttempts) return { kind: 'intent_not_open', status: 'expired', transactionId };
    // A payer may start a payment in between. The next round sees which of the two came first.
    await cancelIntent(intent);
  }
}
