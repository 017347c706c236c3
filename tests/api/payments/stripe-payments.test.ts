import { expect, test } from 'vitest';
import { submitDisputeEvidence } from '~/payments/disputes/disputes';
import { submitDisputeResponses } from '~/payments/disputes/submission';
import { processAcquirerEvents } from '~/payments/inbox/event-processing';
import { pollAcquirerEvents } from '~/payments/inbox/event-polling';
import { receiveAcquirerWebhook } from '~/payments/inbox/webhook-reception';
import { prisma } from '~/platform/database/db.server';
import { resolveOutcomesOf, passMinute } from '../../world/payments/elapsed-time';
import {
  buildPayment,
  listEventTypes,
  listOperations,
  paymentBody,
  refund,
  sendCaptureOrVoid,
} from '../../world/payments/payments';
import { ignoreFaults, resolveDisturbedPayments } from '../../world/acquirers/unknown-outcomes';
import { serveAcquirerWebhooks } from '../../world/acquirers/acquirer-webhooks';
import { buildStripeMerchant, readStripeBalance, type StripeMerchant } from '../../world/acquirers/stripe';

/** Delivers the stand-in's webhooks as the server does, from now on. */
async function connectWebhooks({ standIn, connectionId }: StripeMerchant) {
  const { received, url } = await serveAcquirerWebhooks(connectionId);
  standIn.control.setWebhooks({ url });
  return { received, url };
}

const findRow = (id: string) => prisma.transaction.findUniqueOrThrow({ where: { id } });

test('a payment is authorized, captured in part, and refunded at Stripe', async () => {
  const merchant = await buildStripeMerchant();
  const { client, connectionId } = merchant;
  const { id, status, capture_before } = await buildPayment(client);
  expect(status).toBe('AUTHORIZED');
  expect(await findRow(id)).toMatchObject({ connectionId });
  // Stripe releases a hold after 7 days.
  expect(Date.parse(capture_before) - Date.now()).toBeLessThanOrEqual(7 * 86_400_000 + 5_000);
  expect(await readStripeBalance(merchant, id)).toEqual({ held: 10_000, captured: 0, refunded: 0 });

  const captured = await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 6_000 });
  expect(captured.json).toMatchObject({ status: 'PARTIAL_CAPTURED', amount_captured: 6_000 });
  expect((await listOperations(id)).at(-1)).toEqual(['expire', 4_000, 'SUCCEEDED', 'system:capture-release']);
  expect((await refund(client, id, 2_500)).json.status).toBe('CAPTURED');
  expect((await refund(client, id, 3_501)).json.code).toBe('amount_exceeds_remaining');
  expect(await readStripeBalance(merchant, id)).toEqual({ held: 0, captured: 6_000, refunded: 2_500 });
  const { requests } = merchant.standIn.control.state();
  const keys = requests.filter(({ method }) => method === 'POST').map(({ path }) => path);
  expect(keys.filter((path) => path.endsWith('/confirm'))).toHaveLength(1);
});

test('part of a hold can’t be voided, which changes nothing', async () => {
  const merchant = await buildStripeMerchant();
  const { client } = merchant;
  const { id } = await buildPayment(client);
  const rejected = await sendCaptureOrVoid(client, id, { operation: 'void', amount: 4_000, externalId: 'v' });
  expect(rejected.status).toBe(422);
  expect(rejected.json).toMatchObject({
    code: 'partial_void_not_supported',
    remaining: 10_000,
    requested: 4_000,
  });
  expect(await readStripeBalance(merchant, id)).toEqual({ held: 10_000, captured: 0, refunded: 0 });
  expect(await listOperations(id)).toHaveLength(1);
  // The external_id is still available, and the full amount may be named.
  const voided = await sendCaptureOrVoid(client, id, { operation: 'void', amount: 10_000, externalId: 'v' });
  expect(voided.json.status).toBe('VOIDED');
  const replay = await sendCaptureOrVoid(client, id, { operation: 'void', amount: 10_000, externalId: 'v' });
  expect(replay.json).toEqual(voided.json);
});

test('several captures, if Stripe allows them, and a void of the rest', async () => {
  const merchant = await buildStripeMerchant({ multicapture: true });
  const { client } = merchant;
  const { id } = await buildPayment(client);
  for (const amount of [3_000, 2_000])
    expect((await sendCaptureOrVoid(client, id, { operation: 'capture', amount })).status).toBe(200);
  expect(await readStripeBalance(merchant, id)).toEqual({ held: 5_000, captured: 5_000, refunded: 0 });
  expect((await sendCaptureOrVoid(client, id, { operation: 'void' })).json).toMatchObject({
    amount_captured: 5_000,
    amount_voided: 5_000,
  });
  expect(await readStripeBalance(merchant, id)).toEqual({ held: 0, captured: 5_000, refunded: 0 });
});

test('a card that doesn’t allow several captures is captured once, which releases the rest', async () => {
  const merchant = await buildStripeMerchant({ multicapture: true });
  const { client } = merchant;
  const { id } = await buildPayment(client, { pan: '3566002020360505' });
  const captured = await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 3_000 });
  expect(captured.json).toMatchObject({ status: 'PARTIAL_CAPTURED', amount_captured: 3_000 });
  expect(await listOperations(id)).toContainEqual(['expire', 7_000, 'SUCCEEDED', expect.any(String)]);
  expect(await readStripeBalance(merchant, id)).toEqual({ held: 0, captured: 3_000, refunded: 0 });
  const again = await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 1 });
  expect(again.status).toBe(409);
});

test.each([
  ['4000000000009995', 'insufficient_funds', 'insufficient_funds'],
  ['4000000000000069', 'expired_card', 'expired_card'],
  ['4100000000000019', 'suspected_fraud', 'fraudulent'],
])('a card that Stripe declines: %s', async (pan, code, acquirerCode) => {
  const { client } = await buildStripeMerchant();
  const { id, status, decline } = await buildPayment(client, { pan });
  expect({ status, decline }).toMatchObject({ status: 'DECLINED', decline: { code } });
  expect(await prisma.operation.findFirstOrThrow({ where: { transactionId: id } })).toMatchObject({
    declineCode: code,
    acquirerCode,
    acquirerReference: expect.stringMatching(/^pi_/),
  });
});

test('an authorization that never reached Stripe is canceled there, and declined', async () => {
  ignoreFaults();
  const merchant = await buildStripeMerchant();
  const { client, standIn } = merchant;
  standIn.control.setFaults([
    { fault: 'error', effect: 'before', replayed: false, path: '/v1/payment_intents/*/confirm' },
  ]);
  const { json } = await client.post('/transactions', paymentBody());
  expect(json.code).toBe('outcome_unknown');
  const id = json.transaction_id as string;
  await resolveOutcomesOf(id);
  expect((await findRow(id)).status).toBe('PENDING');
  await passMinute(id);
  await resolveOutcomesOf(id);
  expect((await findRow(id)).status).toBe('DECLINED');
  expect(standIn.control.state().intents).toMatchObject([{ status: 'canceled' }]);
});

test('a webhook resolves an outcome before the next inquiry, and the same one again changes nothing', async () => {
  ignoreFaults();
  const merchant = await buildStripeMerchant();
  const { client, standIn, connectionId } = merchant;
  const { received } = await connectWebhooks(merchant);
  standIn.control.setWebhooks({ copies: 2 });
  standIn.control.setFaults([
    { fault: 'error', effect: 'after', replayed: false, path: '/v1/payment_intents/*/confirm', times: 1 },
  ]);
  const { json } = await client.post('/transactions', paymentBody({ operation: 'authcap' }));
  const id = json.transaction_id as string;
  await standIn.control.webhooksSettled();
  expect(new Set(received)).toEqual(new Set(['stored']));
  await processAcquirerEvents();
  expect((await findRow(id)).status).toBe('CAPTURED');
  await processAcquirerEvents();
  expect(await listEventTypes(id)).toEqual(['transaction.captured']);
  const events = await prisma.acquirerEvent.findMany({ where: { connectionId } });
  expect(events.every(({ processedAt, deliveries }) => processedAt && deliveries === 2)).toBe(true);
});

test.each([
  { amount: 4_000, currency: 'usd' },
  { amount: 10_000, currency: 'eur' },
])(
  'staff see an authorization of $amount $currency with the reference of a payment of 10000 usd',
  async (money) => {
    ignoreFaults();
    const { client, standIn, connectionId } = await buildStripeMerchant();
    standIn.control.setFaults([
      { fault: 'error', effect: 'before', replayed: false, path: '/v1/payment_intents/*/confirm', times: 1 },
    ]);
    const id = (await client.post('/transactions', paymentBody())).json.transaction_id as string;
    const { authorizationId: reference } = await findRow(id);
    const { createTestClient, pay } = await import('../../stand-ins/stripe/test-client');
    await pay(createTestClient(standIn), { ...money, capture_method: 'manual', metadata: { reference } });
    await pollAcquirerEvents(undefined, { connectionId });
    await processAcquirerEvents();
    expect((await findRow(id)).status).toBe('PENDING');
    const { listAcquirerEvents } = await import('~/payments/inbox/event-list');
    const { events } = await listAcquirerEvents({ connectionId, isUnprocessed: true });
    expect(events).toMatchObject([{ type: 'payment_intent.amount_capturable_updated', reference }]);
  },
);

test('webhooks with a false signature, an old one, or the secret of another connection are refused', async () => {
  const merchant = await buildStripeMerchant();
  const { client, standIn, connectionId } = merchant;
  const { received } = await connectWebhooks(merchant);
  for (const signature of ['wrong_secret', 'wrong_time', 'missing'] as const) {
    standIn.control.setWebhooks({ signature });
    await buildPayment(client);
    await standIn.control.webhooksSettled();
  }
  expect(new Set(received)).toEqual(new Set(['invalid_signature']));
  expect(await prisma.acquirerEvent.count({ where: { connectionId } })).toBe(0);
  expect(
    await receiveAcquirerWebhook('con_simulator_test', { body: Buffer.alloc(0), header: () => '' }),
  ).toBe('unknown');
});

test('a refund that Stripe sends later is pending until its webhook', async () => {
  const cards = { '4242424242424242': { refund: { status: 'pending' as const } } };
  const merchant = await buildStripeMerchant({ cards });
  const { client, standIn } = merchant;
  await connectWebhooks(merchant);
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const created = await refund(client, id, 4_000);
  expect(created).toMatchObject({ status: 200, json: { status: 'PENDING', amount_refunded: 0 } });
  const [stripeRefund] = standIn.control.state().refunds;
  standIn.control.resolveRefund({ refund: stripeRefund!.id, status: 'succeeded' });
  await standIn.control.webhooksSettled();
  await processAcquirerEvents();
  expect(await findRow(created.json.id)).toMatchObject({ status: 'CAPTURED' });
  expect((await findRow(id)).amountRefunded).toBe(4_000);
  expect(await listEventTypes(created.json.id)).toEqual(['refund.created']);
});

test('a refund that fails after it succeeded is declined, once', async () => {
  const merchant = await buildStripeMerchant();
  const { client, standIn, connectionId } = merchant;
  await connectWebhooks(merchant);
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const created = await refund(client, id, 4_000);
  expect(created.json.status).toBe('CAPTURED');
  const [stripeRefund] = standIn.control.state().refunds;
  standIn.control.resolveRefund({
    refund: stripeRefund!.id,
    status: 'failed',
    failure_reason: 'lost_or_stolen_card',
  });
  await standIn.control.webhooksSettled();
  await processAcquirerEvents();
  expect(await findRow(created.json.id)).toMatchObject({ status: 'DECLINED', declineCode: 'lost_card' });
  expect((await findRow(id)).amountRefunded).toBe(0);
  await pollAcquirerEvents(undefined, { connectionId });
  await processAcquirerEvents();
  expect(await listEventTypes(created.json.id)).toEqual(['refund.created', 'refund.declined']);
});

test('a dispute is opened, answered with evidence, and won, whatever the order of its webhooks', async () => {
  const merchant = await buildStripeMerchant();
  const { client, standIn } = merchant;
  await connectWebhooks(merchant);
  const { id } = await buildPayment(client, { operation: 'authcap' });
  await standIn.control.webhooksSettled();
  standIn.control.setWebhooks({ held: true });
  const [intent] = standIn.control.state().intents;
  const dispute = standIn.control.openDispute({ payment_intent: intent!.id, reason: 'fraudulent' });
  await standIn.control.releaseWebhooks({ order: 'reversed' });
  await processAcquirerEvents();
  const chargeback = await prisma.transaction.findFirstOrThrow({
    where: { parentId: id, type: 'CHARGEBACK' },
    include: { dispute: true },
  });
  expect(chargeback).toMatchObject({
    status: 'CAPTURED',
    disputeReason: 'fraudulent',
    orderAmount: 10_000,
    authorizationId: dispute.id,
  });
  expect((await findRow(id)).chargebackOpen).toBe(10_000);
  expect(
    await submitDisputeEvidence({
      accountId: client.merchant.accountId,
      environment: 'test',
      id: chargeback.id,
      userId: 'usr_1',
      text: 'It arrived.',
      seen: '',
    }),
  ).toBe('submitted');
  await submitDisputeResponses();
  expect(standIn.control.state().disputes).toMatchObject([{ submission_count: 1 }]);
  standIn.control.decideDispute({ dispute: dispute.id, status: 'won' });
  await standIn.control.releaseWebhooks({ order: 'reversed' });
  await processAcquirerEvents();
  expect(await findRow(chargeback.id)).toMatchObject({ status: 'VOIDED', disputeStage: 'won' });
  expect((await findRow(id)).chargebackOpen).toBe(0);
});

test('polling finds events whose webhooks were lost', async () => {
  const merchant = await buildStripeMerchant();
  const { client, standIn, connectionId } = merchant;
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const [intent] = standIn.control.state().intents;
  standIn.control.openDispute({ payment_intent: intent!.id });
  await pollAcquirerEvents(undefined, { connectionId });
  await processAcquirerEvents();
  expect(await prisma.transaction.count({ where: { parentId: id, type: 'CHARGEBACK' } })).toBe(1);
  expect(await prisma.acquirerEventPoll.findUnique({ where: { connectionId } })).not.toBeNull();
});

test('a dispute of a payment that was made elsewhere is listed for staff', async () => {
  ignoreFaults();
  const merchant = await buildStripeMerchant();
  const { standIn, connectionId } = merchant;
  const { createTestClient, pay } = await import('../../stand-ins/stripe/test-client');
  const { id } = await pay(createTestClient(standIn));
  standIn.control.openDispute({ payment_intent: id });
  await pollAcquirerEvents(undefined, { connectionId });
  for (let attempt = 0; attempt < 17; attempt++) {
    await prisma.acquirerEvent.updateMany({
      where: { connectionId, nextAttemptAt: { not: null } },
      data: { nextAttemptAt: new Date(0) },
    });
    await processAcquirerEvents();
  }
  const { listAcquirerEvents } = await import('~/payments/inbox/event-list');
  const { events } = await listAcquirerEvents({ connectionId, isUnprocessed: true });
  expect(events).toMatchObject([{ type: 'charge.dispute.created', attempts: 16, nextAttemptAt: null }]);
});

const moneyPaths = [
  '/v1/payment_intents',
  '/v1/payment_intents/*/confirm',
  '/v1/payment_intents/*/capture',
  '/v1/payment_intents/*/cancel',
  '/v1/refunds',
];

test('300 unknown outcomes are resolved without guessing, and none moves money twice', async () => {
  const merchant = await buildStripeMerchant({ multicapture: true });
  await resolveDisturbedPayments({
    client: merchant.client,
    paths: moneyPaths,
    setFaults: (faults) => merchant.standIn.control.setFaults(faults),
    passTime: passMinute,
    readBalance: (id) => readStripeBalance(merchant, id),
  });
}, 240_000);
