import { expect, test, vi } from 'vitest';
import type { StatementEntry } from '~/acquirers/acquirer';
import { getSimulator } from '~/acquirers/registry';
import { importStatements } from '~/payments/reconciliation/acquirer-statements';
import { reconcile } from '~/payments/reconciliation/reconciliation';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { expectConsoleError } from '../../setup/errors';
import { overwriteTransaction } from '../../world/payments/overwrite';
import { declinedOutcome, mockAnswerOnce, mockLookup, unknownOutcome } from '../../world/acquirers/acquirer';
import { resolveOutcomesOf } from '../../world/payments/elapsed-time';
import { buildApiClient, type ApiClient } from '../../world/api-client';
import {
  buildPayment,
  listEventTypes,
  sendCaptureOrVoid,
  readStatementsWithEntries,
  listOperations,
} from '../../world/payments/payments';
import { ignoreReports } from '../../world/payments/payment-records';

const dueBy = '2030-01-31T00:00:00.000Z';

async function capturedPayment(client: ApiClient) {
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  const reference = `cb_${createId('req')}`;
  const entry = { reference, authorization, amountMinor: 10_000, currency: 'USD' };
  return {
    id,
    entry,
    opened: { ...entry, kind: 'chargeback_opened', reason: 'fraudulent', dueBy } as StatementEntry,
  };
}

async function findChargeback(client: ApiClient, externalId: string) {
  return (await client.get(`/transaction?type=external_id&id=${externalId}`)).json;
}

test('a chargeback is a transaction of its own that locks its share of the payment', async () => {
  const client = await buildApiClient();
  const { id, entry, opened } = await capturedPayment(client);
  await client.post('/refunds', { external_id: 'r', trx_id: id, amount: 3_000 });
  await readStatementsWithEntries([opened, opened]);
  const chargeback = await findChargeback(client, entry.reference);
  expect(chargeback).toMatchObject({
    type: 'CHARGEBACK',
    status: 'CAPTURED',
    order_amount: 10_000,
    order_currency: 'USD',
    parent_transaction_id: id,
    dispute: { stage: 'needs_response', reason: 'fraudulent', due_by: dueBy },
  });
  expect(await prisma.transaction.findUnique({ where: { id } })).toMatchObject({
    status: 'CAPTURED',
    amountRefunded: 3_000,
    chargebackOpen: 7_000,
  });
  expect((await client.post('/refunds', { external_id: 'r2', trx_id: id, amount: 1 })).json).toMatchObject({
    status: 409,
    code: 'invalid_state',
    allowed_operations: [],
    amount_disputed: 7_000,
    detail: 'The transaction is CAPTURED. No operation is allowed now. 7000 is locked by an open chargeback.',
  });
  const payment = (await client.get(`/transactions/${id}`)).json;
  expect(payment).toMatchObject({ status: 'CAPTURED', amount_refunded: 3_000, amount_disputed: 7_000 });
  expect(payment).not.toHaveProperty('amount_charged_back');
  expect(chargeback).not.toHaveProperty('amount_disputed');
  expect(await listOperations(chargeback.id)).toEqual([
    ['chargeback', 10_000, 'SUCCEEDED', 'system:chargebacks'],
  ]);
  expect((await listOperations(id)).map(([type]) => type)).toEqual(['authcap', 'refund', 'chargeback']);
  expect(await listEventTypes(chargeback.id)).toEqual(['chargeback.opened']);

  // Repeated ledger entries have no second effect.
  await readStatementsWithEntries([opened]);
  expect(await prisma.transaction.count({ where: { parentId: id, type: 'CHARGEBACK' } })).toBe(1);
});

test.each([
  ['chargeback_won', 'VOIDED', 'dispute_won', { chargebackOpen: 0, amountChargedBack: 0 }, 200],
  ['chargeback_lost', 'SETTLED', 'dispute_lost', { chargebackOpen: 0, amountChargedBack: 10_000 }, 409],
] as const)('%s: the chargeback is %s', async (kind, status, operation, amounts, refundStatus) => {
  const client = await buildApiClient();
  const { id, entry, opened } = await capturedPayment(client);
  await readStatementsWithEntries([opened, { ...entry, kind }, { ...entry, kind }]);
  const chargeback = await findChargeback(client, entry.reference);
  const stage = kind.replace('chargeback_', '');
  expect(chargeback).toMatchObject({ status, dispute: { stage } });
  expect(await prisma.transaction.findUnique({ where: { id } })).toMatchObject(amounts);
  expect((await listOperations(chargeback.id)).map(([type]) => type)).toEqual(['chargeback', operation]);
  expect(await listEventTypes(chargeback.id)).toEqual(['chargeback.opened', `chargeback.${stage}`]);
  expect((await client.post('/refunds', { external_id: 'r', trx_id: id, amount: 10_000 })).status).toBe(
    refundStatus,
  );
});

test('a payment shows the lost amount, a refund of more gets the reason, and stored replies stay unchanged', async () => {
  const client = await buildApiClient();
  const { id, entry, opened } = await capturedPayment(client);
  const refund = () => client.post('/refunds', { external_id: 'early', trx_id: id, amount: 1_000 });
  const before = await client.get(`/transactions/${id}`);
  const first = await refund();
  const part = { amountMinor: 4_000 };
  const second = { ...opened, reference: `${entry.reference}-2`, amountMinor: 2_000 } as StatementEntry;
  await readStatementsWithEntries([
    { ...opened, ...part } as StatementEntry,
    { ...entry, ...part, kind: 'chargeback_lost' },
    second,
  ]);
  const after = (await client.get(`/transactions/${id}`)).json;
  expect(after).toEqual({
    ...before.json,
    amount_refunded: 1_000,
    amount_disputed: 2_000,
    amount_charged_back: 4_000,
    last_operation: {
      id: expect.stringMatching(/^op_/),
      type: 'chargeback',
      amount: 2_000,
      status: 'SUCCEEDED',
    },
    updated_at: after.updated_at,
  });
  expect((await client.post('/refunds', { external_id: 'r', trx_id: id, amount: 5_000 })).json).toMatchObject(
    {
      code: 'amount_exceeds_remaining',
      remaining: 3_000,
      requested: 5_000,
      amount_disputed: 2_000,
      amount_charged_back: 4_000,
      detail:
        'You requested 5000, but only 3000 remains. 2000 is locked by an open chargeback. 4000 was lost to chargebacks.',
    },
  );
  expect((await refund()).text).toBe(first.text);
  expect((await sendCaptureOrVoid(client, id, { operation: 'void' })).json).not.toHaveProperty(
    'amount_disputed',
  );
});

test('a chargeback waits for the unknown outcome of its payment', async () => {
  const client = await buildApiClient();
  const { id, entry, opened } = await capturedPayment(client);
  await overwriteTransaction(id, { status: 'PENDING', amountAuthorized: 0, amountCaptured: 0 });
  await readStatementsWithEntries([opened]);
  expect(await prisma.transaction.count({ where: { parentId: id } })).toBe(0);
  await prisma.transaction.update({
    where: { id },
    data: { status: 'CAPTURED', amountAuthorized: 10_000, amountCaptured: 10_000 },
  });
  await readStatementsWithEntries([{ ...entry, kind: 'chargeback_lost' }]);
  expect(await findChargeback(client, entry.reference)).toMatchObject({ status: 'SETTLED' });
});

test('a refund that the bank returns is DECLINED, and its amount can be refunded again', async () => {
  const client = await buildApiClient();
  const { id, entry } = await capturedPayment(client);
  const refund = (await client.post('/refunds', { external_id: 'r', trx_id: id, amount: 4_000 })).json;
  const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  const operation = await prisma.operation.findFirstOrThrow({ where: { transactionId: refund.id } });
  const failed: StatementEntry = {
    ...entry,
    reference: operation.id,
    authorization,
    amountMinor: 4_000,
    kind: 'refund_failed',
    code: 'restricted_card',
  };
  await readStatementsWithEntries([failed, failed]);
  expect((await client.get(`/transactions/${refund.id}`)).json).toMatchObject({
    status: 'DECLINED',
    amount_refunded: 0,
    order_amount: 4_000,
    decline: { code: 'restricted_card' },
  });
  expect((await client.get(`/transactions/${id}`)).json).toMatchObject({
    status: 'CAPTURED',
    amount_refunded: 0,
  });
  expect(await listOperations(refund.id)).toEqual([
    ['refund', 4_000, 'SUCCEEDED', 'api'],
    ['refund', 4_000, 'FAILED', 'system:refund-failures'],
  ]);
  expect((await listOperations(id)).map(([type, , status]) => [type, status])).toEqual([
    ['authcap', 'SUCCEEDED'],
    ['refund', 'SUCCEEDED'],
    ['refund', 'FAILED'],
  ]);
  expect(await listEventTypes(refund.id)).toEqual(['refund.created', 'refund.declined']);
  expect(
    (await client.post('/refunds', { external_id: 'r2', trx_id: id, amount: 10_001 })).json,
  ).toMatchObject({ code: 'amount_exceeds_remaining', remaining: 10_000 });
  // The stored reply stays the reply to that request.
  expect((await client.post('/refunds', { external_id: 'r', trx_id: id, amount: 4_000 })).json).toMatchObject(
    { id: refund.id, status: 'CAPTURED' },
  );
});

test.each([
  ['declined', { declined: true, amountRefunded: 0, chargebackOpen: 10_000 }],
  ['approved', { declined: false, amountRefunded: 4_000, chargebackOpen: 6_000 }],
])(
  'a chargeback opens while a refund has an unknown outcome, and locks its share once that is %s',
  async (_, { declined, ...locked }) => {
    const client = await buildApiClient();
    const { id, entry, opened } = await capturedPayment(client);
    mockAnswerOnce('refund', unknownOutcome);
    const { json } = await client.post('/refunds', { external_id: 'r', trx_id: id, amount: 4_000 });
    await readStatementsWithEntries([opened]);
    const findPayment = () => prisma.transaction.findUnique({ where: { id } });
    expect({
      chargeback: await findChargeback(client, entry.reference),
      eventTypes: await listEventTypes((await findChargeback(client, entry.reference)).id),
      payment: await findPayment(),
    }).toMatchObject({
      chargeback: { status: 'CAPTURED', dispute: { stage: 'needs_response' } },
      eventTypes: ['chargeback.opened'],
      payment: { refundReserved: 4_000, chargebackOpen: 6_000 },
    });

    const { id: operationId } = await prisma.operation.findFirstOrThrow({
      where: { transactionId: json.transaction_id },
    });
    if (declined) mockLookup(operationId, declinedOutcome);
    await resolveOutcomesOf(json.transaction_id);
    await readStatementsWithEntries([]);
    expect(await findPayment()).toMatchObject({ refundReserved: 0, ...locked });
    const { handledAt } = await prisma.acquirerStatementEntry.findFirstOrThrow({
      where: { reference: entry.reference },
    });
    expect(handledAt).not.toBeNull();
  },
);

test('a chargeback takes what a failed refund releases', async () => {
  const client = await buildApiClient();
  const { id, entry, opened } = await capturedPayment(client);
  const refund = (await client.post('/refunds', { external_id: 'r', trx_id: id, amount: 4_000 })).json;
  await readStatementsWithEntries([opened]);
  expect(await prisma.transaction.findUnique({ where: { id } })).toMatchObject({
    amountRefunded: 4_000,
    chargebackOpen: 6_000,
  });
  const operation = await prisma.operation.findFirstOrThrow({ where: { transactionId: refund.id } });
  await readStatementsWithEntries([
    { ...entry, reference: operation.id, amountMinor: 4_000, kind: 'refund_failed', code: 'do_not_honor' },
  ]);
  expect(await prisma.transaction.findUnique({ where: { id } })).toMatchObject({
    amountRefunded: 0,
    chargebackOpen: 10_000,
  });
  await readStatementsWithEntries([{ ...entry, kind: 'chargeback_lost' }]);
  expect(await prisma.transaction.findUnique({ where: { id } })).toMatchObject({
    chargebackOpen: 0,
    amountChargedBack: 10_000,
  });
  expect((await client.post('/refunds', { external_id: 'r2', trx_id: id, amount: 1 })).status).toBe(409);
});

test('a refund that fails before its acceptance is known is both accepted and failed', async () => {
  const client = await buildApiClient();
  const { id, entry } = await capturedPayment(client);
  const acquirer = getSimulator('test')!;
  const readStatement = acquirer.refund.bind(acquirer);
  const lost = vi
    .spyOn(acquirer, 'refund')
    .mockImplementationOnce(async (...request) => (await readStatement(...request), { kind: 'unknown' }));
  const { json } = await client.post('/refunds', { external_id: 'r', trx_id: id, amount: 4_000 });
  lost.mockRestore();
  const operation = await prisma.operation.findFirstOrThrow({
    where: { transactionId: json.transaction_id },
  });
  await readStatementsWithEntries([
    { ...entry, reference: operation.id, amountMinor: 4_000, kind: 'refund_failed', code: 'do_not_honor' },
  ]);
  expect((await listOperations(json.transaction_id)).map(([, , status]) => status)).toEqual([
    'SUCCEEDED',
    'FAILED',
  ]);
  expect((await client.get(`/transactions/${json.transaction_id}`)).json).toMatchObject({
    status: 'DECLINED',
    amount_refunded: 0,
  });
  expect((await client.get(`/transactions/${id}`)).json).toMatchObject({ amount_refunded: 0 });
  await ignoreReports(reconcile);
  expect(
    await prisma.discrepancy.count({
      where: { resolvedAt: null, transactionId: { in: [id, json.transaction_id] } },
    }),
  ).toBe(0);
});

test('a stop leaves the rest to the next run, but reports what agrees so far', async () => {
  const client = await buildApiClient();
  const { id, entry, opened } = await capturedPayment(client);
  const { environment } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  await importStatements();
  await readStatementsWithEntries([opened], { andStop: true });
  expect(await findChargeback(client, entry.reference)).toMatchObject({ status: 404 });
  // As if the ledger had been imported before the payment was written.
  const { id: reference } = await prisma.operation.findFirstOrThrow({ where: { transactionId: id } });
  await prisma.acquirerStatementEntry.updateMany({
    where: { environment, reference },
    data: { handledAt: null },
  });
  await importStatements(AbortSignal.abort());
  expect(await prisma.acquirerStatementEntry.findFirst({ where: { environment, reference } })).toMatchObject({
    handledAt: expect.any(Date),
  });
  await importStatements();
  expect(await findChargeback(client, entry.reference)).toMatchObject({ status: 'CAPTURED' });
});

test("an entry that can't be processed doesn't block the ones behind it", async () => {
  const client = await buildApiClient();
  const { entry, opened } = await capturedPayment(client);
  const reference = `cb_${createId('req')}`;
  expectConsoleError();
  // No transaction has an amount of zero.
  await readStatementsWithEntries([{ ...opened, reference, amountMinor: 0 }, opened]);
  expect(await findChargeback(client, entry.reference)).toMatchObject({ status: 'CAPTURED' });
  await prisma.acquirerStatementEntry.updateMany({ where: { reference }, data: { handledAt: new Date() } });
});
