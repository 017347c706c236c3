// What a payer's browser was seen to do, for the merchant who asks why nothing was paid, or why nobody came back.
import { merchantCondition, defineStatement } from '~/platform/database/statement.server';
import type { CheckoutIntent } from './payment-intents';

type IntentKey = { intentId: string; accountId: string; environment: string };

const writeOpened = defineStatement<IntentKey, never>(
  'record-intent-open',
  `update payment_intents set opened_at = now()
  where id = :intentId and ${merchantCondition} and opened_at is null`,
);
const writeSentBack = defineStatement<IntentKey, never>(
  'record-intent-redirect',
  `update payment_intents set redirected_at = now()
  where id = :intentId and ${merchantCondition} and redirected_at is null`,
);

/** Notes when the payment page was first shown. Every later showing costs nothing. */
export async function recordOpened({
  id: intentId,
  accountId,
  environment,
  openedAt,
}: CheckoutIntent): Promise<void> {
  if (!openedAt) await writeOpened({ intentId, accountId, environment });
}

/** Notes when the browser first went on to the merchant's own page. */
export async function recordRedirect({
  id: intentId,
  accountId,
  environment,
  redirectedAt,
}: CheckoutIntent): Promise<void> {
  if (!redirectedAt) await writeSentBack({ intentId, accountId, environment });
}
