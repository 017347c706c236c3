import { expect, test, vi } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient, type ApiClient, type ApiResponse } from '../../world/api-client';
import {
  acquirer,
  declinedOutcome,
  mockAnswerOnce,
  mockLookup,
  unknownOutcome,
} from '../../world/acquirers/acquirer';
import { resolveOutcomesOf } from '../../world/payments/elapsed-time';
import { buildPayment, listEventTypes, sendCaptureOrVoid } from '../../world/payments/payments';

const describeDecline = (operation: string) => ({
  code: 'do_not_honor',
  message: `The bank declined the ${operation} without giving a reason.`,
});
const operations = ['capture', 'void'] as const;

const findOperation = (transactionId: string) =>
  prisma.operation.findFirstOrThrow({ where: { transactionId }, orderBy: { sequence: 'desc' } });

/** A reply apart from the members that identify the request. */
function toStoredReply({ status, json: { instance: _instance, request_id: _id, ...json } }: ApiResponse) {
  return { status, json };
}

async function expectDeclined(
  client: ApiClient,
  id: string,
  { reply, operation }: { reply: ApiResponse; operation: (typeof operations)[number] },
) {
  const { id: operationId } = await findOperation(id);
  const decline = describeDecline(operation);
  expect(toStoredReply(reply)).toEqual({
    status: 402,
    json: {
      type: expect.stringMatching(/\/docs\/errors#operation_declined$/),
      title: 'Operation declined',
      status: 402,
      code: 'operation_declined',
      detail: `The operation was declined: ${decline.message}`,
      transaction_id: id,
      operation_id: operationId,
      decline,
    },
  });
  const { json } = await client.get(`/transactions/${id}`);
  expect(json).toMatchObject({
    status: 'AUTHORIZED',
    amount_captured: 0,
    amount_voided: 0,
    last_operation: { id: operationId, type: operation, amount: 10_000, status: 'FAILED', decline },
  });
  expect(json).not.toHaveProperty('decline');
  const events = await prisma.webhookEvent.findMany({ where: { transactionId: id }, orderBy: { id: 'asc' } });
  expect(events.map(({ type }) => type)).toEqual(['transaction.authorized', `${operation}.failed`]);
  expect(events[1]!.payload).toEqual(json);
}

test.each(operations)('a declined %s is an error, an event, and the last operation', async (operation) => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  mockAnswerOnce(operation, declinedOutcome);
  const send = () => sendCaptureOrVoid(client, id, { operation, externalId: 'once' });
  const reply = await send();
  expect(reply.headers.get('idempotent-replayed')).toBeNull();
  await expectDeclined(client, id, { reply, operation });

  // Later operations don't change the stored reply.
  expect((await sendCaptureOrVoid(client, id, { operation })).status).toBe(200);
  const replay = await send();
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(toStoredReply(replay)).toEqual(toStoredReply(reply));
});

test.each(operations)('a %s that turns out to be declined notifies the merchant', async (operation) => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  mockAnswerOnce(operation, unknownOutcome);
  const send = () => sendCaptureOrVoid(client, id, { operation, externalId: 'once' });
  expect((await send()).json.code).toBe('outcome_unknown');
  expect((await client.get(`/transactions/${id}`)).json.last_operation).toEqual({
    id: (await findOperation(id)).id,
    type: operation,
    amount: 10_000,
    status: 'PENDING',
  });
  expect(await listEventTypes(id)).toEqual(['transaction.authorized']);

  // Operations of other tests may be due in the same run.
  mockLookup((await findOperation(id)).id, declinedOutcome);
  await resolveOutcomesOf(id);
  const replay = await send();
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  await expectDeclined(client, id, { reply: replay, operation });
});

test('a repeated capture that turns out to be declined gets the error', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  mockAnswerOnce('capture', unknownOutcome);
  const send = () => sendCaptureOrVoid(client, id, { operation: 'capture', externalId: 'once' });
  expect((await send()).status).toBe(503);
  mockAnswerOnce('capture', declinedOutcome);
  const replay = await send();
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  await expectDeclined(client, id, { reply: replay, operation: 'capture' });
});

test('the last operation is the one that last started or ended', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  const last = async () => (await client.get(`/transactions/${id}`)).json.last_operation;
  vi.spyOn(acquirer, 'capture').mockImplementationOnce(async () => {
    expect(await last()).toMatchObject({ type: 'partial_capture', status: 'PENDING' });
    await sendCaptureOrVoid(client, id, { operation: 'void', amount: 1_000 });
    expect(await last()).toMatchObject({ type: 'void', status: 'SUCCEEDED' });
    return declinedOutcome;
  });
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 9_000 });
  expect(await last()).toMatchObject({ type: 'partial_capture', status: 'FAILED' });
});

test.each([
  ['capture', '4000000000005407', 'void', 'VOIDED'],
  ['void', '4000000000005415', 'capture', 'CAPTURED'],
] as const)('a test card has its %ss declined', async (operation, pan, other, status) => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { pan });
  await expectDeclined(client, id, { reply: await sendCaptureOrVoid(client, id, { operation }), operation });
  expect((await sendCaptureOrVoid(client, id, { operation: other })).json.status).toBe(status);
});
