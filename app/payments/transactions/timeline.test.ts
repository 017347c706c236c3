import { expect, test } from 'vitest';
import { flushRequests } from '~/api/request-log/request-log';
import { payIntent } from '~/payments/checkout/checkout-payments';
import { cancelIntent } from '~/payments/checkout/intent-cancellation';
import { findCheckoutIntent } from '~/payments/checkout/payment-intents';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import type { Prisma } from '~/platform/prisma/client';
import { buildApiClient, type ApiClient } from '../../../tests/world/api-client';
import { buildChargeback } from '../../../tests/world/payments/chargebacks';
import { mockAnswerOnce, unknownOutcome } from '../../../tests/world/acquirers/acquirer';
import { buildCard } from '../../../tests/world/payments/card-tokens';
import { overwriteTransaction, overwriteOperations } from '../../../tests/world/payments/overwrite';
import {
  buildPayment,
  cards,
  readStatementsWithEntries,
  refund,
  sendCaptureOrVoid,
} from '../../../tests/world/payments/payments';
import { buildEndpoint } from '../../../tests/world/webhooks';
import { readTimeline } from './timeline';
import { findTransactionWithOperations } from './transaction-operations';

/** Times in minutes, so that the order of a timeline doesn't depend on the speed of the test. */
const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 12, minute));

async function read(
  { merchant: { accountId } }: ApiClient,
  id: string,
  {
    limit = 50,
    reads = false,
    isDeveloper = true,
    owner = accountId,
    environment = 'test' as 'test' | 'live',
  } = {},
) {
  const transaction = await findTransactionWithOperations({ accountId, environment: 'test', id, limit });
  return readTimeline(transaction!, { accountId: owner, environment, limit, reads, isDeveloper });
}

/** Logged API requests instead of those that the test has sent. */
async function replaceRequests(
  { merchant: { accountId } }: ApiClient,
  requests: Partial<Prisma.ApiRequestCreateManyInput>[],
): Promise<string[]> {
  await flushRequests();
  await prisma.apiRequest.deleteMany({ where: { accountId } });
  const data = requests.map((request) => ({
    id: createId('req'),
    accountId,
    environment: 'test',
    method: 'POST',
    path: '/transactions?secret',
    status: 200,
    durationMs: 35,
    ...request,
  }));
  await prisma.apiRequest.createMany({ data });
  return data.map(({ id }) => id);
}

type Attempt = Omit<Prisma.WebhookAttemptCreateManyInput, 'deliveryId' | 'requestHeaders'>;

/** A delivery of the transaction's first event, and its attempts. */
async function addDelivery(
  transactionId: string,
  endpointId: string,
  { attempts = [], createdAt, finishedAt }: { attempts?: Attempt[]; createdAt: Date; finishedAt?: Date },
): Promise<string> {
  const event = await prisma.webhookEvent.findFirstOrThrow({
    where: { transactionId },
    orderBy: { id: 'asc' },
  });
  const { id: eventId, accountId, environment, type: eventType } = event;
  const id = createId('dlv');
  await prisma.webhookDelivery.create({
    data: {
      id,
      eventId,
      endpointId,
      accountId,
      environment,
      transactionId,
      eventType,
      ...(finishedAt ? { status: 'delivered', nextAttemptAt: null } : { nextAttemptAt: at(59) }),
      createdAt,
      finishedAt,
    },
  });
  await prisma.webhookAttempt.createMany({
    data: attempts.map((attempt) => ({ deliveryId: id, requestHeaders: {}, ...attempt })),
  });
  return id;
}

const buildOwnEndpoint = ({ merchant }: ApiClient, path: string) =>
  // Nothing is delivered to it.
  buildEndpoint(`http://127.0.0.1:9/${path}`, { merchant, events: ['chargeback.won'] });

/** Moves the operations of a transaction and its refunds to these minutes, in their order. */
async function setOperationTimes(id: string, minutes: readonly number[]): Promise<void> {
  const operations = await prisma.operation.findMany({
    where: { transactionId: id },
    orderBy: { sequence: 'asc' },
  });
  expect(operations).toHaveLength(minutes.length);
  for (const [index, operation] of operations.entries())
    await overwriteOperations(
      { id: operation.id },
      { createdAt: at(minutes[index]!), completedAt: at(minutes[index]!) },
    );
}

test('a timeline joins operations, requests and webhooks of a payment and its refunds by time', async () => {
  const client = await buildApiClient();
  const { merchant } = client;
  const { id } = await buildPayment(client, { externalId: 'a' });
  const other = await buildPayment(client);
  await sendCaptureOrVoid(client, id, { operation: 'capture', externalId: 'r', reason: 'Sent' });
  // The acquirer gave a chargeback the same reference as the merchant gave a refund.
  const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  const reference = `r-${id}`;
  await readStatementsWithEntries([
    {
      kind: 'chargeback_opened',
      reference,
      authorization,
      amountMinor: 2_000,
      currency: 'USD',
      reason: 'fraudulent',
      dueBy: '2030-01-31T00:00:00.000Z',
    },
  ]);
  const { json: first } = await refund(client, id, 1_000, reference);
  const { json: second } = await refund(client, id, 500, 'r');
  await setOperationTimes(id, [1, 2, 3, 4, 5]);
  const request = { transactionId: id, operation: 'operateOnTransaction' };
  const requests = await replaceRequests(client, [
    { ...request, createdAt: at(2), operation: 'captureTransaction', outcome: 'executed' },
    { ...request, createdAt: at(1), method: 'PUT', status: 409, code: 'invalid_state', durationMs: 12 },
    { ...request, createdAt: at(5), transactionId: first.id },
    { ...request, createdAt: at(6), method: 'GET', operation: null },
    { ...request, createdAt: at(6), transactionId: other.id },
    { ...request, createdAt: at(6), environment: 'live' },
    { ...request, createdAt: at(6), accountId: (await buildApiClient()).merchant.accountId },
  ]);
  const [one, two] = [await buildOwnEndpoint(client, 'one/secret'), await buildOwnEndpoint(client, 'two')];
  const delivered = await addDelivery(id, one.id, {
    createdAt: at(1),
    finishedAt: at(7),
    attempts: [
      { startedAt: at(2), durationMs: 8, error: 'timed_out' },
      { startedAt: at(7), durationMs: 9, status: 204, requestedBy: `portal:${merchant.ownerId}` },
    ],
  });
  const pending = await addDelivery(first.id, two.id, { createdAt: at(5) });
  await addDelivery(other.id, two.id, { createdAt: at(6) });

  const operations = await prisma.operation.findMany({
    where: { transactionId: id },
    orderBy: { sequence: 'asc' },
  });
  const toOperation = (index: number, changes: object) => ({
    kind: 'operation',
    id: operations[index]!.id,
    at: at(index + 1),
    createdAt: at(index + 1),
    completedAt: at(index + 1),
    status: 'SUCCEEDED',
    currency: 'USD',
    reason: null,
    declineCode: null,
    refundId: null,
    operator: expect.stringMatching(/^API, /),
    operatorId: `api:${merchant.secretId}`,
    isCaptureRelease: false,
    isReturnedRefund: false,
    resultKnownAt: null,
    isAccepted: false,
    ...changes,
  });
  const toRequest = (index: number, changes: object) => ({
    kind: 'request',
    id: requests[index],
    method: 'POST',
    operation: 'operateOnTransaction',
    status: 200,
    code: null,
    outcome: null,
    durationMs: 35,
    ...changes,
  });
  const webhook = {
    kind: 'webhook',
    host: '127.0.0.1:9',
    deliveryId: delivered,
    endpointId: one.id,
    event: 'transaction.authorized',
    deliveryStatus: 'delivered',
    nextAttemptAt: null,
  };
  const timeline = [
    toRequest(1, { at: at(1), method: 'PUT', status: 409, code: 'invalid_state', durationMs: 12 }),
    toOperation(0, { type: 'authorize', amount: 10_000, externalId: 'a' }),
    toRequest(0, { at: at(2), operation: 'captureTransaction', outcome: 'executed' }),
    toOperation(1, { type: 'capture', amount: 10_000, externalId: 'r', reason: 'Sent' }),
    {
      ...webhook,
      at: at(2),
      id: expect.stringMatching(`^${delivered}-`),
      attempt: { durationMs: 8, status: null, fault: 'timed_out', isManual: false },
    },
    toOperation(2, {
      type: 'chargeback',
      amount: 2_000,
      externalId: null,
      reason: 'fraudulent',
      operator: 'Automatic: chargebacks',
      operatorId: 'system:chargebacks',
    }),
    toOperation(3, { type: 'refund', amount: 1_000, externalId: reference, refundId: first.id }),
    toRequest(2, { at: at(5) }),
    toOperation(4, { type: 'refund', amount: 500, externalId: 'r', refundId: second.id }),
    {
      ...webhook,
      at: at(5),
      id: `${pending}-0`,
      deliveryId: pending,
      endpointId: two.id,
      event: 'refund.created',
      deliveryStatus: 'pending',
      nextAttemptAt: at(59),
      attempt: null,
    },
    {
      ...webhook,
      at: at(7),
      id: expect.stringMatching(`^${delivered}-`),
      attempt: { durationMs: 9, status: 204, fault: null, isManual: true },
    },
  ];
  const { entries, more } = await read(client, id);
  expect({ entries, more }).toEqual({ entries: timeline, more: false });
  expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length);
  expect((await read(client, id, { isDeveloper: false })).entries).toEqual(
    timeline.filter(({ kind }) => kind === 'operation'),
  );
  expect((await read(client, id, { reads: true })).entries).toEqual([
    ...timeline.slice(0, -1),
    toRequest(3, { at: at(6), method: 'GET', operation: null }),
    timeline.at(-1),
  ]);
});

test('the timeline of a hosted payment includes the visit, other attempts and the request for the intent', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const createIntent = async () => {
    const { json } = await client.post('/intents/payment', {
      external_id: createId('req'),
      order: { order_amount: 2_500, order_currency: 'EUR' },
      redirect_urls: { success: 'https://shop.test/ok', failure: 'https://shop.test/no' },
    });
    return json as { intent_id: string; reference_id: string };
  };
  const { intent_id: intentId, reference_id: externalId } = await createIntent();
  const { intent_id: otherIntentId } = await createIntent();
  const address = { accountId, environment: 'test' as const, intentId };
  const pay = async (pan: string) => {
    const intent = (await findCheckoutIntent(address))!;
    return (await payIntent(intent, { card: buildCard(pan), formId: createId('req') })) as {
      transactionId: string;
    };
  };
  const [earlier, { transactionId: id }] = [await pay(cards.declined), await pay('4000000000009995')];
  expect(await cancelIntent((await findCheckoutIntent(address))!)).toBe(true);
  await setOperationTimes(id, [4]);
  const visit = { openedAt: at(2), redirectedAt: at(6), canceledAt: at(5) };
  await prisma.paymentIntent.update({ where: { id: intentId }, data: { createdAt: at(1), ...visit } });
  await prisma.transaction.update({ where: { id: earlier.transactionId }, data: { createdAt: at(3) } });
  const intentRequest = { externalId, intentId, operation: 'createPaymentIntent' };
  const [requestId] = await replaceRequests(client, [
    { ...intentRequest, createdAt: at(1) },
    { ...intentRequest, createdAt: at(1), transactionId: earlier.transactionId },
    { ...intentRequest, createdAt: at(1), intentId: otherIntentId },
    { ...intentRequest, createdAt: at(1), externalId: 'other' },
  ]);
  const [operation] = await prisma.operation.findMany({ where: { transactionId: id } });
  const checkout = { kind: 'checkout', transactionId: null, declined: null };
  const payment = {
    kind: 'operation',
    id: operation!.id,
    at: at(4),
    createdAt: at(4),
    completedAt: at(4),
    type: 'authcap',
    status: 'FAILED',
    amount: 2_500,
    currency: 'EUR',
    externalId,
    reason: 'insufficient_funds',
    declineCode: 'insufficient_funds',
    refundId: null,
    operator: 'Payer, on the checkout page',
    operatorId: 'checkout',
    isCaptureRelease: false,
    isReturnedRefund: false,
    resultKnownAt: null,
    isAccepted: false,
  };
  const attempt = {
    kind: 'checkout',
    id: `attempted-${earlier.transactionId}`,
    what: 'attempted',
    at: at(3),
    transactionId: earlier.transactionId,
  };
  const created = [
    { ...checkout, id: 'created-', what: 'created', at: at(1) },
    {
      kind: 'request',
      id: requestId,
      at: at(1),
      method: 'POST',
      operation: 'createPaymentIntent',
      status: 200,
      code: null,
      outcome: null,
      durationMs: 35,
    },
  ];
  expect(await read(client, id)).toEqual({
    entries: [
      ...created,
      { ...checkout, id: 'opened-', what: 'opened', at: at(2) },
      { ...attempt, declined: 'The bank declined the payment without giving a reason.' },
      payment,
      { ...checkout, id: 'cancelled-', what: 'cancelled', at: at(5) },
      { ...checkout, id: 'sent_back-', what: 'sent_back', at: at(6) },
    ],
    more: false,
  });

  // Of a visit that was never opened or ended, and an attempt without an outcome.
  await prisma.paymentIntent.update({
    where: { id: intentId },
    data: { state: 'OPEN', openedAt: null, redirectedAt: null, canceledAt: null },
  });
  await overwriteTransaction(earlier.transactionId, { declineCode: null });
  expect((await read(client, id)).entries).toEqual([...created, { ...attempt, declined: null }, payment]);

  // Nothing is read for another merchant, or in the other environment.
  const { merchant: stranger } = await buildApiClient();
  expect(await read(client, id, { owner: stranger.accountId })).toEqual({ entries: [payment], more: false });
  expect(await read(client, id, { environment: 'live' })).toEqual({ entries: [payment], more: false });
});

test('of each kind, the newest entries are read, and it says when there are more', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  await setOperationTimes(id, [9]);
  const summarize = async (limit: number) => {
    const { entries, more } = await read(client, id, { limit });
    return { entries: entries.map((entry) => `${entry.kind} ${entry.at.getUTCMinutes()}`), more };
  };
  await replaceRequests(
    client,
    [1, 3, 2].map((minute) => ({ transactionId: id, createdAt: at(minute) })),
  );
  const request = ['request 1', 'request 2', 'request 3'];
  expect(await summarize(3)).toEqual({ entries: [...request, 'operation 9'], more: false });
  expect(await summarize(2)).toEqual({ entries: [...request.slice(1), 'operation 9'], more: true });

  await replaceRequests(client, []);
  const endpoint = await buildOwnEndpoint(client, 'one');
  await addDelivery(id, endpoint.id, {
    createdAt: at(1),
    attempts: [4, 6, 5].map((minute) => ({ startedAt: at(minute), durationMs: 1, status: 500 })),
  });
  const webhooks = ['webhook 4', 'webhook 5', 'webhook 6'];
  expect(await summarize(3)).toEqual({ entries: [...webhooks, 'operation 9'], more: false });
  expect(await summarize(2)).toEqual({ entries: [...webhooks.slice(1), 'operation 9'], more: true });

  await refund(client, id, 1_000);
  mockAnswerOnce('refund', unknownOutcome);
  await refund(client, id, 1_000);
  await replaceRequests(client, []);
  expect((await read(client, id, { limit: 3 })).more).toBe(false);
  expect((await read(client, id, { limit: 2 })).more).toBe(true);
});

test('requests for the payment and for its intent count together', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { externalId: 'shared' });
  const intentId = createId('int');
  await prisma.transaction.update({ where: { id }, data: { intentId } });
  await replaceRequests(client, [
    { transactionId: id, createdAt: at(1) },
    { transactionId: id, createdAt: at(2) },
    { externalId: 'shared', intentId, createdAt: at(3) },
  ]);
  const listRequests = async (limit: number) => {
    const { entries, more } = await read(client, id, { limit });
    const requests = entries.filter(({ kind }) => kind === 'request');
    return { minutes: requests.map((entry) => entry.at.getUTCMinutes()), more };
  };
  expect(await listRequests(3)).toEqual({ minutes: [1, 2, 3], more: false });
  expect(await listRequests(2)).toEqual({ minutes: [2, 3], more: true });
  expect(await listRequests(1)).toEqual({ minutes: [3], more: true });
});

test.each([
  ['answer', false],
  ['accept', true],
])(
  'the response to a chargeback (%s) is in its timeline and that of its payment',
  async (decision, isAcceptance) => {
    const client = await buildApiClient();
    const { accountId, ownerId } = client.merchant;
    const { id, paymentId } = await buildChargeback(client, { dueBy: '2035-01-31T00:00:00.000Z' });
    await prisma.dispute.upsert({
      where: { transactionId: id },
      create: { transactionId: id, accountId, environment: 'test', text: 'draft' },
      update: { text: 'draft' },
    });
    const responses = async (of: string) =>
      (await read(client, of)).entries.filter(({ kind }) => kind === 'response');
    expect(await responses(id)).toEqual([]);
    await prisma.dispute.update({
      where: { transactionId: id },
      data: { decision, state: 'sending', submittedBy: ownerId, submittedAt: at(30), nextAttemptAt: at(59) },
    });
    const { name } = await prisma.user.findUniqueOrThrow({ where: { id: ownerId } });
    for (const of of [id, paymentId])
      expect(await responses(of)).toMatchObject([
        { transactionId: id, at: at(30), isAcceptance, operator: `${name}, in the portal`, currency: 'USD' },
      ]);
  },
);
