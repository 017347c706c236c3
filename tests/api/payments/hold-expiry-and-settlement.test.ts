import { expect, test } from 'vitest';
import { expireHolds } from '~/payments/operations/hold-expiry';
import { settlePreviousDays } from '~/payments/operations/settlement';
import { prisma } from '~/platform/database/db.server';
import { mockAnswerOnce, unknownOutcome } from '../../world/payments/acquirer';
import { buildApiClient } from '../../world/api-client';
import { endHoldTime, completeYesterday, yesterday } from '../../world/payments/elapsed-time';
import { buildPayment, sendCaptureOrVoid, refund } from '../../world/payments/payments';

const listOperationTypes = async (id: string) =>
  (await prisma.operation.findMany({ where: { transactionId: id }, orderBy: { sequence: 'asc' } })).map(
    ({ type, amount, operator }) => [type, amount, operator.split(':')[0]],
  );
const listEventTypesOf = async (id: string) =>
  (await prisma.webhookEvent.findMany({ where: { transactionId: id }, orderBy: { id: 'asc' } })).map(
    ({ type }) => type,
  );

test('an uncaptured hold expires once', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  await endHoldTime(id);
  await Promise.all([expireHolds(), expireHolds(), expireHolds()]);
  expect((await client.get(`/transactions/${id}`)).json).toMatchObject({
    status: 'EXPIRED',
    amount_authorized: 10_000,
    amount_captured: 0,
  });
  expect(await listOperationTypes(id)).toEqual([
    ['authorize', 10_000, 'api'],
    ['expire', 10_000, 'system'],
  ]);
  expect(await listEventTypesOf(id)).toEqual(['transaction.authorized', 'transaction.expired']);
});

test('the rest expires after a partial capture and leaves PARTIAL_CAPTURED', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  await client.post(`/transactions/${id}`, { operation: 'capture', external_id: 'c', amount: 4_000 });
  await endHoldTime(id);
  await expireHolds();
  expect((await client.get(`/transactions/${id}`)).json).toMatchObject({
    status: 'PARTIAL_CAPTURED',
    amount_captured: 4_000,
  });
  expect((await listOperationTypes(id)).at(-1)).toEqual(['expire', 6_000, 'system']);
  expect((await client.post('/refunds', { external_id: 'r', trx_id: id, amount: 4_000 })).status).toBe(200);
});

test('a late capture or void is rejected as expired, even before the timer', async () => {
  const client = await buildApiClient();
  for (const operation of ['capture', 'void']) {
    const { id } = await buildPayment(client);
    await endHoldTime(id);
    expect(
      (await client.post(`/transactions/${id}`, { operation, external_id: `late-${operation}` })).json,
    ).toMatchObject({ code: 'invalid_state', transaction_status: 'EXPIRED', allowed_operations: [] });
  }
});

test('a hold with a pending operation stays until its outcome is known', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  await prisma.transaction.update({ where: { id }, data: { captureBefore: yesterday(), holdReserved: 1 } });
  await expireHolds();
  expect((await client.get(`/transactions/${id}`)).json.status).toBe('AUTHORIZED');
});

test('captured payments and accepted refunds of earlier days settle, once, and remain refundable', async () => {
  const client = await buildApiClient();
  const full = await buildPayment(client, { operation: 'authcap' });
  const refund = (await client.post('/refunds', { external_id: 'r', trx_id: full.id, amount: 100 })).json;
  const partial = await buildPayment(client);
  await client.post(`/transactions/${partial.id}`, { operation: 'capture', external_id: 'c', amount: 1_000 });
  const open = await buildPayment(client);
  await client.post(`/transactions/${open.id}`, { operation: 'capture', external_id: 'c2', amount: 1_000 });
  await client.post(`/transactions/${partial.id}`, { operation: 'void', external_id: 'v' });
  const today = await buildPayment(client, { operation: 'authcap' });
  await completeYesterday(full.id, refund.id, partial.id, open.id);

  await Promise.all([settlePreviousDays(), settlePreviousDays()]);
  const getStatus = async (id: string) => (await client.get(`/transactions/${id}`)).json.status;
  expect(await Promise.all([full.id, refund.id, partial.id, open.id, today.id].map(getStatus))).toEqual([
    'SETTLED',
    'SETTLED',
    'PARTIAL_CAPTURED',
    'PARTIAL_CAPTURED',
    'CAPTURED',
  ]);
  expect((await listOperationTypes(full.id)).at(-1)).toEqual(['settle', 10_000, 'system']);
  expect((await listOperationTypes(partial.id)).at(-1)).toEqual(['settle', 1_000, 'system']);
  expect(await listEventTypesOf(refund.id)).toEqual(['refund.created', 'refund.settled']);
  expect((await listOperationTypes(open.id)).map(([type]) => type)).not.toContain('settle');
  expect((await client.post('/refunds', { external_id: 'r2', trx_id: full.id, amount: 9_900 })).status).toBe(
    200,
  );
  expect(await getStatus(full.id)).toBe('SETTLED');
});

test("another merchant's request doesn't expire a hold", async () => {
  const [owner, otherClient] = [await buildApiClient(), await buildApiClient()];
  const { id } = await buildPayment(owner);
  await endHoldTime(id);
  expect((await sendCaptureOrVoid(otherClient, id, { operation: 'void' })).json.code).toBe('not_found');
  expect((await refund(otherClient, id, 1)).json.code).toBe('not_found');
  expect(await listOperationTypes(id)).toHaveLength(1);
});

test('no rejection offers to capture or void an expired hold', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  await endHoldTime(id);
  expect((await refund(client, id, 1)).json).toMatchObject({
    code: 'invalid_state',
    transaction_status: 'EXPIRED',
    allowed_operations: [],
  });

  const open = await buildPayment(client);
  mockAnswerOnce('capture', unknownOutcome);
  await sendCaptureOrVoid(client, open.id, { operation: 'capture', amount: 4_000 });
  await endHoldTime(open.id);
  expect((await sendCaptureOrVoid(client, open.id, { operation: 'capture', amount: 1 })).json).toMatchObject({
    code: 'invalid_state',
    transaction_status: 'AUTHORIZED',
    allowed_operations: [],
  });
});
