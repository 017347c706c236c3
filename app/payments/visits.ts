// What a payer's browser was seen to do, for the merchant who asks why nothing was paid, or why nobody came back.
import { ofMerchant, statement } from '~/platform/statement.server';
import type { CheckoutIntent } from './intents';

type IntentKey = { intentId: string; accountId: string; environment: string };

const writeOpened = statement<IntentKey, never>(
  'record-intent-open',
  `update payment_intents set opened_at = now()
  where id = :intentId and ${ofMerchant} and opened_at is null`,
);
const writeSentBack = statement<IntentKey, never>(
  'record-intent-redirect',
  `update payment_intents set redirected_at = now()
  where id = :intentId and ${ofMerchant} and redirected_at is null`,
);

/** Notes when the payment page was first shown. Every later showing costs nothing. */
export async function noteOpened({
  id: intentId,
  accountId,
  environment,
  openedAt,
}: CheckoutIntent): Promise<void> {
  if (!openedAt) await writeOpened({ intentId, accountId, environment });
}

/** Notes when the browser first went on to the merchant's own page. */
export async function noteSentBack({
  id: intentId,
  accountId,
  environment,
  redirectedAt,
}: CheckoutIntent): Promise<void> {
  if (!redirectedAt) await writeSentBack({ intentId, accountId, environment });
}
