import { expect, onTestFinished, test } from 'vitest';
import { databaseNow, prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient, type ApiClient } from '../../../tests/world/api-client';
import { buildPerson } from '../../../tests/world/identity/team';
import { mockAnswerOnce, unknownOutcome } from '../../../tests/world/acquirers/acquirer';
import {
  buildPayment,
  readStatementsWithEntries,
  refund,
  sendCaptureOrVoid,
} from '../../../tests/world/payments/payments';
import {
  overwriteTransaction,
  overwriteOperations,
  deleteTransactions,
  deleteOperations,
} from '../../../tests/world/payments/overwrite';
import { listStatusChangesSince } from './status-changes';

const time = expect.any(Date) as Date;

function listChanges({ merchant }: ApiClient, id: string, changes: { since: Date; userId?: string }) {
  const { accountId, ownerId: userId } = merchant;
  return listStatusChangesSince({ accountId, environment: 'test', id, userId, ...changes });
}

/** Another team member of the client's merchant. */
const buildColleague = async ({ merchant: { accountId } }: ApiClient, name: string) =>
  (await buildPerson({ accountId, role: 'finance', name })).userId;

let idTime = Date.now();

/** An operation as one of these operators would have made it, until the test ends. Its ID sorts before earlier ones. */
async function addOperation(
  transactionId: string,
  {
    completedAt = new Date(),
    ...changes
  }: { operator: string; type?: string; createdAt?: Date; completedAt?: Date | null },
): Promise<void> {
  const { id } = await prisma.operation.create({
    data: {
      id: createId('op', --idTime),
      transactionId,
      type: 'capture',
      status: completedAt ? 'SUCCEEDED' : 'PENDING',
      amount: 100,
      currency: 'USD',
      completedAt,
      ...changes,
    },
  });
  // The timers of other tests can't resolve its outcome, or reconcile it.
  onTestFinished(() => deleteOperations({ id }));
}

test('a change is named after the viewer, a colleague, the API, or nobody', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  const since = await databaseNow(prisma);
  const colleague = await buildColleague(client, 'Grace Sommer');
  const former = await buildColleague(client, 'Ada Winter');
  await prisma.member.deleteMany({ where: { userId: former } });
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 4_000 });
  for (const operator of [
    `portal:${client.merchant.ownerId}`,
    `portal:${colleague}`,
    `portal:${former}`,
    `portal:${createId('usr')}`,
    'system:settle',
    'checkout',
  ])
    await addOperation(id, { operator });
  const capture = { type: 'capture', status: 'SUCCEEDED', amount: 100, at: time };
  expect(await listChanges(client, id, { since })).toEqual([
    { type: 'partial_capture', status: 'SUCCEEDED', amount: 4_000, by: { kind: 'api' }, at: time },
    { ...capture, by: { kind: 'you' } },
    { ...capture, by: { kind: 'person', name: 'Grace Sommer' } },
    { ...capture, by: { kind: 'person', name: 'Someone' } },
    { ...capture, by: { kind: 'person', name: 'Someone' } },
    { ...capture, by: { kind: 'other' } },
    { ...capture, by: { kind: 'other' } },
  ]);
  expect((await listChanges(client, id, { since, userId: colleague })).map(({ by }) => by)).toEqual([
    { kind: 'api' },
    { kind: 'person', name: expect.stringMatching(/^Owner of /) },
    { kind: 'you' },
    { kind: 'person', name: 'Someone' },
    { kind: 'person', name: 'Someone' },
    { kind: 'other' },
    { kind: 'other' },
  ]);
});

test('refunds and the decisions of disputes are reported once, also pending ones', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const since = await databaseNow(prisma);
  await refund(client, id, 1_000);
  const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  const entry = { authorization, amountMinor: 3_000, currency: 'USD' };
  for (const [reference, kind] of [
    [`cb_${createId('req')}`, 'chargeback_won'],
    [`cb_${createId('req')}`, 'chargeback_lost'],
  ] as const)
    await readStatementsWithEntries([
      {
        ...entry,
        reference,
        kind: 'chargeback_opened',
        reason: 'fraudulent',
        dueBy: '2030-01-31T00:00:00.000Z',
      },
      { ...entry, reference, kind },
    ]);
  mockAnswerOnce('refund', unknownOutcome);
  await refund(client, id, 2_000);
  const bank = { status: 'SUCCEEDED', amount: 3_000, by: { kind: 'other' }, at: time };
  const changes = await listChanges(client, id, { since });
  expect(changes).toEqual([
    { type: 'refund', status: 'SUCCEEDED', amount: 1_000, by: { kind: 'api' }, at: time },
    { type: 'chargeback', ...bank },
    { type: 'dispute_won', ...bank },
    { type: 'chargeback', ...bank },
    { type: 'dispute_lost', ...bank },
    { type: 'refund', status: 'PENDING', amount: 2_000, by: { kind: 'api' }, at: time },
  ]);
  const operations = await prisma.operation.findMany({
    where: { transaction: { parentId: id, type: 'REFUND' } },
    orderBy: { sequence: 'asc' },
  });
  expect([changes[0]!.at, changes[5]!.at]).toEqual([operations[0]!.completedAt, operations[1]!.createdAt]);
});

test('a change counts if it was requested or completed since then', async () => {
  const client = await buildApiClient();
  const [{ id }, other] = [await buildPayment(client), await buildPayment(client)];
  const [before, since, after] = [new Date(1_000), new Date(2_000), new Date(3_000)];
  await overwriteOperations(
    { transactionId: { in: [id, other.id] } },
    { createdAt: before, completedAt: before },
  );
  const operator = 'system:test';
  await addOperation(id, { operator, createdAt: before, completedAt: since });
  await addOperation(id, { operator, createdAt: after, completedAt: null });
  await addOperation(id, { operator, createdAt: before, completedAt: null });
  await addOperation(other.id, { operator, createdAt: after });
  expect((await listChanges(client, id, { since })).map(({ at }) => at)).toEqual([since, after]);
});

test('of many changes, the first ten are listed', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  await overwriteOperations(
    { transactionId: id },
    { createdAt: new Date(1_000), completedAt: new Date(1_000) },
  );
  const later = Array.from({ length: 12 }, (_, count) => new Date(2_000 + count));
  // Refunds are reported from their own transactions, so these entries of the payment are left out.
  for (const at of later.slice(0, 9))
    await addOperation(id, { operator: 'system:test', type: 'refund', createdAt: at });
  for (const at of later) await addOperation(id, { operator: 'system:test', createdAt: at, completedAt: at });
  expect((await listChanges(client, id, { since: new Date(2_000) })).map(({ at }) => at)).toEqual(
    later.slice(0, 10),
  );
});

test("another merchant's or environment's refunds are left out", async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const since = await databaseNow(prisma);
  const { json } = await refund(client, id, 1_000);
  expect((await listChanges(client, id, { since })).map(({ type }) => type)).toEqual(['refund']);
  const { merchant } = await buildApiClient();
  await overwriteTransaction(json.id, { accountId: merchant.accountId });
  expect(await listChanges(client, id, { since })).toEqual([]);
  await overwriteTransaction(json.id, { accountId: client.merchant.accountId, environment: 'live' });
  expect(await listChanges(client, id, { since })).toEqual([]);
  await overwriteTransaction(json.id, { environment: 'test' });
});

test('of more than 200 refunds, the newest count', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const since = await databaseNow(prisma);
  const { json } = await refund(client, id, 10);
  const {
    order: _none,
    authentication: _null,
    cardChecks: _noChecks,
    ...oldest
  } = await prisma.transaction.findUniqueOrThrow({ where: { id: json.id } });
  const newer = Array.from({ length: 200 }, () => {
    const copy = createId('trx');
    return { ...oldest, id: copy, externalId: copy };
  });
  await overwriteTransaction(id, { amountRefunded: 201 * 10 });
  await prisma.transaction.createMany({ data: newer });
  onTestFinished(async () => {
    await deleteTransactions(newer.map((row) => row.id));
    await overwriteTransaction(id, { amountRefunded: 10 });
  });
  const newest = newer
    .map((row) => row.id)
    .sort()
    .at(-1)!;
  await addOperation(newest, { operator: 'checkout', type: 'refund' });
  expect(await listChanges(client, id, { since })).toEqual([
    { type: 'refund', status: 'SUCCEEDED', amount: 100, by: { kind: 'other' }, at: time },
  ]);
});
