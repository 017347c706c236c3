import { expect, test } from 'vitest';
import { TransactionSchema } from '~/api/resources/transactions';
import { prisma } from '~/platform/database/db.server';
import { resolveUnknownOutcomes } from '~/payments/operations/unknown-outcomes';
import { buildApiClient } from '../../world/api-client';
import { buildPayment, cards, paymentBody, refund, sendCaptureOrVoid } from '../../world/payments/payments';

test('authorize holds the amount and captures nothing', async () => {
  const client = await buildApiClient();
  const { status, json } = await client.post('/transactions', paymentBody({ externalId: 'a-1' }));
  expect(status).toBe(200);
  expect(json).toMatchObject({
    type: 'PAYMENT',
    status: 'AUTHORIZED',
    order_amount: 10_000,
    order_currency: 'USD',
    amount_authorized: 10_000,
    amount_captured: 0,
    amount_voided: 0,
    amount_refunded: 0,
    external_id: 'a-1',
    card: { brand: 'visa', last_four: '4242' },
  });
  expect(json.id).toMatch(/^trx_/);
  const holdDays = (Date.parse(json.capture_before) - Date.parse(json.created_at)) / 86_400_000;
  expect(holdDays).toBe(7);
  expect(TransactionSchema.parse(json)).toEqual(json);
  expect((await client.get(`/transactions/${json.id}`)).json).toEqual(json);
});

test('authcap captures at once', async () => {
  const payment = await buildPayment(await buildApiClient(), { operation: 'authcap', currency: 'jpy' });
  expect(payment).toMatchObject({
    status: 'CAPTURED',
    amount_authorized: 10_000,
    amount_captured: 10_000,
    order_currency: 'JPY',
  });
});

test.each(['authorize', 'authcap'])('a declined %s is a reply, not an error', async (operation) => {
  const client = await buildApiClient();
  const { status, json } = await client.post(
    '/transactions',
    paymentBody({ operation, pan: cards.declined }),
  );
  expect(status).toBe(200);
  expect(json).toMatchObject({
    status: 'DECLINED',
    amount_authorized: 0,
    amount_captured: 0,
    decline: { code: 'do_not_honor' },
  });
  const [operationRow] = await prisma.operation.findMany({ where: { transactionId: json.id } });
  expect(operationRow).toMatchObject({
    type: operation,
    status: 'FAILED',
    reason: 'do_not_honor',
    operator: `api:${client.merchant.secretId}`,
  });
});

test('captures add up to the authorized amount', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  const capture = (amount?: number) =>
    client.post(`/transactions/${id}`, { operation: 'capture', external_id: `c-${amount}`, amount });
  expect((await capture(6_000)).json).toMatchObject({
    status: 'PARTIAL_CAPTURED',
    amount_captured: 6_000,
    amount_authorized: 10_000,
  });
  expect((await capture(4_001)).json).toMatchObject({
    status: 422,
    code: 'amount_exceeds_remaining',
    remaining: 4_000,
    requested: 4_001,
  });
  expect((await capture()).json).toMatchObject({ status: 'CAPTURED', amount_captured: 10_000 });
  expect((await capture(1)).json).toMatchObject({
    status: 409,
    code: 'invalid_state',
    transaction_status: 'CAPTURED',
    allowed_operations: ['refund'],
  });
  const recordedOperations = await prisma.operation.findMany({
    where: { transactionId: id },
    orderBy: { sequence: 'asc' },
  });
  const operationId = expect.stringMatching(/^op_[0-9a-z]{36}$/);
  expect(recordedOperations).toMatchObject([
    { id: operationId, type: 'authorize', amount: 10_000 },
    { id: operationId, type: 'partial_capture', amount: 6_000 },
    { id: operationId, type: 'partial_capture', amount: 4_000 },
  ]);
});

test.each(['trx_x', '%00'])('a capture or void of the invalid ID %s is not found', async (id) => {
  const client = await buildApiClient();
  for (const operation of ['capture', 'void'])
    expect((await client.post(`/transactions/${id}`, { operation, external_id: 'c' })).json).toMatchObject({
      status: 404,
      code: 'not_found',
    });
});

test('a full capture is one operation of that name', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  await client.post(`/transactions/${id}`, { operation: 'capture', external_id: 'c' });
  expect(
    await prisma.operation.count({ where: { transactionId: id, type: 'capture', amount: 10_000 } }),
  ).toBe(1);
});

test('voids release the hold, fully or partially', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  const voided = (amount?: number) =>
    client.post(`/transactions/${id}`, { operation: 'void', external_id: `v-${amount}`, amount });
  expect((await voided(3_000)).json).toMatchObject({ status: 'AUTHORIZED', amount_voided: 3_000 });
  expect((await voided()).json).toMatchObject({
    status: 'VOIDED',
    amount_voided: 10_000,
    amount_captured: 0,
  });
  expect((await voided(1)).json.code).toBe('invalid_state');
});

test('a void after a partial capture releases the rest and stays PARTIAL_CAPTURED', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  await client.post(`/transactions/${id}`, { operation: 'capture', external_id: 'c', amount: 2_500 });
  const { json } = await client.post(`/transactions/${id}`, {
    operation: 'void',
    external_id: 'v',
    reason: 'out of stock',
  });
  expect(json).toMatchObject({ status: 'PARTIAL_CAPTURED', amount_captured: 2_500, amount_voided: 7_500 });
  expect(
    (await client.post(`/transactions/${id}`, { operation: 'capture', external_id: 'c2' })).json.code,
  ).toBe('invalid_state');
});

test('refunds are transactions of their own and never exceed the captured amount', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const refund = (amount: number) =>
    client.post('/refunds', { external_id: `r-${amount}`, trx_id: id, amount });
  const first = await refund(6_000);
  expect(first.json).toMatchObject({
    type: 'REFUND',
    status: 'CAPTURED',
    order_amount: 6_000,
    amount_refunded: 6_000,
    parent_transaction_id: id,
  });
  expect((await refund(4_001)).json).toMatchObject({ code: 'amount_exceeds_remaining', remaining: 4_000 });
  expect((await refund(4_000)).status).toBe(200);
  expect((await client.get(`/transactions/${id}`)).json).toMatchObject({
    status: 'CAPTURED',
    amount_captured: 10_000,
    amount_refunded: 10_000,
  });
  expect((await client.get(`/transactions/${first.json.id}`)).json).toEqual(first.json);
  expect(await prisma.operation.findMany({ where: { transactionId: first.json.id } })).toMatchObject([
    { id: expect.stringMatching(/^op_[0-9a-z]{36}$/), type: 'refund', amount: 6_000, status: 'SUCCEEDED' },
  ]);
  const recordedOperations = await prisma.operation.findMany({
    where: { transactionId: id },
    orderBy: { sequence: 'asc' },
  });
  expect(recordedOperations.map(({ type }) => type)).toEqual(['authcap', 'refund', 'refund']);
});

test('a refund without an amount returns what earlier refunds left, once', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  await refund(client, id, 2_500);
  const body = { external_id: 'rest', trx_id: id };
  const rest = await client.post('/refunds', body);
  expect(rest.json).toMatchObject({ type: 'REFUND', order_amount: 7_500, amount_refunded: 7_500 });
  expect((await client.post('/refunds', body)).json).toEqual(rest.json);
  expect((await client.post('/refunds', { ...body, amount: 7_500 })).json).toMatchObject({
    code: 'external_id_conflict',
    differing_fields: ['amount'],
  });
  expect((await client.post('/refunds', { ...body, external_id: 'more' })).json).toMatchObject({
    code: 'invalid_state',
    detail: expect.stringContaining('already refunded'),
  });
  expect((await client.get(`/transactions/${id}`)).json).toMatchObject({ amount_refunded: 10_000 });
});

test('of two refunds without an amount at the same time, one succeeds', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const replies = await Promise.all(
    ['one', 'other'].map((externalId) => client.post('/refunds', { external_id: externalId, trx_id: id })),
  );
  expect(replies.map(({ json }) => json.amount_refunded ?? json.code).sort()).toEqual([
    10_000,
    'invalid_state',
  ]);
});

test('capture_before is there as long as something is on hold', async () => {
  const client = await buildApiClient();
  const { id, capture_before: holdEnd } = await buildPayment(client);
  const operate = async (operation: 'capture' | 'void', amount?: number) =>
    (await sendCaptureOrVoid(client, id, { operation, amount })).json.capture_before;
  expect([await operate('capture', 4_000), await operate('void', 1_000), await operate('capture')]).toEqual([
    holdEnd,
    holdEnd,
    undefined,
  ]);
  expect((await client.get(`/transactions/${id}`)).json).not.toHaveProperty('capture_before');
});

test("an uncaptured payment can't be refunded", async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  expect((await client.post('/refunds', { external_id: 'r', trx_id: id, amount: 1 })).json).toMatchObject({
    code: 'invalid_state',
    allowed_operations: ['capture', 'void'],
  });
});

test('every change has an event in the same statement', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  await client.post(`/transactions/${id}`, { operation: 'capture', external_id: 'c', amount: 1 });
  await client.post(`/transactions/${id}`, { operation: 'void', external_id: 'v' });
  await client.post('/refunds', { external_id: 'r', trx_id: id, amount: 1 });
  const events = await prisma.webhookEvent.findMany({
    where: { accountId: client.merchant.accountId },
    orderBy: { id: 'asc' },
  });
  expect(events.map(({ type }) => type)).toEqual([
    'transaction.authorized',
    'transaction.partial_captured',
    'transaction.partially_voided',
    'refund.created',
  ]);
});

test.each([
  [cards.unknownThenApproved, 'AUTHORIZED'],
  [cards.unknownThenDeclined, 'DECLINED'],
])('an unknown outcome is never guessed: %s becomes %s', async (pan, status) => {
  const client = await buildApiClient();
  const body = paymentBody({ pan });
  const unknown = await client.post('/transactions', body);
  expect(unknown).toMatchObject({ status: 503, json: { code: 'outcome_unknown' } });
  expect((await client.get(`/transactions/${unknown.json.transaction_id}`)).json.status).toBe('PENDING');

  await prisma.operation.updateMany({
    where: { transactionId: unknown.json.transaction_id },
    data: { inquireAt: new Date(0) },
  });
  await resolveUnknownOutcomes();
  const known = await client.get(`/transactions/${unknown.json.transaction_id}`);
  expect(known.json.status).toBe(status);
  const again = await client.post('/transactions', body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.json).toEqual(known.json);
});

test('repeating a request with an unknown outcome inquires at once', async () => {
  const client = await buildApiClient();
  const body = paymentBody({ pan: cards.unknownThenApproved });
  const { json } = await client.post('/transactions', body);
  expect((await client.post('/transactions', body)).json).toMatchObject({
    id: json.transaction_id,
    status: 'AUTHORIZED',
  });
  expect(await prisma.operation.count({ where: { transactionId: json.transaction_id } })).toBe(1);
});

test('real cards are rejected in test and leave no trace', async () => {
  const client = await buildApiClient();
  const body = paymentBody({ pan: '4539578763621486' });
  expect((await client.post('/transactions', body)).json).toMatchObject({
    status: 422,
    code: 'test_card_required',
  });
  expect(await prisma.transaction.count({ where: { accountId: client.merchant.accountId } })).toBe(0);
  expect(await prisma.idempotencyKey.count({ where: { accountId: client.merchant.accountId } })).toBe(0);
});
