import { expect, onTestFinished, test, vi } from 'vitest';
import type { Acquirer, Outcome } from '~/acquirers/acquirer';
import { readBacklog } from '~/operations/backlog';
import { findPendingReservation } from '~/payments/idempotency/reservations';
import { listUnknownOutcomes } from '~/payments/operations/unknown-outcome-list';
import { requestInquiry } from '~/payments/operations/unknown-outcomes';
import { recordOutcome } from '~/payments/transactions/outcome-recording';
import { findTransactionWithOperations } from '~/payments/transactions/transaction-operations';
import { readSupportDetails } from '~/payments/transactions/support-details';
import { databaseNow, prisma } from '~/platform/database/db.server';
import { buildApiClient, type ApiClient } from '../../world/api-client';
import {
  acquirer,
  declinedOutcome,
  mockAnswerOnce,
  mockLookup,
  unknownOutcome,
} from '../../world/acquirers/acquirer';
import { passMinute, resolveOutcomesOf } from '../../world/payments/elapsed-time';
import { buildPayment, listOperations, paymentBody, sendCaptureOrVoid } from '../../world/payments/payments';

const pending: Outcome = { kind: 'pending', acquirerReference: 're_1' };

const findOperation = (transactionId: string) =>
  prisma.operation.findFirstOrThrow({ where: { transactionId }, orderBy: { sequence: 'desc' } });

async function buildPendingRefund(client: ApiClient) {
  const { id: parentId } = await buildPayment(client, { operation: 'authcap' });
  const body = { external_id: 'r', trx_id: parentId, amount: 4_000 };
  mockAnswerOnce('refund', pending);
  return { parentId, body, reply: await client.post('/refunds', body) };
}

test('a refund that the acquirer processes later is pending, and is no unknown outcome', async () => {
  const client = await buildApiClient();
  const { parentId, body, reply } = await buildPendingRefund(client);
  expect(reply.status).toBe(200);
  expect(reply.json).toMatchObject({
    status: 'PENDING',
    amount_refunded: 0,
    last_operation: { type: 'refund', amount: 4_000, status: 'PENDING' },
  });
  const operation = await findOperation(reply.json.id);
  expect(operation).toMatchObject({ acquirerReference: 're_1', inquiries: 1, responseBody: null });
  const delay = operation.inquireAt!.getTime() - (await databaseNow(prisma)).getTime();
  expect(delay).toBeGreaterThan(30_000);
  const { accountId } = client.merchant;
  expect((await listUnknownOutcomes({ accountId })).outcomes).toEqual([]);

  // A replay inquires, and the amount stays reserved.
  mockLookup(operation.id, pending);
  const replay = await client.post('/refunds', body);
  expect(replay.json).toEqual(reply.json);
  expect(replay.headers.get('Idempotent-Replayed')).toBe('true');
  const excess = await client.post('/refunds', { ...body, external_id: 'r2', amount: 6_001 });
  expect(excess.json).toMatchObject({ code: 'amount_exceeds_remaining', remaining: 6_000 });
  expect((await client.get(`/transactions/${parentId}`)).json.amount_refunded).toBe(0);
});

test.each([
  ['succeeds', { kind: 'approved', acquirerReference: 're_1' }, 'CAPTURED', 4_000],
  ['fails', declinedOutcome, 'DECLINED', 0],
] as const)('a pending refund that %s gets its result by inquiry', async (_, outcome, status, refunded) => {
  const client = await buildApiClient();
  const { parentId, body, reply } = await buildPendingRefund(client);
  mockLookup((await findOperation(reply.json.id)).id, outcome);
  await resolveOutcomesOf(reply.json.id);
  expect((await client.get(`/transactions/${reply.json.id}`)).json).toMatchObject({ status });
  expect((await client.get(`/transactions/${parentId}`)).json).toMatchObject({ amount_refunded: refunded });
  expect((await client.post('/refunds', body)).json.status).toBe(status);
});

test('inquiries about a pending result go on for a month, and then a person decides', async () => {
  const client = await buildApiClient();
  const { reply } = await buildPendingRefund(client);
  const { id } = await findOperation(reply.json.id);
  mockLookup(id, pending);
  const delays: number[] = [];
  for (let inquiry = 0; inquiry < 40; inquiry++) {
    await resolveOutcomesOf(reply.json.id);
    const { inquireAt } = await findOperation(reply.json.id);
    if (!inquireAt) break;
    delays.push(Math.round((inquireAt.getTime() - (await databaseNow(prisma)).getTime()) / 60_000));
  }
  expect(delays.slice(0, 6)).toEqual([5, 30, 120, 360, 1_440, 1_440]);
  expect(delays).toHaveLength(34);
  const { accountId } = client.merchant;
  expect((await listUnknownOutcomes({ accountId })).outcomes.map(({ operationId }) => operationId)).toEqual([
    id,
  ]);
});

test('staff can inquire about a pending result, which stays pending', async () => {
  const client = await buildApiClient();
  const { reply } = await buildPendingRefund(client);
  const { id } = await findOperation(reply.json.id);
  mockLookup(id, pending);
  const actor = 'staff:usr_1' as const;
  expect(await requestInquiry({ operationId: id, seen: 1, actor })).toBe('unknown');
  expect(await requestInquiry({ operationId: id, seen: 2, actor })).toBe('already_requested');
  await passMinute(reply.json.id);
});

test('an unknown outcome can turn out to be pending', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  mockAnswerOnce('refund', unknownOutcome);
  const { json } = await client.post('/refunds', { external_id: 'r', trx_id: id, amount: 100 });
  const operation = await findOperation(json.transaction_id);
  mockLookup(operation.id, pending);
  await resolveOutcomesOf(json.transaction_id);
  expect(await findOperation(json.transaction_id)).toMatchObject({
    status: 'PENDING',
    acquirerReference: 're_1',
    acceptedAt: expect.any(Date),
    inquiries: 1,
  });
});

test('support staff see the acquirer’s own decline code', async () => {
  const client = await buildApiClient();
  mockAnswerOnce('authorize', { kind: 'declined', code: 'do_not_honor', acquirerCode: 'pin_try_exceeded' });
  const { id, decline } = await buildPayment(client);
  expect(decline).toMatchObject({ code: 'do_not_honor' });
  const [row] = await prisma.transaction.findMany({ where: { id } });
  expect((await readSupportDetails({ ...row!, children: [] })).exchanges).toMatchObject([
    { code: 'pin_try_exceeded', isIsoCode: false, reason: 'do_not_honor' },
  ]);
});

/** The next capture reaches the acquirer, which releases the rest of the hold with it. */
function releaseWithNextCapture() {
  const capture: Acquirer['capture'] = acquirer.capture.bind(acquirer);
  vi.spyOn(acquirer, 'capture').mockImplementationOnce(async (request, signal) => {
    const outcome = await capture(request, signal);
    return outcome.kind === 'approved' ? { ...outcome, released: true } : outcome;
  });
}

test('a capture after which the acquirer releases the rest leaves nothing on hold', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  releaseWithNextCapture();
  const captured = await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 6_000 });
  expect(captured.json).toMatchObject({
    status: 'PARTIAL_CAPTURED',
    amount_captured: 6_000,
    amount_voided: 0,
  });
  expect(captured.json.last_operation).toMatchObject({ type: 'partial_capture', status: 'SUCCEEDED' });
  expect(await listOperations(id)).toEqual([
    ['authorize', 10_000, 'SUCCEEDED', 'api'],
    ['partial_capture', 6_000, 'SUCCEEDED', 'api'],
    ['expire', 4_000, 'SUCCEEDED', 'system:capture-release'],
  ]);
  const { accountId } = client.merchant;
  const transaction = await findTransactionWithOperations({ accountId, environment: 'test', id });
  expect(transaction).toMatchObject({ amountExpired: 4_000, holdReleased: true });
  expect(transaction!.operations.map(({ isCaptureRelease }) => isCaptureRelease)).toEqual([
    false,
    false,
    true,
  ]);
  for (const operation of ['capture', 'void'] as const) {
    const { json } = await sendCaptureOrVoid(client, id, { operation });
    expect(json).toMatchObject({ code: 'invalid_state', allowed_operations: ['refund'] });
  }
});

test.each([
  { kind: 'declined', code: 'system_error' },
  { kind: 'approved', acquirerReference: 'acq-2' },
] as const)(
  'what a capture that releases the rest leaves reserved for another one, which is $kind',
  async (outcome) => {
    const client = await buildApiClient();
    const { id } = await buildPayment(client);
    mockAnswerOnce('capture', unknownOutcome);
    await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 5_000 });
    releaseWithNextCapture();
    const { json } = await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 3_000 });
    expect(json).toMatchObject({ status: 'PARTIAL_CAPTURED', amount_captured: 3_000 });
    expect(json.capture_before).toBeUndefined();
    const { id: operationId } = await prisma.operation.findFirstOrThrow({
      where: { transactionId: id, status: 'PENDING' },
    });
    const [reservation] = await findPendingReservation({ operationId });
    await recordOutcome(reservation!, outcome, new Date());
    const [captured, rest] = outcome.kind === 'declined' ? [3_000, 5_000] : [8_000, 0];
    expect(await prisma.transaction.findUniqueOrThrow({ where: { id } })).toMatchObject({
      ...{ status: 'PARTIAL_CAPTURED', amountCaptured: captured, holdReserved: 0 },
      ...{ amountExpired: 10_000 - captured, captureBefore: null },
    });
    const releases = (await listOperations(id)).filter(([type]) => type === 'expire');
    expect(releases.map(([, amount, status]) => [amount, status])).toEqual(
      [2_000, rest].filter(Boolean).map((amount) => [amount, 'SUCCEEDED']),
    );
  },
);

test('a full capture releases nothing', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  releaseWithNextCapture();
  expect((await sendCaptureOrVoid(client, id, { operation: 'capture' })).json.status).toBe('CAPTURED');
  expect((await listOperations(id)).map(([type]) => type)).toEqual(['authorize', 'capture']);
});

/** Until the end of the test, the acquirer prepares payments. */
function preparePayments(prepare: NonNullable<Acquirer['prepare']>) {
  const prepared = vi.fn(prepare);
  Object.assign(acquirer, { prepare: prepared });
  onTestFinished(() => {
    delete acquirer.prepare;
  });
  return prepared;
}

test('a payment’s reference at the acquirer is stored before its card is sent', async () => {
  const client = await buildApiClient();
  const stored: (string | null)[] = [];
  const prepared = preparePayments(async () => ({ kind: 'prepared', payment: 'pi_1' }));
  vi.spyOn(acquirer, 'authorize').mockImplementationOnce(async ({ reference, payment }) => {
    const { acquirerReference } = await prisma.operation.findUniqueOrThrow({ where: { id: reference } });
    stored.push(acquirerReference, payment ?? null);
    return declinedOutcome;
  });
  const { id, status } = await buildPayment(client);
  expect(status).toBe('DECLINED');
  expect(stored).toEqual(['pi_1', 'pi_1']);
  expect(JSON.stringify(prepared.mock.calls)).not.toContain('card');
  // A late approval is reversed with it.
  expect(await findOperation(id)).toMatchObject({ acquirerReference: 'pi_1' });
});

test('a replay authorizes the prepared payment, and doesn’t prepare another one', async () => {
  const client = await buildApiClient();
  const body = paymentBody();
  const prepared = preparePayments(async () => ({ kind: 'prepared', payment: 'pi_2' }));
  mockAnswerOnce('authorize', unknownOutcome);
  const { json } = await client.post('/transactions', body);
  expect(json.code).toBe('outcome_unknown');
  const { id } = await findOperation(json.transaction_id);
  const lookup = vi.spyOn(acquirer, 'lookup').mockResolvedValueOnce({ kind: 'not_found' });
  const authorize = vi.spyOn(acquirer, 'authorize').mockClear();
  expect((await client.post('/transactions', body)).json.status).toBe('AUTHORIZED');
  expect(prepared).toHaveBeenCalledTimes(1);
  expect(authorize.mock.calls[0]![0]).toMatchObject({ reference: id, payment: 'pi_2' });
  expect(lookup.mock.calls.at(-1)![0]).toMatchObject({
    reference: id,
    payment: 'pi_2',
    acquirerReference: 'pi_2',
  });
});

test('a prepared payment that the acquirer never saw is reversed by its reference', async () => {
  const client = await buildApiClient();
  preparePayments(async () => ({ kind: 'prepared', payment: 'pi_3' }));
  mockAnswerOnce('authorize', unknownOutcome);
  const { json } = await client.post('/transactions', paymentBody());
  const reverse = vi.spyOn(acquirer, 'reverse').mockClear();
  await passMinute(json.transaction_id);
  await resolveOutcomesOf(json.transaction_id);
  expect(reverse.mock.calls.find(([request]) => request.payment === 'pi_3')).toBeDefined();
  expect((await client.get(`/transactions/${json.transaction_id}`)).json.status).toBe('DECLINED');
});

test('a payment that was declined in the meantime isn’t authorized', async () => {
  const client = await buildApiClient();
  preparePayments(async ({ reference }) => {
    const [reservation] = await findPendingReservation({ operationId: reference });
    await recordOutcome(reservation!, { kind: 'declined', code: 'system_error' }, new Date());
    return { kind: 'prepared', payment: 'pi_4' };
  });
  const authorize = vi.spyOn(acquirer, 'authorize').mockClear();
  const { json } = await client.post('/transactions', paymentBody());
  expect(json.code).toBe('outcome_unknown');
  expect(authorize).not.toHaveBeenCalled();
});

test('a payment that the acquirer refuses to prepare is declined', async () => {
  const client = await buildApiClient();
  preparePayments(async () => ({
    kind: 'declined',
    code: 'not_permitted',
    acquirerCode: 'amount_too_small',
  }));
  const { json } = await client.post('/transactions', paymentBody());
  expect(json).toMatchObject({ status: 'DECLINED', decline: { code: 'not_permitted' } });
});

test('pending results don’t raise the alert on unknown outcomes', async () => {
  const client = await buildApiClient();
  const before = await readBacklog();
  await buildPendingRefund(client);
  expect((await readBacklog()).unknownOutcomes).toEqual(before.unknownOutcomes);
});
