import { expect, test } from 'vitest';
import { failRefund } from '~/payments/operations/refund-failures';
import { simulateEvent } from '~/payments/operations/simulated-events';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient, type ApiClient } from '../../../tests/world/api-client';
import { buildConnection } from '../../../tests/world/acquirers/connections';
import { settleNextDay } from '../../../tests/world/payments/elapsed-time';
import { overwriteOperations } from '../../../tests/world/payments/overwrite';
import { buildPayment, refund } from '../../../tests/world/payments/payments';
import { buildStripeMerchant, processPayouts } from '../../../tests/world/acquirers/stripe';
import { listPayoutLines } from './payout-lines';
import { listMerchantPayouts } from './payout-list';
import { makeSimulatedPayouts } from './simulated-payouts';

const dayMs = 86_400_000;
const connectionId = 'con_simulator_test';
const midnight = (days: number) => new Date(Math.floor(Date.now() / dayMs) * dayMs + days * dayMs);

/** Everything that happened to these transactions happened on a day, which ended this many days ago. */
const happened = (ids: string[], days: number) =>
  overwriteOperations(
    { transactionId: { in: ids }, completedAt: { not: null } },
    { completedAt: new Date(midnight(-days).getTime() - 1_000) },
  );

/** Runs the timer, which last ran this many days ago. */
async function makePayoutsSince(days: number, stopping?: AbortSignal): Promise<void> {
  const readUntil = midnight(-days);
  await prisma.payoutImport.upsert({
    where: { connectionId },
    create: { connectionId, readUntil },
    update: { readUntil },
  });
  await makeSimulatedPayouts(stopping);
}

const findReadUntil = async (id = connectionId) =>
  (await prisma.payoutImport.findUnique({ where: { connectionId: id } }))?.readUntil;

const readPayouts = async ({ merchant: { accountId } }: ApiClient) =>
  (await listMerchantPayouts({ accountId, environment: 'test' })).payouts;

test('a merchant in test gets a payout of what settled on the day before, in each currency', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const { id: yen } = await buildPayment(client, { operation: 'authcap', amount: 500, currency: 'JPY' });
  const returned = (await refund(client, id, 1_000)).json.id as string;
  const { id: today } = await buildPayment(client, { operation: 'authcap' });
  await settleNextDay(id, yen, returned);
  await happened([id, yen, returned], 0);
  await makePayoutsSince(1);
  const payouts = await readPayouts(client);
  expect(payouts.toSorted((a, b) => b.net - a.net)).toMatchObject([
    { currency: 'USD', status: 'paid', gross: 9_000, fees: 320, net: 8_680, entries: 2 },
    { currency: 'JPY', status: 'paid', gross: 500, fees: 45, net: 455, entries: 1 },
  ]);
  expect(payouts[0]).toMatchObject({
    ...{ id: expect.stringMatching(/^po_/), createdAt: midnight(0), arrivesOn: midnight(0) },
  });
  expect(await findReadUntil()).toEqual(midnight(0));
  expect(
    await prisma.payout.findMany({ where: { id: { in: payouts.map((payout) => payout.id) } } }),
  ).toHaveLength(2);
  expect(await prisma.payoutEntry.count({ where: { transactionId: today } })).toBe(0);
  // Again, or in two processes, it makes nothing new.
  await Promise.allSettled([makePayoutsSince(1), makePayoutsSince(1)]);
  expect(await readPayouts(client)).toEqual(payouts);
  const { lines } = await listPayoutLines({
    accountId,
    environment: 'test',
    id: payouts.find(({ currency }) => currency === 'USD')!.id,
  });
  expect(lines.map(({ kind, transactionId, net }) => [kind, transactionId, net]).sort()).toEqual([
    ['capture', id, 9_680],
    ['refund', returned, -1_000],
  ]);
});

test('payouts of a day are listed by currency', async () => {
  const client = await buildApiClient();
  const ids: string[] = [];
  for (const currency of ['GBP', 'CHF', 'USD', 'AUD', 'EUR'])
    ids.push((await buildPayment(client, { operation: 'authcap', currency })).id as string);
  await settleNextDay(...ids);
  await happened(ids, 0);
  await makePayoutsSince(1);
  const currencies = (await readPayouts(client)).map(({ currency }) => currency);
  expect(currencies).toEqual(['AUD', 'CHF', 'EUR', 'GBP', 'USD']);
});

test('chargebacks, and refunds that come back, are in the payout of their day', async () => {
  const client = await buildApiClient();
  const { accountId, ownerId: userId } = client.merchant;
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const returned = (await refund(client, id, 1_000)).json.id as string;
  await settleNextDay(id, returned);
  await happened([id, returned], 1);
  await makePayoutsSince(2);
  const { operationId } = await prisma.payoutEntry.findFirstOrThrow({ where: { transactionId: returned } });
  await failRefund(connectionId, { reference: operationId!, code: 'lost_card' });
  const { id: lost } = await prisma.operation.findFirstOrThrow({
    where: { transactionId: returned, status: 'FAILED' },
  });
  await overwriteOperations({ id: lost }, { completedAt: new Date(midnight(0).getTime() - 1_000) });
  const { id: disputed } = await buildPayment(client, { operation: 'authcap' });
  expect(await simulateEvent('open_chargeback', { accountId, id: disputed, userId })).toBe(true);
  const chargeback = await prisma.transaction.findFirstOrThrow({ where: { parentId: disputed } });
  await happened([chargeback.id], 0);
  await makePayoutsSince(1);
  const [payout] = await readPayouts(client);
  const { lines } = await listPayoutLines({ accountId, environment: 'test', id: payout!.id });
  const amount = chargeback.orderAmount;
  expect(lines.map(({ kind, transactionId, net }) => [kind, transactionId, net]).sort()).toEqual([
    ['chargeback', chargeback.id, -amount - 1_500],
    ['refund_failed', returned, 1_000],
  ]);
  // It is debited.
  expect(payout!.net).toBe(1_000 - amount - 1_500);
});

test.each([
  ['another', 3, 1],
  ['the same', 1, 1],
])('after several days, a refund that came back on %s day is credited', async (_, settled, failed) => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const returned = (await refund(client, id, 1_000)).json.id as string;
  await settleNextDay(id, returned);
  const { id: reference } = await prisma.operation.findFirstOrThrow({
    where: { transactionId: returned, type: 'refund' },
  });
  await failRefund(connectionId, { reference, code: 'lost_card' });
  await happened([id, returned], settled);
  await overwriteOperations(
    { transactionId: returned, status: 'FAILED' },
    { completedAt: new Date(midnight(-failed).getTime() - 1_000) },
  );
  await makePayoutsSince(6);
  const entries = await prisma.payoutEntry.findMany({
    where: { transactionId: returned, operationId: reference },
    orderBy: { kind: 'asc' },
    include: { payout: true },
  });
  // Each was paid at the end of its day.
  expect(
    entries.map(({ kind, net, occurredAt, payout: { createdAt } }) => [
      kind,
      net,
      createdAt.getTime() - occurredAt.getTime(),
    ]),
  ).toEqual([
    ['refund', -1_000, 1_000],
    ['refund_failed', 1_000, 1_000],
  ]);
  await makePayoutsSince(6);
  expect(await prisma.payoutEntry.count({ where: { transactionId: returned } })).toBe(2);
});

test('after several days, each day has a payout of its own', async () => {
  const client = await buildApiClient();
  for (const days of [40, 2, 1, 1]) {
    const { id } = await buildPayment(client, { operation: 'authcap' });
    await settleNextDay(id as string);
    await happened([id as string], days);
  }
  await makePayoutsSince(45);
  const payouts = await readPayouts(client);
  expect(payouts.map(({ createdAt, entries, net }) => [createdAt, entries, net])).toEqual([
    [midnight(-1), 2, 19_360],
    [midnight(-2), 1, 9_680],
    [midnight(-40), 1, 9_680],
  ]);
});

test('each day is read twice at most, and only while the process isn’t stopping', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  await settleNextDay(id);
  await happened([id], 3);
  await makePayoutsSince(1);
  expect(await readPayouts(client)).toEqual([]);
  await makePayoutsSince(3, AbortSignal.abort());
  expect(await findReadUntil()).toEqual(midnight(-3));
  await makePayoutsSince(3);
  expect(await readPayouts(client)).toMatchObject([{ createdAt: midnight(-2), net: 9_680 }]);
});

test('a new connection to the simulator has payouts of the last year', async () => {
  const client = await buildApiClient();
  const own = await buildConnection(client.merchant.accountId);
  const build = async (days: number) => {
    const { id } = await buildPayment(client, { operation: 'authcap' });
    await settleNextDay(id as string);
    await happened([id as string], days);
  };
  await build(365);
  await build(367);
  await makeSimulatedPayouts();
  expect(await readPayouts(client)).toMatchObject([{ createdAt: midnight(-365), entries: 1, net: 9_680 }]);
  expect(await findReadUntil(own.id)).toEqual(midnight(0));
});

test('the payouts of other acquirers are not simulated', async () => {
  const { client, standIn, connectionId: stripe } = await buildStripeMerchant({ availableAfterSeconds: 0 });
  const { id } = await buildPayment(client, { operation: 'authcap' });
  standIn.control.makePayouts();
  await processPayouts(stripe);
  await happened([id as string], 0);
  await makeSimulatedPayouts();
  expect(await readPayouts(client)).toMatchObject([{ entries: 1, net: 9_680 }]);
  expect(await findReadUntil(stripe)).toBeUndefined();
});
