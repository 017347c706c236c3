import { afterEach, expect, test, vi } from 'vitest';
import type { StatementEntry } from '~/acquirers/acquirer';
import { builtInConnectionId, getSimulator } from '~/acquirers/registry';
import * as chargebacks from '~/payments/disputes/chargebacks';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { expectConsoleError } from '../../../tests/setup/errors';
import { buildApiClient } from '../../../tests/world/api-client';
import { acquirer, disconnectAcquirers } from '../../../tests/world/acquirers/acquirer';
import { buildDisputedPayment } from '../../../tests/world/payments/chargebacks';
import {
  overwriteTransaction,
  overwriteOperations,
  deleteOperations,
} from '../../../tests/world/payments/overwrite';
import { buildPayment, cards, paymentBody } from '../../../tests/world/payments/payments';
import { importStatements } from './acquirer-statements';

/** The positions in the ledgers before a test, to continue there afterwards. */
const positions = new Map<string, string | null>();
afterEach(async () => {
  for (const [connectionId, cursor] of positions)
    await prisma.acquirerStatement.update({ where: { connectionId }, data: { cursor } });
  positions.clear();
});

/** The next import reads the ledger from its start. */
async function rewind(connectionId: string): Promise<void> {
  const row = await prisma.acquirerStatement.upsert({
    where: { connectionId },
    create: { connectionId },
    update: {},
  });
  if (!positions.has(connectionId)) positions.set(connectionId, row.cursor);
  await prisma.acquirerStatement.update({ where: { connectionId }, data: { cursor: null } });
}

type Page = { entries: StatementEntry[]; next: string };

/** Replaces the ledger of test with these pages, until the test restores it. */
async function useLedger(...pages: Page[]) {
  await rewind(connectionId);
  let end = '0';
  return vi.spyOn(acquirer, 'readStatement').mockImplementation(async () => {
    const page = pages.shift();
    end = page?.next ?? end;
    return page ?? { entries: [], next: end };
  });
}
const connectionId = builtInConnectionId('test');
const importTest = (stopping?: AbortSignal) => importStatements(stopping, { connectionId });
const findCursor = async () =>
  (await prisma.acquirerStatement.findFirst({ where: { connectionId } }))?.cursor;
const listEntries = (reference: string) =>
  prisma.acquirerStatementEntry.findMany({ where: { reference }, orderBy: { sequence: 'asc' } });
/** Entries that no operation will ever match would be reported by each reconciliation. */
const removeEntries = (reference: string) =>
  prisma.acquirerStatementEntry.deleteMany({ where: { reference } });
/** Entries of an operation that we don't know. */
const foreignEntries = (reference: string, count: number) =>
  Array.from({ length: count }, (): StatementEntry => ({
    kind: 'capture',
    reference,
    authorization: reference,
    amountMinor: 100,
    currency: 'EUR',
    approved: false,
  }));

test('entries are stored in the order of the ledger, with what they say', async () => {
  const { entry } = await buildDisputedPayment(await buildApiClient());
  const other = createId('op');
  const opened = { ...entry, authorization: other };
  const ledger = await useLedger({ entries: [...foreignEntries(other, 2), opened], next: '3' });
  expect(await importTest()).toBe(3);
  const common = {
    connectionId,
    environment: 'test',
    authorization: other,
    sequence: expect.any(BigInt),
    readAt: expect.any(Date),
    handledAt: null,
  };
  const [[capture], [chargeback]] = [await listEntries(other), await listEntries(entry.reference)];
  expect({ capture, chargeback }).toEqual({
    capture: {
      ...common,
      reference: other,
      kind: 'capture',
      amount: 100,
      currency: 'EUR',
      approved: false,
      details: {},
      occurrences: 2,
    },
    chargeback: {
      ...common,
      reference: entry.reference,
      kind: 'chargeback_opened',
      amount: 4_000,
      currency: 'USD',
      approved: true,
      details: { reason: 'fraudulent', dueBy: entry.dueBy },
      occurrences: 1,
    },
  });
  expect(capture!.sequence).toBeLessThan(chargeback!.sequence);
  ledger.mockRestore();
  for (const reference of [other, entry.reference]) await removeEntries(reference);
});

test('a ledger is read page by page, and the next run continues', async () => {
  const reference = createId('op');
  const ledger = await useLedger(
    { entries: foreignEntries(reference, 500), next: '500' },
    { entries: foreignEntries(reference, 499), next: '999' },
  );
  expect(await importTest()).toBe(999);
  expect({ cursor: await findCursor(), entries: await listEntries(reference) }).toMatchObject({
    cursor: '999',
    entries: [{ occurrences: 999 }],
  });
  expect(await importTest()).toBe(0);
  expect(ledger.mock.calls).toEqual(
    [null, '500', '999'].map((cursor) => [cursor, 500, expect.any(AbortSignal)]),
  );
  ledger.mockRestore();
  await removeEntries(reference);
});

test('a stop ends the import after the current page', async () => {
  const reference = createId('op');
  const stop = new AbortController();
  const ledger = await useLedger();
  ledger.mockImplementationOnce(async () => {
    stop.abort();
    return { entries: foreignEntries(reference, 500), next: '500' };
  });
  expect(await importTest(stop.signal)).toBe(500);
  expect(await importTest(AbortSignal.abort())).toBe(0);
  expect(ledger).toHaveBeenCalledTimes(1);
  ledger.mockRestore();
  await removeEntries(reference);
});

test('a page that another process read meanwhile is stored once', async () => {
  const reference = createId('op');
  const ledger = await useLedger({ entries: foreignEntries(reference, 1), next: '2' });
  ledger.mockImplementationOnce(async () => {
    await prisma.acquirerStatement.updateMany({ where: { connectionId }, data: { cursor: '1' } });
    return { entries: foreignEntries(reference, 7), next: '7' };
  });
  expect(await importTest()).toBe(1);
  expect({ cursor: await findCursor(), entries: await listEntries(reference) }).toMatchObject({
    cursor: '2',
    entries: [{ occurrences: 1 }],
  });
  expect(ledger.mock.calls.map(([cursor]) => cursor)).toEqual([null, '1']);
  ledger.mockRestore();
  await removeEntries(reference);
});

test('a stop also ends the processing, and the next run goes on', async () => {
  const { paymentId, entry } = await buildDisputedPayment(await buildApiClient());
  const ledger = await useLedger({ entries: [entry], next: '1' });
  await overwriteTransaction(paymentId, { status: 'PENDING', amountAuthorized: 0, amountCaptured: 0 });
  await importTest();
  await overwriteTransaction(paymentId, {
    status: 'CAPTURED',
    amountAuthorized: 10_000,
    amountCaptured: 10_000,
  });
  const countChargebacks = () => prisma.transaction.count({ where: { parentId: paymentId } });
  await importTest(AbortSignal.abort());
  expect(await countChargebacks()).toBe(0);
  await importTest();
  expect(await countChargebacks()).toBe(1);
  ledger.mockRestore();
});

test('an entry that fails is logged, and does not block the others', async () => {
  const [broken, valid] = [
    await buildDisputedPayment(await buildApiClient()),
    await buildDisputedPayment(await buildApiClient()),
  ];
  const ledger = await useLedger({ entries: [broken.entry, valid.entry], next: '2' });
  const { openChargeback } = chargebacks;
  // Other test files have left entries, which are processed, too.
  const open = vi
    .spyOn(chargebacks, 'openChargeback')
    .mockImplementation((id, entry) =>
      entry.reference === broken.entry.reference
        ? Promise.reject(new Error('deadlock'))
        : openChargeback(id, entry),
    );
  expectConsoleError({
    message: 'processing an acquirer’s entry',
    error: 'deadlock',
    fields: { environment: 'test', operationId: broken.entry.reference, code: 'chargeback_opened' },
  });
  await importTest();
  open.mockRestore();
  expect(await listEntries(broken.entry.reference)).toMatchObject([{ handledAt: null }]);
  expect(await listEntries(valid.entry.reference)).toMatchObject([{ handledAt: expect.any(Date) }]);
  await importTest();
  ledger.mockRestore();
  expect(await listEntries(broken.entry.reference)).toMatchObject([{ handledAt: expect.any(Date) }]);
});

test('an acquirer that fails blocks neither the others nor what was read before', async () => {
  const { paymentId, entry } = await buildDisputedPayment(await buildApiClient());
  const first = await useLedger({ entries: [entry], next: '1' });
  await overwriteTransaction(paymentId, { refundReserved: 1 });
  await importTest();
  await overwriteTransaction(paymentId, { refundReserved: 0 });
  first.mockRejectedValue(new Error('unreachable'));
  const live = getSimulator('live')!;
  await rewind(builtInConnectionId('live'));
  const second = vi.spyOn(live, 'readStatement').mockResolvedValue({ entries: [], next: '0' });
  await expect(importStatements()).rejects.toThrow('unreachable');
  expect(second).toHaveBeenCalledTimes(1);
  for (const spy of [first, second]) spy.mockRestore();
  const [handled] = await listEntries(entry.reference);
  expect(handled).toMatchObject({ handledAt: expect.any(Date) });
  expect(await prisma.transaction.count({ where: { parentId: paymentId } })).toBe(1);
});

test('entries that wait are processed in the order of the ledger', async () => {
  const { paymentId, entry } = await buildDisputedPayment(await buildApiClient());
  const ledger = await useLedger({ entries: [entry, { ...entry, kind: 'chargeback_won' }], next: '2' });
  await overwriteTransaction(paymentId, { refundReserved: 1 });
  await importTest();
  // The database now has the first entry last.
  const [opened] = await listEntries(entry.reference);
  await prisma.acquirerStatementEntry.deleteMany({ where: { sequence: opened!.sequence } });
  await prisma.acquirerStatementEntry.create({ data: { ...opened!, details: opened!.details! } });
  await overwriteTransaction(paymentId, { refundReserved: 0 });
  await importTest();
  ledger.mockRestore();
  expect(await prisma.transaction.findMany({ where: { parentId: paymentId } })).toMatchObject([
    { status: 'VOIDED', disputeStage: 'won' },
  ]);
});

test('connections that can’t be used have no statement', async () => {
  const reconnect = disconnectAcquirers();
  expect(await importStatements()).toBe(0);
  reconnect();
});

test('chargebacks and failed refunds are applied to payments of their connection', async () => {
  const client = await buildApiClient();
  const { paymentId, entry } = await buildDisputedPayment(client);
  const { json } = await client.post('/refunds', { external_id: 'r', trx_id: paymentId, amount: 1_000 });
  const { id: reference } = await prisma.operation.findFirstOrThrow({ where: { transactionId: json.id } });
  const ledger = await useLedger({
    entries: [
      entry,
      { ...entry, kind: 'refund_failed', reference, code: 'expired_card', amountMinor: 1_000 },
      { ...entry, kind: 'chargeback_won' },
    ],
    next: '3',
  });
  await importTest();
  ledger.mockRestore();
  const children = await prisma.transaction.findMany({
    where: { parentId: paymentId },
    orderBy: { type: 'asc' },
    select: { type: true, status: true, disputeStage: true, disputeDueBy: true, declineCode: true },
  });
  expect(children).toEqual([
    {
      type: 'CHARGEBACK',
      status: 'VOIDED',
      disputeStage: 'won',
      disputeDueBy: new Date(entry.dueBy!),
      declineCode: null,
    },
    {
      type: 'REFUND',
      status: 'DECLINED',
      disputeStage: null,
      disputeDueBy: null,
      declineCode: 'expired_card',
    },
  ]);
  const entries = [...(await listEntries(entry.reference)), ...(await listEntries(reference))];
  expect(
    entries.filter(({ kind }) => kind !== 'refund').map(({ kind, handledAt }) => ({ kind, handledAt })),
  ).toEqual(
    ['chargeback_opened', 'chargeback_won', 'refund_failed'].map((kind) => ({
      kind,
      handledAt: expect.any(Date),
    })),
  );
});

test('a lost chargeback is deducted for good', async () => {
  const { paymentId, entry } = await buildDisputedPayment(await buildApiClient());
  const ledger = await useLedger({ entries: [entry, { ...entry, kind: 'chargeback_lost' }], next: '2' });
  await importTest();
  ledger.mockRestore();
  expect(await prisma.transaction.findMany({ where: { parentId: paymentId } })).toMatchObject([
    { status: 'SETTLED', disputeStage: 'lost' },
  ]);
  expect(await prisma.transaction.findUnique({ where: { id: paymentId } })).toMatchObject({
    chargebackOpen: 0,
    amountChargedBack: 4_000,
  });
});

test("an entry doesn't match an operation of the other environment", async () => {
  const { id } = await buildPayment(await buildApiClient());
  const { id: reference } = await prisma.operation.findFirstOrThrow({ where: { transactionId: id } });
  const entry = { reference, authorization: reference, amountMinor: 10_000, currency: 'USD' };
  const live = getSimulator('live')!;
  await rewind(builtInConnectionId('live'));
  const ledger = vi
    .spyOn(live, 'readStatement')
    .mockResolvedValue({ entries: [{ ...entry, kind: 'authorize', approved: true }], next: '1' });
  await importStatements(undefined, { connectionId: builtInConnectionId('live') });
  ledger.mockRestore();
  const where = { environment: 'live' as const, reference };
  expect(await prisma.acquirerStatementEntry.findMany({ where })).toMatchObject([{ handledAt: null }]);
  await prisma.acquirerStatementEntry.deleteMany({ where });
});

/** What the ledger says about a payment's authorization, and whether that is settled. */
async function importAuthorization(pan: string, { approved, give }: { approved: boolean; give?: object }) {
  const client = await buildApiClient();
  const payment = await client.post('/transactions', paymentBody({ pan }));
  const id = (payment.json.id ?? payment.json.transaction_id) as string;
  const { id: reference } = await prisma.operation.findFirstOrThrow({ where: { transactionId: id } });
  if (give) {
    await overwriteOperations({ id: reference }, give);
    await overwriteTransaction(id, { status: 'DECLINED', amountAuthorized: 0, captureBefore: null });
  }
  const entry = { reference, authorization: reference, amountMinor: 10_000, currency: 'USD' };
  const ledger = await useLedger({ entries: [{ ...entry, kind: 'authorize', approved }], next: '1' });
  await importTest();
  ledger.mockRestore();
  const [row] = await listEntries(reference);
  const operations = await prisma.operation.findMany({
    where: { transactionId: id },
    orderBy: { sequence: 'asc' },
  });
  const { type, operator } = operations[1] ?? { type: null, operator: null };
  await deleteOperations({ transactionId: id, id: { not: reference } });
  await prisma.acquirerStatementEntry.updateMany({ where: { reference }, data: { handledAt: new Date() } });
  return { isHandled: row!.handledAt !== null, reversal: type && { type, operator } };
}

test('an entry waits for an unknown outcome, and a late approval is reversed', async () => {
  const failed = { status: 'FAILED', declineCode: 'system_error', completedAt: new Date(), inquireAt: null };
  const settled = { isHandled: true, reversal: null };
  expect(await importAuthorization(cards.unknownThenApproved, { approved: true })).toEqual({
    isHandled: false,
    reversal: null,
  });
  expect(await importAuthorization(cards.approved, { approved: true })).toEqual(settled);
  expect(await importAuthorization(cards.approved, { approved: false })).toEqual(settled);
  expect(await importAuthorization(cards.declined, { approved: false })).toEqual(settled);
  expectConsoleError();
  expect(await importAuthorization(cards.approved, { approved: true, give: failed })).toEqual({
    isHandled: true,
    reversal: { type: 'void', operator: 'system:late-approvals' },
  });
});

test('a declined operation whose outcome becomes known during the run needs no reversal', async () => {
  const client = await buildApiClient();
  const { json } = await client.post('/transactions', paymentBody({ pan: cards.unknownThenDeclined }));
  const id = (json.id ?? json.transaction_id) as string;
  const { id: reference } = await prisma.operation.findFirstOrThrow({ where: { transactionId: id } });
  const { entry } = await buildDisputedPayment(client);
  const declined = { reference, authorization: reference, amountMinor: 10_000, currency: 'USD' };
  const ledger = await useLedger({
    entries: [entry, { ...declined, kind: 'authorize', approved: false }],
    next: '2',
  });
  const { openChargeback } = chargebacks;
  const open = vi.spyOn(chargebacks, 'openChargeback').mockImplementation(async (connection, opened) => {
    if (opened.reference !== entry.reference) return openChargeback(connection, opened);
    const data = { status: 'FAILED', declineCode: 'do_not_honor', completedAt: new Date(), inquireAt: null };
    await prisma.operation.update({ where: { id: reference }, data });
    await overwriteTransaction(id, { status: 'DECLINED' });
    return true;
  });
  await importTest();
  for (const spy of [ledger, open]) spy.mockRestore();
  expect(await listEntries(reference)).toMatchObject([{ handledAt: expect.any(Date) }]);
  expect(await prisma.operation.findMany({ where: { transactionId: id } })).toMatchObject([
    { id: reference, status: 'FAILED', reversedBy: null },
  ]);
  await removeEntries(entry.reference);
});

test('all unprocessed entries are processed, however many cannot be', async () => {
  const { paymentId, entry } = await buildDisputedPayment(await buildApiClient());
  const { id } = await buildPayment(await buildApiClient());
  const prefix = createId('op');
  await prisma.acquirerStatementEntry.createMany({
    data: Array.from({ length: 500 }, (_, i) => ({
      connectionId,
      environment: 'test',
      reference: `${prefix}-${i}`,
      kind: 'capture',
      authorization: id as string,
      amount: 100,
      currency: 'EUR',
      approved: true,
    })),
  });
  const ledger = await useLedger({ entries: [entry], next: '1' });
  await importTest();
  ledger.mockRestore();
  expect(await prisma.transaction.count({ where: { parentId: paymentId } })).toBe(1);
  await prisma.acquirerStatementEntry.deleteMany({ where: { reference: { startsWith: prefix } } });
});
