import { expect, test, vi } from 'vitest';
import type { Outcome } from '~/acquirers/acquirer';
import { leaseMs } from '~/payments/transactions/outcome-recording';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../world/api-client';
import { acquirer, loseAnswerOnce, unknownOutcome } from '../../world/acquirers/acquirer';
import { buildPayment, paymentBody } from '../../world/payments/payments';

test('repeating a request returns the same bytes, whatever has happened since', async () => {
  const client = await buildApiClient();
  const body = paymentBody();
  const first = await client.post('/transactions', body);
  await client.post(`/transactions/${first.json.id}`, { operation: 'capture', external_id: 'c' });
  const second = await client.post('/transactions', {
    card: body.card,
    order: body.order,
    external_id: body.external_id,
    operation: body.operation,
  });
  expect(second.text).toBe(first.text);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(await prisma.transaction.count({ where: { accountId: client.merchant.accountId } })).toBe(1);
});

test('captures, voids, refunds and intents replay too', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  const requests: [string, object][] = [
    [`/transactions/${id}`, { operation: 'capture', external_id: 'x', amount: 100 }],
    [`/transactions/${id}`, { operation: 'void', external_id: 'y' }],
    ['/refunds', { external_id: 'x', trx_id: id, amount: 50 }],
    [
      '/intents/payment',
      {
        external_id: 'x',
        order: { order_amount: 1, order_currency: 'EUR' },
        redirect_urls: { success: 'https://a.test/', failure: 'https://a.test/' },
      },
    ],
  ];
  for (const [path, body] of requests) {
    const first = await client.post(path, body);
    const second = await client.post(path, body);
    expect(first.status, first.text).toBe(200);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  }
});

test('other content with a used external_id is a conflict that names the differences', async () => {
  const client = await buildApiClient();
  const body = paymentBody();
  const { json } = await client.post('/transactions', body);
  const other = {
    ...body,
    order: { ...body.order, order_amount: 1 },
    card: { ...body.card, pan: '5555555555554444' },
  };
  expect((await client.post('/transactions', other)).json).toMatchObject({
    status: 409,
    code: 'external_id_conflict',
    transaction_id: json.id,
    transaction_status: 'AUTHORIZED',
    differing_fields: ['card.pan', 'order.order_amount'],
  });
});

test.each([
  ['amount', { amount: 200 }],
  ['operation', { operation: 'void' }],
  ['reason', { reason: 'Out of stock' }],
])('a capture that differs in its %s alone is a conflict and has no effect', async (member, change) => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  const capture = { operation: 'capture', external_id: 'once', amount: 100 };
  expect((await client.post(`/transactions/${id}`, capture)).status).toBe(200);
  expect((await client.post(`/transactions/${id}`, { ...capture, ...change })).json).toMatchObject({
    status: 409,
    code: 'external_id_conflict',
    transaction_id: id,
    differing_fields: [member],
  });
  expect((await client.get(`/transactions/${id}`)).json).toMatchObject({
    amount_captured: 100,
    amount_voided: 0,
  });
});

test('a refund that differs in amount, reason or payment is a conflict and has no effect', async () => {
  const client = await buildApiClient();
  const [{ id }, other] = [
    await buildPayment(client, { operation: 'authcap' }),
    await buildPayment(client, { operation: 'authcap' }),
  ];
  const refund = { external_id: 'once', trx_id: id, amount: 100 };
  const first = (await client.post('/refunds', refund)).json;
  for (const [member, change] of [
    ['amount', { amount: 200 }],
    ['reason', { reason: 'Damaged' }],
    ['trx_id', { trx_id: other.id }],
  ] as const)
    expect((await client.post('/refunds', { ...refund, ...change })).json).toMatchObject({
      status: 409,
      code: 'external_id_conflict',
      transaction_id: first.id,
      differing_fields: [member],
    });
  expect((await client.get(`/transactions/${id}`)).json.amount_refunded).toBe(100);
  expect((await client.get(`/transactions/${other.id}`)).json.amount_refunded).toBe(0);
});

test('an external_id belongs to one merchant and one kind of request', async () => {
  const [one, two] = [await buildApiClient(), await buildApiClient()];
  const a = await one.post('/transactions', paymentBody({ externalId: 'same' }));
  const b = await two.post('/transactions', paymentBody({ externalId: 'same', amount: 5 }));
  expect(a.json.id).not.toBe(b.json.id);
  expect(
    (await one.post(`/transactions/${a.json.id}`, { operation: 'capture', external_id: 'same' })).status,
  ).toBe(200);
  expect((await one.post('/refunds', { external_id: 'same', trx_id: a.json.id, amount: 5 })).status).toBe(
    200,
  );
});

test("an operation's external_id is used up for every other transaction of the merchant", async () => {
  const client = await buildApiClient();
  const [one, two] = [await buildPayment(client), await buildPayment(client)];
  const capture = { operation: 'capture', external_id: 'once', amount: 100 };
  await client.post(`/transactions/${one.id}`, capture);
  expect((await client.post(`/transactions/${two.id}`, capture)).json).toMatchObject({
    code: 'external_id_conflict',
    transaction_id: one.id,
    differing_fields: ['trx_id'],
  });
  expect((await client.get(`/transactions/${two.id}`)).json.amount_captured).toBe(0);
});

test("a rejected request doesn't use up its external_id", async () => {
  const client = await buildApiClient();
  const body = paymentBody({ externalId: 'kept' });
  expect(
    (await client.post('/transactions', { ...body, order: { ...body.order, order_amount: 0 } })).status,
  ).toBe(422);
  const { json } = await client.post('/transactions', body);
  expect(json.status).toBe('AUTHORIZED');
  expect((await client.post('/refunds', { external_id: 'r', trx_id: json.id, amount: 1 })).status).toBe(409);
  await client.post(`/transactions/${json.id}`, { operation: 'capture', external_id: 'c' });
  expect((await client.post('/refunds', { external_id: 'r', trx_id: json.id, amount: 1 })).status).toBe(200);
});

test('no hash of the security code is stored: another code is the same request', async () => {
  const client = await buildApiClient();
  const first = await client.post('/transactions', paymentBody({ externalId: 'cvc', code: '836' }));
  expect((await client.post('/transactions', paymentBody({ externalId: 'cvc', code: '274' }))).text).toBe(
    first.text,
  );
});

test('ten identical requests at once have one effect and one reply', async () => {
  const client = await buildApiClient();
  const body = paymentBody();
  const replies = await Promise.all(Array.from({ length: 10 }, () => client.post('/transactions', body)));
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(
    await prisma.operation.count({ where: { transaction: { accountId: client.merchant.accountId } } }),
  ).toBe(1);

  const capture = { operation: 'capture', external_id: 'twin' };
  const captures = await Promise.all(
    Array.from({ length: 10 }, () => client.post(`/transactions/${replies[0]!.json.id}`, capture)),
  );
  expect(new Set(captures.map(({ text }) => text)).size).toBe(1);
});

test('a request that repeats one in flight waits for two seconds, and is then rejected', async () => {
  const client = await buildApiClient();
  const body = paymentBody();
  let respond!: (outcome: Outcome) => void;
  const authorize = vi
    .spyOn(acquirer, 'authorize')
    .mockImplementationOnce(() => new Promise((resolve) => (respond = resolve)));
  const first = client.post('/transactions', body);
  await vi.waitFor(() => expect(authorize).toHaveBeenCalled());
  const start = performance.now();
  const repeated = await client.post('/transactions', body);
  expect(performance.now() - start).toBeGreaterThan(2_000);
  expect(repeated.json).toMatchObject({ status: 409, code: 'request_in_progress' });
  expect(repeated.headers.get('retry-after')).toBe(String(Math.ceil(leaseMs / 1000)));

  const waiting = client.post('/transactions', body);
  respond({ kind: 'approved', acquirerReference: 'late' });
  expect((await waiting).headers.get('idempotent-replayed')).toBe('true');
  expect((await waiting).text).toBe((await first).text);
});

test('repeating a request queries the acquirer until the outcome is known', async () => {
  const client = await buildApiClient();
  const body = paymentBody();
  loseAnswerOnce('authorize');
  const { transaction_id: id } = (await client.post('/transactions', body)).json;
  vi.spyOn(acquirer, 'lookup').mockResolvedValueOnce(unknownOutcome);
  expect((await client.post('/transactions', body)).json).toMatchObject({
    status: 503,
    code: 'outcome_unknown',
    transaction_id: id,
  });
  // The inquiry failed, so the timer inquires next.
  const pending = await prisma.operation.findFirstOrThrow({ where: { transactionId: id } });
  expect(pending).toMatchObject({ status: 'PENDING', inquiries: 1 });

  const known = await client.post('/transactions', body);
  expect(known.json).toMatchObject({ id, status: 'AUTHORIZED' });
  expect(known.headers.get('idempotent-replayed')).toBe('true');
});
