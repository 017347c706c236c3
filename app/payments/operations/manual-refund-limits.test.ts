import { expect, onTestFinished, test, vi } from 'vitest';
import { builtInConnectionId, getSimulator } from '~/acquirers/registry';
import { listAudit } from '~/audit/audit';
import { resetSecondFactor } from '~/identity/second-factor/second-factor';
import { changeRefundLimits, type RefundLimits } from '~/merchants/accounts/refund-limits';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildPerson } from '../../../tests/world/identity/team';
import { declinedOutcome, unknownOutcome } from '../../../tests/world/acquirers/acquirer';
import { buildLiveRefunds, confirmedNow } from '../../../tests/world/acquirers/live-refunds';
import { refund as refundByApi } from '../../../tests/world/payments/payments';
import { createManualOperation, findManualOperationTarget, previewRefundLimits } from './manual-operations';
import { failRefund } from './refund-failures';
import { createRefund } from './refunds';

type World = Awaited<ReturnType<typeof buildLiveRefunds>>;

const setLimits = ({ accountId, ownerId }: World, limits: Partial<RefundLimits>) =>
  changeRefundLimits({
    accountId,
    by: ownerId,
    limits: { confirmAbove: 100_000, perMember: 1_000_000, perAccount: 5_000_000, ...limits },
  });

const countRefunds = ({ accountId }: World) =>
  prisma.transaction.count({ where: { accountId, type: 'REFUND' } });

async function preview({ accountId, ownerId }: World, id: string, amount: number, userId = ownerId) {
  const key = { accountId, environment: 'live' as const, id };
  const target = (await findManualOperationTarget(key))!;
  return previewRefundLimits({ ...key, userId }, target, { operation: 'refund', amount });
}

test('many small refunds of different payments need a second factor in the last ten minutes', async () => {
  const world = await buildLiveRefunds();
  const replies = [];
  for (let count = 0; count < 5; count++) replies.push(await world.refund(49_950));
  expect(replies).toEqual([
    'requested',
    'requested',
    'second_factor_needed',
    'second_factor_needed',
    'second_factor_needed',
  ]);
  expect(await countRefunds(world)).toBe(2);
  const passwordOnly = { confirmedWith: 'password', confirmedSecondsAgo: 0 } as const;
  expect({
    password: await world.refund(49_950, { confirmation: passwordOnly }),
    confirmed: await world.refund(49_950, { confirmation: confirmedNow }),
    afterwards: await world.refund(1),
  }).toEqual({
    password: 'second_factor_needed',
    confirmed: 'requested',
    afterwards: 'second_factor_needed',
  });
});

test('without a second factor, nobody captures, voids, or refunds live money', async () => {
  const world = await buildLiveRefunds();
  const { accountId, client } = world;
  const { userId } = await buildPerson({ accountId, role: 'finance' });
  const hold = await client.post('/transactions', {
    operation: 'authorize',
    external_id: createId('req'),
    order: { order_id: 'order-1', order_amount: 10_000, order_currency: 'EUR' },
    card: { pan: '4532015112830366', code: '123', expiry: '12/40', name: 'Ada Example' },
  });
  const key = { accountId, environment: 'live' as const, id: hold.json.id as string };
  const { version: seenVersion } = (await findManualOperationTarget(key))!;
  const send = (operation: 'capture' | 'void', by: string) =>
    createManualOperation(
      { ...key, userId: by, confirmation: confirmedNow },
      { operation, amount: 1, reason: 'Why not', externalId: `portal-${crypto.randomUUID()}`, seenVersion },
    );
  expect({
    refund: await world.refund(1, { userId, confirmation: confirmedNow }),
    capture: await send('capture', userId),
    void: await send('void', userId),
  }).toEqual({
    refund: 'second_factor_missing',
    capture: 'second_factor_missing',
    void: 'second_factor_missing',
  });
  expect({
    transactions: await prisma.transaction.count({ where: { accountId, type: 'REFUND' } }),
    operations: await prisma.operation.count({ where: { transactionId: key.id } }),
    audit: await prisma.auditEntry.count({ where: { accountId, actor: `portal:${userId}` } }),
  }).toEqual({ transactions: 0, operations: 1, audit: 0 });
  expect(await send('capture', world.ownerId)).toBe('requested');
});

test('after the second factor is removed, a form that took effect before is reported as requested', async () => {
  const world = await buildLiveRefunds();
  const id = await world.buildTarget();
  const form = { id, externalId: `portal-${crypto.randomUUID()}` };
  await world.refund(1_000, form);
  await resetSecondFactor({ userId: world.ownerId, actor: 'staff:cli' });
  expect({ again: await world.refund(1_000, form), next: await world.refund(1_000) }).toEqual({
    again: 'requested',
    next: 'second_factor_missing',
  });
  expect(await countRefunds(world)).toBe(1);
});

test('refunds that add up to exactly the limit need no second factor, and one unit more does', async () => {
  const world = await buildLiveRefunds();
  const id = await world.buildTarget();
  expect(await world.refund(60_000)).toBe('requested');
  expect({
    exactly: (await preview(world, id, 40_000))!.requiresSecondFactor,
    more: (await preview(world, id, 40_001))!.requiresSecondFactor,
  }).toEqual({ exactly: false, more: true });
  expect({
    more: await world.refund(40_001),
    exactly: await world.refund(40_000),
    next: await world.refund(1),
  }).toEqual({ more: 'second_factor_needed', exactly: 'requested', next: 'second_factor_needed' });
});

test('the refunds of all team members count together, and each currency separately', async () => {
  const world = await buildLiveRefunds();
  const colleague = await world.buildColleague();
  expect({
    first: await world.refund(60_000),
    colleague: await world.refund(40_001, { userId: colleague }),
    dollars: await world.refund(100_000, { userId: colleague, currency: 'USD' }),
    otherAccount: await (await buildLiveRefunds()).refund(100_000),
  }).toEqual({
    first: 'requested',
    colleague: 'second_factor_needed',
    dollars: 'requested',
    otherAccount: 'requested',
  });
});

test.each([
  ['USD', 100_000],
  ['JPY', 100_000],
  ['HUF', 10_000_000],
  ['IDR', 1_000_000_000],
])('in %s, more than %d minor units need a second factor', async (currency, limit) => {
  const world = await buildLiveRefunds();
  const id = await world.buildTarget({ currency, amount: limit + 1 });
  expect([
    await preview(world, id, limit + 1),
    await world.refund(limit + 1, { id }),
    await world.refund(limit, { id }),
  ]).toEqual([{ requiresSecondFactor: true, exceeded: null }, 'second_factor_needed', 'requested']);
});

test("pending refunds count, and declined and returned ones don't", async () => {
  const world = await buildLiveRefunds();
  const acquirer = getSimulator('live')!;
  const mock = vi.spyOn(acquirer, 'refund');
  onTestFinished(() => mock.mockRestore());
  mock.mockResolvedValueOnce(declinedOutcome);
  expect(await world.refund(90_000)).toBe('requested');
  expect(await world.refund(60_000)).toBe('requested');
  const { id: reference } = await prisma.operation.findFirstOrThrow({
    where: { transaction: { accountId: world.accountId, type: 'REFUND' }, status: 'SUCCEEDED' },
  });
  await failRefund(builtInConnectionId('live'), { reference, code: 'restricted_card' });
  mock.mockResolvedValueOnce(unknownOutcome);
  expect({
    pending: await world.refund(70_000),
    beyond: await world.refund(30_001),
    rest: await world.refund(30_000),
  }).toEqual({ pending: 'requested', beyond: 'second_factor_needed', rest: 'requested' });
});

test('API refunds have no limit, and count toward their own payment only', async () => {
  const world = await buildLiveRefunds();
  await setLimits(world, { confirmAbove: 0, perMember: 0, perAccount: 0 });
  const id = await world.buildTarget();
  expect((await refundByApi(world.client, id, 90_000)).status).toBe(200);
  await setLimits(world, {});
  expect({
    samePayment: await world.refund(10_001, { id }),
    anotherPayment: await world.refund(100_000),
  }).toEqual({ samePayment: 'second_factor_needed', anotherPayment: 'requested' });
});

test('a refund counts for 24 hours', async () => {
  const world = await buildLiveRefunds();
  const { accountId, ownerId } = world;
  // Rows never change, so the past is written directly.
  const refundAgo = async (amount: number, ago: string) => {
    const transactionId = await world.buildTarget();
    const externalId = createId('req');
    await createRefund(
      { accountId, environment: 'live', operator: `portal:${ownerId}` },
      { transactionId, amount, externalId },
    );
    await prisma.$executeRaw`insert into manual_refunds (operation_id, account_id, created_at)
      select operation_id, account_id, now() - ${ago}::interval from idempotency_keys
      where account_id = ${accountId} and family = 'refund' and external_id = ${externalId}`;
  };
  await refundAgo(90_000, '24 hours 1 second');
  await refundAgo(60_000, '23 hours 59 minutes');
  expect({ beyond: await world.refund(40_001), rest: await world.refund(40_000) }).toEqual({
    beyond: 'second_factor_needed',
    rest: 'requested',
  });

  const colleague = await world.buildColleague();
  await world.refund(50_000, { userId: colleague, confirmation: confirmedNow });
  await setLimits(world, { perMember: 100_000 });
  const id = await world.buildTarget();
  const readMinutesLeft = async (amount: number) => {
    const { exceeded } = (await preview(world, id, amount))!;
    expect(exceeded).toMatchObject({ whose: 'member', limit: 100_000, left: 0 });
    return (exceeded!.freeAt!.getTime() - Date.now()) / 60_000;
  };
  // The person's 600.00 leave the window in a minute, and their 400.00 in a day.
  for (const amount of [30_000, 60_000]) {
    expect(await readMinutesLeft(amount)).toBeGreaterThan(0);
    expect(await readMinutesLeft(amount)).toBeLessThan(5);
  }
  expect(await readMinutesLeft(60_001)).toBeGreaterThan(23 * 60);
});

test('daily limits apply even after a confirmation: to each team member, and to all', async () => {
  const world = await buildLiveRefunds();
  const [colleague, third] = [await world.buildColleague(), await world.buildColleague()];
  await setLimits(world, { confirmAbove: null, perMember: 50_000, perAccount: 80_000 });
  const refund = (amount: number, userId: string) =>
    world.refund(amount, { userId, confirmation: confirmedNow });
  const { ownerId } = world;
  expect({
    tooLarge: await refund(50_001, ownerId),
    all: await refund(50_000, ownerId),
    more: await refund(1, ownerId),
    colleague: await refund(30_001, colleague),
    rest: await refund(30_000, colleague),
    third: await refund(1, third),
  }).toEqual({
    tooLarge: 'refund_limit_exceeded',
    all: 'requested',
    more: 'refund_limit_exceeded',
    colleague: 'refund_limit_exceeded',
    rest: 'requested',
    third: 'refund_limit_exceeded',
  });
  expect(await countRefunds(world)).toBe(2);
  const { entries } = await listAudit({ accountId: world.accountId, action: 'refund_limit_exceeded' });
  expect(entries.map(({ actor, details }) => ({ actor, details }))).toEqual([
    { actor: `portal:${third}`, details: { amount: 1, currency: 'EUR' } },
    { actor: `portal:${colleague}`, details: { amount: 30_001, currency: 'EUR' } },
    { actor: `portal:${ownerId}`, details: { amount: 1, currency: 'EUR' } },
    { actor: `portal:${ownerId}`, details: { amount: 50_001, currency: 'EUR' } },
  ]);
  const id = await world.buildTarget();
  const day = expect.any(Date);
  expect({
    member: (await preview(world, id, 50_000, third))!.exceeded,
    tooLarge: (await preview(world, id, 80_001, third))!.exceeded,
  }).toEqual({
    member: { whose: 'account', limit: 80_000, left: 0, freeAt: day },
    tooLarge: { whose: 'account', limit: 80_000, left: 0, freeAt: null },
  });
  await setLimits(world, { confirmAbove: null, perMember: null, perAccount: null });
  expect(await refund(300_000, ownerId)).toBe('requested');
});

test('if a refund exceeds both daily limits, the one that it exceeds for longer is reported', async () => {
  const world = await buildLiveRefunds();
  const colleague = await world.buildColleague();
  await setLimits(world, { confirmAbove: null, perMember: 50_000, perAccount: 80_000 });
  await world.refund(50_000, { userId: colleague });
  await world.refund(30_000);
  const id = await world.buildTarget();
  const exceeded = async (amount: number) => (await preview(world, id, amount))!.exceeded;
  expect(await exceeded(50_001)).toEqual({ whose: 'member', limit: 50_000, left: 20_000, freeAt: null });
  // The colleague's refund leaves the window first, which is enough for the account's limit only.
  expect(await exceeded(30_000)).toMatchObject({ whose: 'member', left: 20_000, freeAt: expect.any(Date) });
  expect(await exceeded(20_000)).toMatchObject({ whose: 'account', left: 0, freeAt: expect.any(Date) });
});

test('a form submitted again is the same refund, although it would exceed the limit', async () => {
  const world = await buildLiveRefunds();
  const id = await world.buildTarget();
  const form = { id, externalId: `portal-${crypto.randomUUID()}` };
  expect([await world.refund(100_000, form), await world.refund(100_000, form)]).toEqual([
    'requested',
    'requested',
  ]);
  expect(await countRefunds(world)).toBe(1);
});
