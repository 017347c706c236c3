import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildChargeback } from '../../../tests/world/payments/chargebacks';
import { buildPayment, readStatementsWithEntries } from '../../../tests/world/payments/payments';
import { deleteTransactions } from '../../../tests/world/payments/overwrite';
import { listClosedChargebacks, listOpenChargebacks } from './chargeback-list';

test('a chargeback is in one of the two lists, whatever its outcome', async () => {
  const client = await buildApiClient();
  const where = { accountId: client.merchant.accountId, environment: 'test' as const };
  const { id: paymentId } = await buildPayment(client, { operation: 'authcap' });
  const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({
    where: { id: paymentId },
  });
  const entries = ['open', 'unanswered', 'refused', 'answered', 'won', 'lost'].map((name) => ({
    name,
    reference: `cb_${createId('req')}`,
    authorization,
    amountMinor: 100,
    currency: 'USD',
  }));
  const ids: Record<string, string> = {};
  for (const { name, ...entry } of entries) {
    await readStatementsWithEntries([
      { ...entry, kind: 'chargeback_opened', reason: 'fraudulent', dueBy: '2030-01-31T00:00:00.000Z' },
    ]);
    ids[name] = (
      await prisma.transaction.findFirstOrThrow({ where: { parentId: paymentId }, orderBy: { id: 'desc' } })
    ).id;
    if (name === 'won' || name === 'lost')
      await readStatementsWithEntries([{ ...entry, kind: `chargeback_${name}` }]);
  }
  const at = new Date();
  const said = (name: string, state: string) =>
    prisma.dispute.update({
      where: { transactionId: ids[name] },
      data: {
        text: 'It was sent.',
        decision: 'answer',
        state,
        submittedBy: client.merchant.ownerId,
        submittedAt: at,
        acquirerRespondedAt: at,
        attempts: 1,
      },
    });
  await prisma.transaction.update({
    where: { id: ids.unanswered! },
    data: { disputeDueBy: new Date('2020-01-31T00:00:00.000Z') },
  });
  await said('refused', 'refused');
  await prisma.transaction.update({ where: { id: ids.answered! }, data: { disputeStage: 'under_review' } });
  await said('answered', 'acknowledged');

  const nameOf = ({ id }: { id: string }) => Object.keys(ids).find((name) => ids[name] === id);
  expect((await listOpenChargebacks(where)).chargebacks.map(nameOf)).toEqual(['open']);
  const closed = ['lost', 'won', 'answered', 'refused', 'unanswered'];
  expect((await listClosedChargebacks(where)).chargebacks.map(nameOf)).toEqual(closed);
  expect((await listClosedChargebacks({ ...where, before: ids.won })).chargebacks.map(nameOf)).toEqual(
    closed.slice(2),
  );
});

test('chargebacks without a deadline are open, and listed after all others', async () => {
  const client = await buildApiClient();
  const where = { accountId: client.merchant.accountId, environment: 'test' as const };
  const { id } = await buildChargeback(client);
  const { id: secondId } = await buildChargeback(client, { dueBy: '2036-01-31T00:00:00.000Z' });
  const {
    order: _,
    authentication: _none,
    cardChecks: _noChecks,
    ...row
  } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  const copies = Array.from({ length: 50 }, () => {
    const copy = createId('trx');
    return { ...row, id: copy, externalId: copy, authorizationId: copy, disputeDueBy: null };
  });
  await prisma.transaction.createMany({ data: copies });
  const ids = [id, secondId, ...copies.map((copy) => copy.id).sort()];
  const read = async (after?: Parameters<typeof listOpenChargebacks>[0]['after']) => {
    const page = await listOpenChargebacks({ ...where, after });
    return { ids: page.chargebacks.map((one) => one.id), after: page.after };
  };
  expect(await read()).toEqual({ ids: ids.slice(0, 25), after: { dueBy: null, id: ids[24] } });
  expect(await read({ dueBy: row.disputeDueBy, id })).toMatchObject({ ids: ids.slice(1, 26) });
  expect(await read({ dueBy: null, id: ids[24]! })).toEqual({
    ...{ ids: ids.slice(25, 50), after: { dueBy: null, id: ids[49] } },
  });
  expect(await read({ dueBy: null, id: ids[49]! })).toEqual({ ids: ids.slice(50), after: null });
  // They're in no ledger.
  await deleteTransactions(copies.map((copy) => copy.id));
});

test('both lists have pages of 25 with all details', async () => {
  const client = await buildApiClient();
  const where = { accountId: client.merchant.accountId, environment: 'test' as const };
  const { id, paymentId } = await buildChargeback(client);
  const {
    order: _,
    authentication: _none,
    cardChecks: _noChecks,
    ...row
  } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  const copies = Array.from({ length: 25 }, (__, i) => {
    const copy = createId('trx');
    const disputeDueBy = new Date(row.disputeDueBy!.getTime() + Math.ceil(i / 2) * 1_000);
    return { ...row, id: copy, externalId: copy, authorizationId: copy, disputeDueBy };
  });
  await prisma.transaction.createMany({ data: copies });
  const ids = [id, ...copies.map((copy) => copy.id)].sort((a, b) => {
    const dueBy = (one: string) => copies.find((copy) => copy.id === one)?.disputeDueBy ?? row.disputeDueBy!;
    return dueBy(a).getTime() - dueBy(b).getTime() || (a < b ? -1 : 1);
  });
  const first = await listOpenChargebacks(where);
  const summary = {
    id,
    amount: 4_000,
    currency: 'USD',
    stage: 'needs_response',
    reason: 'fraudulent',
    dueBy: row.disputeDueBy,
    parentId: paymentId,
    paymentReference: (await prisma.transaction.findUniqueOrThrow({ where: { id: paymentId } })).orderId,
    createdAt: row.createdAt,
  };
  expect(first.chargebacks.find((one) => one.id === id)).toEqual(summary);
  expect(first.chargebacks.map((one) => one.id)).toEqual(ids.slice(0, 25));
  const last = first.chargebacks[24]!;
  expect(first.after).toEqual({ dueBy: last.dueBy, id: last.id });
  const second = await listOpenChargebacks({ ...where, after: first.after! });
  expect({ ids: second.chargebacks.map((one) => one.id), after: second.after }).toEqual({
    ids: ids.slice(25),
    after: null,
  });
  expect(await listOpenChargebacks({ ...where, environment: 'live' })).toEqual({
    chargebacks: [],
    after: null,
  });

  // A full page without a next one.
  const afterFirst = { dueBy: row.disputeDueBy!, id: ids[0]! };
  expect(await listOpenChargebacks({ ...where, after: afterFirst })).toMatchObject({
    chargebacks: { length: 25 },
    after: null,
  });

  await prisma.transaction.updateMany({
    where: { id: { in: ids } },
    data: { status: 'SETTLED', disputeStage: 'lost', settledAt: new Date() },
  });
  const newest = [...ids].sort().reverse();
  const closed = await listClosedChargebacks(where);
  expect({ ids: closed.chargebacks.map((one) => one.id), before: closed.before }).toEqual({
    ids: newest.slice(0, 25),
    before: newest[24],
  });
  const rest = await listClosedChargebacks({ ...where, before: closed.before! });
  expect({ ids: rest.chargebacks.map((one) => one.id), before: rest.before }).toEqual({
    ids: newest.slice(25),
    before: null,
  });

  // A full page without a next one.
  const [copy] = copies;
  await deleteTransactions([copy!.id]);
  expect(await listClosedChargebacks(where)).toMatchObject({ chargebacks: { length: 25 }, before: null });
  // They're in no ledger.
  await deleteTransactions(copies.map((one) => one.id));
});
