// What the payer's browser did, for merchants who ask why nobody paid or returned.
import { merchantCondition, defineStatement } from '~/platform/database/statement.server';
import type { CardIntent } from './card-intents';
import type { CheckoutIntent } from './payment-intents';

type IntentKey = { intentId: string; accountId: string; environment: string };

const writeOpened = defineStatement<IntentKey, never>(
  'record-intent-open',
  `update payment_intents set opened_at = now()
  where id = :intentId and ${merchantCondition} and opened_at is null`,
);
const defineRedirectStatement = (table: 'payment_intents' | 'card_intents') =>
  defineStatement<IntentKey, { redirectedAt: Date }>(
    `record-redirect-of-${table}`,
    `update ${table} set redirected_at = coalesce(redirected_at, now())
    where id = :intentId and ${merchantCondition}
    returning redirected_at as "redirectedAt"`,
  );
const writePaymentRedirect = defineRedirectStatement('payment_intents');
const writeCardRedirect = defineRedirectStatement('card_intents');

/** Records when the payment page was first shown. Later views cost nothing. */
export async function recordOpened({
  id: intentId,
  accountId,
  environment,
  openedAt,
}: CheckoutIntent): Promise<void> {
  if (!openedAt) await writeOpened({ intentId, accountId, environment });
}

/**
 * Records when the browser first continued to the merchant's page.
 * @returns the intent with that time
 */
export async function recordRedirect<Intent extends CheckoutIntent | CardIntent>(
  intent: Intent,
): Promise<Intent> {
  const { id: intentId, accountId, environment, redirectedAt } = intent;
  if (redirectedAt) return intent;
  const write = 'order' in intent ? writePaymentRedirect : writeCardRedirect;
  const [written] = await write({ intentId, accountId, environment });
  return { ...intent, ...written };
}
