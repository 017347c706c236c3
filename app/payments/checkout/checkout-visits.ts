// What the payer's browser did, for merchants who ask why nobody paid or returned.
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

/** Records when the payment page was first shown. Later views cost nothing. */
export async function recordOpened({
  id: intentId,
  accountId,
  environment,
  openedAt,
}: CheckoutIntent): Promise<void> {
  if (!openedAt) await writeOpened({ intentId, accountId, environment });
}

/** Records when the browser first continued to the merchant's page. */
export async function recordRedirect({
  id: intentId,
  accountId,
  environment,
  redirectedAt,
}: CheckoutIntent): Promise<void> {
  if (!redirectedAt) await writeSentBack({ intentId, accountId, environment });
}
