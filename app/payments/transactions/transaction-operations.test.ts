import { expect, test } from 'vitest';
import { payIntent } from '~/payments/checkout/checkout-payments';
import { findCheckoutIntent } from '~/payments/checkout/payment-intents';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient, type ApiClient } from '../../../tests/world/api-client';
import { declinedOutcome, mockAnswerOnce, unknownOutcome } from '../../../tests/world/acquirers/acquirer';
import { buildCard } from '../../../tests/world/payments/card-tokens';
import {
  buildPayment,
  cards,
  readStatementsWithEntries,
  refund,
} from '../../../tests/world/payments/payments';
import { overwriteTransaction } from '../../../tests/world/payments/overwrite';
import { findTransactionWithOperations } from './transaction-operations';

const find = ({ merchant: { accountId } }: ApiClient, id: string, changes: { limit?: number } = {}) =>
  findTransactionWithOperations({ accountId, environment: 'test', id, ...changes });

const time = expect.any(Date) as Date;
const dueBy = '2030-01-31T00:00:00.000Z';

/** The payer's bank takes money back, and decides the dispute. */
async function dispute(id: string, amountMinor: number, decision?: 'chargeback_won' | 'chargeback_lost') {
  const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  const entry = { reference: `cb_${createId('req')}`, authorization, amountMinor, currency: 'USD' };
  await readStatementsWithEntries([
    { ...entry, kind: 'chargeback_opened', reason: 'fraudulent', dueBy },
    ...(decision ? [{ ...entry, kind: decision }] : []),
  ]);
}

test('a payment has its refunds, its chargebacks and all its operations', async () => {
  const client = await buildApiClient();
  const { merchant } = client;
  const { id } = await buildPayment(client, { operation: 'authcap', externalId: 'a' });
  const { json: succeeded } = await refund(client, id, 1_000, 'r-1');
  mockAnswerOnce('refund', declinedOutcome);
  const { json: declined } = await refund(client, id, 2_000, 'r-2');
  await dispute(id, 3_000, 'chargeback_won');
  await dispute(id, 2_500, 'chargeback_lost');
  await dispute(id, 1_500);
  mockAnswerOnce('refund', unknownOutcome);
  const { json: pending } = await refund(client, id, 500, 'r-3');
  const { order: _order, ...row } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  const chargebacks = await prisma.transaction.findMany({
    where: { parentId: id, type: 'CHARGEBACK' },
    orderBy: { id: 'asc' },
  });

  const apiOperation = {
    id: expect.stringMatching(/^op_/),
    status: 'SUCCEEDED',
    currency: 'USD',
    reason: null,
    operator: expect.stringMatching(/^API, with the secret ending in /),
    operatorId: `api:${merchant.secretId}`,
    isCaptureRelease: false,
    isReturnedRefund: false,
    resultKnownAt: null,
    isAccepted: false,
    declineCode: null,
    createdAt: time,
    completedAt: time,
  };
  const bankOperation = {
    ...apiOperation,
    externalId: null,
    operator: 'Automatic: chargebacks',
    operatorId: 'system:chargebacks',
  };
  const noMoney = { amountCaptured: 0, amountRefunded: 0 };
  const refundOf = {
    ...{ type: 'REFUND', declineCode: null, chargebackOpen: 0, amountChargedBack: 0 },
    ...noMoney,
  };
  const noDispute = { disputeStage: null, disputeDueBy: null, createdAt: time };
  const chargebackOf = (index: number, changes: object) => ({
    id: chargebacks[index]!.id,
    type: 'CHARGEBACK',
    externalId: chargebacks[index]!.externalId,
    ...noMoney,
    declineCode: null,
    amountChargedBack: 0,
    disputeDueBy: new Date(dueBy),
    createdAt: time,
    ...changes,
  });
  const { order, ...found } = (await find(client, id))!;
  expect(order).toEqual({ order_id: 'order-1', order_amount: 10_000, order_currency: 'USD' });
  expect(found).toEqual({
    ...row,
    parent: null,
    checkoutVisit: null,
    paymentLink: null,
    payerLanguage: null,
    declined: null,
    hadSucceeded: true,
    reversal: null,
    holdReleased: false,
    more: false,
    responses: [],
    children: [
      {
        ...refundOf,
        ...noDispute,
        id: succeeded.id,
        status: 'CAPTURED',
        orderAmount: 1_000,
        amountRefunded: 1_000,
        externalId: 'r-1',
      },
      {
        ...refundOf,
        ...noDispute,
        id: declined.id,
        status: 'DECLINED',
        orderAmount: 2_000,
        externalId: 'r-2',
        declineCode: 'do_not_honor',
      },
      chargebackOf(0, {
        status: 'VOIDED',
        orderAmount: 3_000,
        chargebackOpen: 3_000,
        disputeStage: 'won',
      }),
      chargebackOf(1, {
        status: 'SETTLED',
        orderAmount: 2_500,
        chargebackOpen: 2_500,
        disputeStage: 'lost',
      }),
      chargebackOf(2, {
        status: 'CAPTURED',
        orderAmount: 1_500,
        chargebackOpen: 1_500,
        disputeStage: 'needs_response',
      }),
      {
        ...refundOf,
        ...noDispute,
        id: pending.transaction_id,
        status: 'PENDING',
        orderAmount: 500,
        externalId: 'r-3',
      },
    ],
    operations: [
      { ...apiOperation, type: 'authcap', amount: 10_000, externalId: 'a' },
      { ...apiOperation, type: 'refund', amount: 1_000, externalId: 'r-1' },
      {
        ...apiOperation,
        type: 'refund',
        status: 'FAILED',
        amount: 2_000,
        externalId: 'r-2',
        reason: 'do_not_honor',
        declineCode: 'do_not_honor',
      },
      { ...bankOperation, type: 'chargeback', amount: 3_000, reason: 'fraudulent' },
      { ...bankOperation, type: 'dispute_won', amount: 3_000 },
      { ...bankOperation, type: 'chargeback', amount: 2_500, reason: 'fraudulent' },
      { ...bankOperation, type: 'dispute_lost', amount: 2_500 },
      { ...bankOperation, type: 'chargeback', amount: 1_500, reason: 'fraudulent' },
      {
        ...apiOperation,
        type: 'refund',
        status: 'PENDING',
        amount: 500,
        externalId: 'r-3',
        completedAt: null,
      },
    ],
  });

  // Of many, the newest.
  const some = (await find(client, id, { limit: 3 }))!;
  expect(some).toEqual({
    ...found,
    order,
    children: found.children.slice(-3),
    operations: found.operations.slice(-3),
    more: true,
    hadSucceeded: expect.any(Boolean),
    reversal: null,
  });
  expect((await find(client, id, { limit: 9 }))!.more).toBe(false);
  expect((await find(client, id, { limit: 8 }))!.more).toBe(true);
});

test('a refund has its payment, and says whether it had succeeded', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap', externalId: 'a' });
  const { json: succeeded } = await refund(client, id, 1_000);
  mockAnswerOnce('refund', declinedOutcome);
  const { json: declined } = await refund(client, id, 2_000);
  const found = (await find(client, succeeded.id))!;
  expect(found.parent).toEqual({
    id,
    type: 'PAYMENT',
    status: 'CAPTURED',
    orderAmount: 10_000,
    amountCaptured: 10_000,
    amountRefunded: 1_000,
    externalId: 'a',
    declineCode: null,
    chargebackOpen: 0,
    amountChargedBack: 0,
    disputeStage: null,
    disputeDueBy: null,
    createdAt: time,
  });
  expect(found).toMatchObject({
    children: [],
    declined: null,
    hadSucceeded: true,
    reversal: null,
    more: false,
    operations: [{ type: 'refund', amount: 1_000 }],
  });
  expect(await find(client, declined.id)).toMatchObject({
    declined: 'The bank declined the refund without giving a reason.',
    hadSucceeded: false,
    operations: [{ type: 'refund', status: 'FAILED' }],
  });
  expect((await find(client, id))!.hadSucceeded).toBe(true);
  expect((await find(client, (await buildPayment(client)).id))!.hadSucceeded).toBe(false);
});

test("the payer's visit belongs to the last payment of the intent", async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const { json } = await client.post('/intents/payment', {
    external_id: 'i',
    order: { order_amount: 2_500, order_currency: 'EUR' },
    redirect_urls: { success: 'https://shop.test/ok', failure: 'https://shop.test/no' },
  });
  const address = { accountId, environment: 'test' as const, intentId: json.intent_id as string };
  const pay = async (pan: string) => {
    const intent = (await findCheckoutIntent(address))!;
    return (await payIntent(intent, { card: buildCard(pan), formId: createId('req') })) as {
      transactionId: string;
    };
  };
  const [first, last] = [await pay(cards.declined), await pay(cards.approved)];
  const openedAt = new Date(Date.UTC(2030, 0, 1));
  await prisma.paymentIntent.update({ where: { id: address.intentId }, data: { openedAt } });
  expect((await find(client, last.transactionId))!.checkoutVisit).toEqual({
    state: 'PAID',
    openedAt,
    redirectedAt: null,
    canceledAt: null,
    transactionId: last.transactionId,
  });
  expect((await find(client, first.transactionId))!.checkoutVisit).toBeNull();
});

test('nobody finds unknown IDs, or those of another merchant or environment', async () => {
  const [client, stranger] = [await buildApiClient(), await buildApiClient()];
  const { id } = await buildPayment(client);
  const { accountId } = client.merchant;
  expect(await find(client, createId('trx'))).toBeNull();
  expect(await find(stranger, id)).toBeNull();
  expect(await findTransactionWithOperations({ accountId, environment: 'live', id })).toBeNull();

  const { id: captured } = await buildPayment(client, { operation: 'authcap' });
  const { json } = await refund(client, captured, 1_000);
  const move = (data: { accountId: string; environment: string }) => overwriteTransaction(json.id, data);
  await move({ accountId: stranger.merchant.accountId, environment: 'test' });
  expect((await find(client, captured))!.children).toEqual([]);
  await move({ accountId, environment: 'live' });
  expect((await find(client, captured))!.children).toEqual([]);
  await move({ accountId, environment: 'test' });
  expect((await find(client, captured))!.children).toMatchObject([{ id: json.id }]);
});
