import type { CheckoutIntent } from './intents';
import { statement } from './statement';

// Written so that the primary key serves it alone, as in statements.ts.
const cancelOpenIntent = statement<{ intentId: string; accountId: string; environment: string }, { id: string }>(
  'cancel-intent',
  `update payment_intents set state = 'CANCELLED', canceled_at = now()
  where id = :intentId and account_id is not distinct from :accountId and environment is not distinct from :environment
    and state = 'OPEN' and expires_at > now()
  returning id`,
);

/**
 * The payer gives up: the intent takes no payment any more. A payment under way is not cancelled, and what has ended stays
 * as it ended. @returns whether it was cancelled by this
 */
export async function cancelIntent({ id: intentId, accountId, environment }: CheckoutIntent): Promise<boolean> {
  return (await cancelOpenIntent({ intentId, accountId, environment })).length === 1;
}
