import { createPaymentIntent, findCheckoutIntent } from '~/payments/checkout/payment-intents';
import { payIntent } from '~/payments/checkout/checkout-payments';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import { buildCard } from './card-tokens';
import { cards } from './payments';

type NewIntent = Parameters<typeof createPaymentIntent>[1];

export const shopUrls = { success: 'https://shop.example/ok', failure: 'https://shop.example/no' };

/** A payment intent of 25.00 EUR for the hosted page, with overrides. */
export async function buildPaymentIntent(
  { accountId }: { accountId: string },
  {
    environment = 'test' as Environment,
    ...changes
  }: { environment?: Environment } & Partial<NewIntent> = {},
) {
  const reply = await createPaymentIntent(
    { accountId, environment },
    {
      externalId: createId('req'),
      redirectUrls: shopUrls,
      order: { order_amount: 2_500, order_currency: 'EUR' },
      ...changes,
    },
  );
  if (reply.kind !== 'done') throw new Error(`the intent was not created: ${reply.kind}`);
  const { intent_id: intentId } = JSON.parse(reply.body) as { intent_id: string };
  const address = { accountId, environment, intentId };
  return { address, intent: (await findCheckoutIntent(address))! };
}

/**
 * Pays an intent of the test environment on the hosted page.
 * @returns the transaction's ID
 */
export async function payPaymentIntent(
  { address }: Awaited<ReturnType<typeof buildPaymentIntent>>,
  pan = cards.approved,
): Promise<string> {
  const intent = (await findCheckoutIntent(address))!;
  const payment = await payIntent(intent, { card: buildCard(pan), formId: createId('req') });
  if (!('transactionId' in payment)) throw new Error(`the intent was not paid: ${payment.kind}`);
  return payment.transactionId;
}
