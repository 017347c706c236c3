import { expect, test, vi } from 'vitest';
import * as registry from '~/acquirers/registry';
import type { Confirmation } from '~/identity/sessions/session-store';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildMerchant, goLive } from '../../../tests/world/merchants';
import { disconnectAcquirers, mockAnswerOnce, unknownOutcome } from '../../../tests/world/acquirers/acquirer';
import { readAccountRecords } from '../../../tests/world/payments/payment-records';
import { buildPayment, refund, sendCaptureOrVoid } from '../../../tests/world/payments/payments';
import type { ManualOperation } from './available-operations';
import { setUpAuthenticator } from '../../../tests/world/identity/second-factors';
import { createManualOperation, findManualOperationTarget } from './manual-operations';

type Request = { operation: ManualOperation; amount: number };
type Changes = { externalId?: string; seenVersion?: number; confirmation?: Confirmation; id?: string };

/** A payment of 3,000.00 whose merchant has the default limit of 1,000.00 for refunds without a second factor. */
async function buildManualPayment({
  environment = 'test',
  operation = 'authcap',
}: { environment?: Environment; operation?: 'authorize' | 'authcap' } = {}) {
  const merchant = await buildMerchant();
  const client = await buildApiClient(
    environment === 'live' ? await goLive(merchant) : merchant,
    environment,
  );
  const { accountId, ownerId: userId } = client.merchant;
  if (environment === 'live') await setUpAuthenticator(userId);
  const pan = environment === 'live' ? { pan: '4532015112830366' } : {};
  const payment = await buildPayment(client, { operation, amount: 300_000, ...pan });
  const key = { accountId, environment, id: payment.id as string };
  const send = async ({ operation, amount }: Request, changes: Changes = {}) => {
    const { externalId = `portal-${crypto.randomUUID()}`, confirmation, id = key.id } = changes;
    const seenVersion = changes.seenVersion ?? (await findManualOperationTarget(key))!.version;
    return createManualOperation(
      { ...key, id, userId, confirmation },
      { operation, amount, reason: 'Returned', externalId, seenVersion },
    );
  };
  return { client, key, send };
}

test('only a large live refund needs a confirmation, with a second factor in the last ten minutes', async () => {
  const live = await buildManualPayment({ environment: 'live' });
  const large = { operation: 'refund', amount: 100_001 } as const;
  const before = await readAccountRecords(live.client);
  expect({
    without: await live.send(large),
    password: await live.send(large, {
      confirmation: { confirmedWith: 'password', confirmedSecondsAgo: 10 },
    }),
    old: await live.send(large, { confirmation: { confirmedWith: 'code', confirmedSecondsAgo: 600 } }),
  }).toEqual({
    without: 'second_factor_needed',
    password: 'second_factor_needed',
    old: 'second_factor_needed',
  });
  expect(await readAccountRecords(live.client)).toEqual(before);
  const liveHold = await buildManualPayment({ environment: 'live', operation: 'authorize' });
  const inTest = await buildManualPayment();
  expect({
    confirmed: await live.send(large, { confirmation: { confirmedWith: 'code', confirmedSecondsAgo: 599 } }),
    capture: await liveHold.send({ operation: 'capture', amount: 200_000 }),
    void: await liveHold.send({ operation: 'void', amount: 100_000 }),
    test: await inTest.send(large),
  }).toEqual({ confirmed: 'requested', capture: 'requested', void: 'requested', test: 'requested' });
});

test('earlier refunds of the payment count for the second factor, even with an unknown outcome', async () => {
  const { send } = await buildManualPayment({ environment: 'live' });
  vi.spyOn(registry.getSimulator('live')!, 'refund').mockResolvedValueOnce(unknownOutcome);
  expect({
    pending: await send({ operation: 'refund', amount: 30_000 }),
    succeeded: await send({ operation: 'refund', amount: 30_000 }),
    beyond: await send({ operation: 'refund', amount: 40_001 }),
    most: await send({ operation: 'refund', amount: 40_000 }),
  }).toEqual({
    pending: 'requested',
    succeeded: 'requested',
    beyond: 'second_factor_needed',
    most: 'requested',
  });
});

test('an account without a limit needs no second factor', async () => {
  const { client, key, send } = await buildManualPayment({ environment: 'live' });
  await prisma.account.update({ where: { id: key.accountId }, data: { refundConfirmAbove: null } });
  expect(await send({ operation: 'refund', amount: 300_000 })).toBe('requested');
  expect((await client.get(`/transactions/${key.id}`)).json).toMatchObject({ amount_refunded: 300_000 });
});

test('a rejection says whether the payment has changed since the person saw it', async () => {
  const captured = await buildManualPayment();
  const authorized = await buildManualPayment({ operation: 'authorize' });
  const [{ version: capturedVersion }, { version: authorizedVersion }] = [
    (await findManualOperationTarget(captured.key))!,
    (await findManualOperationTarget(authorized.key))!,
  ];
  expect({
    status: await captured.send({ operation: 'capture', amount: 1 }),
    amount: await captured.send({ operation: 'refund', amount: 300_001 }),
  }).toEqual({ status: 'invalid_state', amount: 'amount_exceeds_remaining' });

  await refund(captured.client, captured.key.id, 1_000);
  const capturedRecords = await readAccountRecords(captured.client);
  await sendCaptureOrVoid(authorized.client, authorized.key.id, { operation: 'void' });
  const records = await readAccountRecords(authorized.client);
  expect({
    amount: await captured.send({ operation: 'refund', amount: 299_001 }, { seenVersion: capturedVersion }),
    fittingAmount: await captured.send(
      { operation: 'refund', amount: 1_000 },
      { seenVersion: capturedVersion },
    ),
    status: await authorized.send({ operation: 'capture', amount: 1 }, { seenVersion: authorizedVersion }),
  }).toEqual({ amount: 'payment_changed', fittingAmount: 'payment_changed', status: 'payment_changed' });
  expect(await readAccountRecords(authorized.client)).toEqual(records);
  expect(await readAccountRecords(captured.client)).toEqual(capturedRecords);
});

test('an operation whose amount a capture in flight reserves is rejected, and a form submitted twice is not', async () => {
  const { key, send } = await buildManualPayment({ operation: 'authorize' });
  const { version } = (await findManualOperationTarget(key))!;
  mockAnswerOnce('capture', unknownOutcome);
  const capture = { operation: 'capture', amount: 300_000 } as const;
  await send(capture, { externalId: 'portal-capture' });
  await prisma.operation.updateMany({
    where: { transactionId: key.id, type: 'capture' },
    data: { inquireAt: new Date(Date.now() + 60_000) },
  });
  expect({
    other: await send({ operation: 'void', amount: 1 }),
    outdated: await send({ operation: 'void', amount: 1 }, { seenVersion: version }),
    again: await send(capture, { externalId: 'portal-capture' }),
  }).toEqual({ other: 'invalid_state', outdated: 'payment_changed', again: 'requested' });
});

test("an ID that isn't a payment of the account and environment is not found", async () => {
  const { client, key, send } = await buildManualPayment();
  const { json } = await refund(client, key.id, 1_000);
  const other = await buildManualPayment();
  for (const id of [json.id as string, other.key.id, createId('trx'), 'trx_x', '\0'])
    expect({ id, reply: await send({ operation: 'refund', amount: 1 }, { id }) }).toEqual({
      id,
      reply: 'not_found',
    });
  const inLive = { ...key, environment: 'live' as const, userId: client.merchant.ownerId };
  const request = { operation: 'refund' as const, amount: 1, externalId: 'portal-form', seenVersion: 3 };
  expect(await createManualOperation(inLive, request)).toBe('not_found');
});

test('a suspended account moves no money, and forms that took effect before are reported as requested', async () => {
  const { client, key, send } = await buildManualPayment({ operation: 'authorize' });
  const [capture, refundRequest] = [
    { operation: 'capture', amount: 200_000 },
    { operation: 'refund', amount: 50_000 },
  ] as const;
  await send(capture, { externalId: 'portal-capture' });
  await send(refundRequest, { externalId: 'portal-refund' });
  await prisma.account.update({ where: { id: key.accountId }, data: { status: 'suspended' } });
  const records = await readAccountRecords(client);
  expect({
    captureAgain: await send(capture, { externalId: 'portal-capture' }),
    refundAgain: await send(refundRequest, { externalId: 'portal-refund' }),
    newCapture: await send(capture, { externalId: 'portal-refund' }),
    newRefund: await send(refundRequest, { externalId: 'portal-capture' }),
  }).toEqual({
    captureAgain: 'requested',
    refundAgain: 'requested',
    newCapture: 'account_suspended',
    newRefund: 'account_suspended',
  });
  expect(await readAccountRecords(client)).toEqual(records);
});

test('without an acquirer, operations are rejected before they reserve anything', async () => {
  const [captured, authorized] = [
    await buildManualPayment(),
    await buildManualPayment({ operation: 'authorize' }),
  ];
  const readRecords = () =>
    Promise.all([readAccountRecords(captured.client), readAccountRecords(authorized.client)]);
  const records = await readRecords();
  disconnectAcquirers();
  expect({
    capture: await authorized.send({ operation: 'capture', amount: 1 }),
    void: await authorized.send({ operation: 'void', amount: 1 }),
    refund: await captured.send({ operation: 'refund', amount: 1 }),
  }).toEqual({
    capture: 'acquirer_not_configured',
    void: 'acquirer_not_configured',
    refund: 'acquirer_not_configured',
  });
  expect(await readRecords()).toEqual(records);
});
