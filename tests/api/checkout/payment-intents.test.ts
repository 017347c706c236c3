import { expect, test } from 'vitest';
import { cancelPaymentIntent } from '~/payments/checkout/intent-cancellation';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient, sendApiRequest, type ApiClient } from '../../world/api-client';
import { openBrowser, readPage } from '../../world/browser';
import { goLive } from '../../world/merchants';
import { buildPaymentIntent, payPaymentIntent } from '../../world/payments/payment-intents';
import { cards } from '../../world/payments/payments';

const order = { order_id: 'basket-7', order_amount: 2_500, order_currency: 'EUR' };

async function openIntent(client: ApiClient) {
  const built = await buildPaymentIntent(client.merchant, { externalId: createId('req'), order });
  const path = `/intents/payment/${built.intent.id}`;
  return {
    ...built,
    path,
    read: async () => (await client.get(path)).json,
    cancel: () => client.post(`${path}/cancel`, {}),
    change: (data: object) => prisma.paymentIntent.update({ where: { id: built.intent.id }, data }),
  };
}

test('a payment intent has its order and, after an attempt, its transaction', async () => {
  const client = await buildApiClient();
  const opened = await openIntent(client);
  const { intent, read } = opened;
  const open = {
    intent_id: intent.id,
    reference_id: intent.externalId,
    status: 'open',
    expires_at: intent.expiresAt.toISOString(),
    operation: 'authcap',
    ...order,
  };
  expect(await read()).toEqual(open);
  const declined = await payPaymentIntent(opened, cards.declined);
  expect(await read()).toEqual({ ...open, transaction_id: declined });
  const paid = await payPaymentIntent(opened);
  expect(await read()).toEqual({ ...open, status: 'paid', transaction_id: paid });
});

test('canceling ends an open intent once, and its page says so', async () => {
  const client = await buildApiClient();
  const { intent, read, cancel, address } = await openIntent(client);
  const before = await read();
  const first = await cancel();
  expect(first).toMatchObject({ status: 200, json: { ...before, status: 'cancelled' } });
  const { canceledAt } = await prisma.paymentIntent.findUniqueOrThrow({ where: { id: intent.id } });
  expect(canceledAt).toEqual(expect.any(Date));
  expect(await cancel()).toMatchObject({ status: 200, text: first.text });
  expect(await prisma.paymentIntent.findUnique({ where: { id: intent.id } })).toMatchObject({ canceledAt });
  expect(await read()).toEqual(first.json);

  const query = new URLSearchParams({ client_id: address.accountId, intent_id: intent.id });
  const page = await readPage(await openBrowser().open(`/test/checkout?${query}`));
  expect(page.title).toContain('This payment was canceled');
  expect(page.html).not.toContain('cc-number');
});

test('an open page of a canceled intent charges no card', async () => {
  const client = await buildApiClient();
  const opened = await openIntent(client);
  await opened.cancel();
  await expect(payPaymentIntent(opened)).rejects.toThrow('moved_on');
  expect(await prisma.transaction.count({ where: { intentId: opened.intent.id } })).toBe(0);
});

test.each([
  ['paid', cards.approved],
  ['paying', cards.unknownThenApproved],
])('an intent that is %s can’t be canceled', async (status, pan) => {
  const client = await buildApiClient();
  const opened = await openIntent(client);
  const transactionId = await payPaymentIntent(opened, pan);
  expect(await opened.cancel()).toMatchObject({
    status: 409,
    json: {
      code: 'intent_not_open',
      detail: expect.stringMatching(status === 'paid' ? /is paid\. Refund/ : /is paying\. A payer is paying/),
      intent_status: status,
      transaction_id: transactionId,
    },
  });
  expect(await opened.read()).toMatchObject({ status, transaction_id: transactionId });
});

test.each([
  ['expired', { expiresAt: new Date(Date.now() - 60_000) }],
  ['expired', { state: 'EXPIRED' }],
  ['failed', { state: 'BLOCKED' }],
])('an intent that is %s can’t be canceled: %o', async (status, data) => {
  const { change, cancel, read } = await openIntent(await buildApiClient());
  await change(data);
  const { json } = await cancel();
  expect(json).toMatchObject({ status: 409, code: 'intent_not_open', intent_status: status });
  expect(json).not.toHaveProperty('transaction_id');
  expect((await read()).status).toBe(status);
});

test('of a cancellation and a payment at the same time, one succeeds', async () => {
  const client = await buildApiClient();
  const opened = await openIntent(client);
  const [cancellation, payment] = await Promise.all([
    cancelPaymentIntent(opened.address),
    payPaymentIntent(opened).catch(() => null),
  ]);
  expect((await opened.read()).status).toBe(payment ? 'paid' : 'cancelled');
  expect(cancellation.kind).toBe(payment ? 'intent_not_open' : 'done');
});

test('another merchant, the other environment, and a card intent find nothing', async () => {
  const client = await buildApiClient();
  const { path, read } = await openIntent(client);
  const live = await buildApiClient(await goLive(client.merchant), 'live');
  const { json } = await client.post('/intents/card', { external_id: 'customer-7' });
  const cardPath = `/intents/payment/${json.intent_id}`;
  for (const [stranger, target] of [
    [await buildApiClient(), path],
    [live, path],
    [client, cardPath],
  ] as const)
    for (const reply of [await stranger.get(target), await stranger.post(`${target}/cancel`, {})])
      expect(reply).toMatchObject({ status: 404, json: { code: 'not_found' } });
  expect((await read()).status).toBe('open');
});

test('canceling needs a token and an empty object', async () => {
  const client = await buildApiClient();
  const { path, read } = await openIntent(client);
  expect(await sendApiRequest('test', 'POST', `${path}/cancel`)).toMatchObject({ status: 401 });
  expect(await client.post(`${path}/cancel`, { reason: 'x' })).toMatchObject({
    status: 422,
    json: { errors: [{ field: 'reason', code: 'unknown_field' }] },
  });
  expect((await read()).status).toBe('open');
});
