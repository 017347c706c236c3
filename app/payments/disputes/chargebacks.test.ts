import { expect, test } from 'vitest';
import { builtInConnectionId } from '~/acquirers/registry';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { findPendingReservation } from '~/payments/idempotency/reservations';
import { recordOutcome } from '~/payments/transactions/outcome-recording';
import { buildApiClient } from '../../../tests/world/api-client';
import { listMailsToOwner } from '../../../tests/world/mails/mails';
import { mockAnswerOnce, unknownOutcome } from '../../../tests/world/acquirers/acquirer';
import { overwriteTransaction } from '../../../tests/world/payments/overwrite';
import { buildChargeback, buildDisputedPayment } from '../../../tests/world/payments/chargebacks';
import { buildPayment, refund, sendCaptureOrVoid } from '../../../tests/world/payments/payments';
import { closeChargeback, increaseLockedAmount, openChargeback } from './chargebacks';

const findTransaction = (id: string) => prisma.transaction.findUniqueOrThrow({ where: { id } });
const listChargebacks = (parentId: string) =>
  prisma.transaction.findMany({ where: { parentId }, orderBy: { id: 'asc' } });
const listOperations = (transactionId: string) =>
  prisma.operation.findMany({ where: { transactionId }, orderBy: { sequence: 'asc' } });
const listEvents = (transactionId: string) =>
  prisma.webhookEvent.findMany({
    where: { transactionId },
    orderBy: { id: 'asc' },
    select: { type: true, accountId: true, payload: true },
  });

/** A row of `operations` as a chargeback writes it. */
const operation = (changes: object) => ({
  id: expect.stringMatching(/^op_/),
  sequence: expect.any(BigInt),
  status: 'SUCCEEDED',
  amount: 4_000,
  currency: 'USD',
  externalId: null,
  reason: null,
  operator: 'system:chargebacks',
  acquirerReference: null,
  declineCode: null,
  acquirerCode: null,
  acceptedAt: null,
  responseBody: null,
  reversedBy: null,
  inquiries: 0,
  inquireAt: null,
  createdAt: expect.any(Date),
  ...changes,
});

test('an opened chargeback has its own transaction, case, operations, event and email', async () => {
  const client = await buildApiClient();
  const { accountId, ownerId } = client.merchant;
  const { paymentId, entry } = await buildDisputedPayment(client);
  const payment = await findTransaction(paymentId);
  expect(await openChargeback(builtInConnectionId('test'), entry)).toBe(true);

  const [chargeback, ...others] = await listChargebacks(paymentId);
  expect(others).toEqual([]);
  const { id } = chargeback!;
  expect(chargeback).toEqual({
    ...payment,
    id: expect.stringMatching(/^trx_/),
    type: 'CHARGEBACK',
    status: 'CAPTURED',
    orderAmount: 4_000,
    amountAuthorized: 0,
    amountCaptured: 0,
    chargebackOpen: 4_000,
    version: 1,
    externalId: entry.reference,
    parentId: paymentId,
    authorizationId: entry.reference,
    order: null,
    cardBin: null,
    cardExpiry: null,
    lastOperationId: (await listOperations(id))[0]!.id,
    disputeStage: 'needs_response',
    disputeReason: 'fraudulent',
    disputeDueBy: new Date(entry.dueBy!),
    captureBefore: null,
    cardChecks: null,
    createdAt: expect.any(Date),
    updatedAt: expect.any(Date),
  });
  const [opened, ...more] = await listOperations(id);
  expect(more).toEqual([]);
  expect(opened).toEqual(
    operation({
      transactionId: id,
      type: 'chargeback',
      reason: 'fraudulent',
      completedAt: expect.any(Date),
    }),
  );
  const completedAt = opened!.completedAt!;
  expect((await listOperations(paymentId)).slice(1)).toEqual([
    operation({ transactionId: paymentId, type: 'chargeback', reason: 'fraudulent', completedAt }),
  ]);
  expect(await findTransaction(paymentId)).toEqual({
    ...payment,
    chargebackOpen: 4_000,
    lastOperationId: (await listOperations(paymentId))[1]!.id,
    version: payment.version + 1,
    updatedAt: completedAt,
  });
  expect(await prisma.dispute.findUnique({ where: { transactionId: id } })).toEqual({
    transactionId: id,
    accountId,
    environment: 'test',
    text: '',
    decision: null,
    state: null,
    files: [],
    submittedBy: null,
    submittedAt: null,
    acquirerRespondedAt: null,
    attempts: 0,
    nextAttemptAt: null,
    requestedAt: null,
    remindedAt: null,
    returnedFault: null,
  });
  expect(await listEvents(id)).toEqual([
    {
      type: 'chargeback.opened',
      accountId,
      payload: expect.objectContaining({ id, status: 'CAPTURED', parent_transaction_id: paymentId }),
    },
  ]);
  expect(await listMailsToOwner({ ownerId })).toEqual([
    {
      template: 'chargeback-opened',
      props: {
        amount: '$40.00',
        isTest: true,
        dueBy: entry.dueBy,
        businessName: expect.stringMatching(/^Merchant \d+$/),
        approved: false,
        timeZone: 'UTC',
        link: expect.stringMatching(new RegExp(`/transactions/${id}$`)),
      },
    },
  ]);

  // The same report again opens nothing and changes nothing.
  const before = [await findTransaction(paymentId), await findTransaction(id)];
  expect(await openChargeback(builtInConnectionId('test'), entry)).toBe(true);
  expect([await findTransaction(paymentId), await findTransaction(id)]).toEqual(before);
  expect({
    chargebackCount: (await listChargebacks(paymentId)).length,
    operationCount: (await listOperations(id)).length,
    eventCount: (await listEvents(id)).length,
    mailCount: (await listMailsToOwner({ ownerId })).length,
  }).toEqual({ chargebackCount: 1, operationCount: 1, eventCount: 1, mailCount: 1 });
});

test('a chargeback without a deadline has none anywhere', async () => {
  const client = await buildApiClient();
  const { id } = await buildChargeback(client, { dueBy: null });
  expect((await findTransaction(id)).disputeDueBy).toBeNull();
  expect((await listMailsToOwner(client.merchant)).map(({ props }) => props.dueBy)).toEqual([null]);
});

test('a chargeback of more than the payment still has locks what there is', async () => {
  const client = await buildApiClient();
  const { paymentId, id } = await buildChargeback(client, { amountMinor: 15_000 });
  const amounts = { orderAmount: 15_000, chargebackOpen: 10_000 };
  expect(await findTransaction(id)).toMatchObject(amounts);
  expect(await findTransaction(paymentId)).toMatchObject({ orderAmount: 10_000, chargebackOpen: 10_000 });
  expect((await listOperations(id)).map(({ amount }) => amount)).toEqual([15_000]);
});

test.each([
  ['an unknown payment', { authorization: 'op_unknown' }, {}],
  ['a pending payment', {}, { status: 'PENDING', amountAuthorized: 0, amountCaptured: 0 }],
])('a chargeback waits for %s', async (_, changes, data) => {
  const client = await buildApiClient();
  const { paymentId, entry } = await buildDisputedPayment(client, changes);
  const { status, amountAuthorized, amountCaptured } = await findTransaction(paymentId);
  await overwriteTransaction(paymentId, data);
  const payment = await findTransaction(paymentId);
  expect(await openChargeback(builtInConnectionId('test'), entry)).toBe(false);
  expect(await findTransaction(paymentId)).toEqual(payment);
  expect(await listChargebacks(paymentId)).toEqual([]);
  await overwriteTransaction(paymentId, { status, amountAuthorized, amountCaptured });
});

/** A payment with 60.00 USD to lock while another 40.00 USD are pending, and a chargeback of all of it. */
async function buildPendingOperation(kind: 'capture' | 'refund') {
  const client = await buildApiClient();
  const operation = kind === 'capture' ? 'authorize' : 'authcap';
  const { id } = await buildPayment(client, { operation });
  if (kind === 'capture') await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 6_000 });
  mockAnswerOnce(kind, unknownOutcome);
  if (kind === 'capture') await sendCaptureOrVoid(client, id, { operation: 'capture' });
  else await refund(client, id, 4_000);
  const { authorizationId: authorization } = await findTransaction(id);
  const { id: operationId } = await prisma.operation.findFirstOrThrow({
    where: { status: 'PENDING', OR: [{ transactionId: id }, { transaction: { parentId: id } }] },
  });
  const [reservation] = await findPendingReservation({ operationId });
  const entry = {
    ...({ kind: 'chargeback_opened', reference: `cb_${createId('req')}`, authorization } as const),
    ...{ amountMinor: 10_000, currency: 'USD', reason: 'fraudulent', dueBy: null },
  };
  const read = async () => {
    const { holdReserved, refundReserved, chargebackOpen, amountChargedBack } = await findTransaction(id);
    const shares = (await listChargebacks(id)).flatMap((row) => (row.type === 'CHARGEBACK' ? row : []));
    return {
      reserved: holdReserved + refundReserved,
      locked: chargebackOpen + amountChargedBack,
      shares: shares.map(({ chargebackOpen: share }) => share),
    };
  };
  return { client, id, entry, reservation: reservation!, read };
}

const approval = { kind: 'approved', acquirerReference: 'acq-1' } as const;
const decline = { kind: 'declined', code: 'do_not_honor' } as const;
const full = { reserved: 0, locked: 10_000, shares: [10_000] };
const partial = { reserved: 0, locked: 6_000, shares: [6_000] };

test.each([
  ['capture', 'approved', approval, full],
  ['capture', 'declined', decline, partial],
  ['refund', 'declined', decline, full],
  ['refund', 'approved', approval, partial],
] as const)(
  'a chargeback locks what a pending %s leaves, and what it releases when it is %s',
  async (kind, _, outcome, after) => {
    const { client, entry, reservation, read } = await buildPendingOperation(kind);
    const open = () => openChargeback(builtInConnectionId('test'), entry);
    expect([await open(), await open()]).toEqual([true, true]);
    expect(await read()).toEqual({ reserved: 4_000, locked: 6_000, shares: [6_000] });
    await recordOutcome(reservation, outcome, new Date());
    expect(await read()).toEqual(after);
    expect((await listMailsToOwner(client.merchant)).length).toBe(1);
  },
);

test('a lost chargeback also gets what a declined refund releases', async () => {
  const { entry, reservation, read } = await buildPendingOperation('refund');
  await openChargeback(builtInConnectionId('test'), entry);
  await closeChargeback(builtInConnectionId('test'), { ...entry, kind: 'chargeback_lost' });
  await recordOutcome(reservation, decline, new Date());
  expect(await read()).toEqual(full);
});

test('a capture adds to a chargeback that is older than it', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 6_000 });
  const { authorizationId: authorization } = await findTransaction(id);
  const { entry } = await buildDisputedPayment(client, { authorization, amountMinor: 7_500 });
  await openChargeback(builtInConnectionId('test'), entry);
  expect(await findTransaction(id)).toMatchObject({ chargebackOpen: 6_000 });
  const { json } = await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 1_000 });
  expect(json).toMatchObject({ amount_captured: 7_000, amount_disputed: 7_000 });
  expect(await findTransaction(id)).toMatchObject({ chargebackOpen: 7_000 });
  await sendCaptureOrVoid(client, id, { operation: 'capture' });
  expect(await findTransaction(id)).toMatchObject({ amountCaptured: 10_000, chargebackOpen: 7_500 });
  expect(await listChargebacks(id)).toMatchObject([{ chargebackOpen: 7_500 }]);
});

test('a chargeback that lacks some of its amount gets what a won one releases', async () => {
  const client = await buildApiClient();
  const { paymentId, entry } = await buildDisputedPayment(client, { amountMinor: 9_000 });
  const { entry: second } = await buildDisputedPayment(client, {
    authorization: entry.authorization,
    amountMinor: 3_000,
  });
  for (const each of [entry, second]) await openChargeback(builtInConnectionId('test'), each);
  expect(await findTransaction(paymentId)).toMatchObject({ chargebackOpen: 10_000 });
  await closeChargeback(builtInConnectionId('test'), { ...entry, kind: 'chargeback_won' });
  expect(await findTransaction(paymentId)).toMatchObject({ chargebackOpen: 3_000, amountChargedBack: 0 });
  expect(await listChargebacks(paymentId)).toMatchObject([
    { chargebackOpen: 9_000 },
    { chargebackOpen: 3_000 },
  ]);
});

test('a chargeback has the currency of its payment', async () => {
  const { paymentId, entry } = await buildDisputedPayment(await buildApiClient());
  expect(await openChargeback(builtInConnectionId('test'), { ...entry, currency: 'EUR' })).toBe(false);
  expect(await listChargebacks(paymentId)).toEqual([]);
});

test('a chargeback belongs to a payment of its own environment', async () => {
  const { paymentId, entry } = await buildDisputedPayment(await buildApiClient());
  expect(await openChargeback(builtInConnectionId('live'), entry)).toBe(false);
  expect(await listChargebacks(paymentId)).toEqual([]);
});

test.each([
  {
    outcome: 'won',
    end: { status: 'VOIDED', disputeStage: 'won' },
    change: { chargebackOpen: 0 },
  },
  {
    outcome: 'lost',
    end: { status: 'SETTLED', disputeStage: 'lost' },
    change: { chargebackOpen: 0, amountChargedBack: 4_000 },
  },
] as const)('a chargeback is $outcome once', async ({ outcome, end, change }) => {
  const client = await buildApiClient();
  const { ownerId } = client.merchant;
  const { paymentId, id, entry } = await buildChargeback(client);
  const [payment, chargeback] = [await findTransaction(paymentId), await findTransaction(id)];
  const decided = { ...entry, kind: `chargeback_${outcome}` } as const;
  expect(await closeChargeback(builtInConnectionId('live'), decided)).toBe(false);
  expect(await closeChargeback(builtInConnectionId('test'), { ...decided, reference: 'cb_unknown' })).toBe(
    false,
  );
  expect(await closeChargeback(builtInConnectionId('test'), decided)).toBe(true);

  const [, closed, ...more] = await listOperations(id);
  expect(more).toEqual([]);
  expect(closed).toEqual(
    operation({ transactionId: id, type: `dispute_${outcome}`, completedAt: expect.any(Date) }),
  );
  const updatedAt = closed!.completedAt!;
  const after = {
    chargeback: {
      ...chargeback,
      ...end,
      lastOperationId: closed!.id,
      settledAt: outcome === 'lost' ? updatedAt : null,
      version: chargeback.version + 1,
      updatedAt,
    },
    payment: {
      ...payment,
      ...change,
      lastOperationId: (await listOperations(paymentId)).at(-1)!.id,
      version: payment.version + 1,
      updatedAt,
    },
  };
  const read = async () => ({
    chargeback: await findTransaction(id),
    payment: await findTransaction(paymentId),
  });
  expect(await read()).toEqual(after);
  expect((await listOperations(paymentId)).map(({ type }) => type)).toEqual([
    'authcap',
    'chargeback',
    `dispute_${outcome}`,
  ]);
  expect((await listEvents(id))[1]).toEqual({
    type: `chargeback.${outcome}`,
    accountId: client.merchant.accountId,
    payload: expect.objectContaining({ id, status: end.status }),
  });
  expect((await listMailsToOwner({ ownerId })).slice(1)).toEqual([
    {
      template: 'chargeback-decided',
      props: {
        amount: '$40.00',
        isTest: true,
        outcome,
        businessName: expect.stringMatching(/^Merchant \d+$/),
        approved: false,
        timeZone: 'UTC',
        link: expect.stringMatching(new RegExp(`/transactions/${id}$`)),
      },
    },
  ]);

  // Another report, even of the other outcome, changes nothing.
  for (const kind of ['chargeback_won', 'chargeback_lost'] as const)
    expect(await closeChargeback(builtInConnectionId('test'), { ...entry, kind })).toBe(true);
  expect(await read()).toEqual(after);
  expect({
    operationCount: (await listOperations(id)).length,
    eventCount: (await listEvents(id)).length,
    mailCount: (await listMailsToOwner({ ownerId })).length,
  }).toEqual({ operationCount: 2, eventCount: 2, mailCount: 2 });
});

test.each([
  ['lost', []],
  ['won', ['won']],
] as const)('an accepted chargeback that is %s notifies of %j', async (outcome, outcomes) => {
  const client = await buildApiClient();
  const { id, entry } = await buildChargeback(client);
  await prisma.transaction.update({ where: { id }, data: { disputeStage: 'accepted' } });
  await closeChargeback(builtInConnectionId('test'), { ...entry, kind: `chargeback_${outcome}` });
  expect((await listMailsToOwner(client.merchant)).flatMap(({ props }) => props.outcome ?? [])).toEqual(
    outcomes,
  );
});

test('what a failed refund releases goes to the chargebacks that lack some, oldest first', async () => {
  const client = await buildApiClient();
  const { paymentId, entry } = await buildDisputedPayment(client);
  const more = (name: string, amountMinor: number) => ({
    ...entry,
    reference: `${entry.reference}-${name}`,
    amountMinor,
  });
  const open = async (name: string, amountMinor: number) =>
    expect(await openChargeback(builtInConnectionId('test'), more(name, amountMinor))).toBe(true);
  // It locks less than its amount.
  await prisma.transaction.update({ where: { id: paymentId }, data: { amountRefunded: 9_000 } });
  await open('won', 2_000);
  await closeChargeback(builtInConnectionId('test'), { ...more('won', 2_000), kind: 'chargeback_won' });
  await prisma.transaction.update({ where: { id: paymentId }, data: { amountRefunded: 7_000 } });
  for (const [name, amountMinor] of [
    ['lost', 4_000],
    ['open', 5_000],
    ['last', 1_000],
  ] as const)
    await open(name, amountMinor);
  await closeChargeback(builtInConnectionId('test'), { ...more('lost', 4_000), kind: 'chargeback_lost' });
  // The oldest by its ID, although the database has it last.
  const {
    order: _,
    authentication: _none,
    cardChecks: _noChecks,
    ...row
  } = await prisma.transaction.findFirstOrThrow({
    where: { parentId: paymentId, chargebackOpen: 0, status: 'CAPTURED' },
  });
  const oldest = createId('trx', Date.now() - 3_600_000);
  const externalId = `${entry.reference}-oldest`;
  await prisma.transaction.create({
    data: { ...row, id: oldest, externalId, authorizationId: externalId, orderAmount: 500 },
  });
  const read = async () => ({
    payment: await findTransaction(paymentId),
    chargebacks: Object.fromEntries(
      (await listChargebacks(paymentId)).map((row) => [
        row.externalId.replace(`${entry.reference}-`, ''),
        row,
      ]),
    ),
  });
  const before = await read();
  expect(before.payment).toMatchObject({ chargebackOpen: 0, amountChargedBack: 3_000 });

  await prisma.transaction.update({ where: { id: paymentId }, data: { amountRefunded: 3_000 } });
  await increaseLockedAmount(prisma, paymentId);
  const after = await read();
  expect(after).toEqual({
    payment: {
      ...before.payment,
      amountRefunded: 3_000,
      amountChargedBack: 4_000,
      chargebackOpen: 3_000,
      version: before.payment.version + 3,
    },
    chargebacks: {
      ...before.chargebacks,
      lost: { ...before.chargebacks.lost, chargebackOpen: 4_000, version: 3 },
      oldest: { ...before.chargebacks.oldest, chargebackOpen: 500, version: row.version + 1 },
      open: { ...before.chargebacks.open, chargebackOpen: 2_500, version: 2 },
    },
  });
  await increaseLockedAmount(prisma, paymentId);
  expect(await read()).toEqual(after);
});
