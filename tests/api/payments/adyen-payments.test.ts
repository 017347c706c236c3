import { expect, onTestFinished, test, vi } from 'vitest';
import { endAuthentication } from '~/payments/checkout/authentications';
import { applyEventEffect } from '~/payments/inbox/event-effects';
import { submitDisputeEvidence } from '~/payments/disputes/disputes';
import { submitDisputeResponses } from '~/payments/disputes/submission';
import { findManualOperationTarget } from '~/payments/operations/manual-operations';
import { getConnection } from '~/payments/connections/connections';
import { listAcquirerEvents } from '~/payments/inbox/event-list';
import { receiveAcquirerWebhook } from '~/payments/inbox/webhook-reception';
import { pool, prisma } from '~/platform/database/db.server';
import { authorize, createTestClient } from '../../stand-ins/adyen/test-client';
import { openBrowser } from '../../world/browser';
import { ignoreFaults, resolveDisturbedPayments } from '../../world/acquirers/unknown-outcomes';
import { buildCardToken } from '../../world/payments/card-tokens';
import { expectConsoleError } from '../../setup/errors';
import { buildReplacement, loseSecrets } from '../../world/acquirers/connections';
import { buildAdyenMerchant, readAdyenBalance, type AdyenMerchant } from '../../world/acquirers/adyen';
import { resolveOutcomesOf } from '../../world/payments/elapsed-time';
import {
  buildPayment,
  listEventTypes,
  listOperations,
  paymentBody,
  refund,
  sendCaptureOrVoid,
} from '../../world/payments/payments';

const findRow = (id: string) => prisma.transaction.findUniqueOrThrow({ where: { id } });

const findToken = (id: string) => prisma.cardToken.findUniqueOrThrow({ where: { id } });

/** The time after which an authorization that Adyen hasn't reported is reversed. */
const passFiveMinutes = (id: string) =>
  pool.query("update transactions set created_at = created_at - interval '6 minutes' where id = $1", [id]);

/** As if the payer’s time at their bank were over. */
const endTimeForAuthentication = async (id: string) => {
  const authentication = (await findRow(id)).authentication as object;
  await prisma.transaction.update({
    where: { id },
    data: { authentication: { ...authentication, expires_at: new Date(0).toISOString() } },
  });
};

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '');

test('a payment is authorized, captured in part, and refunded at Adyen', async () => {
  const merchant = await buildAdyenMerchant();
  const { client, connectionId, settle } = merchant;
  const { id, status } = await buildPayment(client);
  expect(status).toBe('AUTHORIZED');
  expect(await findRow(id)).toMatchObject({ connectionId });
  expect(await readAdyenBalance(merchant, id)).toEqual({ held: 10_000, captured: 0, refunded: 0 });

  const captured = await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 6_000 });
  expect(captured).toMatchObject({
    status: 200,
    json: { status: 'AUTHORIZED', amount_captured: 0 },
  });
  await settle();
  expect(await findRow(id)).toMatchObject({
    ...{ status: 'PARTIAL_CAPTURED', amountCaptured: 6_000, amountExpired: 4_000, holdReserved: 0 },
  });
  expect((await listOperations(id)).at(-1)).toEqual(['expire', 4_000, 'SUCCEEDED', 'system:capture-release']);

  const refunded = await refund(client, id, 2_500);
  expect(refunded.json.status).toBe('PENDING');
  await settle();
  expect(await findRow(refunded.json.id)).toMatchObject({ status: 'CAPTURED', amountRefunded: 2_500 });
  expect(await readAdyenBalance(merchant, id)).toEqual({ held: 0, captured: 6_000, refunded: 2_500 });
  expect(await listEventTypes(refunded.json.id)).toEqual(['refund.created']);
  await settle();
  expect(await listEventTypes(refunded.json.id)).toEqual(['refund.created']);
});

test('a payment is captured at once or voided, and a partial void is rejected', async () => {
  const merchant = await buildAdyenMerchant();
  const { client, settle } = merchant;
  const paid = await buildPayment(client, { operation: 'authcap' });
  expect(paid.status).toBe('CAPTURED');
  expect(await readAdyenBalance(merchant, paid.id)).toEqual({ held: 0, captured: 10_000, refunded: 0 });
  const { id } = await buildPayment(client);
  const rejected = await sendCaptureOrVoid(client, id, { operation: 'void', amount: 4_000 });
  expect(rejected.json.code).toBe('partial_void_not_supported');
  await sendCaptureOrVoid(client, id, { operation: 'void' });
  await settle();
  expect(await findRow(id)).toMatchObject({ status: 'VOIDED', amountVoided: 10_000 });
  expect(await readAdyenBalance(merchant, id)).toEqual({ held: 0, captured: 0, refunded: 0 });
});

test('a capture is reported to the settings of the connection that made the payment', async () => {
  const merchant = await buildAdyenMerchant({ multiplePartialCaptures: true });
  const { client, connectionId, settle, standIn } = merchant;
  const { id } = await buildPayment(client);
  await buildReplacement(connectionId, { settings: { multipleCaptures: false } });
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 3_000 });
  await standIn.control.webhooksSettled();
  // Its settings decide what the event means, so nothing else reads it.
  const restoreSecrets = await loseSecrets(connectionId);
  expectConsoleError({ message: 'secret decryption failed' });
  await settle();
  expect(await findRow(id)).toMatchObject({ amountCaptured: 0, holdReserved: 3_000 });
  await restoreSecrets();
  await settle();
  expect(await findRow(id)).toMatchObject({ amountCaptured: 3_000, amountExpired: 0 });
  await sendCaptureOrVoid(client, id, { operation: 'void' });
  await settle();
  expect(await findRow(id)).toMatchObject({ amountCaptured: 3_000, amountVoided: 7_000 });
});

test('a void while a capture is pending is declined, because it would release the captured part, too', async () => {
  const merchant = await buildAdyenMerchant({ multiplePartialCaptures: true, laterSeconds: 60 });
  const { client, standIn, settle } = merchant;
  const { id } = await buildPayment(client);
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 4_000 });
  expect((await sendCaptureOrVoid(client, id, { operation: 'void' })).json.code).toBe('operation_declined');
  standIn.control.advanceClock({ seconds: 60 });
  await settle();
  await sendCaptureOrVoid(client, id, { operation: 'void' });
  standIn.control.advanceClock({ seconds: 60 });
  await settle();
  expect(await findRow(id)).toMatchObject({ amountCaptured: 4_000, amountVoided: 6_000 });
  expect(await readAdyenBalance(merchant, id)).toEqual({ held: 0, captured: 4_000, refunded: 0 });
});

test('a void while a capture is pending isn’t sent later either, after a crash', async () => {
  ignoreFaults();
  const merchant = await buildAdyenMerchant({ multiplePartialCaptures: true, laterSeconds: 60 });
  const { client, connectionId, standIn, settle } = merchant;
  const { id } = await buildPayment(client);
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 4_000 });
  const { acquirer } = (await getConnection(connectionId))!;
  const voiding = vi.spyOn(acquirer, 'void').mockRejectedValueOnce(new Error('the process ended'));
  onTestFinished(() => voiding.mockRestore());
  const { json } = await sendCaptureOrVoid(client, id, { operation: 'void' });
  expect(json.code).toBe('outcome_unknown');
  await resolveOutcomesOf(id);
  standIn.control.advanceClock({ seconds: 60 });
  await settle();
  expect(standIn.control.state().modifications.map(({ kind }) => kind)).toEqual(['capture']);
  expect(await findRow(id)).toMatchObject({ amountCaptured: 4_000, amountVoided: 0, holdReserved: 0 });
});

const listUnprocessed = (connectionId: string) =>
  listAcquirerEvents({ connectionId, isUnprocessed: true }).then(({ events }) =>
    events.map(({ type }) => type),
  );

test.each([
  { value: 4_000, currency: 'USD' },
  { value: 10_000, currency: 'EUR' },
])('staff see an authorization of $value $currency instead of 10000 USD', async (amount) => {
  ignoreFaults();
  const { client, standIn, connectionId, settle } = await buildAdyenMerchant();
  await buildPayment(client);
  await settle();
  const { pspReference } = standIn.control.state().payments[0]!;
  standIn.control.setFaults([{ fault: 'reset', effect: 'before', path: '/v72/payments', times: 1 }]);
  const id = (await client.post('/transactions', paymentBody())).json.transaction_id as string;
  const { authorizationId: merchantReference } = await findRow(id);
  const report = { pspReference, eventCode: 'AUTHORISATION', merchantReference };
  standIn.control.publishWebhook({ ...report, amount });
  await settle();
  expect((await findRow(id)).status).toBe('PENDING');
  expect(await listUnprocessed(connectionId)).toEqual(['AUTHORISATION']);
  standIn.control.publishWebhook({ ...report, amount: { value: 10_000, currency: 'USD' } });
  await settle();
  expect((await findRow(id)).status).toBe('AUTHORIZED');
  // The answer came first, and the report contradicts it.
  standIn.control.publishWebhook({ ...report, amount });
  await settle();
  expect(await listUnprocessed(connectionId)).toEqual(['AUTHORISATION', 'AUTHORISATION']);
});

test('an approval of another amount in an answer isn’t ours either', async () => {
  ignoreFaults();
  const { client, standIn } = await buildAdyenMerchant();
  standIn.control.setWebhooks({ held: true });
  const { fetch } = globalThis;
  const request = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const response = await fetch(url, init);
    if (!String(url).endsWith('/v72/payments')) return response;
    const answer = (await response.json()) as object;
    return Response.json({ ...answer, amount: { value: 4_000, currency: 'USD' } });
  });
  onTestFinished(() => request.mockRestore());
  expect((await client.post('/transactions', paymentBody())).json.code).toBe('outcome_unknown');
});

test('staff see a capture of another amount', async () => {
  ignoreFaults();
  const { client, standIn, connectionId, settle } = await buildAdyenMerchant({ laterSeconds: 60 });
  const { id } = await buildPayment(client);
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 6_000 });
  const { pspReference } = standIn.control.state().payments[0]!;
  const { lastOperationId } = await findRow(id);
  standIn.control.publishWebhook({
    ...{ pspReference, eventCode: 'CAPTURE', merchantReference: lastOperationId! },
    amount: { value: 5_999, currency: 'USD' },
  });
  await settle();
  expect(await findRow(id)).toMatchObject({ amountCaptured: 0, holdReserved: 6_000 });
  expect(await listUnprocessed(connectionId)).toEqual(['CAPTURE']);
  standIn.control.advanceClock({ seconds: 60 });
  await settle();
  expect(await findRow(id)).toMatchObject({ amountCaptured: 6_000, holdReserved: 0 });
});

test.each([
  [false, 1],
  [true, 2],
])(
  'with several captures allowed: %s, %d of two captures are accepted at once',
  async (several, accepted) => {
    const merchant = await buildAdyenMerchant({ multiplePartialCaptures: several, laterSeconds: 60 });
    const { client, standIn, settle } = merchant;
    const { accountId } = client.merchant;
    const { id } = await buildPayment(client);
    const capture = (amount?: number) => sendCaptureOrVoid(client, id, { operation: 'capture', amount });
    const findCapture = async () =>
      (await findManualOperationTarget({ accountId, environment: 'test', id }))!.availability('capture');
    standIn.control.decideModification({ operation: 'capture', outcome: 'refused' });
    const replies = await Promise.all([capture(4_000), capture(4_000)]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(accepted);
    if (several) return;
    expect(replies.map(({ json }) => json.code)).toContain('request_in_progress');
    for (const amount of [undefined, 6_000, 1])
      expect((await capture(amount)).json.code).toBe('request_in_progress');
    expect(await findCapture()).toEqual({ remaining: 0, unavailableReason: 'capture_pending' });
    const refunded = await refund(client, id, 1);
    expect(refunded.json).toMatchObject({ code: 'invalid_state', allowed_operations: ['void'] });
    // After the first one failed, another is possible.
    standIn.control.advanceClock({ seconds: 60 });
    await settle();
    expect(await findCapture()).toEqual({ remaining: 10_000, unavailableReason: null });
    expect((await capture(6_000)).status).toBe(200);
    standIn.control.advanceClock({ seconds: 60 });
    await settle();
    expect(await readAdyenBalance(merchant, id)).toEqual({ held: 0, captured: 6_000, refunded: 0 });
  },
);

test('a capture that Adyen refuses later changes no amounts', async () => {
  const merchant = await buildAdyenMerchant();
  const { client, standIn, settle } = merchant;
  const { id } = await buildPayment(client);
  standIn.control.decideModification({ operation: 'capture', outcome: 'refused', reason: 'Refused' });
  await sendCaptureOrVoid(client, id, { operation: 'capture' });
  await settle();
  expect(await findRow(id)).toMatchObject({ status: 'AUTHORIZED', amountCaptured: 0, holdReserved: 0 });
  expect(await listEventTypes(id)).toContain('capture.failed');
});

test.each([
  ['4000000000009995', 'insufficient_funds', '12, Not enough balance'],
  ['4000000000000069', 'expired_card', '6, Expired Card'],
  ['4000000000009987', 'lost_card', '2, Refused, 41 : Lost card'],
])('Adyen refuses card %s', async (pan, code, acquirerCode) => {
  const { client, settle } = await buildAdyenMerchant();
  const { id, status, decline } = await buildPayment(client, { pan });
  expect({ status, decline }).toMatchObject({ status: 'DECLINED', decline: { code } });
  await settle();
  expect(await prisma.operation.findFirstOrThrow({ where: { transactionId: id } })).toMatchObject({
    declineCode: code,
    acquirerCode,
  });
});

test('an authorization that never reached Adyen is declined, and a late request is refused', async () => {
  ignoreFaults();
  const merchant = await buildAdyenMerchant();
  const { client, standIn, settle } = merchant;
  standIn.control.setFaults([{ fault: 'reset', effect: 'before', path: '/v72/payments', times: 1 }]);
  const body = paymentBody();
  const id = (await client.post('/transactions', body)).json.transaction_id as string;
  await resolveOutcomesOf(id);
  await settle();
  expect((await findRow(id)).status).toBe('PENDING');
  await passFiveMinutes(id);
  await resolveOutcomesOf(id);
  // The late request finds its idempotency key taken.
  expect((await client.post('/transactions', body)).json.code).toBe('outcome_unknown');
  await settle();
  expect(await findRow(id)).toMatchObject({ status: 'DECLINED', declineCode: 'system_error' });
  expect(standIn.control.state().payments).toEqual([]);
});

/** Adyen may decline an invalid card number like a bank, instead of refusing the request. */
function declineInvalidCards() {
  const { fetch } = globalThis;
  const request = vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    const unknownCard = '4000000000000036';
    const body = typeof init?.body === 'string' ? init.body.replace('4111111111111112', unknownCard) : null;
    return fetch(url, { ...init, ...(body !== null && { body }) });
  });
  onTestFinished(() => request.mockRestore());
}

test('the request that replaces an authorization which never arrived doesn’t close the saved card', async () => {
  ignoreFaults();
  declineInvalidCards();
  const merchant = await buildAdyenMerchant();
  const { client, standIn, settle } = merchant;
  const token = await buildCardToken(client);
  standIn.control.setFaults([{ fault: 'reset', effect: 'before', path: '/v72/payments', times: 1 }]);
  const { json } = await client.post('/transactions', { ...paymentBody(), card: { token } });
  await passFiveMinutes(json.transaction_id);
  await resolveOutcomesOf(json.transaction_id);
  await settle();
  const { payments, modifications } = standIn.control.state();
  expect(payments).toMatchObject([{}, { refusalReason: 'Invalid Card Number', held: 0 }]);
  expect(modifications).toMatchObject([{ kind: 'technical_cancel' }]);
  const [operation] = await prisma.operation.findMany({ where: { transactionId: json.transaction_id } });
  expect(operation).toMatchObject({ declineCode: 'system_error', acquirerCode: 'never_received' });
  expect(await findToken(token)).toMatchObject({ closedAt: null });
});

test('only a bank’s answer closes a saved card', async () => {
  const { client } = await buildAdyenMerchant();
  const token = await buildCardToken(client);
  const request = vi.spyOn(globalThis, 'fetch').mockImplementationOnce(() => {
    const refusal = { status: 422, errorCode: '102', errorType: 'validation', message: 'No variant.' };
    return Promise.resolve(Response.json(refusal, { status: 422 }));
  });
  onTestFinished(() => request.mockRestore());
  const { json } = await client.post('/transactions', { ...paymentBody(), card: { token } });
  expect(json.decline.code).toBe('invalid_card_number');
  expect(await findToken(token)).toMatchObject({ closedAt: null });
});

async function buildLateApproval(
  merchant: AdyenMerchant,
  operation: 'authorize' | 'authcap',
  captureDelayHours = 0,
) {
  const { client, standIn, settle } = merchant;
  standIn.control.setFaults([{ fault: 'reset', effect: 'before', path: '/v72/payments', times: 1 }]);
  const id = (await client.post('/transactions', paymentBody({ operation }))).json.transaction_id as string;
  await passFiveMinutes(id);
  await resolveOutcomesOf(id);
  await settle();
  const { status, authorizationId: reference } = await findRow(id);
  expect(status).toBe('DECLINED');
  // As if Adyen had forgotten the idempotency key.
  await authorize(createTestClient(standIn), {
    ...{ merchantAccount: standIn.merchantAccount, reference, amount: { currency: 'USD', value: 10_000 } },
    ...(operation === 'authcap' && { additionalData: {}, captureDelayHours }),
  });
  await settle();
  return id;
}

test('a payment that Adyen authorizes after we declined it is voided', async () => {
  ignoreFaults();
  const merchant = await buildAdyenMerchant();
  const id = await buildLateApproval(merchant, 'authorize');
  await resolveOutcomesOf(id);
  await merchant.settle();
  expect(await findRow(id)).toMatchObject({ status: 'DECLINED', amountAuthorized: 0 });
  expect((await listOperations(id)).at(-1)).toEqual(['void', 10_000, 'SUCCEEDED', 'system:late-approvals']);
  expect(await readAdyenBalance(merchant, id)).toEqual({ held: 0, captured: 0, refunded: 0 });
  expect(await prisma.discrepancy.count({ where: { transactionId: id } })).toBe(0);
});

test('a payment that Adyen authorizes after the payer’s time at their bank is voided', async () => {
  ignoreFaults();
  const merchant = await buildAdyenMerchant();
  const { standIn, settle } = merchant;
  const { id, reference } = await buildChallengedPayment(merchant);
  await endTimeForAuthentication(id);
  await resolveOutcomesOf(id);
  expect((await findRow(id)).status).toBe('DECLINED');
  // As if the payer had confirmed while we canceled the payment.
  await authorize(createTestClient(standIn), {
    ...{ merchantAccount: standIn.merchantAccount, reference, amount: { currency: 'USD', value: 10_000 } },
  });
  await settle();
  await resolveOutcomesOf(id);
  await settle();
  expect((await listOperations(id)).at(-1)).toEqual(['void', 10_000, 'SUCCEEDED', 'system:late-approvals']);
  expect(await readAdyenBalance(merchant, id)).toEqual({ held: 0, captured: 0, refunded: 0 });
});

test.each([
  [0, 'refund', 10_000],
  [1, 'cancel', 0],
])('a late payment that is captured after %d hours is reversed with a %s', async (delay, action, moved) => {
  ignoreFaults();
  const merchant = await buildAdyenMerchant();
  const { standIn, connectionId, settle } = merchant;
  const id = await buildLateApproval(merchant, 'authcap', delay);
  // The inquiry about the lost answer repeats the same request.
  standIn.control.setFaults([
    { fault: 'reset', effect: 'after', path: '/v72/payments/*/reversals', times: 1 },
  ]);
  for (let inquiries = 0; inquiries < 2; inquiries++) await resolveOutcomesOf(id);
  await settle();
  standIn.control.advanceClock({ seconds: 3_600 });
  await settle();
  expect((await listOperations(id)).at(-1)).toEqual(['refund', 10_000, 'SUCCEEDED', 'system:late-approvals']);
  expect(await listEventTypes(id)).toContain('payment.reversed');
  expect(await readAdyenBalance(merchant, id)).toEqual({ held: 0, captured: moved, refunded: moved });
  const events = await prisma.acquirerEvent.findMany({ where: { connectionId, type: 'CANCEL_OR_REFUND' } });
  expect(events).toMatchObject([{ details: { success: true, 'modification.action': action } }]);
  expect(events[0]!.processedAt).not.toBeNull();
  expect(await prisma.discrepancy.count({ where: { transactionId: id } })).toBe(0);
});

test('staff see a reversal that the payer’s bank returned', async () => {
  ignoreFaults();
  const merchant = await buildAdyenMerchant();
  const id = await buildLateApproval(merchant, 'authcap');
  for (let inquiries = 0; inquiries < 2; inquiries++) await resolveOutcomesOf(id);
  await merchant.settle();
  const reversal = await prisma.operation.findFirstOrThrow({ where: { transactionId: id, type: 'refund' } });
  expect(reversal.status).toBe('SUCCEEDED');
  const outcome = { kind: 'declined', code: 'system_error', acquirerCode: 'account_closed' } as const;
  const effect = { kind: 'result', operation: 'refund', reference: reversal.id, outcome } as const;
  for (let times = 0; times < 2; times++)
    expect(await applyEventEffect(merchant.connectionId, effect)).toBe(true);
  expect(await prisma.discrepancy.findMany({ where: { transactionId: id } })).toMatchObject([
    { kind: 'reversal_failed', subject: reversal.id, found: 'account_closed', resolvedAt: null },
  ]);
});

test('staff see a payment that was declined here and that Adyen doesn’t give back', async () => {
  const lines = ignoreFaults();
  const merchant = await buildAdyenMerchant();
  const id = await buildLateApproval(merchant, 'authcap');
  merchant.standIn.control.decideModification({
    operation: 'reversal',
    outcome: 'refused',
    reason: 'No money',
  });
  await resolveOutcomesOf(id);
  await merchant.settle();
  expect((await listOperations(id)).at(-1)).toEqual(['refund', 10_000, 'FAILED', 'system:late-approvals']);
  expect(await readAdyenBalance(merchant, id)).toEqual({ held: 0, captured: 10_000, refunded: 0 });
  const [reversal] = await prisma.operation.findMany({ where: { transactionId: id, type: 'refund' } });
  expect(await prisma.discrepancy.findMany({ where: { transactionId: id } })).toMatchObject([
    {
      ...{ environment: 'test', kind: 'reversal_failed', subject: reversal!.id, resolvedAt: null },
      ...{ expected: 'refund 10000 USD', found: 'No money' },
    },
  ]);
  expect(lines.join('\n')).toContain('approved by the acquirer and not reversed');
});

/** A payment that Adyen authorizes, and whose answer is lost. Its webhook is held back. */
async function buildUnreportedPayment({ client, standIn }: AdyenMerchant): Promise<string> {
  standIn.control.setWebhooks({ held: true });
  standIn.control.setFaults([{ fault: 'reset', effect: 'after', path: '/v72/payments', times: 1 }]);
  return (await client.post('/transactions', paymentBody())).json.transaction_id as string;
}

test('an authorization whose answer and webhook are late is neither declined nor released', async () => {
  ignoreFaults();
  const merchant = await buildAdyenMerchant();
  const { client, standIn, settle } = merchant;
  const id = await buildUnreportedPayment(merchant);
  await passFiveMinutes(id);
  await resolveOutcomesOf(id);
  await settle();
  expect((await findRow(id)).status).toBe('PENDING');
  expect(standIn.control.state().modifications).toEqual([]);
  await standIn.control.releaseWebhooks();
  await settle();
  expect((await findRow(id)).status).toBe('AUTHORIZED');
  expect((await sendCaptureOrVoid(client, id, { operation: 'capture' })).status).toBe(200);
  await settle();
  expect(await readAdyenBalance(merchant, id)).toEqual({ held: 0, captured: 10_000, refunded: 0 });
});

test('a payment that arrived and is never reported is canceled at Adyen after an hour', async () => {
  ignoreFaults();
  const merchant = await buildAdyenMerchant();
  const { standIn, settle } = merchant;
  const id = await buildUnreportedPayment(merchant);
  for (let passed = 0; passed < 11; passed++) await passFiveMinutes(id);
  await resolveOutcomesOf(id);
  await standIn.control.webhooksSettled();
  // The webhook of the cancel comes first. The late approval needs no reversal.
  await standIn.control.releaseWebhooks({ order: 'reversed' });
  await settle();
  expect(await findRow(id)).toMatchObject({ status: 'DECLINED', declineCode: 'system_error' });
  expect(await readAdyenBalance(merchant, id)).toEqual({ held: 0, captured: 0, refunded: 0 });
  expect(await listOperations(id)).toHaveLength(1);
  expect(await prisma.discrepancy.count({ where: { transactionId: id } })).toBe(0);
});

test('a payment that is reported just before it is canceled ends as voided', async () => {
  ignoreFaults();
  const merchant = await buildAdyenMerchant();
  const { standIn, connectionId, settle } = merchant;
  const id = await buildUnreportedPayment(merchant);
  for (let passed = 0; passed < 11; passed++) await passFiveMinutes(id);
  await resolveOutcomesOf(id);
  await standIn.control.webhooksSettled();
  await standIn.control.releaseWebhooks({ order: 'created' });
  await settle();
  expect(await findRow(id)).toMatchObject({ status: 'VOIDED', amountVoided: 10_000, holdReserved: 0 });
  expect((await listOperations(id)).at(-1)).toEqual([
    'void',
    10_000,
    'SUCCEEDED',
    'system:cancel-unreported',
  ]);
  expect(await listEventTypes(id)).toEqual(['transaction.authorized', 'transaction.voided']);
  // Processing it again changes nothing.
  await prisma.acquirerEvent.updateMany({
    where: { connectionId, type: 'TECHNICAL_CANCEL' },
    data: { processedAt: null, nextAttemptAt: new Date(0) },
  });
  await settle();
  expect(await prisma.acquirerEvent.count({ where: { connectionId, processedAt: null } })).toBe(0);
  expect(await listOperations(id)).toHaveLength(2);
  expect(await readAdyenBalance(merchant, id)).toEqual({ held: 0, captured: 0, refunded: 0 });
  expect(await prisma.discrepancy.count({ where: { transactionId: id } })).toBe(0);
});

test('a cancel waits for the result of a capture that was requested before it', async () => {
  ignoreFaults();
  const merchant = await buildAdyenMerchant({ laterSeconds: 60 });
  const { client, standIn, settle } = merchant;
  const id = await buildUnreportedPayment(merchant);
  for (let passed = 0; passed < 11; passed++) await passFiveMinutes(id);
  await resolveOutcomesOf(id);
  await standIn.control.releaseWebhooks();
  await settle();
  await sendCaptureOrVoid(client, id, { operation: 'capture' });
  expect(await findRow(id)).toMatchObject({ status: 'AUTHORIZED', holdReserved: 10_000 });
  standIn.control.advanceClock({ seconds: 60 });
  await standIn.control.releaseWebhooks({ order: 'created' });
  await settle();
  expect(await findRow(id)).toMatchObject({ status: 'AUTHORIZED', holdReserved: 0 });
  await settle();
  expect(await findRow(id)).toMatchObject({ status: 'VOIDED', amountVoided: 10_000 });
  expect(await prisma.discrepancy.count({ where: { transactionId: id } })).toBe(0);
});

test('staff see a cancel of a payment that is captured here', async () => {
  ignoreFaults();
  const { client, standIn, settle } = await buildAdyenMerchant();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const { pspReference } = standIn.control.state().payments[0]!;
  standIn.control.publishWebhook({ pspReference, eventCode: 'TECHNICAL_CANCEL' });
  await settle();
  expect((await findRow(id)).status).toBe('CAPTURED');
  expect(await prisma.discrepancy.findMany({ where: { transactionId: id } })).toMatchObject([
    { kind: 'failed_after_success', found: 'technical_cancel' },
  ]);
});

test('a payment that arrived isn’t declined because Adyen refuses to cancel it', async () => {
  ignoreFaults();
  const merchant = await buildAdyenMerchant();
  const { standIn, settle } = merchant;
  const id = await buildUnreportedPayment(merchant);
  for (let passed = 0; passed < 11; passed++) await passFiveMinutes(id);
  const { fetch } = globalThis;
  const request = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (!String(url).endsWith('/v72/cancels')) return fetch(url, init);
    const refusal = { status: 422, errorCode: '000', errorType: 'validation', message: 'No.' };
    return Response.json(refusal, { status: 422 });
  });
  onTestFinished(() => request.mockRestore());
  await resolveOutcomesOf(id);
  expect(request.mock.calls.some(([url]) => String(url).endsWith('/v72/cancels'))).toBe(true);
  expect((await findRow(id)).status).toBe('PENDING');
  await standIn.control.releaseWebhooks();
  await settle();
  expect((await findRow(id)).status).toBe('AUTHORIZED');
});

test('webhooks that arrive before the answer, twice, and in reverse order are applied once', async () => {
  ignoreFaults();
  const merchant = await buildAdyenMerchant();
  const { client, standIn, connectionId, settle } = merchant;
  standIn.control.setWebhooks({ copies: 2, held: true });
  standIn.control.setFaults([{ fault: 'reset', effect: 'after', path: '/v72/payments', times: 1 }]);
  const { json } = await client.post('/transactions', paymentBody({ operation: 'authcap' }));
  const id = json.transaction_id as string;
  await standIn.control.releaseWebhooks();
  await settle();
  expect((await findRow(id)).status).toBe('CAPTURED');
  standIn.control.setFaults([{ fault: 'reset', effect: 'after', path: '/v72/payments/*/refunds', times: 1 }]);
  const { json: refunding } = await refund(client, id, 4_000);
  await standIn.control.webhooksSettled();
  const [sent] = standIn.control.state().modifications.filter(({ kind }) => kind === 'refund');
  standIn.control.failModification({ pspReference: sent!.pspReference, outcome: 'failed' });
  await standIn.control.releaseWebhooks({ order: 'reversed' });
  await settle();
  const refundId = refunding.transaction_id as string;
  expect(await findRow(refundId)).toMatchObject({ status: 'DECLINED', amountRefunded: 0 });
  expect((await findRow(id)).amountRefunded).toBe(0);
  expect(await listEventTypes(refundId)).toEqual(['refund.created', 'refund.declined']);
  const events = await prisma.acquirerEvent.findMany({ where: { connectionId } });
  expect(events.map(({ type, deliveries }) => `${type} ${deliveries}`).sort()).toEqual([
    'AUTHORISATION 2',
    'REFUND 2',
    'REFUND_FAILED 2',
  ]);
  expect(events.every(({ processedAt }) => processedAt)).toBe(true);
});

test('webhooks with a wrong signature, password, or environment are refused', async () => {
  const merchant = await buildAdyenMerchant();
  const { client, standIn, connectionId, received, settle } = merchant;
  for (const fault of [
    { signature: 'wrong_key' },
    { signature: 'other_content' },
    { signature: 'missing' },
    { signature: 'valid', credentials: 'wrong' },
    { signature: 'valid', credentials: 'missing' },
  ] as const) {
    standIn.control.setWebhooks(fault);
    await buildPayment(client);
    await standIn.control.webhooksSettled();
  }
  const live = await buildAdyenMerchant({ isLive: true });
  await buildPayment(live.client);
  await live.standIn.control.webhooksSettled();
  expect(new Set([...received, ...live.received])).toEqual(new Set(['invalid_signature']));
  expect(await prisma.acquirerEvent.count({ where: { connectionId } })).toBe(0);
  const header = () => `Basic ${Buffer.from('tillway-hooks:four-wide-orange-rivers').toString('base64')}`;
  for (const body of ['', '{', 'null', '{"live":"false","notificationItems":[{}]}'])
    expect(await receiveAcquirerWebhook(connectionId, { body: Buffer.from(body), header })).toBe(
      'invalid_signature',
    );
  // With valid credentials, an unknown event is accepted, and changes nothing.
  standIn.control.setWebhooks({ signature: 'valid', credentials: 'valid' });
  const [payment] = standIn.control.state().payments;
  standIn.control.publishWebhook({ pspReference: payment!.pspReference, eventCode: 'EVENT_OF_TOMORROW' });
  await settle();
  expect(received.at(-1)).toBe('stored');
});

const shop = 'https://shop.test/done?order=7';

async function buildChallengedPayment({ client }: AdyenMerchant) {
  const body = { ...paymentBody({ pan: '4000002760003184' }), return_url: shop };
  const { json } = await client.post('/transactions', body);
  const { authorizationId: reference } = await findRow(json.id);
  return { id: json.id as string, json, reference };
}

test.each([
  ['completed', 'AUTHORIZED', 10_000],
  ['failed', 'DECLINED', 0],
  ['canceled', 'DECLINED', 0],
] as const)('a payer whose authentication is %s returns to the shop', async (outcome, status, held) => {
  const merchant = await buildAdyenMerchant();
  const { standIn, settle } = merchant;
  const { id, json, reference } = await buildChallengedPayment(merchant);
  expect(json).toMatchObject({ status: 'PENDING', next_action: { url: expect.any(String) } });
  // Inquiries leave the payer's time alone.
  await resolveOutcomesOf(id);
  expect((await findRow(id)).status).toBe('PENDING');
  const { returnUrl } = standIn.control.completeChallenge({ reference, outcome });
  const back = await openBrowser().open(pathOf(returnUrl));
  expect(back.status).toBe(303);
  expect(back.headers.get('location')).toContain('https://shop.test/done');
  expect((await findRow(id)).status).toBe(status);
  await settle();
  const row = await findRow(id);
  expect(row.status).toBe(status);
  if (status === 'DECLINED') expect(row.declineCode).toBe('authentication_failed');
  else expect(row.authentication).toMatchObject({ status: 'authenticated', liability_shift: true });
  expect(JSON.stringify(row.authentication)).not.toContain('redirectResult');
  expect(await readAdyenBalance(merchant, id)).toEqual({ held, captured: 0, refunded: 0 });
});

test('Adyen gets the payer’s browser', async () => {
  const merchant = await buildAdyenMerchant();
  const { client } = merchant;
  const request = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => request.mockRestore());
  const readLastPayment = () => {
    const sent = request.mock.calls.findLast(([url]) => String(url).endsWith('/v72/payments'));
    return JSON.parse(sent![1]!.body as string) as object;
  };
  const browser = {
    ...{ accept_header: 'text/html', user_agent: 'Mozilla/5.0 (test)', language: 'de-DE' },
    ...{ ip_address: '198.51.100.7', color_depth: 24, screen_width: 390, screen_height: 844 },
    time_zone_offset: -60,
  };
  await client.post('/transactions', { ...paymentBody(), return_url: shop, browser });
  expect(readLastPayment()).toMatchObject({
    shopperIP: '198.51.100.7',
    browserInfo: {
      ...{ acceptHeader: 'text/html', userAgent: 'Mozilla/5.0 (test)', language: 'de-DE' },
      ...{ colorDepth: 24, screenWidth: 390, screenHeight: 844, timeZoneOffset: -60, javaEnabled: false },
    },
  });
  // Without the browser, the payer can still be sent to their bank.
  await buildChallengedPayment(merchant);
  expect(readLastPayment()).toMatchObject({ browserInfo: { userAgent: 'Mozilla/5.0' } });
});

test('if the answer to a payer’s return is lost, an inquiry gets it again', async () => {
  ignoreFaults();
  const merchant = await buildAdyenMerchant();
  const { standIn } = merchant;
  const { id, reference } = await buildChallengedPayment(merchant);
  standIn.control.setWebhooks({ held: true });
  standIn.control.setFaults([{ fault: 'reset', effect: 'after', path: '/v72/payments/details', times: 1 }]);
  const { returnUrl } = standIn.control.completeChallenge({ reference, outcome: 'completed' });
  await openBrowser().open(pathOf(returnUrl));
  expect((await findRow(id)).status).toBe('PENDING');
  await resolveOutcomesOf(id);
  expect((await findRow(id)).status).toBe('AUTHORIZED');
  expect(await readAdyenBalance(merchant, id)).toEqual({ held: 10_000, captured: 0, refunded: 0 });
});

test.each([
  ['before', 'never_received'],
  ['after', 'technical_cancel'],
] as const)(
  'a payer’s return whose answer is lost %s its effect is canceled at Adyen after an hour',
  async (effect, acquirerCode) => {
    ignoreFaults();
    const merchant = await buildAdyenMerchant();
    const { standIn, settle } = merchant;
    const { id, reference } = await buildChallengedPayment(merchant);
    standIn.control.setWebhooks({ held: true });
    standIn.control.setFaults([{ fault: 'reset', effect, path: '/v72/payments/details' }]);
    const { returnUrl } = standIn.control.completeChallenge({ reference, outcome: 'completed' });
    await openBrowser().open(pathOf(returnUrl));
    await endTimeForAuthentication(id);
    // Until then, only the webhook decides.
    await resolveOutcomesOf(id);
    await standIn.control.webhooksSettled();
    expect((await findRow(id)).status).toBe('PENDING');
    expect(standIn.control.state().modifications).toEqual([]);
    for (let passed = 0; passed < 11; passed++) await passFiveMinutes(id);
    await resolveOutcomesOf(id);
    await standIn.control.webhooksSettled();
    expect((await findRow(id)).status).toBe('PENDING');
    // The webhook of the authorization is lost.
    const { pspReference } = standIn.control.state().modifications[0]!;
    standIn.control.setWebhooks({ held: false });
    await standIn.control.resendWebhook({ pspReference, eventCode: 'TECHNICAL_CANCEL' });
    await settle();
    expect((await findRow(id)).status).toBe('DECLINED');
    const [operation] = await prisma.operation.findMany({ where: { transactionId: id } });
    expect(operation).toMatchObject({ declineCode: 'system_error', acquirerCode });
    expect(await readAdyenBalance(merchant, id)).toEqual({ held: 0, captured: 0, refunded: 0 });
  },
);

test('a return whose answer is lost for an hour still counts when Adyen reports it', async () => {
  ignoreFaults();
  const merchant = await buildAdyenMerchant();
  const { standIn, settle } = merchant;
  const { id, reference } = await buildChallengedPayment(merchant);
  standIn.control.setWebhooks({ held: true });
  standIn.control.setFaults([{ fault: 'reset', effect: 'after', path: '/v72/payments/details' }]);
  const { returnUrl } = standIn.control.completeChallenge({ reference, outcome: 'completed' });
  await openBrowser().open(pathOf(returnUrl));
  await endTimeForAuthentication(id);
  await resolveOutcomesOf(id);
  await standIn.control.releaseWebhooks();
  await settle();
  expect((await findRow(id)).status).toBe('AUTHORIZED');
  expect(await readAdyenBalance(merchant, id)).toEqual({ held: 10_000, captured: 0, refunded: 0 });
});

test('a forged return has no effect, and if the payer doesn’t come back, the payment is declined', async () => {
  ignoreFaults();
  const merchant = await buildAdyenMerchant();
  const { standIn } = merchant;
  const { id, reference } = await buildChallengedPayment(merchant);
  const { returnUrl } = standIn.control.completeChallenge({ reference, outcome: 'completed' });
  const forged = new URL(returnUrl);
  forged.searchParams.set('redirectResult', 'forged');
  await openBrowser().open(pathOf(forged.href));
  expect((await findRow(id)).status).toBe('PENDING');
  forged.searchParams.set('redirectResult', 'x'.repeat(20_000));
  await openBrowser().open(pathOf(forged.href));
  expect(JSON.stringify((await findRow(id)).authentication)).toContain('"forged"');
  await endTimeForAuthentication(id);
  await resolveOutcomesOf(id);
  expect(await findRow(id)).toMatchObject({ status: 'DECLINED', declineCode: 'authentication_failed' });
  // The real return comes too late.
  await openBrowser().open(pathOf(returnUrl));
  expect(await readAdyenBalance(merchant, id)).toEqual({ held: 0, captured: 0, refunded: 0 });
});

test('once the payer has ended the authentication, their return counts no more', async () => {
  ignoreFaults();
  const merchant = await buildAdyenMerchant();
  const { standIn } = merchant;
  const { id, reference } = await buildChallengedPayment(merchant);
  const { accountId } = merchant.client.merchant;
  standIn.control.setFaults([{ fault: 'reset', effect: 'before', path: '/v72/cancels', times: 1 }]);
  await endAuthentication({ transactionId: id, accountId, environment: 'test' });
  expect((await findRow(id)).authentication).toMatchObject({ status: 'required', abandoned: true });
  const { returnUrl } = standIn.control.completeChallenge({ reference, outcome: 'completed' });
  await openBrowser().open(pathOf(returnUrl));
  expect((await findRow(id)).authentication).not.toHaveProperty('result');
  await resolveOutcomesOf(id);
  expect(await findRow(id)).toMatchObject({ status: 'DECLINED', declineCode: 'authentication_failed' });
  expect(await readAdyenBalance(merchant, id)).toEqual({ held: 0, captured: 0, refunded: 0 });
});

test('a return with the result of another payment decides nothing, and keeps no payment open', async () => {
  ignoreFaults();
  const merchant = await buildAdyenMerchant();
  const { standIn, settle } = merchant;
  const { id, reference } = await buildChallengedPayment(merchant);
  const cheaper = await buildChallengedPayment(merchant);
  const own = new URL(standIn.control.completeChallenge({ reference, outcome: 'failed' }).returnUrl);
  const other = standIn.control.completeChallenge({ reference: cheaper.reference, outcome: 'completed' });
  own.searchParams.set('redirectResult', new URL(other.returnUrl).searchParams.get('redirectResult')!);
  await openBrowser().open(pathOf(own.href));
  expect((await findRow(id)).status).toBe('PENDING');
  await settle();
  expect((await findRow(cheaper.id)).status).toBe('AUTHORIZED');
  await endTimeForAuthentication(id);
  await resolveOutcomesOf(id);
  expect(await findRow(id)).toMatchObject({ status: 'DECLINED', declineCode: 'authentication_failed' });
});

test('an approval after a return counts only if it names the payment', async () => {
  const merchant = await buildAdyenMerchant();
  const { id, reference } = await buildChallengedPayment(merchant);
  const { returnUrl } = merchant.standIn.control.completeChallenge({ reference, outcome: 'completed' });
  const { fetch } = globalThis;
  const request = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const response = await fetch(url, init);
    if (!String(url).endsWith('/v72/payments/details')) return response;
    const { merchantReference: _, ...answer } = (await response.json()) as Record<string, unknown>;
    return Response.json(answer);
  });
  onTestFinished(() => request.mockRestore());
  merchant.standIn.control.setWebhooks({ held: true });
  await openBrowser().open(pathOf(returnUrl));
  expect((await findRow(id)).status).toBe('PENDING');
  await merchant.standIn.control.releaseWebhooks();
  await merchant.settle();
  expect((await findRow(id)).status).toBe('AUTHORIZED');
});

test('a dispute is opened, defended with a text, and won, with webhooks in any order', async () => {
  const merchant = await buildAdyenMerchant();
  const { client, standIn, settle } = merchant;
  const { id } = await buildPayment(client, { operation: 'authcap' });
  await settle();
  standIn.control.setWebhooks({ held: true });
  const [payment] = standIn.control.state().payments;
  const dispute = standIn.control.openDispute({ pspReference: payment!.pspReference, amount: 10_000 });
  standIn.control.decideDispute({ pspReference: dispute.pspReference, eventCode: 'CHARGEBACK' });
  await standIn.control.releaseWebhooks({ order: 'reversed' });
  await settle();
  const chargeback = await prisma.transaction.findFirstOrThrow({
    where: { parentId: id, type: 'CHARGEBACK' },
  });
  expect(chargeback).toMatchObject({
    status: 'CAPTURED',
    disputeReason: '10.4',
    orderAmount: 10_000,
    authorizationId: dispute.pspReference,
  });
  const { accountId } = client.merchant;
  const response = { accountId, environment: 'test', id: chargeback.id, userId: 'usr_1' } as const;
  expect(await submitDisputeEvidence({ ...response, text: 'It arrived (see “UPS”) – 4 €.', seen: '' })).toBe(
    'submitted',
  );
  await submitDisputeResponses();
  expect(standIn.control.state().disputes).toMatchObject([
    { defense: 'defended', documents: [{ contentType: 'application/pdf' }] },
  ]);
  for (const eventCode of ['CHARGEBACK_REVERSED', 'PREARBITRATION_WON'] as const)
    standIn.control.decideDispute({ pspReference: dispute.pspReference, eventCode });
  await standIn.control.releaseWebhooks({ order: 'reversed' });
  await settle();
  expect(await findRow(chargeback.id)).toMatchObject({ status: 'VOIDED', disputeStage: 'won' });
  expect((await findRow(id)).chargebackOpen).toBe(0);
});

test('staff see a chargeback that is won in pre-arbitration after a second chargeback', async () => {
  const { client, standIn, settle } = await buildAdyenMerchant();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  await settle();
  const [payment] = standIn.control.state().payments;
  const { pspReference } = standIn.control.openDispute({
    pspReference: payment!.pspReference,
    amount: 10_000,
  });
  for (const eventCode of ['CHARGEBACK', 'CHARGEBACK_REVERSED', 'SECOND_CHARGEBACK'] as const)
    standIn.control.decideDispute({ pspReference, eventCode });
  await settle();
  expect((await findRow(id)).amountChargedBack).toBe(10_000);
  standIn.control.decideDispute({ pspReference, eventCode: 'PREARBITRATION_WON' });
  expectConsoleError({ message: 'a closed chargeback ended differently at the acquirer' });
  await settle();
  expect((await findRow(id)).amountChargedBack).toBe(10_000);
  expect(await prisma.discrepancy.findMany({ where: { subject: pspReference } })).toMatchObject([
    { kind: 'chargeback_outcome_changed', expected: 'lost 10000 USD', found: 'won', resolvedAt: null },
  ]);
});

test('a capture that fails after Adyen reported its success is logged for staff', async () => {
  const lines = ignoreFaults();
  const merchant = await buildAdyenMerchant();
  const { client, standIn, settle } = merchant;
  const { id } = await buildPayment(client);
  standIn.control.decideModification({ operation: 'capture', outcome: 'failed' });
  await sendCaptureOrVoid(client, id, { operation: 'capture' });
  await settle();
  await settle();
  expect((await findRow(id)).status).toBe('CAPTURED');
  expect(lines.join('\n')).toContain('failed at the acquirer, recorded as approved');
  const { id: captureId } = await prisma.operation.findFirstOrThrow({
    where: { transactionId: id, type: 'capture' },
  });
  expect(await prisma.discrepancy.findMany({ where: { transactionId: id } })).toMatchObject([
    {
      ...{ environment: 'test', kind: 'failed_after_success', subject: captureId, resolvedAt: null },
      ...{ expected: 'capture 10000 USD', found: 'Capture Failed' },
    },
  ]);
});

test('the reason of an approval, which contains digits of the card, isn’t stored', async () => {
  const { client, connectionId, settle } = await buildAdyenMerchant();
  await buildPayment(client);
  await buildPayment(client, { pan: '4000000000009995' });
  await settle();
  const events = await prisma.acquirerEvent.findMany({
    where: { connectionId, type: 'AUTHORISATION' },
    orderBy: { sequence: 'asc' },
  });
  const details = events.map((event) => event.details as { success: boolean; reason?: string });
  expect(details.map(({ success, reason }) => ({ success, reason }))).toEqual([
    { success: true, reason: undefined },
    { success: false, reason: 'Not enough balance' },
  ]);
});

const moneyPaths = [
  '/v72/payments',
  '/v72/payments/*/captures',
  '/v72/payments/*/cancels',
  '/v72/payments/*/refunds',
  '/v72/payments/*/reversals',
];

test('300 unknown outcomes are resolved without guessing, and none moves money twice', async () => {
  const merchant = await buildAdyenMerchant({ multiplePartialCaptures: true });
  const { client, standIn, settle } = merchant;
  standIn.control.setWebhooks({ copies: 2, held: true });
  const payments = await resolveDisturbedPayments({
    client,
    paths: moneyPaths,
    setFaults: (faults) => standIn.control.setFaults(faults),
    async deliver(pick) {
      await standIn.control.releaseWebhooks({ order: pick(['created', 'reversed']) });
      await settle();
    },
    passTime: passFiveMinutes,
    readBalance: (id) => readAdyenBalance(merchant, id),
  });
  const kinds = new Set((await Promise.all(payments.map(findRow))).map(({ status }) => status));
  for (const status of ['AUTHORIZED', 'CAPTURED', 'DECLINED', 'VOIDED']) expect(kinds).toContain(status);
  // No reference was paid twice.
  const references = standIn.control.state().payments.map(({ reference }) => reference);
  expect(new Set(references).size).toBe(references.length);
}, 300_000);
