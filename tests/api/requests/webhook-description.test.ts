import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getDeclineMessage, type DeclinedOperation } from '~/acquirers/decline-codes';
import { builtInConnectionId } from '~/acquirers/registry';
import { createApi } from '~/api/api';
import { eventDataExamples } from '~/api/description/event-examples';
import { describeApi } from '~/api/description/openapi';
import { expireIntents } from '~/payments/checkout/intent-expiry';
import { intentLifeSeconds } from '~/payments/checkout/payment-intents';
import { closeChargeback } from '~/payments/disputes/chargebacks';
import { reverseLateApproval } from '~/payments/operations/late-approvals';
import type { Decline } from '~/payments/transactions/transaction-object';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { eventTypeNames, testEventType, type EventType } from '~/webhooks/events/event-types';
import { fanOutEvents } from '~/webhooks/events/fan-out';
import { buildSamplePayload } from '~/webhooks/events/sample-payloads';
import { sendTestEvent } from '~/webhooks/events/test-events';
import { startWebhookReceiver, type WebhookReceiver } from '../../peers/services/webhook-receiver';
import { expectConsoleError } from '../../setup/errors';
import { createSchemaCheck } from '../../world/api-description-check';
import { buildApiClient, type ApiClient } from '../../world/api-client';
import { buildApplication } from '../../world/applications';
import { buildMerchant } from '../../world/merchants';
import { declinedOutcome, mockAnswerOnce } from '../../world/acquirers/acquirer';
import { buildCardIntent, buildCardToken } from '../../world/payments/card-tokens';
import { buildChargeback } from '../../world/payments/chargebacks';
import { expireHold, resolveOutcomesOf, settleNextDay } from '../../world/payments/elapsed-time';
import { overwriteOperations, overwriteTransaction } from '../../world/payments/overwrite';
import { buildPaymentIntent } from '../../world/payments/payment-intents';
import {
  buildPayment,
  cards,
  paymentBody,
  readStatementsWithEntries,
  refund,
  sendCaptureOrVoid,
} from '../../world/payments/payments';
import {
  buildEndpoint,
  deliverDueWebhooks,
  dropWaitingDeliveries,
  type BuiltEndpoint,
} from '../../world/webhooks';

const { document } = describeApi(createApi('test'), 'test');
const { document: liveDocument } = describeApi(createApi('live'), 'live');
const validateAgainst = createSchemaCheck('test', document);

let receiver: WebhookReceiver;
beforeAll(async () => void (receiver = await startWebhookReceiver()));
afterAll(() => receiver.stop());
// Removes the events of other tests.
beforeEach(async () => {
  while ((await fanOutEvents()).events);
  await dropWaitingDeliveries();
  receiver.received.length = 0;
});

test.each([document, liveDocument])('every event that can be sent is described', ({ webhooks }) => {
  expect(Object.keys(webhooks)).toEqual([...eventTypeNames, testEventType]);
});

/** The headers that HTTP itself requires. */
const standardHeaders = ['host', 'connection', 'content-type', 'content-length', 'accept', 'accept-encoding'];

/** The deliveries of one endpoint match the description. Returns their event types. */
function checkDeliveries({ secret }: BuiltEndpoint, path = '/'): string[] {
  const deliveries = receiver.received.filter((delivery) => delivery.path === path);
  return deliveries.map(({ headers, body }) => {
    const { type } = new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string };
    const { parameters, requestBody, responses } = document.webhooks[type]!.post;
    const { $ref } = requestBody.content['application/json'].schema;
    validateAgainst($ref!.slice(1), { text: body });
    expect(
      Object.keys(headers)
        .filter((name) => !standardHeaders.includes(name))
        .sort(),
    ).toEqual(parameters.map(({ name }) => name).sort());
    for (const { name, schema } of parameters)
      expect(headers[name]).toMatch(new RegExp(schema.pattern ?? '.'));
    expect(Object.keys(responses).sort()).toEqual(['2XX', '410', 'default']);
    return type;
  });
}

type Occurrence = (client: ApiClient) => Promise<unknown>;

const occurrences: Record<EventType, Occurrence> = {
  'transaction.authorized': (client) => buildPayment(client),
  'transaction.declined': (client) => buildPayment(client, { pan: cards.declined }),
  'transaction.captured': (client) => operate(client, { operation: 'capture' }),
  'transaction.partial_captured': (client) => operate(client, { operation: 'capture', amount: 4_000 }),
  'transaction.voided': (client) => operate(client, { operation: 'void' }),
  'transaction.partially_voided': (client) => operate(client, { operation: 'void', amount: 4_000 }),
  'transaction.expired': async (client) => expireHold((await buildPayment(client)).id),
  'transaction.settled': async (client) =>
    settleNextDay((await buildPayment(client, { operation: 'authcap' })).id),
  'capture.failed': (client) => {
    mockAnswerOnce('capture', declinedOutcome);
    return operate(client, { operation: 'capture' });
  },
  'void.failed': (client) => {
    mockAnswerOnce('void', declinedOutcome);
    return operate(client, { operation: 'void' });
  },
  'payment.reversed': approveLate,
  'refund.created': (client) => buildRefund(client),
  'refund.settled': async (client) => settleNextDay((await buildRefund(client)).id),
  'refund.declined': (client) => {
    mockAnswerOnce('refund', declinedOutcome);
    return buildRefund(client);
  },
  'chargeback.opened': (client) => buildChargeback(client),
  'chargeback.won': (client) => decide(client, 'chargeback_won'),
  'chargeback.lost': (client) => decide(client, 'chargeback_lost'),
  'card.tokenized': (client) => saveCards(client),
  'card.updated': (client) => charge(client, '4000000000004210'),
  'card.closed': (client) => charge(client, '4000000000004202'),
  'card.deleted': async (client) => {
    for (const token of await saveCards(client)) await client.delete(`/card_tokens/${token}`);
  },
  'intent.expired': expireBothIntents,
  'application.submitted': ({ merchant }) => buildApplication('SUBMITTED', { merchant }),
  'application.changes_requested': ({ merchant }) => buildApplication('CHANGES_REQUESTED', { merchant }),
  'application.approved': ({ merchant }) => buildApplication('APPROVED', { merchant }),
  'application.rejected': ({ merchant }) => buildApplication('REJECTED', { merchant }),
};

async function operate(
  client: ApiClient,
  operation: Parameters<typeof sendCaptureOrVoid>[2],
): Promise<unknown> {
  return sendCaptureOrVoid(client, (await buildPayment(client)).id, operation);
}

async function buildRefund(client: ApiClient): Promise<{ id: string }> {
  const { id } = await buildPayment(client, { operation: 'authcap' });
  return (await refund(client, id, 4_000)).json;
}

async function decide(client: ApiClient, kind: 'chargeback_won' | 'chargeback_lost'): Promise<void> {
  const { entry } = await buildChargeback(client);
  await closeChargeback(builtInConnectionId('test'), { ...entry, kind });
}

/** Cards with each optional member. */
async function saveCards(client: ApiClient, pan?: string): Promise<string[]> {
  return [
    await buildCardToken(client, { pan, reason: 'recurring' }),
    await buildCardToken(client, { pan, customer_id: 'customer-7' }),
  ];
}

async function charge(client: ApiClient, pan: string): Promise<void> {
  for (const token of await saveCards(client, pan))
    await client.post('/transactions', { ...paymentBody(), card: { token } });
}

/** The acquirer approved a payment that was recorded as declined, and returns the money. */
async function approveLate(client: ApiClient): Promise<void> {
  const { id: transactionId } = await buildPayment(client);
  const { id: operationId } = await prisma.operation.findFirstOrThrow({ where: { transactionId } });
  // Otherwise an import in another test would report the contradiction.
  await readStatementsWithEntries([]);
  await overwriteOperations({ id: operationId }, { status: 'FAILED' });
  await overwriteTransaction(transactionId, {
    status: 'DECLINED',
    amountAuthorized: 0,
    captureBefore: null,
    declineCode: 'system_error',
  });
  expectConsoleError({
    message: 'approved by the acquirer, recorded as failed',
    error: 'contradiction',
    fields: { operationId, transactionId },
  });
  await reverseLateApproval(operationId);
  await resolveOutcomesOf(transactionId);
}

/** With and without the optional order ID. */
async function expireBothIntents(client: ApiClient): Promise<void> {
  const order = { order_amount: 2_500, order_currency: 'EUR' };
  await buildPaymentIntent(client.merchant, { order });
  await buildPaymentIntent(client.merchant, { order: { ...order, order_id: 'order-1' } });
  await buildCardIntent(client);
  const { accountId } = client.merchant;
  const expiresAt = new Date(Date.now() - 60_000);
  await prisma.paymentIntent.updateMany({ where: { accountId }, data: { expiresAt } });
  await prisma.cardIntent.updateMany({ where: { accountId }, data: { expiresAt } });
  await expireIntents();
}

test.each(eventTypeNames)('the body and the headers of %s match the description', async (type) => {
  const client = await buildApiClient();
  const endpoint = await buildEndpoint(receiver.url, { merchant: client.merchant });
  await occurrences[type](client);
  await deliverDueWebhooks();
  const types = checkDeliveries(endpoint);
  expect(types).toContain(type);
  if (type === 'intent.expired') expect(types).toHaveLength(3);
});

/** The members whose values an event's type determines. */
const determinedMembers = ['type', 'status', 'stage', 'kind'];

/** What an event's data has: its members, the values that its type determines, and the share of each amount. */
function describeData(data: object, orderAmount = (data as { order_amount?: number }).order_amount): unknown {
  const describe = ([name, value]: [string, unknown]) => {
    if (typeof value === 'object' && value) return [name, describeData(value, orderAmount)];
    if (determinedMembers.includes(name)) return [name, value];
    if (!name.includes('amount')) return [name, typeof value];
    return [name, value === 0 ? 'none' : value === orderAmount ? 'all' : 'part'];
  };
  return Object.fromEntries(Object.entries(data).map((member) => describe(member) as [string, unknown]));
}

const declinedOperations: Partial<Record<EventType, DeclinedOperation>> = {
  'capture.failed': 'capture',
  'void.failed': 'void',
  'refund.declined': 'refund',
};

type Declines = { decline?: Decline; last_operation?: { decline?: Decline } };

/** The declines in an event's data have our messages. */
function checkDeclineMessages(type: EventType, data: object): void {
  const { decline, last_operation: operation } = data as Declines;
  for (const { code, message } of [decline, operation?.decline].filter((one) => one !== undefined))
    expect(message).toBe(getDeclineMessage(code, declinedOperations[type] ?? 'payment'));
}

test.each(eventTypeNames)('the sample and the example of %s are like the real event', async (type) => {
  const client = await buildApiClient();
  await occurrences[type](client);
  const { accountId } = client.merchant;
  const events = await prisma.webhookEvent.findMany({ where: { accountId, type } });
  const real = events.map(({ payload }) => describeData(payload as object));
  for (const data of [buildSamplePayload(type, new Date()), eventDataExamples[type]]) {
    expect(real).toContainEqual(describeData(data));
    checkDeclineMessages(type, data);
  }
});

test('the sample of a saved card is valid as long as a real intent', () => {
  const { expires_at: expiresAt } = buildSamplePayload('card.tokenized', new Date(0));
  expect(Date.parse(String(expiresAt))).toBe(intentLifeSeconds * 1000);
});

test('samples match the description too', async () => {
  const merchant = await buildMerchant();
  const endpoint = await buildEndpoint(receiver.url, { merchant });
  const { accountId, environment, id, by } = endpoint;
  for (const type of [...eventTypeNames, testEventType] as const) {
    await sendTestEvent({ accountId, environment, id, eventId: createId('evt'), type, by });
    await deliverDueWebhooks();
  }
  expect(checkDeliveries(endpoint)).toEqual([...eventTypeNames, testEventType]);
});
