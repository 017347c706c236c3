import { expect, test } from 'vitest';
import type { AcquirerPayout, EventEffect } from '~/acquirers/acquirer';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { expectConsoleError } from '../../../tests/setup/errors';
import { buildApiClient } from '../../../tests/world/api-client';
import { declinedOutcome, mockAnswerOnce, unknownOutcome } from '../../../tests/world/acquirers/acquirer';
import { buildConnection } from '../../../tests/world/acquirers/connections';
import {
  buildPayment,
  listEventTypes,
  paymentBody,
  sendCaptureOrVoid,
} from '../../../tests/world/payments/payments';
import { applyEventEffect } from './event-effects';

const connectionId = 'con_simulator_test';
const approved = { kind: 'approved', acquirerReference: 'x' } as const;
const declined = { kind: 'declined', code: 'do_not_honor', acquirerCode: 'reason_1' } as const;
const pending = { kind: 'pending', acquirerReference: 'x' } as const;

const findRow = (id: string) => prisma.transaction.findUniqueOrThrow({ where: { id } });
const findDiscrepancies = (subject: string) =>
  prisma.discrepancy.findMany({
    where: { subject },
    select: { environment: true, expected: true, found: true, transactionId: true },
  });

/** A payment, and the reference of its authorization. */
async function buildAuthorization(
  outcome: 'approved' | 'declined' | 'unknown' = 'approved',
  operation: 'authorize' | 'authcap' = 'authorize',
) {
  const client = await buildApiClient();
  if (outcome === 'unknown') mockAnswerOnce('authorize', unknownOutcome);
  if (outcome === 'declined') mockAnswerOnce('authorize', declinedOutcome);
  const { json } = await client.post('/transactions', paymentBody({ operation }));
  const id = (json.id ?? json.transaction_id) as string;
  const { authorizationId: reference } = await findRow(id);
  const report = (effect: Partial<Extract<EventEffect, { kind: 'result' }>>, connection = connectionId) =>
    applyEventEffect(connection, { kind: 'result', reference, outcome: approved, ...effect });
  return { client, id, reference, report, read: async () => (await findRow(id)).status };
}

test('the result of an operation that isn’t one of the connection’s own belongs to nothing', async () => {
  const { report, read } = await buildAuthorization('unknown');
  const { id: other } = await buildConnection();
  expect(await report({}, other)).toBe(false);
  expect(await report({ reference: createId('op') })).toBe(false);
  for (const amount of [
    { amountMinor: 9_999, currency: 'USD' },
    { amountMinor: 10_000, currency: 'EUR' },
  ])
    expect(await report({ outcome: { ...approved, amount } })).toBe(false);
  expect(await read()).toBe('PENDING');
  expect(await report({})).toBe(true);
  expect(await read()).toBe('AUTHORIZED');
});

test('a request that the acquirer has only accepted stays pending until its result', async () => {
  const { id, reference, report, read } = await buildAuthorization('unknown');
  expect(await report({ outcome: pending })).toBe(true);
  expect(await read()).toBe('PENDING');
  expect(await prisma.operation.findUnique({ where: { id: reference } })).toMatchObject({
    ...{ status: 'PENDING', acceptedAt: expect.any(Date) },
  });
  expect(await report({ outcome: declined })).toBe(true);
  expect(await read()).toBe('DECLINED');
  expect(await listEventTypes(id)).toEqual(['transaction.declined']);
});

test('an operation of the acquirer’s own decides nothing about our request', async () => {
  const { id, reference, report, read } = await buildAuthorization('unknown');
  expect(await report({ operation: 'capture' })).toBe(true);
  expect(await read()).toBe('PENDING');
  expect(await findDiscrepancies(reference)).toEqual([]);
  expectConsoleError({
    message: 'failed at the acquirer, recorded as approved',
    fields: { operationId: reference, code: 'reason_1' },
  });
  expect(await report({ operation: 'capture', outcome: declined })).toBe(true);
  expect(await read()).toBe('PENDING');
  expect(await findDiscrepancies(reference)).toEqual([
    { environment: 'test', expected: 'authorize 10000 USD', found: 'reason_1', transactionId: id },
  ]);
  expect(await report({ operation: 'authorize' })).toBe(true);
  expect(await read()).toBe('AUTHORIZED');
});

test('only a decline of what was recorded as approved is a contradiction', async () => {
  const failed = await buildAuthorization('declined');
  for (const outcome of [pending, declined]) expect(await failed.report({ outcome })).toBe(true);
  expect(await findDiscrepancies(failed.reference)).toEqual([]);
  const { reference, report, read } = await buildAuthorization();
  for (const outcome of [pending, approved]) expect(await report({ outcome })).toBe(true);
  expect(await findDiscrepancies(reference)).toEqual([]);
  expectConsoleError({ message: 'failed at the acquirer, recorded as approved' });
  expect(await report({ outcome: declined })).toBe(true);
  expect(await findDiscrepancies(reference)).toMatchObject([{ environment: 'test', found: 'reason_1' }]);
  expect(await read()).toBe('AUTHORIZED');
});

test('an authorization that the acquirer canceled is voided, unless it is captured', async () => {
  const canceled = { outcome: declined, canceledBy: 'psp_1' };
  const held = await buildAuthorization();
  for (let count = 0; count < 2; count++) expect(await held.report(canceled)).toBe(true);
  expect(await held.read()).toBe('VOIDED');
  expect(await findDiscrepancies(held.reference)).toEqual([]);
  const waiting = await buildAuthorization();
  mockAnswerOnce('capture', unknownOutcome);
  await sendCaptureOrVoid(waiting.client, waiting.id, { operation: 'capture' });
  expect(await waiting.report(canceled)).toBe(false);
  expect(await waiting.read()).toBe('AUTHORIZED');
  expect(await findDiscrepancies(waiting.reference)).toEqual([]);
  const captured = await buildAuthorization('approved', 'authcap');
  expectConsoleError({ message: 'failed at the acquirer, recorded as approved' });
  expect(await captured.report(canceled)).toBe(true);
  expect(await captured.read()).toBe('CAPTURED');
  expect(await findDiscrepancies(captured.reference)).toMatchObject([{ found: 'reason_1' }]);
});

test.each([
  ['chargeback_won', 'won', 0],
  ['chargeback_lost', 'lost', 4_000],
] as const)('a dispute is opened, and then it ends: %s', async (kind, disputeStage, deducted) => {
  const { id } = await buildPayment(await buildApiClient(), { operation: 'authcap' });
  const { authorizationId: authorization } = await findRow(id as string);
  const reference = `dp_${createId('op')}`;
  const common = { reference, authorization, amountMinor: 4_000, currency: 'USD' };
  expect(await applyEventEffect(connectionId, { ...common, kind })).toBe(false);
  const opened = { ...common, kind: 'chargeback_opened', reason: 'fraudulent', dueBy: null } as const;
  expect(await applyEventEffect(connectionId, opened)).toBe(true);
  expect((await findRow(id as string)).chargebackOpen).toBe(4_000);
  expect(await applyEventEffect(connectionId, { ...common, kind })).toBe(true);
  expect(await prisma.transaction.findFirst({ where: { authorizationId: reference } })).toMatchObject({
    ...{ parentId: id, disputeStage },
  });
  expect(await findRow(id as string)).toMatchObject({ chargebackOpen: 0, amountChargedBack: deducted });
});

test.each([
  ['won', 'lost', 0],
  ['lost', 'won', 4_000],
] as const)('staff see a chargeback that was %s and is then %s', async (recorded, reported, deducted) => {
  const { id } = await buildPayment(await buildApiClient(), { operation: 'authcap' });
  const { authorizationId: authorization } = await findRow(id);
  const reference = `dp_${createId('op')}`;
  const common = { reference, authorization, amountMinor: 4_000, currency: 'USD' };
  const opened = { ...common, kind: 'chargeback_opened', reason: 'fraudulent', dueBy: null } as const;
  const report = async (outcome: 'won' | 'lost') => [
    await applyEventEffect(connectionId, opened),
    await applyEventEffect(connectionId, { ...common, kind: `chargeback_${outcome}` }),
  ];
  // The same outcome again is no difference.
  for (let count = 0; count < 2; count++) expect(await report(recorded)).toEqual([true, true]);
  expect(await findDiscrepancies(reference)).toEqual([]);
  const { id: chargeback } = await prisma.transaction.findFirstOrThrow({ where: { parentId: id } });
  for (let count = 0; count < 2; count++) {
    expectConsoleError({
      message: 'a closed chargeback ended differently at the acquirer',
      fields: { transactionId: chargeback, code: reported },
    });
    expect(await report(reported)).toEqual([true, true]);
  }
  expect(await findDiscrepancies(reference)).toEqual([
    { environment: 'test', expected: `${recorded} 4000 USD`, found: reported, transactionId: chargeback },
  ]);
  expect(await findRow(chargeback)).toMatchObject({ disputeStage: recorded });
  expect(await findRow(id)).toMatchObject({ chargebackOpen: 0, amountChargedBack: deducted });
});

test('a payout is recorded', async () => {
  const { id: own } = await buildConnection();
  const now = new Date();
  const payout: AcquirerPayout = {
    ...{ id: 'po_1', status: 'paid', amountMinor: 10_000, currency: 'USD', createdAt: now, arrivesOn: now },
    ...{ entries: 'never', failureReason: null },
  };
  expect(await applyEventEffect(own, { kind: 'payout', payout })).toBe(true);
  expect(await prisma.payout.findMany({ where: { connectionId: own } })).toMatchObject([
    { acquirerId: 'po_1', status: 'paid', amount: 10_000 },
  ]);
});
