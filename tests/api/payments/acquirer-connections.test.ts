import { expect, onTestFinished, test, vi } from 'vitest';
import type { Simulator } from '~/acquirers/simulator/simulator';
import { expireHolds } from '~/payments/operations/hold-expiry';
import { resolveUnknownOutcomes } from '~/payments/operations/unknown-outcomes';
import { importStatements } from '~/payments/reconciliation/acquirer-statements';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient, type ApiClient } from '../../world/api-client';
import { acquirer as common } from '../../world/acquirers/acquirer';
import { buildConnection, retireConnection } from '../../world/acquirers/connections';
import { overwriteTransaction } from '../../world/payments/overwrite';
import { buildPayment, cards, paymentBody, refund, sendCaptureOrVoid } from '../../world/payments/payments';

const { signal } = new AbortController();

const findConnectionId = async (id: string) =>
  (await prisma.transaction.findUniqueOrThrow({ where: { id } })).connectionId;

/** What a transaction's operations are at an acquirer. */
async function listOutcomes(acquirer: Simulator, transactionId: string): Promise<string[]> {
  const operations = await prisma.operation.findMany({
    where: { transactionId, operator: { not: 'system:chargebacks' } },
    orderBy: { sequence: 'asc' },
  });
  const outcomes = await Promise.all(operations.map(({ id }) => acquirer.lookup({ reference: id }, signal)));
  return outcomes.map(({ kind }) => kind);
}

/** A merchant whose payments went to their own connection, until new ones use the common one. */
async function buildSwitchedMerchant(pay: (client: ApiClient) => Promise<string>) {
  const client = await buildApiClient();
  const own = await buildConnection(client.merchant.accountId);
  const before = await pay(client);
  await retireConnection(own.id);
  return { client, own, before };
}

const authorize = async (client: ApiClient) => (await buildPayment(client)).id as string;

test('after a switch, captures, voids, and refunds of earlier payments stay with their connection', async () => {
  const { client, own, before } = await buildSwitchedMerchant(authorize);
  const after = await authorize(client);
  expect(await Promise.all([before, after].map(findConnectionId))).toEqual([own.id, 'con_simulator_test']);
  for (const id of [before, after]) {
    expect((await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 6_000 })).json).toMatchObject(
      { amount_captured: 6_000 },
    );
    expect((await sendCaptureOrVoid(client, id, { operation: 'void' })).json).toMatchObject({
      amount_voided: 4_000,
    });
  }
  const refunds = await Promise.all([before, after].map((id) => refund(client, id, 1_000)));
  const [ofBefore, ofAfter] = refunds.map(({ json }) => json.id as string);
  expect(await Promise.all([ofBefore!, ofAfter!].map(findConnectionId))).toEqual([
    own.id,
    'con_simulator_test',
  ]);
  const reached = async (acquirer: Simulator) => ({
    before: await listOutcomes(acquirer, before),
    after: await listOutcomes(acquirer, after),
    refunds: [await listOutcomes(acquirer, ofBefore!), await listOutcomes(acquirer, ofAfter!)],
  });
  // The payment's own record of its refund isn't sent.
  const [mine, others] = [Array(3).fill('approved'), Array(3).fill('not_found')];
  expect(await reached(own.acquirer)).toEqual({
    before: [...mine, 'not_found'],
    after: [...others, 'not_found'],
    refunds: [['approved'], ['not_found']],
  });
  expect(await reached(common)).toEqual({
    before: [...others, 'not_found'],
    after: [...mine, 'not_found'],
    refunds: [['not_found'], ['approved']],
  });
});

test('after a switch, a replay, an inquiry, and an expiry go to the connection of the payment', async () => {
  const externalId = createId('req');
  const body = paymentBody({ externalId, pan: cards.unknownThenApproved });
  const { client, own, before } = await buildSwitchedMerchant(async (client) => {
    const { json } = await client.post('/transactions', body);
    return json.transaction_id as string;
  });
  const lookups = vi.spyOn(common, 'lookup').mockClear();
  onTestFinished(() => lookups.mockRestore());
  await prisma.operation.updateMany({ where: { transactionId: before }, data: { inquireAt: new Date(0) } });
  await resolveUnknownOutcomes();
  expect((await client.post('/transactions', body)).json).toMatchObject({ id: before, status: 'AUTHORIZED' });
  const [{ id: operationId } = { id: '' }] = await prisma.operation.findMany({
    where: { transactionId: before },
  });
  expect(lookups.mock.calls.filter(([{ reference }]) => reference === operationId)).toEqual([]);

  await overwriteTransaction(before, { captureBefore: new Date(0) });
  expect(await expireHolds({ transactionId: before })).toBe(1);
  expect(await listOutcomes(own.acquirer, before)).toEqual(['approved', 'approved']);
  expect(await listOutcomes(common, before)).toEqual(['not_found', 'not_found']);
});

test('a chargeback and a failed refund count only from the connection of the payment', async () => {
  const { client, own, before } = await buildSwitchedMerchant(
    async (client) => (await buildPayment(client, { operation: 'authcap' })).id as string,
  );
  const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({
    where: { id: before },
  });
  const entry = {
    kind: 'chargeback_opened' as const,
    reference: createId('req'),
    authorization,
    amountMinor: 10_000,
    currency: 'USD',
    reason: 'fraudulent',
    dueBy: new Date(Date.now() + 86_400_000).toISOString(),
  };
  const foreign = vi.spyOn(common, 'readStatement');
  foreign.mockImplementationOnce(async (after) => ({ entries: [entry], next: after ?? '0' }));
  await importStatements(undefined, { connectionId: 'con_simulator_test' });
  foreign.mockRestore();
  expect(await prisma.transaction.count({ where: { parentId: before } })).toBe(0);
  await prisma.acquirerStatementEntry.deleteMany({ where: { reference: entry.reference } });

  const read = own.acquirer.readStatement.bind(own.acquirer);
  vi.spyOn(own.acquirer, 'readStatement').mockImplementationOnce(async (...args) => {
    const { entries, next } = await read(...args);
    return { entries: [...entries, entry], next };
  });
  await importStatements(undefined, { connectionId: own.id });
  const chargeback = await prisma.transaction.findFirstOrThrow({ where: { parentId: before } });
  expect(chargeback).toMatchObject({ type: 'CHARGEBACK', connectionId: own.id });
  expect((await refund(client, before, 1)).json).toMatchObject({ code: 'invalid_state' });
});

test('a follow-up carries the acquirer’s own reference of the payment', async () => {
  const client = await buildApiClient();
  const id = await authorize(client);
  const { authorizationId } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  const requests = (['capture', 'void', 'refund'] as const).map((kind) => vi.spyOn(common, kind).mockClear());
  onTestFinished(() => requests.forEach((spy) => spy.mockRestore()));
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 6_000 });
  await sendCaptureOrVoid(client, id, { operation: 'void' });
  await refund(client, id, 1_000);
  for (const { mock } of requests)
    expect(mock.calls.map(([request]) => request)).toMatchObject([
      { authorization: authorizationId, payment: `sim_${authorizationId}` },
    ]);
});

test('a merchant without their own connection uses the common one, and so does every other merchant', async () => {
  const [first, second] = [await buildApiClient(), await buildApiClient()];
  const own = await buildConnection(first.merchant.accountId);
  expect(await findConnectionId(await authorize(first))).toBe(own.id);
  expect(await findConnectionId(await authorize(second))).toBe('con_simulator_test');
});

test('the database accepts one active connection per merchant, and none of another environment', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  await buildConnection(accountId);
  await expect(buildConnection(accountId)).rejects.toThrow(/unique/i);
  const id = await authorize(client);
  const insert = (connectionId: string) => prisma.$executeRaw`
    insert into transactions (id, account_id, environment, type, status, order_amount, order_currency, external_id, authorization_id, connection_id)
    values (${createId('trx')}, ${accountId}, 'test', 'PAYMENT', 'PENDING', 1, 'EUR', 'x', 'x', ${connectionId})`;
  await expect(insert('con_simulator_live')).rejects.toThrow(/foreign key/);
  await expect(
    prisma.$executeRaw`update transactions set connection_id = 'con_simulator_test' where id = ${id}`,
  ).rejects.toThrow(/never change/);
});
