import { expect, test, vi } from 'vitest';
import { payIntent } from '~/payments/checkout/checkout-payments';
import { findCheckoutIntent } from '~/payments/checkout/payment-intents';
import { findPendingReservation, type Reservation } from '~/payments/idempotency/reservations';
import { pool, prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { renderMetrics } from '~/platform/observability/metrics';
import * as polling from '~/webhooks/deliveries/polling';
import { expectConsoleError } from '../../../tests/setup/errors';
import { buildApiClient, type ApiClient, type ApiResponse } from '../../../tests/world/api-client';
import {
  acquirer,
  declinedOutcome,
  loseAnswerOnce,
  mockAnswerOnce,
  unknownOutcome,
} from '../../../tests/world/acquirers/acquirer';
import { interceptStatement } from '../../../tests/world/intercepted-statements';
import { buildCard } from '../../../tests/world/payments/card-tokens';
import { resolveOutcomesOf } from '../../../tests/world/payments/elapsed-time';
import {
  buildPayment,
  cards,
  listEventTypes,
  paymentBody,
  readStatementsWithEntries,
  refund,
  sendCaptureOrVoid,
} from '../../../tests/world/payments/payments';
import { recordRequiredAction } from './later-results';
import { recordOutcome, type KnownOutcome } from './outcome-recording';

const approvedOutcome = { kind: 'approved', acquirerReference: 'acq-1' } as const;
const declined = { kind: 'declined', code: 'do_not_honor' } as const;
const describeDecline = (operation: string) => ({
  code: 'do_not_honor',
  message: `The bank declined the ${operation} without giving a reason.`,
});
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;

async function countPayments(): Promise<Record<string, number>> {
  const { body } = await renderMetrics();
  const lines = body.matchAll(
    /^tillway_payments_total\{operation="(\w+)",outcome="(\w+)",environment="test"\} (\d+)$/gm,
  );
  return Object.fromEntries(
    [...lines].map(([, operation, outcome, count]) => [`${operation} ${outcome}`, Number(count)]),
  );
}

/** Everything that one request records, apart from the stored order and the card. */
async function observe(client: ApiClient, request: () => Promise<ApiResponse>) {
  const { accountId } = client.merchant;
  const [operations, events, countsBefore] = [
    await prisma.operation.findMany({ where: { transaction: { accountId } }, select: { id: true } }),
    await prisma.webhookEvent.findMany({ where: { accountId }, select: { id: true } }),
    await countPayments(),
  ];
  const wake = vi.spyOn(polling, 'wakeDeliveryWorker').mockClear();
  const response = await request();
  // A declined capture or void is an error, and the payment shows it.
  const { json } =
    response.status === 402 ? await client.get(`/transactions/${response.json.transaction_id}`) : response;
  const counts = Object.entries(await countPayments()).filter(
    ([name, count]) => count !== (countsBefore[name] ?? 0),
  );
  const woken = wake.mock.calls.length;
  wake.mockRestore();
  const newOperations = await prisma.operation.findMany({
    where: { transaction: { accountId }, id: { notIn: operations.map(({ id }) => id) } },
    orderBy: { sequence: 'asc' },
  });
  const newEvents = await prisma.webhookEvent.findMany({
    where: { accountId, id: { notIn: events.map(({ id }) => id) } },
  });
  for (const { responseBody, completedAt, transactionId } of newOperations.filter(
    ({ transactionId }) => transactionId === json.id,
  ))
    expect({ responseBody, completedAt: completedAt?.toISOString(), transactionId }).toEqual({
      responseBody: JSON.stringify(json),
      completedAt: json.updated_at,
      transactionId: json.id,
    });
  for (const { id, accountId: owner, payload, transactionId } of newEvents)
    expect({ id, owner, payload, transactionId }).toEqual({
      id: expect.stringMatching(/^evt_/),
      owner: accountId,
      payload: json,
      transactionId: json.id,
    });
  const { id, created_at, updated_at, last_operation, ...reply } = json;
  const own = newOperations.find(({ transactionId }) => transactionId === id)!;
  expect(last_operation).toEqual({
    id: own.id,
    type: own.type,
    amount: own.amount,
    status: own.status,
    ...(own.declineCode && { decline: describeDecline(declinedOperations[own.type] ?? 'payment') }),
  });
  expect({ id, created_at, updated_at }).toEqual({
    id: expect.stringMatching(/^trx_/),
    created_at: time,
    updated_at: time,
  });
  const row = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  return {
    reply,
    row: {
      status: row.status,
      authorized: row.amountAuthorized,
      captured: row.amountCaptured,
      voided: row.amountVoided,
      refunded: row.amountRefunded,
      holdReserved: row.holdReserved,
      holdDays: row.captureBefore && (row.captureBefore.getTime() - row.createdAt.getTime()) / 86_400_000,
      declineCode: row.declineCode,
      version: row.version,
    },
    operations: newOperations.map((operation) => ({
      on: operation.transactionId === id ? 'own' : 'parent',
      type: operation.type,
      status: operation.status,
      amount: operation.amount,
      reason: operation.reason,
      declineCode: operation.declineCode,
      // The simulator's references contain ours.
      hasReference: operation.acquirerReference !== null,
      validId: operation.id.startsWith('op_'),
    })),
    events: newEvents.map(({ type }) => type),
    counts: counts.map(([name]) => name),
    woken,
  };
}

const operation = (type: string, amount: number) => ({
  on: 'own',
  type,
  status: 'SUCCEEDED',
  amount,
  reason: null,
  declineCode: null,
  hasReference: true,
  validId: true,
});
const declinedOperation = (type: string, amount: number) => ({
  ...operation(type, amount),
  status: 'FAILED',
  reason: 'do_not_honor',
  declineCode: 'do_not_honor',
  hasReference: false,
});
const declinedOperations: Record<string, string> = {
  capture: 'capture',
  partial_capture: 'capture',
  refund: 'refund',
};

const reply = {
  type: 'PAYMENT',
  order_id: 'order-1',
  order_amount: 10_000,
  order_currency: 'USD',
  amount_authorized: 10_000,
  amount_captured: 0,
  amount_voided: 0,
  amount_refunded: 0,
  card: { brand: 'visa', last_four: '4242', checks: { security_code: 'pass' } },
};
const row = {
  authorized: 10_000,
  captured: 0,
  voided: 0,
  refunded: 0,
  holdReserved: 0,
  holdDays: expect.closeTo(7, 2) as number,
  declineCode: null,
};

test('an authorization, its captures and its voids are recorded with a reply, an event and a count', async () => {
  const client = await buildApiClient();
  let id = '';
  expect(
    await observe(client, async () => {
      const response = await client.post('/transactions', paymentBody({ externalId: 'a' }));
      id = response.json.id;
      return response;
    }),
  ).toEqual({
    reply: { ...reply, status: 'AUTHORIZED', external_id: 'a', capture_before: time },
    row: { ...row, status: 'AUTHORIZED', version: 2 },
    operations: [operation('authorize', 10_000)],
    events: ['transaction.authorized'],
    counts: ['authorize approved'],
    woken: 1,
  });

  const send = (operation: 'capture' | 'void', amount?: number) =>
    observe(client, () => sendCaptureOrVoid(client, id, { operation, amount }));
  expect(await send('void', 1_000)).toEqual({
    reply: { ...reply, status: 'AUTHORIZED', amount_voided: 1_000, external_id: 'a', capture_before: time },
    row: { ...row, status: 'AUTHORIZED', voided: 1_000, version: 4 },
    operations: [operation('void', 1_000)],
    events: ['transaction.partially_voided'],
    counts: ['void approved'],
    woken: 1,
  });

  mockAnswerOnce('capture', declinedOutcome);
  expect(await send('capture', 9_000)).toEqual({
    reply: {
      ...reply,
      status: 'AUTHORIZED',
      amount_voided: 1_000,
      external_id: 'a',
      capture_before: time,
    },
    row: { ...row, status: 'AUTHORIZED', voided: 1_000, version: 6 },
    operations: [declinedOperation('partial_capture', 9_000)],
    events: ['capture.failed'],
    counts: ['partial_capture declined'],
    woken: 1,
  });

  const captured = {
    ...reply,
    status: 'PARTIAL_CAPTURED',
    amount_captured: 4_000,
    amount_voided: 1_000,
    external_id: 'a',
    capture_before: time,
  };
  expect(await send('capture', 4_000)).toEqual({
    reply: captured,
    row: { ...row, status: 'PARTIAL_CAPTURED', captured: 4_000, voided: 1_000, version: 8 },
    operations: [operation('partial_capture', 4_000)],
    events: ['transaction.partial_captured'],
    counts: ['partial_capture approved'],
    woken: 1,
  });

  expect(await send('void')).toEqual({
    reply: { ...captured, amount_voided: 6_000, capture_before: undefined },
    row: { ...row, status: 'PARTIAL_CAPTURED', captured: 4_000, voided: 6_000, version: 10 },
    operations: [operation('void', 5_000)],
    events: ['transaction.partially_voided'],
    counts: ['void approved'],
    woken: 1,
  });
});

test('an authcap and its refunds are recorded with a reply, an event and a count', async () => {
  const client = await buildApiClient();
  let id = '';
  expect(
    await observe(client, async () => {
      const response = await client.post(
        '/transactions',
        paymentBody({ externalId: 'a', operation: 'authcap' }),
      );
      id = response.json.id;
      return response;
    }),
  ).toEqual({
    reply: { ...reply, status: 'CAPTURED', amount_captured: 10_000, external_id: 'a' },
    row: { ...row, status: 'CAPTURED', captured: 10_000, holdDays: null, version: 2 },
    operations: [operation('authcap', 10_000)],
    events: ['transaction.captured'],
    counts: ['authcap approved'],
    woken: 1,
  });

  const refunded = {
    ...reply,
    type: 'REFUND',
    order_amount: 3_000,
    amount_authorized: 0,
    card: { brand: 'visa', last_four: '4242' },
    parent_transaction_id: id,
  };
  const refundRow = { ...row, authorized: 0, holdDays: null, version: 2 };
  expect(await observe(client, () => refund(client, id, 3_000, 'r-1'))).toEqual({
    reply: { ...refunded, status: 'CAPTURED', amount_refunded: 3_000, external_id: 'r-1' },
    row: { ...refundRow, status: 'CAPTURED', refunded: 3_000 },
    operations: [operation('refund', 3_000), { ...operation('refund', 3_000), on: 'parent' }],
    events: ['refund.created'],
    counts: ['refund approved'],
    woken: 1,
  });

  mockAnswerOnce('refund', declinedOutcome);
  expect(await observe(client, () => refund(client, id, 3_000, 'r-2'))).toEqual({
    reply: { ...refunded, status: 'DECLINED', external_id: 'r-2', decline: describeDecline('refund') },
    row: { ...refundRow, status: 'DECLINED', declineCode: 'do_not_honor' },
    operations: [declinedOperation('refund', 3_000), { ...declinedOperation('refund', 3_000), on: 'parent' }],
    events: ['refund.declined'],
    counts: ['refund declined'],
    woken: 1,
  });
});

test('a declined authorization is recorded with its code, and holds nothing', async () => {
  const client = await buildApiClient();
  expect(
    await observe(client, () =>
      client.post('/transactions', paymentBody({ externalId: 'a', pan: cards.declined })),
    ),
  ).toEqual({
    reply: {
      ...reply,
      status: 'DECLINED',
      amount_authorized: 0,
      card: { brand: 'visa', last_four: '0002', checks: { security_code: 'pass' } },
      external_id: 'a',
      decline: describeDecline('payment'),
    },
    row: {
      ...row,
      status: 'DECLINED',
      authorized: 0,
      holdDays: null,
      declineCode: 'do_not_honor',
      version: 2,
    },
    operations: [declinedOperation('authorize', 10_000)],
    events: ['transaction.declined'],
    counts: ['authorize declined'],
    woken: 1,
  });
});

test('only a payment that the acquirer has already paid out settles at once', async () => {
  const client = await buildApiClient();
  const pay = async (pan: string, operation: string) => {
    const { id } = await buildPayment(client, { pan, operation });
    const { status, settledAt } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
    return { status, isSettled: settledAt !== null };
  };
  expect(await pay('4000000000000077', 'authcap')).toEqual({ status: 'SETTLED', isSettled: true });
  expect(await pay('4000000000000077', 'authorize')).toEqual({ status: 'AUTHORIZED', isSettled: false });
  expect(await pay(cards.approved, 'authcap')).toEqual({ status: 'CAPTURED', isSettled: false });
});

/** A payment whose first answer was lost, and its pending reservation. */
async function buildPending(client: ApiClient, changes: Parameters<typeof paymentBody>[0] = {}) {
  mockAnswerOnce('authorize', unknownOutcome);
  const { transaction_id: id } = await buildPayment(client, changes);
  return { id: id as string, reservation: await findReservationOf(id) };
}

async function findReservationOf(transactionId: string): Promise<Reservation> {
  const { id } = await prisma.operation.findFirstOrThrow({ where: { transactionId, status: 'PENDING' } });
  const [reservation] = await findPendingReservation({ operationId: id });
  return reservation!;
}

test('a missing answer changes nothing but the time of the first inquiry', async () => {
  const client = await buildApiClient();
  const before = await countPayments();
  const { id, reservation } = await buildPending(client);
  expect((await countPayments())['authorize unknown']).toBe((before['authorize unknown'] ?? 0) + 1);
  const operation = await prisma.operation.findUniqueOrThrow({ where: { id: reservation.operation_id } });
  const delayMs = operation.inquireAt!.getTime() - operation.createdAt.getTime();
  expect({ ...operation, delay: delayMs >= 5_000 && delayMs < 60_000 ? 'seconds' : delayMs }).toMatchObject({
    status: 'PENDING',
    inquiries: 1,
    delay: 'seconds',
    completedAt: null,
    responseBody: null,
  });
  expect(reservation).toMatchObject({ status: 'PENDING', version: 1, amount_authorized: 0 });
  expect(await listEventTypes(id)).toEqual([]);
});

test('an outcome is computed again from a row that has changed since', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  const capture = acquirer.capture.bind(acquirer);
  vi.spyOn(acquirer, 'capture').mockImplementationOnce(async (request, signal) => {
    await sendCaptureOrVoid(client, id, { operation: 'void', amount: 2_500 });
    return capture(request, signal);
  });
  const { json } = await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 7_500 });
  expect(json).toMatchObject({ status: 'PARTIAL_CAPTURED', amount_captured: 7_500, amount_voided: 2_500 });
  expect((await client.get(`/transactions/${id}`)).json).toEqual(json);
  expect(await listEventTypes(id)).toEqual([
    'transaction.authorized',
    'transaction.partially_voided',
    'transaction.partial_captured',
  ]);
});

test('recording gives up after 100 conflicts', async () => {
  const client = await buildApiClient();
  const { id, reservation } = await buildPending(client);
  let attempts = 0;
  const endConflicts = interceptStatement('record-payment', async (query) => {
    attempts++;
    await pool.query('update transactions set version = version + 1 where id = $1', [id]);
    return query();
  });
  await expect(recordOutcome(reservation, approvedOutcome, new Date())).rejects.toThrow(
    `operation ${reservation.operation_id} could not be recorded`,
  );
  endConflicts();
  expect(attempts).toBe(100);
  await resolveOutcomesOf(id);
});

test('an outcome that others have recorded is kept, and their reply is returned', async () => {
  const client = await buildApiClient();
  const [paid, refused] = [await buildPending(client), await buildPending(client)];
  const record = (reservation: Reservation, outcome: KnownOutcome) =>
    recordOutcome(reservation, outcome, new Date());
  const approval = await record(paid.reservation, approvedOutcome);
  expect(JSON.parse(approval)).toMatchObject({ id: paid.id, status: 'AUTHORIZED' });
  expect(await record(paid.reservation, { ...approvedOutcome, acquirerReference: 'acq-2' })).toBe(approval);
  const decline = await record(refused.reservation, declined);
  expect(JSON.parse(decline)).toMatchObject({ id: refused.id, status: 'DECLINED' });
  expect(await record(refused.reservation, declined)).toBe(decline);

  const operations = await prisma.operation.findMany({
    where: { transactionId: { in: [paid.id, refused.id] } },
    orderBy: { sequence: 'asc' },
    select: { type: true, status: true, acquirerReference: true, reversedBy: true },
  });
  expect(operations).toEqual([
    { type: 'authorize', status: 'SUCCEEDED', acquirerReference: 'acq-1', reversedBy: null },
    { type: 'authorize', status: 'FAILED', acquirerReference: null, reversedBy: null },
  ]);
});

test('an outcome that was recorded without a reply is an error', async () => {
  const client = await buildApiClient();
  const { id, reservation } = await buildPending(client);
  await prisma.operation.update({
    where: { id: reservation.operation_id },
    data: { status: 'FAILED', completedAt: new Date(), inquireAt: null },
  });
  await prisma.transaction.update({ where: { id }, data: { status: 'DECLINED' } });
  await expect(recordOutcome(reservation, declined, new Date())).rejects.toThrow(
    `operation ${reservation.operation_id} is recorded without a reply`,
  );
});

async function buildIntent(
  client: ApiClient,
  order: object = { order_amount: 2_500, order_currency: 'EUR' },
) {
  const { json } = await client.post('/intents/payment', {
    external_id: 'i',
    operation: 'authorize',
    order,
    redirect_urls: { success: 'https://shop.test/ok', failure: 'https://shop.test/no' },
  });
  const address = {
    accountId: client.merchant.accountId,
    environment: 'test' as const,
    intentId: json.intent_id as string,
  };
  const pay = async (formId: string, pan = cards.approved) =>
    payIntent((await findCheckoutIntent(address))!, { card: buildCard(pan), formId });
  const findState = async () =>
    (await prisma.paymentIntent.findUniqueOrThrow({ where: { id: address.intentId } })).state;
  return { pay, findState };
}

test("the reversal of a late approval leaves the declined payment and its intent's next attempt alone", async () => {
  const client = await buildApiClient();
  const { pay, findState } = await buildIntent(client);
  loseAnswerOnce('authorize');
  const first = (await pay('one')) as { kind: string; transactionId: string };
  expect(first.kind).toBe('paying');
  const reservation = await findReservationOf(first.transactionId);
  // The inquiries were given up. Then the payer pays again, and the acquirer reports the first approval.
  await recordOutcome(reservation, { kind: 'declined', code: 'system_error' }, new Date());
  expect(await findState()).toBe('OPEN');
  mockAnswerOnce('authorize', unknownOutcome);
  const second = (await pay('two')) as { kind: string; transactionId: string };
  expect({ kind: second.kind, state: await findState() }).toEqual({ kind: 'paying', state: 'PAYING' });
  const row = await prisma.transaction.findUniqueOrThrow({ where: { id: first.transactionId } });
  expectConsoleError();
  const acquirerReference = `sim_${reservation.operation_id}`;
  await recordOutcome(reservation, { ...approvedOutcome, acquirerReference }, new Date());
  await resolveOutcomesOf(first.transactionId);

  expect(await prisma.operation.findUniqueOrThrow({ where: { id: reservation.operation_id } })).toMatchObject(
    { status: 'FAILED', acquirerReference },
  );
  expect(await prisma.transaction.findUniqueOrThrow({ where: { id: first.transactionId } })).toEqual({
    ...row,
    lastOperationId: expect.any(String),
    version: row.version + 1,
    updatedAt: expect.any(Date),
  });
  const reversal = await prisma.operation.findFirstOrThrow({
    where: { transactionId: first.transactionId, type: 'void' },
  });
  expect(reversal).toMatchObject({ status: 'SUCCEEDED', amount: 2_500, operator: 'system:late-approvals' });
  expect(await listEventTypes(first.transactionId)).toEqual(['transaction.declined', 'payment.reversed']);
  expect(await findState()).toBe('PAYING');
  await resolveOutcomesOf(second.transactionId);
  // Other tests import the ledger, too, and don't expect the error of this approval.
  await readStatementsWithEntries([]);
});

test('the outcome of a payment decides the state of its intent', async () => {
  const client = await buildApiClient();
  const { pay, findState } = await buildIntent(client);
  await pay('one', cards.declined);
  expect(await findState()).toBe('OPEN');
  const paid = (await pay('two')) as { kind: string; transactionId: string };
  expect({ kind: paid.kind, state: await findState() }).toEqual({ kind: 'paid', state: 'PAID' });
  mockAnswerOnce('capture', declinedOutcome);
  await sendCaptureOrVoid(client, paid.transactionId, { operation: 'capture' });
  expect(await findState()).toBe('PAID');
});

test('a payer who returns during an inquiry isn’t forgotten, until they have to return to another URL', async () => {
  const client = await buildApiClient();
  const body = { ...paymentBody({ pan: '4000002760003184' }), return_url: 'https://shop.test/done' };
  const { json } = await client.post('/transactions', body);
  const findPayment = () => prisma.transaction.findUniqueOrThrow({ where: { id: json.id as string } });
  const { authorizationId: operationId, authentication } = await findPayment();
  const waiting = authentication as { status: string; url: string; expires_at: string };
  const [inquiry] = await findPendingReservation({ operationId });
  const result = { redirectResult: 'X6XtfGC3' };
  await prisma.transaction.update({
    where: { id: json.id as string },
    data: { authentication: { ...waiting, result } },
  });
  const action = { kind: 'action_required', acquirerReference: `sim_${operationId}` } as const;
  await recordRequiredAction(inquiry!, { ...action, url: waiting.url });
  expect((await findPayment()).authentication).toEqual({ ...waiting, result });
  const url = 'https://bank.test/again';
  await recordRequiredAction(inquiry!, { ...action, url });
  expect((await findPayment()).authentication).toEqual({ ...waiting, url });
  const other = { ...inquiry!, operation_id: createId('op') };
  expect(await recordRequiredAction(other, { ...action, url })).toBeNull();
});
