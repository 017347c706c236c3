import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient, type ApiClient } from '../../../tests/world/api-client';
import { buildCardIntent } from '../../../tests/world/payments/card-tokens';
import { buildPaymentIntent } from '../../../tests/world/payments/payment-intents';
import { expireIntents } from './intent-expiry';

const past = new Date(Date.now() - 60_000);
const listExpiryEvents = async ({ merchant: { accountId } }: ApiClient) =>
  (await prisma.webhookEvent.findMany({ where: { accountId } }))
    .map(({ type, environment, payload }) => ({ type, environment, payload: payload as { kind: string } }))
    .sort((a, b) => a.payload.kind.localeCompare(b.payload.kind));

test('expired intents have an event with their references, in their environment', async () => {
  const client = await buildApiClient();
  const { intent: payment } = await buildPaymentIntent(client.merchant, {
    externalId: 'order-1',
    order: { order_id: 'basket-7', order_amount: 2_500, order_currency: 'EUR' },
  });
  const { intent: card } = await buildCardIntent(client, { external_id: 'customer-7' });
  await prisma.paymentIntent.update({
    where: { id: payment.id },
    data: { environment: 'live', expiresAt: past },
  });
  await prisma.cardIntent.update({ where: { id: card.id }, data: { expiresAt: past } });
  await expireIntents(AbortSignal.abort());
  expect(await listExpiryEvents(client)).toEqual([]);
  await expireIntents();
  await expireIntents();
  const common = { status: 'expired', expires_at: past.toISOString() };
  expect(await listExpiryEvents(client)).toEqual([
    {
      type: 'intent.expired',
      environment: 'test',
      payload: { intent_id: card.id, reference_id: 'customer-7', kind: 'card', ...common },
    },
    {
      type: 'intent.expired',
      environment: 'live',
      payload: {
        intent_id: payment.id,
        reference_id: 'order-1',
        kind: 'payment',
        order_id: 'basket-7',
        order_amount: 2_500,
        order_currency: 'EUR',
        ...common,
      },
    },
  ]);
  expect(await prisma.paymentIntent.findUnique({ where: { id: payment.id } })).toMatchObject({
    state: 'EXPIRED',
  });
});

test('all expired intents end in one run, however many', async () => {
  const client = await buildApiClient();
  const { intent } = await buildCardIntent(client);
  const { accountId } = client.merchant;
  const row = await prisma.cardIntent.update({ where: { id: intent.id }, data: { expiresAt: past } });
  await prisma.cardIntent.createMany({
    data: Array.from({ length: 200 }, () => {
      const id = createId('int');
      return { ...row, id, externalId: id };
    }),
  });
  await expireIntents();
  expect(await prisma.cardIntent.count({ where: { accountId, state: 'EXPIRED' } })).toBe(201);
  expect(await listExpiryEvents(client)).toHaveLength(201);
});
