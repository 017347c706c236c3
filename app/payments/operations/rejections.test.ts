import { expect, test } from 'vitest';
import { buildApiClient } from '../../../tests/world/api-client';
import { mockAnswerOnce, unknownOutcome } from '../../../tests/world/acquirers/acquirer';
import { expireHold } from '../../../tests/world/payments/elapsed-time';
import { buildPayment, refund, sendCaptureOrVoid } from '../../../tests/world/payments/payments';
import { leaseMs } from '~/payments/transactions/outcome-recording';
import { explainRejection } from './rejections';

test('if a capture of the full remaining amount is possible again by then, the rejection has no amount to explain', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  const actor = { accountId: client.merchant.accountId, environment: 'test' as const, operator: 'api:key' };
  const request = { operation: 'capture' as const, transactionId: id };
  expect(await explainRejection(actor, { ...request, amount: null })).toEqual({
    kind: 'invalid_state',
    status: 'AUTHORIZED',
    allowed: ['capture', 'void'],
  });
  expect(await explainRejection(actor, { ...request, amount: 10_000 })).toEqual({
    kind: 'request_in_progress',
    retryAfterSeconds: Math.ceil(leaseMs / 1000),
  });
  expect(await explainRejection(actor, { ...request, amount: 10_001 })).toEqual({
    kind: 'amount_exceeds_remaining',
    remaining: 10_000,
    requested: 10_001,
  });
});

test.each([
  ['capture', undefined, 3_000, null],
  ['capture', 7_000, 3_000, null],
  ['void', 7_001, 3_000, 'request_in_progress'],
  ['capture', 10_000, 3_000, 'request_in_progress'],
  ['capture', 10_001, 3_000, 'amount_exceeds_remaining'],
  ['capture', undefined, 10_000, 'request_in_progress'],
  ['void', undefined, 10_000, 'request_in_progress'],
  ['void', 1, 10_000, 'request_in_progress'],
  ['capture', 10_001, 10_000, 'amount_exceeds_remaining'],
] as const)('a %s of %s while a capture of %s is in flight: %s', async (operation, amount, pending, code) => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  mockAnswerOnce('capture', unknownOutcome);
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: pending });
  const { json, headers } = await sendCaptureOrVoid(client, id, { operation, amount });
  expect({ code: json.code ?? null, retryAfter: headers.get('retry-after') }).toEqual({
    code,
    retryAfter: code === 'request_in_progress' ? String(leaseMs / 1000) : null,
  });
});

test('more than is left and in flight is too much, whatever happens to what is in flight', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  mockAnswerOnce('capture', unknownOutcome);
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 4_000 });
  await sendCaptureOrVoid(client, id, { operation: 'void', amount: 6_000 });
  const { status, json } = await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 4_001 });
  expect([status, json.code]).toEqual([422, 'amount_exceeds_remaining']);
});

test('an operation in flight does not hide that the hold has expired, or that nothing is captured', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  mockAnswerOnce('capture', unknownOutcome);
  await sendCaptureOrVoid(client, id, { operation: 'capture' });
  const actor = { accountId: client.merchant.accountId, environment: 'test' as const, operator: 'api:key' };
  const explain = (operation: 'void' | 'refund') =>
    explainRejection(actor, { operation, transactionId: id, amount: 1 });
  expect(await explain('refund')).toMatchObject({ kind: 'invalid_state' });
  await expireHold(id);
  expect(await explain('void')).toMatchObject({ kind: 'invalid_state' });
});

test('what the status does not say is the reason', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const refunded = await refund(client, id as string, 10_000);
  expect((await refund(client, refunded.json.id as string, 1)).json).toMatchObject({
    code: 'invalid_state',
    detail: 'This is a refund. Use the ID of the payment instead.',
  });
  expect((await refund(client, id as string, 1)).json).toMatchObject({
    code: 'invalid_state',
    detail: 'Everything that was captured is already refunded.',
  });
  const partial = (await buildPayment(client)).id as string;
  await sendCaptureOrVoid(client, partial, { operation: 'capture', amount: 4_000 });
  await refund(client, partial, 4_000);
  expect((await refund(client, partial, 1)).json).toMatchObject({
    detail: 'Everything that was captured is already refunded. Allowed operations: capture, void.',
  });
  const voided = (await buildPayment(client)).id as string;
  await sendCaptureOrVoid(client, voided, { operation: 'capture', amount: 4_000 });
  await sendCaptureOrVoid(client, voided, { operation: 'void' });
  for (const operation of ['capture', 'void'] as const)
    expect((await sendCaptureOrVoid(client, voided, { operation })).json).toMatchObject({
      code: 'invalid_state',
      detail: 'Nothing is left to capture or void. Allowed operations: refund.',
    });
});
