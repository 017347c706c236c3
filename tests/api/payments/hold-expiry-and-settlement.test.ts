import { expect, onTestFinished, test, vi } from 'vitest';
import { expireHolds } from '~/payments/operations/hold-expiry';
import * as systemOperations from '~/payments/operations/system-operations';
import { settlePreviousDays } from '~/payments/operations/settlement';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { log } from '~/platform/observability/log';
import { expectConsoleError } from '../../setup/errors';
import { acquirer, declinedOutcome, mockAnswerOnce, unknownOutcome } from '../../world/acquirers/acquirer';
import { buildApiClient } from '../../world/api-client';
import {
  endHoldTime,
  completeYesterday,
  resolveOutcomesOf,
  yesterday,
} from '../../world/payments/elapsed-time';
import { overwriteOperations } from '../../world/payments/overwrite';
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
  acquirerCode: null,
  acceptedAt: null,
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
  const expired = await Promise.all([
    expireHolds({ transactionId: id }),
    expireHolds({ transactionId: id }),
    expireHolds({ transactionId: id }),
  ]);
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
    acquirerReference: expect.stringMatching(/^sim_op_/),
    responseBody: expect.stringContaining('"status":"EXPIRED"'),
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
  expect(await expireHolds({ transactionId: one.id })).toBe(1);
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

/** What the acquirer would still capture. */
async function captureAtAcquirer(transactionId: string, amountMinor: number) {
  const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({
    where: { id: transactionId },
  });
  const request = { reference: createId('op'), authorization, payment: null, amountMinor, currency: 'USD' };
  return acquirer.capture(request, new AbortController().signal);
}

test('an expired hold is released at the acquirer, and so is the rest after a partial capture', async () => {
  const client = await buildApiClient();
  const [whole, rest] = [await buildPayment(client), await buildPayment(client)];
  await sendCaptureOrVoid(client, rest.id, { operation: 'capture', amount: 4_000 });
  await Promise.all([endHoldTime(whole.id), endHoldTime(rest.id)]);
  await expireHolds();
  expect({
    whole: await captureAtAcquirer(whole.id, 1),
    rest: await captureAtAcquirer(rest.id, 1),
  }).toEqual({
    whole: { kind: 'declined', code: 'limit_exceeded' },
    rest: { kind: 'declined', code: 'limit_exceeded' },
  });
});

test('a release without an answer is requested again until the acquirer has confirmed it', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  await endHoldTime(id);
  mockAnswerOnce('void', unknownOutcome);
  await expireHolds({ transactionId: id });
  const pending = (await client.get(`/transactions/${id}`)).json;
  const capture = await client.post(`/transactions/${id}`, { operation: 'capture', external_id: 'late' });
  expect({
    status: pending.status,
    eventTypes: await listEventTypes(id),
    operation: (await listOperations(id)).at(-1),
    captureCode: capture.json.code,
    released: await expireHolds({ transactionId: id }),
  }).toEqual({
    status: 'AUTHORIZED',
    eventTypes: ['transaction.authorized'],
    operation: ['expire', 10_000, 'PENDING', 'system:expire-holds'],
    captureCode: 'invalid_state',
    released: 0,
  });
  await resolveOutcomesOf(id);
  expect({
    status: (await client.get(`/transactions/${id}`)).json.status,
    eventTypes: await listEventTypes(id),
    capture: await captureAtAcquirer(id, 1),
  }).toEqual({
    status: 'EXPIRED',
    eventTypes: ['transaction.authorized', 'transaction.expired'],
    capture: { kind: 'declined', code: 'limit_exceeded' },
  });
});

test('a release that the acquirer refuses is reported, and requested again an hour later', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  await endHoldTime(id);
  mockAnswerOnce('void', declinedOutcome);
  const warn = vi.spyOn(log, 'warn');
  onTestFinished(() => warn.mockRestore());
  await expireHolds({ transactionId: id });
  const refused = await findNewestOperation(id);
  expect({
    status: (await client.get(`/transactions/${id}`)).json.status,
    operation: (await listOperations(id)).at(-1),
    warning: warn.mock.calls,
    again: await expireHolds({ transactionId: id }),
  }).toEqual({
    status: 'AUTHORIZED',
    operation: ['expire', 10_000, 'FAILED', 'system:expire-holds'],
    warning: [
      [
        'the acquirer refused to release an expired hold',
        { operationId: refused!.id, transactionId: id, code: 'do_not_honor' },
      ],
    ],
    again: 0,
  });
  await overwriteOperations({ id: refused!.id }, { completedAt: new Date(Date.now() - 3_601_000) });
  expect(await expireHolds({ transactionId: id })).toBe(1);
  expect((await client.get(`/transactions/${id}`)).json.status).toBe('EXPIRED');
});

test('more expired holds than one batch are released in one run', async () => {
  const client = await buildApiClient();
  const payments = await Promise.all(Array.from({ length: 51 }, () => buildPayment(client)));
  await Promise.all(payments.map(({ id }) => endHoldTime(id)));
  await expireHolds();
  const { accountId } = client.merchant;
  expect(await prisma.transaction.count({ where: { accountId, status: 'EXPIRED' } })).toBe(51);
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
