import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../world/api-client';

test('a card intent echoes its reference and lives for 16 h 40 min', async () => {
  const client = await buildApiClient();
  const { status, json } = await client.post('/intents/card', { external_id: 'customer-7' });
  expect(status).toBe(200);
  expect(json).toEqual({
    intent_id: expect.stringMatching(/^int_[0-9a-z]{36}$/),
    reference_id: 'customer-7',
    valid_for: 60_000,
    expires_at: expect.any(String),
  });
  expect(Date.parse(json.expires_at) - Date.now()).toBeGreaterThan(59_900_000);
  expect(await prisma.cardIntent.findUnique({ where: { id: json.intent_id } })).toMatchObject({
    accountId: client.merchant.accountId,
    environment: 'test',
    state: 'OPEN',
  });
});

test('the same external_id returns the same card intent, byte for byte, and never a payment intent', async () => {
  const client = await buildApiClient();
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => client.post('/intents/card', { external_id: 'x' })),
  );
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
  const redirect_urls = { success: 'https://shop.example/ok', failure: 'https://shop.example/no' };
  expect(
    (
      await client.post('/intents/payment', {
        external_id: 'x',
        redirect_urls,
        order: { order_amount: 1, order_currency: 'USD' },
      })
    ).status,
  ).toBe(200);
});

test.each([
  [{}, 'external_id', 'required'],
  [{ external_id: '' }, 'external_id', 'too_small'],
  [{ external_id: 'x', card: { pan: '4242424242424242' } }, 'card', 'unknown_field'],
  [{ external_id: '4242 4242 4242 4242' }, 'external_id', 'card_number_refused'],
])('%j is rejected', async (body, field, code) => {
  const client = await buildApiClient();
  const { status, json } = await client.post('/intents/card', body);
  expect(status).toBe(422);
  expect(json.errors).toContainEqual(expect.objectContaining({ field, code }));
});
