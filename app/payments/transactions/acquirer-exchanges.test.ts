import { expect, test } from 'vitest';
import { builtInConnectionId } from '~/acquirers/registry';
import type { DeclineCode } from '~/acquirers/decline-codes';
import { acceptDispute } from '~/payments/disputes/disputes';
import { closeChargeback } from '~/payments/disputes/chargebacks';
import { recordCanceledHold } from '~/payments/operations/canceled-holds';
import { reverseLateApproval } from '~/payments/operations/late-approvals';
import { failRefund } from '~/payments/operations/refund-failures';
import { importStatements } from '~/payments/reconciliation/acquirer-statements';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { expectConsoleError } from '../../../tests/setup/errors';
import { loseAnswerOnce, mockAnswerOnce, unknownOutcome } from '../../../tests/world/acquirers/acquirer';
import { buildChargeback } from '../../../tests/world/payments/chargebacks';
import {
  expireHold,
  passMinute,
  resolveOutcomesOf,
  settleNextDay,
} from '../../../tests/world/payments/elapsed-time';
import { overwriteOperations, overwriteTransaction } from '../../../tests/world/payments/overwrite';
import { buildPayment, refund, sendCaptureOrVoid } from '../../../tests/world/payments/payments';
import { buildPayout } from '../../../tests/world/payments/payouts';
import { findOwnOperations, listAcquirerExchanges } from './acquirer-exchanges';

const connectionId = builtInConnectionId('test');
const time = expect.any(Date) as Date;
const operationId = expect.stringMatching(/^op_/) as string;

async function read(...ids: string[]) {
  const children = await prisma.transaction.findMany({
    where: { parentId: { in: ids } },
    select: { id: true },
  });
  const all = [...ids, ...children.map(({ id }) => id)];
  return listAcquirerExchanges(all, await findOwnOperations(all, 100));
}

const findOperation = (transactionId: string, type = 'refund') =>
  prisma.operation.findFirstOrThrow({ where: { transactionId, type }, orderBy: { sequence: 'asc' } });

const answered = {
  ...{ id: operationId, reference: operationId, transactionType: 'PAYMENT', status: 'SUCCEEDED' },
  ...{ state: 'answered', relation: null, amount: 10_000, currency: 'USD' },
  ...{ at: time, answeredAt: time, nextAt: null },
  ...{ acquirerReference: expect.stringMatching(/^sim_op_/), code: '00', isIsoCode: true },
  ...{ reason: null, unsentReason: null },
};
/** What an acquirer reported, or what we recorded without it, has no references of ours. */
const reported = {
  ...answered,
  ...{ state: 'reported', answeredAt: null, reference: null, acquirerReference: null },
  ...{ code: null, isIsoCode: false },
};

test('a payment with a settlement and refunds: each exchange is listed once', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  await settleNextDay(id);
  const { json: partial } = await refund(client, id, 1_000);
  mockAnswerOnce('refund', { kind: 'declined', code: 'lost_card' });
  await refund(client, id, 2_000);
  mockAnswerOnce('refund', { kind: 'declined', code: 'do_not_honor', acquirerCode: '2 : Refused' });
  await refund(client, id, 3_000);
  const refunded = { ...answered, type: 'refund', transactionType: 'REFUND' };
  const declined = { ...refunded, status: 'FAILED', acquirerReference: null };
  const exchanges = await read(id);
  expect(exchanges).toEqual([
    { ...answered, type: 'authcap' },
    { ...reported, type: 'settle', state: 'recorded' },
    { ...refunded, amount: 1_000 },
    { ...declined, amount: 2_000, code: '41', reason: 'lost_card' },
    { ...declined, amount: 3_000, code: '2 : Refused', isIsoCode: false, reason: 'do_not_honor' },
  ]);
  // The acquirer knows the refund by the operation of its own transaction.
  const { id: reference, acquirerReference } = await findOperation(partial.id as string);
  expect(exchanges[2]).toMatchObject({ id: reference, reference, acquirerReference });
  expect(await read(partial.id as string)).toEqual([exchanges[2]]);
});

test.each(['capture', 'refund'])(
  'a settlement by a payout with a %s names the payout, if it had arrived by then',
  async (kind) => {
    const client = await buildApiClient();
    const { id: paymentId } = await buildPayment(client, { operation: 'authcap' });
    const { json } = await refund(client, paymentId, 10_000);
    const id: string = kind === 'capture' ? paymentId : json.id;
    const build = async (arrivedAfterMs: number | null) => {
      const payoutId = await buildPayout({
        accountId: client.merchant.accountId,
        entries: [{ kind, transactionId: id }],
      });
      const { completedAt } = await findOperation(id, kind === 'capture' ? 'authcap' : 'refund');
      const settledAt = arrivedAfterMs === null ? null : new Date(completedAt!.getTime() + arrivedAfterMs);
      await prisma.payout.update({ where: { id: payoutId }, data: { settledAt } });
      return `acq_${payoutId}`;
    };
    const arrived = await build(0);
    await build(null);
    await settleNextDay(id);
    await build(365 * 86_400_000);
    expect((await read(id)).find(({ type }) => type === 'settle')).toMatchObject({
      state: 'reported',
      transactionType: kind === 'capture' ? 'PAYMENT' : 'REFUND',
      acquirerReference: arrived,
      reference: null,
    });
  },
);

test('a settlement names each payout of its own amounts, and has the time it was recorded', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const { json } = await refund(client, id, 10_000);
  await settleNextDay(id, json.id as string);
  const settledAt = new Date(Date.now() - 3_600_000);
  await overwriteOperations({ transactionId: id, type: 'settle' }, { completedAt: settledAt });
  const build = async (entries: Parameters<typeof buildPayout>[0]['entries'], arrivedAt = settledAt) => {
    const payoutId = await buildPayout({ accountId, entries });
    await prisma.payout.update({ where: { id: payoutId }, data: { settledAt: arrivedAt } });
    return `acq_${payoutId}`;
  };
  const capture = { transactionId: id, kind: 'capture' };
  const before = (minutes: number) => new Date(settledAt.getTime() - minutes * 60_000);
  const second = await build([{ ...capture, occurredAt: before(1) }]);
  const first = await build([
    { ...capture, occurredAt: before(2) },
    { ...capture, occurredAt: before(2) },
  ]);
  await build([{ ...capture, kind: 'chargeback' }]);
  await build([capture], new Date(settledAt.getTime() + 1));
  const settlements = (await read(id)).filter(({ type }) => type === 'settle');
  expect(settlements).toMatchObject([
    {
      transactionType: 'PAYMENT',
      state: 'reported',
      acquirerReference: `${first}, ${second}`,
      at: settledAt,
    },
    { transactionType: 'REFUND', state: 'recorded', acquirerReference: null },
  ]);
});

test('a returned refund has the references of the refund, once', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const { json } = await refund(client, id, 4_000);
  const { id: reference, acquirerReference } = await findOperation(json.id as string);
  const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  const failure = {
    ...{ kind: 'refund_failed', reference, authorization, amountMinor: 4_000, currency: 'USD' },
    code: 'restricted_card' as DeclineCode,
  } as const;
  await failRefund(connectionId, failure);
  const refunded = { ...answered, type: 'refund', transactionType: 'REFUND', amount: 4_000 };
  expect(await read(id)).toEqual([
    { ...answered, type: 'authcap' },
    { ...refunded, id: reference, reference, acquirerReference, relation: 'returned_later' },
    {
      ...{ ...refunded, state: 'reported', status: 'FAILED', answeredAt: null, relation: 'returned' },
      ...{ reference, acquirerReference, code: '62', reason: 'restricted_card' },
    },
  ]);
  // The newest operation alone.
  const failed = await findOwnOperations([json.id as string], 1);
  expect(await listAcquirerExchanges([json.id as string], failed)).toMatchObject([
    { relation: 'returned', reference: null, acquirerReference: null },
  ]);
});

test('a chargeback and the response to it', async () => {
  const client = await buildApiClient();
  const { id, paymentId, entry, by } = await buildChargeback(client);
  const opened = {
    ...{ ...reported, type: 'chargeback', transactionType: 'CHARGEBACK', amount: 4_000 },
    ...{ acquirerReference: entry.reference, reason: 'fraudulent' },
  };
  expect(await read(paymentId)).toEqual([{ ...answered, type: 'authcap' }, opened]);

  await acceptDispute(by);
  const acceptance = {
    ...{ ...opened, id: `${id} response`, type: 'dispute_acceptance', status: 'PENDING', reason: null },
    ...{ state: 'waiting', nextAt: time, reference: id },
  };
  expect(await read(id)).toEqual([opened, acceptance]);
  const update = (data: object) => prisma.dispute.update({ where: { transactionId: id }, data });
  await update({ attempts: 1 });
  expect((await read(id))[1]).toEqual({ ...acceptance, state: 'unanswered' });
  const response = { ...acceptance, state: 'answered', nextAt: null, answeredAt: time };
  await update({ state: 'acknowledged', acquirerRespondedAt: new Date(), nextAttemptAt: null });
  expect((await read(id))[1]).toEqual({ ...response, status: 'SUCCEEDED' });
  await update({ state: 'refused', decision: 'answer' });
  expect((await read(id))[1]).toEqual({ ...response, status: 'FAILED', type: 'dispute_response' });

  await closeChargeback(connectionId, { ...entry, kind: 'chargeback_lost' });
  expect((await read(paymentId)).at(-1)).toEqual({ ...opened, type: 'dispute_lost', reason: null });
});

test('a chargeback that was won is listed once', async () => {
  const client = await buildApiClient();
  const { id, paymentId, entry } = await buildChargeback(client);
  await closeChargeback(connectionId, { ...entry, kind: 'chargeback_won' });
  const types = ['authcap', 'chargeback', 'dispute_won'];
  expect((await read(paymentId)).map(({ type }) => type)).toEqual(types);
  expect((await read(id)).map(({ type }) => type)).toEqual(types.slice(1));
});

test('only an approval with a reference has the code of an approval', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const readCode = async (data: Parameters<typeof overwriteOperations>[1]) => {
    await overwriteOperations({ transactionId: id }, data);
    return (await read(id))[0]!.code;
  };
  const { acquirerReference } = await findOperation(id, 'authcap');
  expect(await readCode({})).toBe('00');
  expect(await readCode({ acquirerReference: null })).toBeNull();
  expect(await readCode({ acquirerReference, status: 'FAILED' })).toBeNull();
  // Otherwise, an import in another test would reverse the payment.
  expect(await readCode({ status: 'SUCCEEDED' })).toBe('00');
});

test('an unknown outcome that an inquiry resolved, and one that was never sent', async () => {
  const client = await buildApiClient();
  loseAnswerOnce('authorize');
  const { transaction_id: known } = await buildPayment(client);
  mockAnswerOnce('authorize', unknownOutcome);
  const { transaction_id: unseen } = await buildPayment(client);
  expect(await read(known, unseen)).toMatchObject([
    { state: 'unanswered', answeredAt: null, nextAt: time, acquirerReference: null, code: null },
    { state: 'unanswered' },
  ]);
  await passMinute(unseen);
  await resolveOutcomesOf(known, unseen);
  expect(await read(known)).toEqual([{ ...answered, type: 'authorize' }]);
  expect(await read(unseen)).toMatchObject([
    { state: 'never_received', status: 'FAILED', code: null, reason: 'system_error' },
  ]);
});

test.each(['amount_not_representable', 'partial_void', 'unknown_payment'])(
  'a request that was declined with %s was not sent',
  async (acquirerCode) => {
    const client = await buildApiClient();
    const { id } = await buildPayment(client, { operation: 'authcap' });
    mockAnswerOnce('refund', { kind: 'declined', code: 'not_permitted', acquirerCode });
    await refund(client, id, 1_000);
    expect((await read(id))[1]).toMatchObject({ state: 'unsent', code: null, unsentReason: acquirerCode });
  },
);

test('a request without an answer is being sent, may not have been sent, or was accepted', async () => {
  const client = await buildApiClient();
  mockAnswerOnce('authorize', unknownOutcome);
  const { transaction_id: id } = await buildPayment(client);
  const { id: pending } = await findOperation(id, 'authorize');
  const getState = async (data: object) => {
    await prisma.operation.update({ where: { id: pending }, data });
    return (await read(id))[0];
  };
  const [past, future] = [-60_000, 60_000].map((ms) => new Date(Date.now() + ms));
  expect(await getState({ inquiries: 0, inquireAt: future })).toMatchObject({ state: 'sending' });
  expect(await getState({ inquireAt: past })).toMatchObject({ state: 'unconfirmed', nextAt: past });
  expect(await getState({ inquiries: 1, inquireAt: null })).toMatchObject({
    state: 'unanswered',
    nextAt: null,
  });
  expect(await getState({ acceptedAt: past })).toMatchObject({ state: 'accepted', answeredAt: past });
});

test('what the acquirer did with a hold on its own was not sent', async () => {
  const client = await buildApiClient();
  const { id: released } = await buildPayment(client);
  mockAnswerOnce('capture', { kind: 'approved', acquirerReference: 'cap_1', released: true });
  await sendCaptureOrVoid(client, released, { operation: 'capture', amount: 4_000 });
  expect(await read(released)).toEqual([
    { ...answered, type: 'authorize' },
    { ...answered, type: 'partial_capture', amount: 4_000, acquirerReference: 'cap_1' },
    { ...reported, type: 'expire', amount: 6_000 },
  ]);

  const { id: canceled } = await buildPayment(client);
  await recordCanceledHold(canceled, 'psp_1');
  expect((await read(canceled))[1]).toEqual({
    ...{ ...reported, type: 'void', acquirerReference: 'psp_1', relation: 'canceled' },
  });

  // A hold that expires is released by a request.
  const { id: expired } = await buildPayment(client);
  await expireHold(expired);
  expect((await read(expired))[1]).toEqual({ ...answered, type: 'expire' });
});

test('the reversal of a late approval is sent for the payment itself', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const { id: authorization } = await findOperation(id, 'authcap');
  // Otherwise a later import, in another test, would report the contradiction.
  await importStatements(new AbortController().signal);
  await overwriteOperations({ id: authorization }, { status: 'FAILED' });
  await overwriteTransaction(id, {
    ...{ status: 'DECLINED', amountAuthorized: 0, amountCaptured: 0, captureBefore: null },
  });
  expectConsoleError({
    message: 'approved by the acquirer, recorded as failed',
    error: 'contradiction',
    fields: { operationId: authorization, transactionId: id },
  });
  await reverseLateApproval(authorization);
  const declined = { type: 'authcap', status: 'FAILED', relation: 'approved_later' };
  const reversal = { type: 'refund', relation: 'reverses_approval', reference: operationId };
  expect(await read(id)).toMatchObject([declined, { ...reversal, state: 'waiting', answeredAt: null }]);
  await resolveOutcomesOf(id);
  expect(await read(id)).toMatchObject([declined, { ...reversal, state: 'answered', status: 'SUCCEEDED' }]);
});

test('the newest operations are read', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { externalId: createId('req') });
  await sendCaptureOrVoid(client, id, { operation: 'capture' });
  expect(await findOwnOperations([id], 1)).toMatchObject([{ type: 'capture' }]);
});
