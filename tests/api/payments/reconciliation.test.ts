import { beforeAll, expect, test, vi } from 'vitest';
import { getSimulator } from '~/acquirers/registry';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { refreshStatistics } from '~/platform/database/statistics.server';
import { importStatements } from '~/payments/reconciliation/acquirer-statements';
import { expireHolds } from '~/payments/operations/hold-expiry';
import { reconcile } from '~/payments/reconciliation/reconciliation';
import { settlePreviousDays } from '~/payments/operations/settlement';
import { resolveUnknownOutcomes } from '~/payments/operations/unknown-outcomes';
import { expectConsoleError } from '../../setup/errors';
import { completeYesterday } from '../../world/payments/elapsed-time';
import { overwriteTransaction, overwriteOperations } from '../../world/payments/overwrite';
import { buildApiClient, type ApiClient } from '../../world/api-client';
import { ignoreReports, reportEarlierDiscrepancies } from '../../world/payments/payment-records';
import { buildConnection } from '../../world/acquirers/connections';
import { buildPayment, cards, paymentBody, readStatementsWithEntries } from '../../world/payments/payments';

beforeAll(async () => {
  await refreshStatistics();
  await reportEarlierDiscrepancies();
});

async function listOpenDiscrepancies(transactionId: string | null) {
  const discrepancies = await prisma.discrepancy.findMany({
    where: { transactionId, resolvedAt: null },
    orderBy: { id: 'asc' },
  });
  return discrepancies.map(({ kind, subject, expected, found }) => ({ kind, subject, expected, found }));
}

async function paymentWithHistory(client: ApiClient): Promise<string> {
  const { id } = await buildPayment(client);
  await client.post(`/transactions/${id}`, {
    operation: 'capture',
    external_id: createId('req'),
    amount: 6_000,
  });
  await client.post(`/transactions/${id}`, {
    operation: 'void',
    external_id: createId('req'),
    amount: 1_000,
  });
  await client.post('/refunds', { external_id: createId('req'), trx_id: id, amount: 2_000 });
  return id;
}

test('several processes may start to read a statement at once', async () => {
  const { id: connectionId } = await buildConnection();
  await Promise.all([1, 2, 3].map(() => importStatements(undefined, { connectionId })));
  expect(await prisma.acquirerStatement.count({ where: { connectionId } })).toBe(1);
});

test('the ledgers of payments in every state agree', async () => {
  const client = await buildApiClient();
  const ids = [await paymentWithHistory(client)];
  for (const [operation, pan] of [
    ['authorize', cards.declined],
    ['authcap', cards.approved],
    ['authcap', cards.unknownThenApproved],
    ['authorize', cards.unknownThenDeclined],
  ] as const) {
    const reply = await client.post('/transactions', paymentBody({ operation, pan }));
    ids.push(reply.json.id ?? reply.json.transaction_id);
  }
  const { id: expiredPayment } = await buildPayment(client);
  await prisma.transaction.updateMany({
    where: { id: { in: [expiredPayment, ids[0]!] } },
    data: { captureBefore: new Date(0) },
  });
  await ignoreReports(expireHolds);
  await completeYesterday(ids[2]!);
  await ignoreReports(settlePreviousDays);
  await ignoreReports(reconcile);
  for (const id of [...ids, expiredPayment]) expect(await listOpenDiscrepancies(id), id).toEqual([]);
  await prisma.operation.updateMany({
    where: { transaction: { accountId: client.merchant.accountId }, status: 'PENDING' },
    data: { inquireAt: new Date(0) },
  });
  await ignoreReports(resolveUnknownOutcomes);
  await ignoreReports(reconcile);
  for (const id of ids) expect(await listOpenDiscrepancies(id), id).toEqual([]);
});

test('a wrong cent in a counter is found in one run, and resolved when it is corrected', async () => {
  const client = await buildApiClient();
  const id = await paymentWithHistory(client);
  await prisma.transaction.update({ where: { id }, data: { amountCaptured: 6_001 } });
  expectConsoleError();
  await reconcile();
  expect(await listOpenDiscrepancies(id)).toEqual([
    { kind: 'counter_differs', subject: 'amount_captured', expected: '6000', found: '6001' },
  ]);
  await reconcile();
  expect(await listOpenDiscrepancies(id)).toHaveLength(1);
  await overwriteTransaction(id, { amountCaptured: 6_000 });
  await reconcile();
  expect(await listOpenDiscrepancies(id)).toEqual([]);
});

test.each([
  ['an operation', { amount: 6_001 }, ['counter_differs', 'amount_differs']],
  ['its currency', { currency: 'EUR' }, ['currency_differs']],
  ['its outcome', { status: 'FAILED' }, ['counter_differs', 'status_differs', 'outcome_differs']],
])('a change to %s is found', async (_, data, kinds) => {
  const client = await buildApiClient();
  const id = await paymentWithHistory(client);
  const { id: operationId } = await prisma.operation.findFirstOrThrow({
    where: { transactionId: id, type: 'partial_capture' },
  });
  await overwriteOperations({ id: operationId }, data);
  expectConsoleError();
  await reconcile();
  expect((await listOpenDiscrepancies(id)).map(({ kind }) => kind).sort()).toEqual([...kinds].sort());
});

test('a wrong status, refund or ledger entry is found', async () => {
  const client = await buildApiClient();
  const [stateless, refunded, unknownEntry, doubled] = [
    (await buildPayment(client, { pan: cards.declined })).id as string,
    await paymentWithHistory(client),
    await paymentWithHistory(client),
    await paymentWithHistory(client),
  ];
  await reconcile();
  await overwriteTransaction(stateless, { status: 'PENDING' });
  const { id: refundId } = await prisma.transaction.findFirstOrThrow({ where: { parentId: refunded } });
  await overwriteTransaction(refundId, { orderAmount: 1_999, amountRefunded: 1_999 });
  const ledgerEntry = (transactionId: string) =>
    prisma.operation.findFirstOrThrow({ where: { transactionId, type: 'void' } });
  await prisma.acquirerStatementEntry.deleteMany({
    where: { reference: (await ledgerEntry(unknownEntry)).id },
  });
  await prisma.acquirerStatementEntry.updateMany({
    where: { reference: (await ledgerEntry(doubled)).id },
    data: { occurrences: 2 },
  });
  expectConsoleError();
  await reconcile();
  const kinds = async (id: string) =>
    (await listOpenDiscrepancies(id)).map(({ kind, subject }) =>
      kind === 'counter_differs' ? subject : kind,
    );
  expect(await kinds(stateless)).toEqual(['status_differs']);
  expect(await kinds(refunded)).toEqual(['amount_refunded, by refunds']);
  expect(await kinds(unknownEntry)).toEqual(['unknown_to_acquirer']);
  expect(await kinds(doubled)).toEqual(['duplicate_entry']);
});

test('money that the acquirer moved without our knowledge is found', async () => {
  const reference = createId('op');
  expectConsoleError();
  await readStatementsWithEntries([
    {
      kind: 'authcap',
      reference,
      authorization: reference,
      amountMinor: 1_234,
      currency: 'USD',
      approved: true,
    },
  ]);
  await reconcile();
  expect((await listOpenDiscrepancies(null)).filter(({ subject }) => subject.startsWith(reference))).toEqual([
    { kind: 'unknown_to_us', subject: `${reference} authcap`, expected: 'nothing', found: '1234 USD' },
  ]);
});

/** The state after a process gave up an authorization that the acquirer has. */
async function giveUpInquiries(id: string): Promise<void> {
  const given = { status: 'FAILED', declineCode: 'system_error', completedAt: new Date(), inquireAt: null };
  await overwriteOperations({ transactionId: id }, given);
  await overwriteTransaction(id, {
    status: 'DECLINED',
    amountAuthorized: 0,
    amountCaptured: 0,
    captureBefore: null,
  });
}

const findReversal = async (transactionId: string) =>
  (await prisma.operation.findMany({ where: { transactionId }, orderBy: { sequence: 'asc' } }))[1];

test('an authorization that appears in the ledger after we gave it up is reversed', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  await giveUpInquiries(id);
  expectConsoleError();
  await reconcile();
  await resolveUnknownOutcomes();
  await reconcile();
  expect(await findReversal(id)).toMatchObject({
    type: 'void',
    amount: 10_000,
    status: 'SUCCEEDED',
    operator: 'system:late-approvals',
  });
  expect((await client.get(`/transactions/${id}`)).json).toMatchObject({
    status: 'DECLINED',
    amount_authorized: 0,
    amount_voided: 0,
  });
  expect(await listOpenDiscrepancies(id)).toEqual([]);
});

test('what the ledger said during an unknown outcome is used when it is given up', async () => {
  const client = await buildApiClient();
  const { transaction_id: id } = (
    await client.post('/transactions', paymentBody({ operation: 'authcap', pan: cards.unknownThenApproved }))
  ).json;
  await readStatementsWithEntries([]);
  await giveUpInquiries(id);
  expectConsoleError();
  await readStatementsWithEntries([]);
  await resolveUnknownOutcomes();
  expect(await findReversal(id)).toMatchObject({ type: 'refund', amount: 10_000, status: 'SUCCEEDED' });
});

test('a reversal that the acquirer rejects stays a discrepancy', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  await giveUpInquiries(id);
  const refused = vi
    .spyOn(getSimulator('test')!, 'void')
    .mockResolvedValue({ kind: 'declined', code: 'system_error' });
  expectConsoleError();
  await reconcile();
  await resolveUnknownOutcomes();
  refused.mockRestore();
  await reconcile();
  expect(await listOpenDiscrepancies(id)).toEqual([
    expect.objectContaining({ kind: 'outcome_differs', expected: 'FAILED', found: 'approved' }),
  ]);
});

test('an outcome that is no longer inquired is a discrepancy', async () => {
  const client = await buildApiClient();
  const { transaction_id: id } = (
    await client.post('/transactions', paymentBody({ pan: cards.unknownThenApproved }))
  ).json;
  await prisma.operation.updateMany({ where: { transactionId: id }, data: { inquireAt: null } });
  expectConsoleError();
  await reconcile();
  expect(await listOpenDiscrepancies(id)).toMatchObject([{ kind: 'outcome_unknown' }]);
  await prisma.operation.updateMany({ where: { transactionId: id }, data: { inquireAt: new Date(0) } });
});
