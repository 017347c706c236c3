import { expect, onTestFinished, test } from 'vitest';
import { builtInConnectionId } from '~/acquirers/registry';
import type { StatementEntry } from '~/acquirers/acquirer';
import { openChargeback } from '~/payments/disputes/chargebacks';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { settleNextDay } from '../../../tests/world/payments/elapsed-time';
import { buildPayment, readStatementsWithEntries, refund } from '../../../tests/world/payments/payments';
import { buildEndpoint } from '../../../tests/world/webhooks';
import { readSupportDetails } from './support-details';

const time = expect.any(Date) as Date;
const nextAttemptAt = new Date(Date.UTC(2040, 0, 1));
const at = (minute: number) => new Date(Date.UTC(2020, 0, 1, 12, minute));

async function read(id: string, { connectionId }: { connectionId?: string } = {}) {
  const {
    authorizationId,
    refunds: children,
    ...transaction
  } = await prisma.transaction.findUniqueOrThrow({
    where: { id },
    include: { refunds: { select: { id: true }, orderBy: { id: 'asc' } } },
  });
  return readSupportDetails({
    id,
    authorizationId,
    connectionId: connectionId ?? transaction.connectionId,
    children,
  });
}

/** The acquirer reports a chargeback of 30.00 USD. */
async function openChargebackOf(id: string) {
  const { authorizationId: authorization, connectionId } = await prisma.transaction.findUniqueOrThrow({
    where: { id },
  });
  await openChargeback(connectionId, {
    ...{ kind: 'chargeback_opened', reference: `cb_${createId('req')}`, authorization },
    ...{ amountMinor: 3_000, currency: 'USD', reason: 'fraudulent', dueBy: null },
  });
  return prisma.transaction.findFirstOrThrow({ where: { parentId: id, type: 'CHARGEBACK' } });
}

/** Timers of jobs that haven't run in this database. */
async function buildJobTimers(jobs: string[]): Promise<void> {
  const existing = await prisma.jobTimer.findMany({ where: { job: { in: jobs } } });
  const missing = jobs.filter((job) => existing.every((timer) => timer.job !== job));
  await prisma.jobTimer.createMany({
    data: missing.map((job) => ({ job, finishedAt: at(1), nextRunAt: nextAttemptAt })),
  });
  onTestFinished(async () => void (await prisma.jobTimer.deleteMany({ where: { job: { in: missing } } })));
}

test('jobs are those that operated on the payment, each operation once', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  await settleNextDay(id);
  const { id: chargebackId } = await openChargebackOf(id);
  const former = await prisma.operation.create({
    data: {
      id: createId('op'),
      transactionId: id,
      type: 'capture',
      status: 'FAILED',
      amount: 100,
      currency: 'USD',
      completedAt: at(1),
      operator: 'system:former-job',
    },
  });
  await buildJobTimers(['former-job', 'other-job', 'reconcile', 'resolve-unknown-outcomes']);

  const { jobs } = await read(id);
  const [chargeback] = await prisma.operation.findMany({ where: { transactionId: chargebackId } });
  const done = { id: expect.stringMatching(/^op_/), status: 'SUCCEEDED', createdAt: time, completedAt: time };
  expect(jobs.systemOperations).toEqual([
    { ...done, type: 'settle', job: 'settle' },
    { ...done, id: chargeback!.id, type: 'chargeback', job: 'chargebacks' },
    { ...done, id: former.id, type: 'capture', status: 'FAILED', completedAt: at(1), job: 'former-job' },
  ]);
  const timers = await prisma.jobTimer.findMany({
    where: { job: { in: ['chargebacks', 'former-job', 'reconcile', 'resolve-unknown-outcomes', 'settle'] } },
    select: { job: true, finishedAt: true, failures: true, nextRunAt: true },
  });
  expect(timers.length).toBeGreaterThanOrEqual(3);
  expect(new Set(jobs.timers)).toEqual(new Set(timers));
});

test('ledger entries are those of the payment, its operations and its chargebacks, in ledger order', async () => {
  const client = await buildApiClient();
  const [{ id }, other] = [
    await buildPayment(client, { operation: 'authcap' }),
    await buildPayment(client, { operation: 'authcap' }),
  ];
  const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  const { authorizationId: otherAuthorization } = await prisma.transaction.findUniqueOrThrow({
    where: { id: other.id },
  });
  const reference = `cb_${createId('req')}`;
  const entry = { reference, authorization, amountMinor: 3_000, currency: 'USD' };
  const opened = {
    ...entry,
    kind: 'chargeback_opened',
    reason: 'fraudulent',
    dueBy: '2030-01-31T00:00:00.000Z',
  } as StatementEntry;
  await readStatementsWithEntries([
    opened,
    { ...entry, kind: 'chargeback_won' },
    { ...opened, reference: `${reference}-other`, authorization: otherAuthorization },
  ]);
  const { json: refunded } = await refund(client, id, 1_000);
  await readStatementsWithEntries([]);
  const refundOperation = await prisma.operation.findFirstOrThrow({ where: { transactionId: refunded.id } });
  const ledgerEntry = {
    connectionId: builtInConnectionId('test'),
    environment: 'test',
    authorization,
    currency: 'USD',
    approved: true,
    details: [],
    occurrences: 1,
    readAt: time,
    handledAt: time,
  };
  const { ledgerEntries } = await read(id);
  expect(ledgerEntries).toEqual([
    { ...ledgerEntry, reference: authorization, kind: 'authcap', amount: 10_000 },
    {
      ...ledgerEntry,
      reference,
      kind: 'chargeback_opened',
      amount: 3_000,
      details: expect.arrayContaining([
        ['reason', 'fraudulent'],
        ['dueBy', '2030-01-31T00:00:00.000Z'],
      ]),
    },
    { ...ledgerEntry, reference, kind: 'chargeback_won', amount: 3_000 },
    { ...ledgerEntry, reference: refundOperation.id, kind: 'refund', amount: 1_000 },
  ]);
  expect((await read(id, { connectionId: builtInConnectionId('live') })).ledgerEntries).toEqual([]);

  // Of an authorization whose operation isn't among those that were read.
  const details = await readSupportDetails({
    id: createId('trx'),
    authorizationId: authorization,
    connectionId: builtInConnectionId('test'),
    children: [],
  });
  expect(details.ledgerEntries).toEqual([
    { ...ledgerEntry, reference: authorization, kind: 'authcap', amount: 10_000 },
  ]);
});

test('discrepancies and deliveries are those of the payment and its refunds, newest first', async () => {
  const client = await buildApiClient();
  const { merchant } = client;
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const other = await buildPayment(client);
  const { json: refunded } = await refund(client, id, 1_000);
  const difference = { environment: 'test', kind: 'counter_differs', expected: '1', found: '2' };
  for (const [subject, transactionId] of [
    ['first', id],
    ['other', other.id],
    ['second', refunded.id],
  ] as const)
    await prisma.discrepancy.create({
      data: { ...difference, subject, transactionId, foundAt: at(1), lastSeenAt: at(2), resolvedAt: at(3) },
    });
  // Nothing is delivered to it.
  const endpoint = await buildEndpoint('http://127.0.0.1:9/secret', { merchant, events: ['chargeback.won'] });
  const addDelivery = async (transactionId: string, attempts: object[]) => {
    const { id: eventId, type } = await prisma.webhookEvent.findFirstOrThrow({ where: { transactionId } });
    const deliveryId = createId('dlv');
    await prisma.webhookDelivery.create({
      data: {
        id: deliveryId,
        eventId,
        endpointId: endpoint.id,
        accountId: merchant.accountId,
        environment: 'test',
        transactionId,
        eventType: type,
        ...{ attempts: attempts.length, scheduledAttempts: attempts.length },
        nextAttemptAt,
      },
    });
    for (const attempt of attempts)
      await prisma.webhookAttempt.create({
        data: { deliveryId, startedAt: at(4), durationMs: 12, requestHeaders: {}, ...attempt },
      });
    return deliveryId;
  };
  const own = await addDelivery(id, [
    { error: 'timed_out' },
    { status: 204, requestedBy: `portal:${merchant.ownerId}` },
  ]);
  await addDelivery(other.id, []);
  const ofRefund = await addDelivery(refunded.id, []);

  const { discrepancies, deliveries } = await read(id);
  const found = {
    ...{ ...difference, connectionId: null, resolution: null },
    ...{ foundAt: at(1), lastSeenAt: at(2), resolvedAt: at(3) },
  };
  const number = expect.stringMatching(/^\d+$/) as string;
  expect(discrepancies).toEqual([
    { ...found, id: number, subject: 'second', transactionId: refunded.id },
    { ...found, id: number, subject: 'first', transactionId: id },
  ]);
  const delivery = { state: 'pending', nextAttemptAt, host: '127.0.0.1:9' };
  const attempt = { id: number, startedAt: at(4), durationMs: 12 };
  expect(deliveries).toEqual([
    { ...delivery, id: ofRefund, eventType: 'refund.created', attempts: 0, recentAttempts: [] },
    {
      ...delivery,
      ...{ id: own, state: 'retrying' },
      eventType: 'transaction.captured',
      attempts: 2,
      recentAttempts: [
        { ...attempt, status: 204, fault: null, requestedBy: `portal:${merchant.ownerId}` },
        { ...attempt, status: null, fault: 'timed_out', requestedBy: null },
      ],
    },
  ]);
});
