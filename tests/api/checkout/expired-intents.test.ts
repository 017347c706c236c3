import { expect, test } from 'vitest';
import { findCardIntent } from '~/payments/checkout/card-intents';
import { cancelCardIntent } from '~/payments/checkout/card-saving/card-attempts';
import { payIntent } from '~/payments/checkout/checkout-payments';
import { expireIntents } from '~/payments/checkout/intent-expiry';
import { findCheckoutIntent } from '~/payments/checkout/payment-intents';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient, type ApiClient } from '../../world/api-client';
import { buildCardIntent, buildCard } from '../../world/payments/card-tokens';
import { cards } from '../../world/payments/payments';

const past = new Date(Date.now() - 60_000);
const urls = { success: 'https://shop.example/ok', failure: 'https://shop.example/no' };

async function buildIntent(client: ApiClient, reference: string) {
  const { json } = await client.post('/intents/payment', {
    external_id: reference,
    redirect_urls: urls,
    order: { order_id: `order of ${reference}`, order_amount: 4_250, order_currency: 'EUR' },
  });
  return {
    accountId: client.merchant.accountId,
    environment: 'test' as const,
    intentId: json.intent_id as string,
  };
}

const expireIntent = async ({ intentId: id }: { intentId: string }) => {
  await prisma.paymentIntent.updateMany({ where: { id }, data: { expiresAt: past } });
  await prisma.cardIntent.updateMany({ where: { id }, data: { expiresAt: past } });
};
const listExpiryEvents = async (client: ApiClient) =>
  (
    await prisma.webhookEvent.findMany({
      where: { accountId: client.merchant.accountId, type: 'intent.expired' },
      orderBy: { id: 'asc' },
    })
  ).map(({ payload }) => payload as Record<string, unknown>);

test('an unused expired intent has one event, however many processes look at once', async () => {
  const client = await buildApiClient();
  const payment = await buildIntent(client, 'unused');
  const { address: card } = await buildCardIntent(client, { external_id: 'customer-7' });
  await buildIntent(client, 'still open');
  for (const address of [payment, card]) await expireIntent(address);
  await Promise.all([expireIntents(), expireIntents(), expireIntents()]);
  await expireIntents();
  const common = { status: 'expired', expires_at: past.toISOString() };
  expect(
    (await listExpiryEvents(client)).sort((a, b) => String(b.kind).localeCompare(String(a.kind))),
  ).toEqual([
    {
      intent_id: payment.intentId,
      reference_id: 'unused',
      kind: 'payment',
      order_id: 'order of unused',
      order_amount: 4_250,
      order_currency: 'EUR',
      ...common,
    },
    { intent_id: card.intentId, reference_id: 'customer-7', kind: 'card', ...common },
  ]);
  expect({
    checkoutIntentPhase: (await findCheckoutIntent(payment))!.phase,
    cardIntentPhase: (await findCardIntent(card))!.phase,
  }).toEqual({ checkoutIntentPhase: 'expired', cardIntentPhase: 'expired' });
});

test('a used, canceled, or active one has none', async () => {
  const client = await buildApiClient();
  const [paid, paying, declined] = [
    await buildIntent(client, 'paid'),
    await buildIntent(client, 'paying'),
    await buildIntent(client, 'declined'),
  ];
  const pay = async (address: typeof paid, pan: string) =>
    payIntent((await findCheckoutIntent(address))!, { card: buildCard(pan), formId: 'one' });
  await pay(paid, cards.approved);
  await pay(paying, cards.unknownThenApproved);
  await pay(declined, cards.declined);
  const [cancelled, trying] = [await buildCardIntent(client), await buildCardIntent(client)];
  await cancelCardIntent(cancelled.intent);
  await prisma.cardIntent.update({
    where: { id: trying.intent.id },
    data: { leasedUntil: new Date(Date.now() + 60_000) },
  });
  for (const address of [paid, paying, declined, cancelled.address, trying.address])
    await expireIntent(address);
  await expireIntents();
  // A declined card doesn't use up an intent.
  expect((await listExpiryEvents(client)).map(({ reference_id }) => reference_id)).toEqual(['declined']);
  await prisma.cardIntent.update({ where: { id: trying.intent.id }, data: { leasedUntil: null } });
  await expireIntents();
  expect(await listExpiryEvents(client)).toHaveLength(2);
});
