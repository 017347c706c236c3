import { expect, test } from 'vitest';
import { changeRefundLimits } from '~/merchants/accounts/refund-limits';
import { findManualOperationTarget, createManualOperation } from '~/payments/operations/manual-operations';
import type { ManualOperation } from '~/payments/operations/available-operations';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../world/api-client';
import { buildLiveRefunds, confirmedNow } from '../world/acquirers/live-refunds';
import { buildPayment, refund } from '../world/payments/payments';

// People who start an operation on the same version of a payment at the same moment: only one of them
// succeeds.

const rounds = 20;
const timeout = 60_000;

async function openPayment(operation: 'authorize' | 'authcap') {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation });
  const key = { accountId: client.merchant.accountId, environment: 'test' as const, id };
  const { version: seenVersion } = (await findManualOperationTarget(key))!;
  const sendManualOperation = (
    what: ManualOperation,
    amount: number,
    userId = createId('usr'),
    externalId = `portal-${crypto.randomUUID()}`,
  ) =>
    createManualOperation(
      { ...key, userId },
      { operation: what, amount, reason: 'Race', externalId, seenVersion },
    );
  return { client, id, ask: sendManualOperation };
}

const findRow = (id: string) => prisma.transaction.findUniqueOrThrow({ where: { id } });
const sumRefunds = async (accountId: string) =>
  (
    await prisma.transaction.aggregate({
      where: { accountId, type: 'PAYMENT' },
      _sum: { amountRefunded: true },
    })
  )._sum.amountRefunded;
const countAuditEntries = (id: string) => prisma.auditEntry.count({ where: { subject: id } });

test(
  'of two people who each refund a fifth, one succeeds, and the other learns that the payment has changed',
  { timeout },
  async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, ask: sendManualOperation } = await openPayment('authcap');
      const replies = await Promise.all([
        sendManualOperation('refund', 2_000),
        sendManualOperation('refund', 2_000),
      ]);
      expect(replies.sort()).toEqual(['payment_changed', 'requested']);
      expect(await findRow(id)).toMatchObject({ amountRefunded: 2_000, refundReserved: 0 });
      expect({
        auditEntryCount: await countAuditEntries(id),
        transactionCount: await prisma.transaction.count({ where: { parentId: id } }),
      }).toEqual({ auditEntryCount: 1, transactionCount: 1 });
    }
  },
);

test('of ten people who capture and void parts, one succeeds', { timeout }, async () => {
  for (let round = 0; round < rounds / 2; round++) {
    const { id, ask: sendManualOperation } = await openPayment('authorize');
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => sendManualOperation(index % 2 ? 'capture' : 'void', 1_000)),
    );
    expect(replies.sort()).toEqual([...Array<string>(9).fill('payment_changed'), 'requested']);
    const { amountCaptured, amountVoided, holdReserved } = await findRow(id);
    expect({
      amountSettled: amountCaptured + amountVoided,
      holdReserved,
      auditEntryCount: await countAuditEntries(id),
    }).toEqual({ amountSettled: 1_000, holdReserved: 0, auditEntryCount: 1 });
  }
});

test(
  'one form sent five times at once sends one request, and every response is the same',
  { timeout },
  async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, ask: sendManualOperation } = await openPayment('authcap');
      const [userId, externalId] = [createId('usr'), `portal-${crypto.randomUUID()}`];
      const replies = await Promise.all(
        Array.from({ length: 5 }, () => sendManualOperation('refund', 2_000, userId, externalId)),
      );
      expect(replies).toEqual(Array(5).fill('requested'));
      expect(await findRow(id)).toMatchObject({ amountRefunded: 2_000, refundReserved: 0 });
      expect(await countAuditEntries(id)).toBe(1);
    }
  },
);

test('a form ID used for two payments at once works for one of them', { timeout }, async () => {
  for (let round = 0; round < rounds; round++) {
    const { id, client, ask: sendManualOperation } = await openPayment('authcap');
    const other = await buildPayment(client, { operation: 'authcap' });
    const key = {
      accountId: client.merchant.accountId,
      environment: 'test' as const,
      id: other.id as string,
    };
    const { version: seenVersion } = (await findManualOperationTarget(key))!;
    const [userId, externalId] = [createId('usr'), `portal-${crypto.randomUUID()}`];
    const both = await Promise.all([
      sendManualOperation('refund', 2_000, userId, externalId),
      createManualOperation(
        { ...key, userId },
        { operation: 'refund', amount: 2_000, reason: 'Race', externalId, seenVersion },
      ),
    ]);
    expect(both.sort()).toEqual(['duplicate_submission', 'requested']);
    expect((await findRow(id)).amountRefunded + (await findRow(other.id)).amountRefunded).toBe(2_000);
  }
});

test(
  "a person and the merchant's server refund everything at the same time: one refund",
  { timeout },
  async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, client, ask: sendManualOperation } = await openPayment('authcap');
      const [manualOperation, { status }] = await Promise.all([
        sendManualOperation('refund', 10_000),
        refund(client, id, 10_000),
      ]);
      expect([[manualOperation, status]]).toContainEqual(
        manualOperation === 'requested' ? ['requested', 409] : ['payment_changed', 200],
      );
      expect(await findRow(id)).toMatchObject({ amountRefunded: 10_000, refundReserved: 0 });
    }
  },
);

test('concurrent refunds of different live payments stay within the limits', { timeout }, async () => {
  for (let round = 0; round < rounds / 4; round++) {
    const world = await buildLiveRefunds();
    const colleague = await world.buildColleague();
    const payments = [];
    for (let count = 0; count < 10; count++) payments.push(await world.buildTarget());
    const replies = await Promise.all(
      payments.map((id, index) =>
        world.refund(30_000, { id, userId: index % 2 ? colleague : world.ownerId }),
      ),
    );
    expect(replies.sort()).toEqual([
      ...Array<string>(3).fill('requested'),
      ...Array<string>(7).fill('second_factor_needed'),
    ]);
    await changeRefundLimits({
      accountId: world.accountId,
      limits: { confirmAbove: 100_000, perMember: 200_000, perAccount: 200_000 },
      by: world.ownerId,
    });
    const more = await Promise.all(
      payments.map((id) => world.refund(50_000, { id, confirmation: confirmedNow })),
    );
    expect(more.sort()).toEqual([
      ...Array<string>(8).fill('refund_limit_exceeded'),
      ...Array<string>(2).fill('requested'),
    ]);
    expect(await sumRefunds(world.accountId)).toBe(190_000);
  }
});
