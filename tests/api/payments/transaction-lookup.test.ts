import { expect, test } from 'vitest';
import { buildApiClient } from '../../world/api-client';
import { buildPayment } from '../../world/payments/payments';

test('a transaction, also a refund, is found by its external_id', async () => {
  const client = await buildApiClient();
  const payment = await buildPayment(client, { externalId: 'order 7/ä', operation: 'authcap' });
  const refund = await client.post('/refunds', { external_id: 'back-7', trx_id: payment.id, amount: 1 });
  const found = await client.get(`/transaction?type=external_id&id=${encodeURIComponent('order 7/ä')}`);
  expect(found.json).toMatchObject({ id: payment.id, amount_refunded: 1 });
  expect(found.headers.get('x-total-matches')).toBe('1');
  expect((await client.get('/transaction?type=external_id&id=back-7')).json).toEqual(refund.json);
});

test('of several payments of an order, the newest is returned, with their number', async () => {
  const client = await buildApiClient();
  await buildPayment(client, { orderId: 'o', pan: '4000000000000002' });
  const newest = await buildPayment(client, { orderId: 'o', operation: 'authcap' });
  await client.post('/refunds', { external_id: 'r', trx_id: newest.id, amount: 1 });
  const found = await client.get('/transaction?type=order_id&id=o');
  expect(found.json.id).toBe(newest.id);
  expect(found.headers.get('x-total-matches')).toBe('2');
});

test('other requests have no query, and one with a query does nothing', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const expected = {
    code: 'invalid_query',
    errors: [{ field: 'dry_run', code: 'unknown_field', message: expect.any(String) }],
  };
  const refund = { external_id: 'r', trx_id: id, amount: 1 };
  expect((await client.post('/refunds?dry_run=true', refund)).json).toMatchObject(expected);
  expect((await client.get(`/transactions/${id}?dry_run=`)).json).toMatchObject(expected);
  expect((await client.get(`/transactions/${id}`)).json.amount_refunded).toBe(0);
});

test("another merchant's transaction is not found", async () => {
  const [owner, stranger] = [await buildApiClient(), await buildApiClient()];
  await buildPayment(owner, { externalId: 'mine', orderId: 'mine' });
  for (const type of ['external_id', 'order_id'])
    expect((await stranger.get(`/transaction?type=${type}&id=mine`)).json.code).toBe('not_found');
});

test.each([
  '',
  '?type=external_id',
  '?id=x',
  '?type=card&id=x',
  '?type=external_id&id=',
  '?type=external_id&id=x&extra=1',
])('the query %j is rejected with the allowed ones', async (query) => {
  const client = await buildApiClient();
  const { status, json } = await client.get(`/transaction${query}`);
  expect(status).toBe(400);
  expect(json.code).toBe('invalid_query');
  if (query.includes('card'))
    expect(json.errors).toEqual([
      { field: 'type', code: 'invalid_value', message: 'must be one of external_id, order_id' },
    ]);
});
