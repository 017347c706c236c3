import { expect, onTestFinished, test, vi } from 'vitest';
import type { AcquirerPayout } from '~/acquirers/acquirer';
import { getConnection, hasPayouts, refreshConnections } from '~/payments/connections/connections';
import { settlePreviousDays } from '~/payments/operations/settlement';
import { pollAcquirerEvents } from '~/payments/inbox/event-polling';
import { processAcquirerEvents } from '~/payments/inbox/event-processing';
import { importPayouts, readPayoutEntries, recordPayout } from '~/payments/payouts/payout-import';
import { listPayoutLines } from '~/payments/payouts/payout-lines';
import { listMerchantPayouts } from '~/payments/payouts/payout-list';
import { findMerchantPayout } from '~/payments/payouts/payout-summaries';
import { matchPayoutEntries } from '~/payments/payouts/payout-matching';
import { reconcile } from '~/payments/reconciliation/reconciliation';
import { prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { buildApiClient, type ApiClient } from '../../world/api-client';
import { buildAcquirerEvent } from '../../world/acquirers/acquirer-events';
import {
  buildConnection,
  buildReplacement,
  loseSecrets,
  retireConnection,
} from '../../world/acquirers/connections';
import { completeYesterday } from '../../world/payments/elapsed-time';
import { overwriteOperations, withoutTriggers } from '../../world/payments/overwrite';
import { buildPayment, listEventTypes, refund, sendCaptureOrVoid } from '../../world/payments/payments';
import { assignConnection, buildStripeMerchant, processPayouts } from '../../world/acquirers/stripe';

const findRow = (id: string) => prisma.transaction.findUniqueOrThrow({ where: { id } });
const statusOf = async (id: string) => (await findRow(id)).status;
const capture = async (client: ApiClient) =>
  (await buildPayment(client, { operation: 'authcap' })).id as string;
const merchantOf = (client: ApiClient) => ({
  accountId: client.merchant.accountId,
  environment: 'test' as const,
});
const readPayouts = async (client: ApiClient) => (await listMerchantPayouts(merchantOf(client))).payouts;
/** Those of the same second, which Stripe's times have, by kind and amount. */
const readLines = async (client: ApiClient, id: string) =>
  (await listPayoutLines({ ...merchantOf(client), id })).lines.sort(
    (a, b) => a.kind.localeCompare(b.kind) || b.net - a.net,
  );

/** Errors in the log are expected. */
function ignoreErrors() {
  const spy = vi.spyOn(log, 'error').mockImplementation(() => {});
  onTestFinished(() => spy.mockRestore());
  return spy;
}

/** Captured money is available for a payout at once. */
const atOnce = { availableAfterSeconds: 0 };
/** Stripe's fee for a capture: 2.9% and 30 cents. */
const net = (amount: number) => amount - Math.round(amount * 0.029) - 30;

test('a payout contains captures, a refund, a dispute with its fee, and fees, and settles what it pays out', async () => {
  const { client, standIn, connectionId } = await buildStripeMerchant(atOnce);
  const whole = await capture(client);
  const { id: part } = await buildPayment(client);
  await sendCaptureOrVoid(client, part, { operation: 'capture', amount: 6_000 });
  const returned = (await refund(client, whole, 2_500)).json.id as string;
  const disputed = (await buildPayment(client, { operation: 'authcap', amount: 12_000 })).id as string;
  const dispute = standIn.control.openDispute({
    payment_intent: standIn.control.state().intents.at(-1)!.id,
    amount: 4_000,
  });
  standIn.control.chargeFee({ amount: 50, currency: 'usd', description: '=Radar' });
  const [made] = standIn.control.makePayouts({ status: 'pending' });
  await processPayouts(connectionId);
  const [payout] = await readPayouts(client);
  expect(payout).toMatchObject({
    acquirerId: made!.id,
    status: 'pending',
    currency: 'USD',
    gross: 10_000 + 6_000 - 2_500 + 12_000 - 4_000,
    fees: 320 + 204 + 378 + 1_500 + 50,
    net: made!.amount,
    entries: 6,
  });
  const chargeback = await prisma.transaction.findFirstOrThrow({
    where: { parentId: disputed, type: 'CHARGEBACK' },
  });
  expect(chargeback.authorizationId).toBe(dispute.id);
  expect(
    (await readLines(client, payout!.id)).map((line) => ({
      is: [line.kind, line.transactionId, line.amount, line.currency],
      moves: [line.gross, line.fee, line.net],
      says: line.description,
    })),
  ).toEqual([
    { is: ['capture', disputed, 12_000, 'USD'], moves: [12_000, 378, 11_622], says: null },
    { is: ['capture', whole, 10_000, 'USD'], moves: [10_000, 320, 9_680], says: null },
    { is: ['capture', part, 6_000, 'USD'], moves: [6_000, 204, 5_796], says: null },
    {
      is: ['chargeback', chargeback.id, -4_000, 'USD'],
      moves: [-4_000, 1_500, -5_500],
      says: expect.stringContaining('Chargeback withdrawal'),
    },
    { is: ['fee', null, null, null], moves: [0, 50, -50], says: '=Radar' },
    { is: ['refund', returned, -2_500, 'USD'], moves: [-2_500, 0, -2_500], says: 'REFUND FOR CHARGE' },
  ]);

  // Nothing has arrived, and the calendar doesn't settle what payouts report.
  await completeYesterday(whole, part, returned, disputed);
  await settlePreviousDays();
  expect(await Promise.all([whole, part, returned, disputed].map(statusOf))).toEqual([
    'CAPTURED',
    'PARTIAL_CAPTURED',
    'CAPTURED',
    'CAPTURED',
  ]);
  standIn.control.resolvePayout({ payout: made!.id, status: 'paid' });
  await processPayouts(connectionId);
  expect(await Promise.all([whole, part, returned, disputed].map(statusOf))).toEqual([
    'SETTLED',
    'PARTIAL_CAPTURED',
    'SETTLED',
    'SETTLED',
  ]);
  expect((await findRow(part)).settledAt).not.toBeNull();
  expect((await listEventTypes(part)).at(-1)).toBe('transaction.settled');
  expect(await listEventTypes(returned)).toContain('refund.settled');
  expect(await statusOf(chargeback.id)).toBe('CAPTURED');
});

test('a payment captured several times settles with the payout of its last capture', async () => {
  const { client, standIn, connectionId } = await buildStripeMerchant({ ...atOnce, multicapture: true });
  const { id } = await buildPayment(client);
  for (const amount of [3_000, 2_000]) await sendCaptureOrVoid(client, id, { operation: 'capture', amount });
  standIn.control.makePayouts();
  await processPayouts(connectionId);
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 2_000 });
  await sendCaptureOrVoid(client, id, { operation: 'void' });
  await importPayouts(undefined, { connectionId });
  expect((await findRow(id)).settledAt).toBeNull();
  standIn.control.makePayouts();
  await processPayouts(connectionId);
  expect((await findRow(id)).settledAt).not.toBeNull();
  const entries = await prisma.payoutEntry.findMany({
    where: { transactionId: id },
    include: { operation: true },
    orderBy: { operation: { sequence: 'asc' } },
  });
  expect(entries.map(({ operation, amount }) => [operation!.amount, amount])).toEqual([
    [3_000, 3_000],
    [2_000, 2_000],
    [2_000, 2_000],
  ]);
  // Each capture has its own entry, and the last one is in the later payout.
  expect(new Set(entries.map(({ operationId }) => operationId)).size).toBe(3);
  expect(entries.map(({ payoutId }) => payoutId === entries[0]!.payoutId)).toEqual([true, true, false]);
});

test('what can still be captured settles when its hold ends after the payout', async () => {
  const { client, standIn, connectionId } = await buildStripeMerchant({ ...atOnce, multicapture: true });
  const { id } = await buildPayment(client);
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 3_000 });
  standIn.control.makePayouts();
  await processPayouts(connectionId);
  expect((await findRow(id)).settledAt).toBeNull();
  await sendCaptureOrVoid(client, id, { operation: 'void' });
  await importPayouts(undefined, { connectionId });
  expect((await findRow(id)).settledAt).not.toBeNull();
});

test('a returned refund and a chargeback that was won bring their amounts back', async () => {
  const { client, standIn, connectionId } = await buildStripeMerchant(atOnce);
  const id = await capture(client);
  const returned = (await refund(client, id, 1_000)).json.id as string;
  const [stripeRefund] = standIn.control.state().refunds;
  standIn.control.resolveRefund({ refund: stripeRefund!.id, status: 'failed' });
  const disputed = await capture(client);
  const payment_intent = standIn.control.state().intents.at(-1)!.id;
  const dispute = standIn.control.openDispute({ payment_intent });
  standIn.control.decideDispute({ dispute: dispute.id, status: 'won' });
  standIn.control.makePayouts();
  await processPayouts(connectionId);
  const chargeback = await prisma.transaction.findFirstOrThrow({
    where: { parentId: disputed, type: 'CHARGEBACK' },
  });
  const [payout] = await readPayouts(client);
  const lines = await readLines(client, payout!.id);
  expect(
    lines.filter(({ kind }) => kind !== 'capture').map((line) => [line.kind, line.transactionId, line.net]),
  ).toEqual([
    ['chargeback', chargeback.id, -11_500],
    ['chargeback_reversed', chargeback.id, 10_000],
    ['refund', returned, -1_000],
    ['refund_failed', returned, 1_000],
  ]);
  expect(await statusOf(returned)).toBe('DECLINED');
});

test('a dispute that is announced after its payout is linked later', async () => {
  const { client, standIn, connectionId } = await buildStripeMerchant(atOnce);
  await capture(client);
  const disputed = await capture(client);
  standIn.control.openDispute({
    payment_intent: standIn.control.state().intents.at(-1)!.id,
    amount: 2_000,
  });
  standIn.control.makePayouts();
  await importPayouts(undefined, { connectionId });
  const findEntry = () =>
    prisma.payoutEntry.findFirstOrThrow({ where: { connectionId, kind: 'chargeback' } });
  expect(await findEntry()).toMatchObject({ transactionId: null });
  await processPayouts(connectionId);
  // Neither when the process stops, nor by the import of another connection.
  await importPayouts(AbortSignal.abort(), { connectionId });
  await importPayouts(undefined, { connectionId: 'con_simulator_test' });
  expect(await findEntry()).toMatchObject({ transactionId: null });
  await importPayouts(undefined, { connectionId });
  const { transactionId } = await findEntry();
  expect(await findRow(transactionId!)).toMatchObject({ parentId: disputed, type: 'CHARGEBACK' });
});

test('a payout with several pages of entries is read completely', async () => {
  const { client, standIn, connectionId } = await buildStripeMerchant(atOnce);
  await capture(client);
  await capture(client);
  for (let count = 0; count < 120; count++) standIn.control.chargeFee({ amount: 1, currency: 'usd' });
  const [made] = standIn.control.makePayouts();
  await processPayouts(connectionId);
  expect(await readPayouts(client)).toMatchObject([
    { entries: 122, gross: 20_000, fees: 2 * 320 + 120, net: made!.amount },
  ]);
});

test('merchants who share a connection see their own share of its payout', async () => {
  const { client, standIn, connectionId } = await buildStripeMerchant(atOnce);
  const own = await capture(client);
  const stranger = await buildApiClient();
  await assignConnection(connectionId, stranger.merchant.accountId);
  const other = (await buildPayment(stranger, { operation: 'authcap', amount: 20_000 })).id as string;
  await assignConnection(connectionId, null);
  standIn.control.chargeFee({ amount: 50, currency: 'usd' });
  standIn.control.makePayouts();
  await processPayouts(connectionId);
  const [share] = await readPayouts(client);
  const [otherShare] = await readPayouts(stranger);
  expect(share).toMatchObject({ gross: 10_000, fees: 320, net: net(10_000), entries: 1 });
  expect(otherShare).toMatchObject({ id: share!.id, gross: 20_000, net: net(20_000), entries: 1 });
  expect((await readLines(client, share!.id)).map(({ transactionId }) => transactionId)).toEqual([own]);
  expect((await readLines(stranger, share!.id)).map(({ transactionId }) => transactionId)).toEqual([other]);
  expect([await statusOf(own), await statusOf(other)]).toEqual(['SETTLED', 'SETTLED']);
  const third = await buildApiClient();
  await assignConnection(connectionId, third.merchant.accountId);
  expect(await readPayouts(third)).toEqual([]);
  expect(await findMerchantPayout({ ...merchantOf(third), id: share!.id })).toBeNull();
  expect(await findMerchantPayout({ ...merchantOf(client), environment: 'live', id: share!.id })).toBeNull();
});

test('amounts are exchanged into the currency of the payout, in its own decimals', async () => {
  const { client, standIn, connectionId } = await buildStripeMerchant({
    ...atOnce,
    settlement: { currency: 'usd', rates: { eur: 1.25, kwd: 0.3257 } },
  });
  const euros = (await buildPayment(client, { operation: 'authcap', currency: 'EUR' })).id as string;
  await refund(client, euros, 100);
  await buildPayment(client, { operation: 'authcap', currency: 'KWD', amount: 12_340 });
  standIn.control.makePayouts();
  await processPayouts(connectionId);
  const [payout] = await readPayouts(client);
  expect(payout).toMatchObject({ currency: 'USD', status: 'paid', entries: 3 });
  expect(
    (await readLines(client, payout!.id)).map(({ amount, currency, exchangeRate, gross }) => [
      amount,
      currency,
      exchangeRate,
      gross,
    ]),
  ).toEqual([
    [10_000, 'EUR', '1.25', 12_500],
    [12_340, 'KWD', '0.3257', 4_019],
    [-100, 'EUR', '1.25', -125],
  ]);
  expect(await statusOf(euros)).toBe('SETTLED');
});

test('a payout that fails settles nothing, until the payout with its amount arrives', async () => {
  const { client, standIn, connectionId } = await buildStripeMerchant(atOnce);
  const id = await capture(client);
  const [first] = standIn.control.makePayouts({ status: 'pending' });
  await processPayouts(connectionId);
  standIn.control.resolvePayout({ payout: first!.id, status: 'failed' });
  await processPayouts(connectionId);
  expect(await readPayouts(client)).toMatchObject([
    { status: 'failed', failureReason: 'The bank account has been closed.', net: net(10_000) },
  ]);
  expect(await statusOf(id)).toBe('CAPTURED');
  // It comes back in a payout that fails as well.
  const [second] = standIn.control.makePayouts({ status: 'pending' });
  standIn.control.resolvePayout({ payout: second!.id, status: 'failed' });
  await processPayouts(connectionId);
  expect(await statusOf(id)).toBe('CAPTURED');
  standIn.control.makePayouts();
  await processPayouts(connectionId);
  expect(await statusOf(id)).toBe('SETTLED');
  const payouts = await readPayouts(client);
  expect(payouts.map(({ status }) => status).sort()).toEqual(['failed', 'failed', 'paid']);
});

test('a payout that fails after it was paid shows its status, and what is settled stays settled', async () => {
  const { client, standIn, connectionId } = await buildStripeMerchant(atOnce);
  const id = await capture(client);
  const [payout] = standIn.control.makePayouts();
  await processPayouts(connectionId);
  expect(await statusOf(id)).toBe('SETTLED');
  standIn.control.resolvePayout({ payout: payout!.id, status: 'failed' });
  await processPayouts(connectionId);
  expect(await readPayouts(client)).toMatchObject([{ status: 'failed' }]);
  expect(await statusOf(id)).toBe('SETTLED');
  // A status that was read earlier and arrives later changes nothing.
  const { amount, createdAt, arrivesOn } = await prisma.payout.findFirstOrThrow({ where: { connectionId } });
  await recordPayout(connectionId, {
    ...{ id: payout!.id, status: 'paid', amountMinor: amount, currency: 'USD', createdAt, arrivesOn },
    ...{ entries: 'complete', failureReason: null },
  });
  expect(await readPayouts(client)).toMatchObject([
    { status: 'failed', failureReason: 'The bank account has been closed.' },
  ]);
});

test('the same payout again, and one whose import was interrupted, is stored once', async () => {
  const { client, standIn, connectionId } = await buildStripeMerchant(atOnce);
  const ids = [await capture(client), await capture(client), await capture(client)];
  standIn.control.makePayouts();
  const { acquirer } = await requirePayouts(connectionId);
  const list = acquirer.listPayoutEntries;
  const failure = ignoreErrors();
  const interrupted = vi.spyOn(acquirer, 'listPayoutEntries').mockImplementation(async function* (...given) {
    for await (const page of list(...given)) {
      yield page.slice(0, 1);
      throw new Error('the process stopped');
    }
  });
  await importPayouts(undefined, { connectionId });
  const { id } = await prisma.payout.findFirstOrThrow({ where: { connectionId } });
  expect(failure).toHaveBeenCalledWith('reading a payout', expect.any(Error), { row: `payouts ${id}` });
  expect(await prisma.payoutEntry.count({ where: { connectionId } })).toBe(1);
  expect(await Promise.all(ids.map(statusOf))).toEqual(['CAPTURED', 'CAPTURED', 'CAPTURED']);
  // The pages arrive in another order.
  interrupted.mockImplementation(async function* (...given) {
    for await (const page of list(...given)) for (const entry of page.toReversed()) yield [entry, entry];
  });
  await prisma.payout.updateMany({ where: { connectionId }, data: { entriesDueAt: new Date(0) } });
  await readPayoutEntries(undefined, { connectionId });
  interrupted.mockRestore();
  expect(await Promise.all(ids.map(statusOf))).toEqual(['SETTLED', 'SETTLED', 'SETTLED']);
  const stored = () =>
    prisma.payoutEntry.findMany({ where: { connectionId }, orderBy: { acquirerId: 'asc' } });
  const before = await stored();
  expect(before).toHaveLength(3);
  await prisma.payoutImport.deleteMany({ where: { connectionId } });
  await importPayouts(undefined, { connectionId });
  await processPayouts(connectionId);
  await prisma.payout.updateMany({
    where: { connectionId },
    data: { entriesDueAt: new Date(0), entriesReadAt: null, settledAt: null },
  });
  await readPayoutEntries(undefined, { connectionId });
  expect(await stored()).toEqual(before);
  expect(await prisma.payout.count({ where: { connectionId } })).toBe(1);
  expect((await listEventTypes(ids[0]!)).filter((type) => type === 'transaction.settled')).toHaveLength(1);
});

async function requirePayouts(connectionId: string) {
  const connection = (await getConnection(connectionId))!;
  if (!hasPayouts(connection)) throw new Error('the connection reports no payouts');
  return connection;
}

/** An entry without a fee that names only the payment. */
const buildCaptureEntry = (authorization: string, amountMinor: number) => ({
  ...{ id: `txn_${authorization}`, kind: 'capture' as const, reference: null, authorization },
  ...{ gross: { amountMinor, currency: 'USD' }, feeMinor: 0, netMinor: amountMinor },
  ...{ exchangeRate: null, description: null, occurredAt: new Date() },
});

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
const buildReport = (changes: Partial<AcquirerPayout> = {}): AcquirerPayout => ({
  ...{ id: `po_${crypto.randomUUID()}`, status: 'paid', amountMinor: 10_000, currency: 'USD' },
  ...{ createdAt: daysAgo(1), arrivesOn: daysAgo(0), entries: 'complete', failureReason: null },
  ...changes,
});

test('the list is read from 35 days before the last import, and again after a failure', async () => {
  const { connectionId } = await buildStripeMerchant(atOnce);
  const { acquirer } = await requirePayouts(connectionId);
  const list = vi.spyOn(acquirer, 'listPayouts').mockResolvedValue([]);
  const run = () => importPayouts(undefined, { connectionId });
  const { id: otherId } = await buildConnection();
  await importPayouts(undefined, { connectionId: otherId });
  expect(list).not.toHaveBeenCalled();
  await run();
  const readUntil = daysAgo(100);
  await prisma.payoutImport.update({ where: { connectionId }, data: { readUntil } });
  list.mockRejectedValueOnce(new Error('Stripe is away'));
  await expect(run()).rejects.toThrow('Stripe is away');
  await run();
  await run();
  const agesInDays = list.mock.calls.map(([since]) => Math.round((Date.now() - since.getTime()) / dayMs));
  expect(agesInDays).toEqual([35, 135, 135, 35]);
});

test('entries that the acquirer doesn’t list yet, or never lists, are not requested', async () => {
  const { client, connectionId } = await buildStripeMerchant(atOnce);
  const { acquirer } = await requirePayouts(connectionId);
  const list = vi.spyOn(acquirer, 'listPayoutEntries').mockImplementation(async function* () {});
  const pending = buildReport({ entries: 'pending' });
  for (const report of [pending, buildReport({ entries: 'never' })]) await recordPayout(connectionId, report);
  await readPayoutEntries(undefined, { connectionId });
  expect(list).not.toHaveBeenCalled();
  expect(await readPayouts(client)).toMatchObject([{ entries: null }, { entries: null }]);
  await recordPayout(connectionId, { ...pending, entries: 'complete' });
  await readPayoutEntries(undefined, { connectionId: 'con_simulator_test' });
  expect(list).not.toHaveBeenCalled();
  ignoreErrors();
  await readPayoutEntries();
  expect(list.mock.calls.map(([id]) => id)).toEqual([pending.id]);
});

test('a payout whose entries can’t be read with its connection now stays due', async () => {
  const entriesDueAt = new Date(0);
  const { id: connectionId } = await buildConnection();
  await recordPayout(connectionId, buildReport());
  await prisma.payout.updateMany({ where: { connectionId }, data: { entriesDueAt } });
  await readPayoutEntries(undefined, { connectionId });
  const payout = await prisma.payout.findFirstOrThrow({ where: { connectionId } });
  expect(payout.entriesReadAt).toBeNull();
  expect(payout.entriesDueAt!.getTime()).toBeGreaterThan(Date.now());
});

test('a stopping process reads no more entries, and settles nothing', async () => {
  const { client, connectionId } = await buildStripeMerchant(atOnce);
  const { authorizationId, id } = await findRow(await capture(client));
  ignoreErrors();
  const { acquirer } = await requirePayouts(connectionId);
  const stopping = new AbortController();
  const entry = buildCaptureEntry(authorizationId, 10_000);
  const list = vi.spyOn(acquirer, 'listPayoutEntries').mockImplementation(async function* () {
    yield [entry];
    stopping.abort();
    yield [{ ...entry, id: `${entry.id}_2` }];
  });
  await recordPayout(connectionId, buildReport());
  await readPayoutEntries(stopping.signal, { connectionId });
  expect(await prisma.payoutEntry.count({ where: { connectionId } })).toBe(1);
  list.mockRestore();
  await prisma.payout.updateMany({
    where: { connectionId },
    data: { entriesDueAt: null, entriesReadAt: new Date() },
  });
  await readPayoutEntries(AbortSignal.abort(), { connectionId });
  expect(await prisma.payout.findFirst({ where: { connectionId } })).toMatchObject({ settledAt: null });
  await readPayoutEntries(undefined, { connectionId });
  await importPayouts(undefined, { connectionId });
  expect(await statusOf(id)).toBe('SETTLED');
});

test('entries of payouts that are older than 60 days stay unmatched', async () => {
  const { client, connectionId } = await buildStripeMerchant(atOnce);
  const { acquirer } = await requirePayouts(connectionId);
  const list = vi.spyOn(acquirer, 'listPayoutEntries');
  const isMatched = [];
  for (const age of [59, 61]) {
    const { authorizationId, id } = await findRow(await capture(client));
    list.mockImplementation(async function* () {
      yield [buildCaptureEntry(authorizationId, 10_000)];
    });
    await recordPayout(connectionId, buildReport({ createdAt: daysAgo(age) }));
    await readPayoutEntries(undefined, { connectionId });
    isMatched.push((await prisma.payoutEntry.count({ where: { connectionId, transactionId: id } })) === 1);
  }
  expect(isMatched).toEqual([true, false]);
});

const listUnprocessed = (...connectionIds: string[]) =>
  prisma.acquirerEvent.findMany({ where: { connectionId: { in: connectionIds }, processedAt: null } });

test('connections to the same account read its payouts and events once, for the payments of both', async () => {
  const { client, standIn, connectionId } = await buildStripeMerchant({ ...atOnce, multicapture: true });
  const earlier = await capture(client);
  const disputed = await capture(client);
  standIn.control.makePayouts();
  await processPayouts(connectionId);
  const second = await capture(client);
  const replacement = await buildReplacement(connectionId);
  const later = await capture(client);
  const { authorizationId } = await findRow(disputed);
  const intent = standIn.control
    .state()
    .intents.find(({ metadata }) => metadata.reference === authorizationId);
  standIn.control.openDispute({ payment_intent: intent!.id, reason: 'fraudulent' });
  const returned = (await refund(client, earlier, 1_000)).json.id as string;
  standIn.control.makePayouts();
  const lists = await Promise.all(
    [connectionId, replacement].map(async (id) => {
      const { acquirer } = await requirePayouts(id);
      const reader = acquirer as Required<typeof acquirer>;
      return [vi.spyOn(reader, 'listPayouts'), vi.spyOn(reader, 'listEvents')];
    }),
  );
  await pollAcquirerEvents();
  await processAcquirerEvents();
  await importPayouts();
  expect(lists.map((spies) => spies.map(({ mock }) => mock.calls.length))).toEqual([
    [0, 0],
    [1, 1],
  ]);

  const payouts = await readPayouts(client);
  // Stripe's times are in seconds, so the payouts may have the same.
  expect(payouts.map(({ entries }) => entries).sort()).toEqual([2, 4]);
  expect(new Set(payouts.map(({ acquirerId }) => acquirerId)).size).toBe(2);
  expect(payouts.map(({ acquirerId }) => acquirerId).sort()).toEqual(
    standIn.control
      .state()
      .payouts.map(({ id }) => id)
      .sort(),
  );
  for (const id of [earlier, disputed, second, later, returned]) expect(await statusOf(id)).toBe('SETTLED');
  expect((await findRow(second)).connectionId).toBe(connectionId);
  expect((await findRow(later)).connectionId).toBe(replacement);
  expect((await findRow(disputed)).chargebackOpen).toBe(10_000);
  expect(await listUnprocessed(connectionId, replacement)).toEqual([]);
  expect(await findDiscrepancies(connectionId)).toEqual([]);
});

test('an event that arrives at the address of an earlier connection is read with the newest key', async () => {
  const { client, standIn, connectionId } = await buildStripeMerchant(atOnce);
  const earlier = await capture(client);
  const replacement = await buildReplacement(connectionId);
  const later = await capture(client);
  const old = (await getConnection(connectionId))!.acquirer;
  vi.spyOn(old as Required<typeof old>, 'readEvent').mockRejectedValue(new Error('the key was revoked'));
  for (const id of [earlier, later]) {
    const { authorizationId } = await findRow(id);
    const intent = standIn.control
      .state()
      .intents.find(({ metadata }) => metadata.reference === authorizationId);
    const { id: subject } = standIn.control.openDispute({ payment_intent: intent!.id, reason: 'fraudulent' });
    await buildAcquirerEvent(connectionId, {
      ...{ about: 'dispute', subject },
      ...{ attempts: 0, nextAttemptAt: new Date(0) },
    });
  }
  await processAcquirerEvents();
  expect(await listUnprocessed(connectionId)).toEqual([]);
  const findChargeback = (parentId: string) => prisma.transaction.findFirst({ where: { parentId } });
  expect(await findChargeback(earlier)).toMatchObject({ type: 'CHARGEBACK', connectionId });
  expect(await findChargeback(later)).toMatchObject({ type: 'CHARGEBACK', connectionId: replacement });
});

test('of an account that another merchant used before, each merchant sees only their own entries', async () => {
  const { client: former, connectionId } = await buildStripeMerchant(atOnce);
  await retireConnection(connectionId);
  const { client, connectionId: current } = await buildStripeMerchant(atOnce);
  await prisma.acquirerConnection.update({
    where: { id: current },
    data: { settings: { sameAccountAs: connectionId } },
  });
  refreshConnections();
  const { id, authorizationId } = await findRow(await capture(client));
  const { acquirer, account } = await requirePayouts(current);
  const report = buildReport({ amountMinor: 9_900 });
  await recordPayout(account.firstId, report);
  const read = async () => [await readPayouts(former), await readPayouts(client)];
  expect(await read()).toEqual([[], []]);
  const entry = buildCaptureEntry(authorizationId, 10_000);
  const fee = { kind: 'fee', authorization: null, gross: null, feeMinor: 100, netMinor: -100 } as const;
  vi.spyOn(acquirer, 'listPayoutEntries').mockImplementation(async function* () {
    yield [entry, { ...entry, ...fee, id: `${entry.id}_fee` }];
  });
  await readPayoutEntries(undefined, { connectionId });
  expect(await read()).toMatchObject([[], [{ acquirerId: report.id, entries: 1, net: 10_000 }]]);
  expect(await statusOf(id)).toBe('SETTLED');
  const search = { search: report.id };
  const found = await listMerchantPayouts({ ...merchantOf(client), filter: search });
  expect(found.payouts.map(({ acquirerId }) => acquirerId)).toEqual([report.id]);
  expect(await listMerchantPayouts({ ...merchantOf(former), filter: search })).toMatchObject({ payouts: [] });
});

/** The open discrepancies about payouts of a connection: kind, subject, expected, and found. */
async function findDiscrepancies(connectionId: string, ...transactionIds: string[]) {
  ignoreErrors();
  await prisma.setting.deleteMany({ where: { key: 'reconciled_up_to' } });
  await reconcile();
  const ofConnection = { where: { connectionId }, select: { acquirerId: true } };
  const subjects = [
    ...(await prisma.payout.findMany(ofConnection)),
    ...(await prisma.payoutEntry.findMany(ofConnection)),
  ].map(({ acquirerId }) => acquirerId);
  const found = await prisma.discrepancy.findMany({
    where: {
      resolvedAt: null,
      kind: { startsWith: 'payout' },
      OR: [{ subject: { in: subjects } }, { transactionId: { in: transactionIds } }],
    },
    orderBy: [{ kind: 'asc' }, { found: 'asc' }],
  });
  return found.map(({ kind, transactionId, expected, found: what }) => [kind, transactionId, expected, what]);
}

test('a payout that doesn’t add up, an amount that differs, and an unknown entry are discrepancies', async () => {
  const { client, standIn, connectionId } = await buildStripeMerchant(atOnce);
  const id = await capture(client);
  const { createTestClient, pay } = await import('../../stand-ins/stripe/test-client');
  const elsewhere = await pay(createTestClient(standIn), { amount: 700 });
  standIn.control.makePayouts();
  await processPayouts(connectionId);
  const payout = await prisma.payout.findFirstOrThrow({ where: { connectionId } });
  // For an hour, it may be something whose event is late.
  expect(await findDiscrepancies(connectionId, id)).toEqual([]);
  await prisma.payout.update({
    where: { id: payout.id },
    data: { entriesReadAt: new Date(Date.now() - 3_700_000) },
  });
  expect(elsewhere.amount).toBe(700);
  const { listDiscrepancies } = await import('~/payments/reconciliation/discrepancy-list');
  const unknown = [
    'payout_entry_unknown',
    null,
    'nothing',
    `capture ${net(700)} USD in ${payout.acquirerId}`,
  ];
  expect(await findDiscrepancies(connectionId, id)).toEqual([unknown]);
  // While the connection can't be used, nothing is compared, so nothing is resolved.
  const restoreSecrets = await loseSecrets(connectionId);
  expect(await findDiscrepancies(connectionId, id)).toEqual([unknown]);
  await restoreSecrets();
  // The merchant of the connection sees it, because it's their money.
  expect(await readPayouts(client)).toMatchObject([{ entries: 2, net: payout.amount }]);

  const entry = { where: { connectionId, transactionId: id } };
  await expect(prisma.payoutEntry.updateMany({ ...entry, data: { net: 1 } })).rejects.toThrow(/never change/);
  await expect(prisma.payout.update({ where: { id: payout.id }, data: { amount: 1 } })).rejects.toThrow(
    /never change/,
  );
  await withoutTriggers((db) =>
    db.payoutEntry.updateMany({ ...entry, data: { amount: 9_000, net: net(9_000) } }),
  );
  expect(await findDiscrepancies(connectionId, id)).toEqual([
    ['payout_amount_differs', id, '10000 USD', '9000 USD'],
    unknown,
    ['payout_total_differs', null, `${payout.amount} USD`, `${payout.amount - net(10_000) + net(9_000)} USD`],
  ]);
  // Staff see the connection, with and without a transaction.
  const { discrepancies } = await listDiscrepancies({ isOpen: true, limit: 3 });
  expect(discrepancies.map(({ kind, connection }) => [kind, connection?.id]).sort()).toEqual(
    ['payout_amount_differs', 'payout_entry_unknown', 'payout_total_differs'].map((kind) => [
      ...[kind, connectionId],
    ]),
  );
  await withoutTriggers((db) =>
    db.payoutEntry.updateMany({ ...entry, data: { amount: 10_000, net: net(10_000) } }),
  );
  expect(await findDiscrepancies(connectionId, id)).toEqual([unknown]);
});

test('an entry can’t be given to another merchant', async () => {
  const { client, standIn, connectionId } = await buildStripeMerchant(atOnce);
  const id = await capture(client);
  standIn.control.makePayouts();
  await processPayouts(connectionId);
  const stranger = await buildApiClient();
  const theirs = await capture(stranger);
  const change = (data: object) => prisma.payoutEntry.updateMany({ where: { transactionId: id }, data });
  for (const data of [
    { accountId: stranger.merchant.accountId },
    { transactionId: theirs },
    { transactionId: theirs, accountId: stranger.merchant.accountId, operationId: null },
  ])
    await expect(change(data)).rejects.toThrow(/already belongs|does not match/);
  await expect(prisma.payoutEntry.deleteMany({ where: { transactionId: id } })).rejects.toThrow(
    /append-only/,
  );
});

test('a capture and a refund that are in no payout after ten days are discrepancies', async () => {
  // IDs contain their time.
  vi.setSystemTime(new Date(Date.now() - 11 * 86_400_000));
  const { client, standIn, connectionId } = await buildStripeMerchant(atOnce);
  const id = await capture(client);
  const returned = (await refund(client, id, 1_000)).json.id as string;
  vi.useRealTimers();
  const past = async (days: number) => {
    const completedAt = new Date(Date.now() - days * 86_400_000);
    await overwriteOperations({ transactionId: { in: [id, returned] } }, { completedAt });
  };
  await past(9.9);
  expect(await findDiscrepancies(connectionId, id, returned)).toEqual([]);
  await past(10.1);
  expect(await findDiscrepancies(connectionId, id, returned)).toEqual([
    ['payout_missing', id, 'in a payout', expect.stringMatching(/^authcap 10000 USD of 20\d\d-\d\d-\d\d$/)],
    ['payout_missing', returned, 'in a payout', expect.stringMatching(/^refund 1000 USD of /)],
  ]);
  standIn.control.makePayouts();
  await processPayouts(connectionId);
  expect(await findDiscrepancies(connectionId, id, returned)).toEqual([]);
});

test('a capture that the payout names with another amount is linked, and reported', async () => {
  const { client, standIn, connectionId } = await buildStripeMerchant(atOnce);
  const id = await capture(client);
  const { authorizationId } = await findRow(id);
  standIn.control.makePayouts();
  const { acquirer } = await requirePayouts(connectionId);
  const wrong = vi.spyOn(acquirer, 'listPayoutEntries').mockImplementation(async function* () {
    const entry = buildCaptureEntry(authorizationId, 8_000);
    yield [
      { ...entry, id: `${connectionId}_1` },
      { ...entry, id: `${connectionId}_2` },
    ];
  });
  await processPayouts(connectionId);
  wrong.mockRestore();
  expect(await prisma.payoutEntry.count({ where: { connectionId, transactionId: id } })).toBe(1);
  await matchPayoutEntries((await getConnection(connectionId))!.account);
  expect(await prisma.payoutEntry.count({ where: { connectionId, transactionId: id } })).toBe(1);
  expect((await findDiscrepancies(connectionId, id)).map(([kind]) => kind)).toEqual([
    'payout_amount_differs',
    'payout_total_differs',
  ]);
});
