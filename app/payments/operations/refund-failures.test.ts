import { expect, test } from 'vitest';
import { builtInConnectionId } from '~/acquirers/registry';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { listMailsToOwner } from '../../../tests/world/mails/mails';
import { mockAnswerOnce, unknownOutcome } from '../../../tests/world/acquirers/acquirer';
import { settleNextDay } from '../../../tests/world/payments/elapsed-time';
import { readAccountRecords } from '../../../tests/world/payments/payment-records';
import { buildPayment, listEventTypes, refund } from '../../../tests/world/payments/payments';
import { failRefund } from './refund-failures';

const findOperations = (transactionId: string) =>
  prisma.operation.findMany({ where: { transactionId, type: 'refund' }, orderBy: { sequence: 'asc' } });

/** A captured payment of 100.00 USD with a refund of 40.00, and the acquirer's entry that it failed. */
async function buildRefund() {
  const client = await buildApiClient();
  const { id: paymentId } = await buildPayment(client, { operation: 'authcap' });
  const { json } = await refund(client, paymentId, 4_000);
  const id: string = json.id ?? json.transaction_id;
  const [operation] = await findOperations(id);
  const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  const entry = {
    kind: 'refund_failed' as const,
    reference: operation!.id,
    authorization,
    amountMinor: 4_000,
    currency: 'USD',
    code: 'restricted_card' as const,
  };
  return { client, paymentId, id, operation: operation!, entry };
}

test.each(['CAPTURED', 'SETTLED'])('a refund that is %s fails once', async (status) => {
  const { client, paymentId, id, operation, entry } = await buildRefund();
  await refund(client, paymentId, 1_000);
  if (status === 'SETTLED') await settleNextDay(id);
  expect(await prisma.transaction.findUnique({ where: { id } })).toMatchObject({ status });

  expect([
    await failRefund(builtInConnectionId('test'), entry),
    await failRefund(builtInConnectionId('test'), entry),
  ]).toEqual([true, true]);
  expect(await prisma.transaction.findUnique({ where: { id } })).toMatchObject({
    status: 'DECLINED',
    declineCode: 'restricted_card',
    amountRefunded: 0,
  });
  expect(await listMailsToOwner(client.merchant)).toMatchObject([
    {
      template: 'refund-failed',
      props: { amount: '$40.00', isTest: true, link: expect.stringContaining(id) },
    },
  ]);
  expect(await prisma.transaction.findUnique({ where: { id: paymentId } })).toMatchObject({
    amountRefunded: 1_000,
    refundReserved: 0,
  });
  const { externalId } = operation;
  const failure = {
    id: expect.stringMatching(/^op_[0-9a-z]{36}$/),
    sequence: expect.any(BigInt),
    type: 'refund',
    status: 'FAILED',
    amount: 4_000,
    currency: 'USD',
    externalId: null,
    reason: 'restricted_card',
    operator: 'system:refund-failures',
    acquirerReference: null,
    declineCode: 'restricted_card',
    acquirerCode: null,
    acceptedAt: null,
    responseBody: null,
    reversedBy: null,
    inquiries: 0,
    inquireAt: null,
    createdAt: expect.any(Date),
    completedAt: expect.any(Date),
  };
  const [succeeded, failed, ...more] = await findOperations(id);
  expect(more).toEqual([]);
  expect(failed).toEqual({ ...failure, transactionId: id });
  expect(succeeded).toMatchObject({ status: 'SUCCEEDED', externalId, reversedBy: failed!.id });
  const [copy, other, copiedFailure] = await findOperations(paymentId);
  expect(copiedFailure).toEqual({ ...failure, transactionId: paymentId });
  expect([copy, other]).toMatchObject([
    { status: 'SUCCEEDED', externalId, reversedBy: copiedFailure!.id },
    { status: 'SUCCEEDED', amount: 1_000, reversedBy: null },
  ]);
  expect((await listEventTypes(id)).filter((type) => type === 'refund.declined')).toHaveLength(1);
});

test("an entry that isn't about a refund of its environment changes nothing", async () => {
  const { client, paymentId, entry } = await buildRefund();
  const [copy] = await findOperations(paymentId);
  const before = await readAccountRecords(client);
  expect({
    otherEnvironment: await failRefund(builtInConnectionId('live'), entry),
    unknown: await failRefund(builtInConnectionId('test'), { ...entry, reference: createId('op') }),
    copyOfPayment: await failRefund(builtInConnectionId('test'), { ...entry, reference: copy!.id }),
  }).toEqual({ otherEnvironment: false, unknown: false, copyOfPayment: false });
  expect(await readAccountRecords(client)).toEqual(before);
});

test("an entry of the other environment doesn't complete a pending refund", async () => {
  mockAnswerOnce('refund', unknownOutcome);
  const { client, id, entry } = await buildRefund();
  const before = await readAccountRecords(client);
  expect(await failRefund(builtInConnectionId('live'), entry)).toBe(false);
  expect(await readAccountRecords(client)).toEqual(before);
  expect(await failRefund(builtInConnectionId('test'), entry)).toBe(true);
  expect(await findOperations(id)).toMatchObject([{ status: 'SUCCEEDED' }, { status: 'FAILED' }]);
});
