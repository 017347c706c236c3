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
 * The payer gives up: the intent takes no payment any more. A payment under way is not canceled, and what has ended stays
 * as it ended. @returns whether it was canceled by this
 */
export async function cancelIntent({
  id: intentId,
  accountId,
  environment,
}: CheckoutIntent): Promise<boolean> {
  return (await cancelOpenIntent({ intentId, accountId, environment })).length === 1;
}
