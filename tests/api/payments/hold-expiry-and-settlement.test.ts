import { expect, onTestFinished, test, vi } from 'vitest';
import { expireHolds } from '~/payments/operations/hold-expiry';
import * as systemOperations from '~/payments/operations/system-operations';
import { settlePreviousDays } from '~/payments/operations/settlement';
import { prisma } from '~/platform/database/db.server';
import { expectConsoleError } from '../../setup/errors';
import { mockAnswerOnce, unknownOutcome } from '../../world/payments/acquirer';
import { buildApiClient } from '../../world/api-client';
import { endHoldTime, completeYesterday, yesterday } from '../../world/payments/elapsed-time';
import {
  buildPayment,
  listEventTypes,
  listOperations,
  sendCaptureOrVoid,
  refund,
} from '../../world/payments/payments';

const findNewestOperation = (transactionId: string) =>
  prisma.operation.findFirst({ where: { transactionId }, orderBy: { sequence: 'desc' } });

/** An operation that Tillway completes by itself. */
const systemOperation = {
  id: expect.stringMatching(/^op_[0-9a-z]{36}$/),
  sequence: expect.any(BigInt),
  status: 'SUCCEEDED',
  currency: 'USD',
  externalId: null,
  reason: null,
  acquirerReference: null,
  declineCode: null,
  responseBody: null,
  reversedBy: null,
  inquiries: 0,
  inquireAt: null,
  createdAt: expect.any(Date),
  completedAt: expect.any(Date),
};

test('an uncaptured hold expires once', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  await endHoldTime(id);
  const expired = await Promise.all([expireHolds(id), expireHolds(id), expireHolds(id)]);
  expect(expired.sort()).toEqual([0, 0, 1]);
  expect((await client.get(`/transactions/${id}`)).json).toMatchObject({
    status: 'EXPIRED',
    amount_authorized: 10_000,
    amount_captured: 0,
  });
  expect(await listOperations(id)).toEqual([
    ['authorize', 10_000, 'SUCCEEDED', 'api'],
    ['expire', 10_000, 'SUCCEEDED', 'system:expire-holds'],
  ]);
  expect(await findNewestOperation(id)).toEqual({
    ...systemOperation,
    transactionId: id,
    type: 'expire',
    amount: 10_000,
    operator: 'system:expire-holds',
  });
  expect(await listEventTypes(id)).toEqual(['transaction.authorized', 'transaction.expired']);
});

test('one hold expires alone, and the timer expires the others', async () => {
  const client = await buildApiClient();
  const [one, other] = [await buildPayment(client), await buildPayment(client)];
  await endHoldTime(one.id);
  await endHoldTime(other.id);
  const getStatuses = async () => ({
    one: (await client.get(`/transactions/${one.id}`)).json.status,
    other: (await client.get(`/transactions/${other.id}`)).json.status,
  });
  expect(await expireHolds(one.id)).toBe(1);
  expect(await getStatuses()).toEqual({ one: 'EXPIRED', other: 'AUTHORIZED' });
  await expireHolds();
  expect(await getStatuses()).toEqual({ one: 'EXPIRED', other: 'EXPIRED' });
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
  expect((await listOperations(id)).at(-1)).toEqual(['expire', 6_000, 'SUCCEEDED', 'system:expire-holds']);
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
  const settlement = { ...systemOperation, type: 'settle', operator: 'system:settle' };
  expect({
    full: await findNewestOperation(full.id),
    refund: await findNewestOperation(refund.id),
    partial: await findNewestOperation(partial.id),
  }).toEqual({
    full: { ...settlement, transactionId: full.id, amount: 10_000 },
    refund: { ...settlement, transactionId: refund.id, amount: 100 },
    partial: { ...settlement, transactionId: partial.id, amount: 1_000 },
  });
  const countSettlements = async (id: string) =>
    (await listOperations(id)).filter(([type]) => type === 'settle').length;
  expect(
    await Promise.all([full.id, refund.id, partial.id, open.id, today.id].map(countSettlements)),
  ).toEqual([1, 1, 1, 0, 0]);
  expect(await listEventTypes(full.id)).toEqual(['transaction.captured', 'transaction.settled']);
  expect(await listEventTypes(refund.id)).toEqual(['refund.created', 'refund.settled']);
  expect((await client.post('/refunds', { external_id: 'r2', trx_id: full.id, amount: 9_900 })).status).toBe(
    200,
  );
  expect(await getStatus(full.id)).toBe('SETTLED');
});

test('more payments than fit in a batch settle in one run', { timeout: 60_000 }, async () => {
  const client = await buildApiClient();
  const payments = await Promise.all(
    Array.from({ length: 101 }, () => buildPayment(client, { operation: 'authcap' })),
  );
  const ids = payments.map(({ id }) => id as string);
  await completeYesterday(...ids);
  await settlePreviousDays();
  expect(await prisma.transaction.count({ where: { id: { in: ids }, status: 'SETTLED' } })).toBe(101);
});

test("a settlement that fails is reported, doesn't block the others, and happens in the next run", async () => {
  const client = await buildApiClient();
  const [failing, other] = [
    await buildPayment(client, { operation: 'authcap' }),
    await buildPayment(client, { operation: 'authcap' }),
  ];
  await completeYesterday(failing.id, other.id);
  const complete = systemOperations.completeSystemOperation;
  const spy = vi
    .spyOn(systemOperations, 'completeSystemOperation')
    .mockImplementation((row, operation) =>
      row.id === failing.id ? Promise.reject(new Error('down')) : complete(row, operation),
    );
  onTestFinished(() => spy.mockRestore());
  const getStatuses = async () => ({
    failing: (await client.get(`/transactions/${failing.id}`)).json.status,
    other: (await client.get(`/transactions/${other.id}`)).json.status,
  });
  expectConsoleError({ message: 'settling', error: 'down', fields: { transactionId: failing.id } });
  await settlePreviousDays();
  expect(await getStatuses()).toEqual({ failing: 'CAPTURED', other: 'SETTLED' });
  spy.mockRestore();
  await settlePreviousDays();
  expect(await getStatuses()).toEqual({ failing: 'SETTLED', other: 'SETTLED' });
});

test("another merchant's request doesn't expire a hold", async () => {
  const [owner, otherClient] = [await buildApiClient(), await buildApiClient()];
  const { id } = await buildPayment(owner);
  await endHoldTime(id);
  expect((await sendCaptureOrVoid(otherClient, id, { operation: 'void' })).json.code).toBe('not_found');
  expect((await refund(otherClient, id, 1)).json.code).toBe('not_found');
  expect(await listOperations(id)).toHaveLength(1);
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
