import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../world/api-client';
import { buildCardToken } from '../../world/payments/card-tokens';

const redirect_urls = { success: 'https://shop.example/ok', failure: 'https://shop.example/no' };
const bodies = {
  card: { external_id: 'save-card-7', customer_id: 'customer-7' },
  payment: {
    external_id: 'order-7',
    customer_id: 'customer-7',
    redirect_urls,
    order: { order_amount: 2_500, order_currency: 'EUR' },
  },
} as const;

test.each(['card', 'payment'] as const)('a %s intent has its customer', async (kind) => {
  const client = await buildApiClient();
  const body = bodies[kind];
  const { json, text } = await client.post(`/intents/${kind}`, body);
  const retrieved = await client.get(`/intents/${kind}/${json.intent_id}`);
  expect(retrieved.json).toMatchObject({ customer_id: 'customer-7', reference_id: body.external_id });
  expect((await client.post(`/intents/${kind}`, body)).text).toBe(text);
  // The customer is part of the content.
  const { customer_id: _, ...without } = body;
  for (const changed of [without, { ...body, customer_id: 'customer-8' }])
    expect((await client.post(`/intents/${kind}`, changed)).json).toMatchObject({
      code: 'external_id_conflict',
      differing_fields: ['customer_id'],
    });
  const other = await client.post(`/intents/${kind}`, { ...without, external_id: 'without' });
  expect((await client.get(`/intents/${kind}/${other.json.intent_id}`)).json).not.toHaveProperty(
    'customer_id',
  );
});

test.each([
  ['', 'too_small'],
  [' ', 'invalid_value'],
  ['x'.repeat(256), 'too_big'],
  ['a\u200bb', 'control_character'],
  ['line\nbreak', 'control_character'],
  ['4242424242424242', 'card_number_refused'],
  [7, 'wrong_type'],
  [null, 'wrong_type'],
])('%j is no customer ID', async (customer_id, code) => {
  const client = await buildApiClient();
  for (const [kind, body] of Object.entries(bodies)) {
    const { status, json } = await client.post(`/intents/${kind}`, { ...body, customer_id });
    expect({ status, errors: json.errors }).toMatchObject({
      status: 422,
      errors: [{ field: 'customer_id', code }],
    });
  }
});

test('a saved card has the customer of its intent, and its webhook says so', async () => {
  const client = await buildApiClient();
  const token = await buildCardToken(client, { customer_id: 'customer-7' });
  expect(await prisma.cardToken.findUniqueOrThrow({ where: { id: token } })).toMatchObject({
    customerId: 'customer-7',
  });
  const [event] = await prisma.webhookEvent.findMany({
    where: { accountId: client.merchant.accountId, type: 'card.tokenized' },
  });
  expect(event!.payload).toMatchObject({ customer_id: 'customer-7', card: { token } });
});
