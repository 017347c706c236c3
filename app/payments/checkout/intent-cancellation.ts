import { merchantCondition, defineStatement } from '~/platform/database/statement.server';
import type { CheckoutIntent } from './payment-intents';

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
 * Cancels an intent for the payer, so that it accepts no more payments. A payment in progress isn't canceled,
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
