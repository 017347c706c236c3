import { expect, test } from 'vitest';
import { builtInConnectionId, processorAdapters } from '~/acquirers/registry';
import { refreshConnections } from '~/payments/connections/connections';
import { closeChargeback } from '~/payments/disputes/chargebacks';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../../tests/world/api-client';
import { settleNextDay } from '../../../tests/world/payments/elapsed-time';
import { buildChargeback } from '../../../tests/world/payments/chargebacks';
import {
  adyenSecrets,
  connectStandIn,
  provideProcessors,
  stripeSecrets,
} from '../../../tests/world/acquirers/connections';
import { buildPayment, refund, sendCaptureOrVoid } from '../../../tests/world/payments/payments';
import { buildPayout } from '../../../tests/world/payments/payouts';
import { findNotPaidOut, sumNotPaidOut } from './not-paid-out';
import { simulatedChargebackFee } from './simulated-payouts';

test('captures and refunds without an entry are not paid out yet', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const merchant = { accountId, environment: 'test' as const };
  const { id } = (await buildPayment(client)) as { id: string };
  expect(await findNotPaidOut({ ...merchant, id })).toEqual({ amount: 0, chargebackFee: null });
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 6_000 });
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 1_500 });
  const returned = (await refund(client, id, 1_000)).json.id as string;
  expect(await findNotPaidOut({ ...merchant, id })).toEqual({ amount: 7_500, chargebackFee: null });
  const payOut = async (transactionId: string, kind: string, amount: number) => {
    const { id: operationId } = await prisma.operation.findFirstOrThrow({
      where: { transactionId, type: kind === 'refund' ? kind : { contains: 'capture' }, amount },
    });
    await buildPayout({ accountId, entries: [{ transactionId, operationId, kind, net: amount }] });
  };
  await payOut(id, 'capture', 6_000);
  expect(await findNotPaidOut({ ...merchant, id })).toEqual({ amount: 1_500, chargebackFee: null });
  expect(await findNotPaidOut({ ...merchant, id: returned })).toEqual({ amount: 1_000, chargebackFee: null });
  await payOut(returned, 'refund', 1_000);
  expect(await findNotPaidOut({ ...merchant, id: returned })).toEqual({ amount: 0, chargebackFee: null });
  expect(await findNotPaidOut({ ...merchant, environment: 'live', id })).toEqual({
    amount: 0,
    chargebackFee: null,
  });
});

test('a chargeback and its return are not paid out until a payout has an entry for each', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const { id, entry } = await buildChargeback(client);
  const find = () => findNotPaidOut({ accountId, environment: 'test', id });
  expect(await find()).toEqual({ amount: 4_000, chargebackFee: simulatedChargebackFee });
  await closeChargeback(builtInConnectionId('test'), { ...entry, kind: 'chargeback_won' });
  expect(await find()).toEqual({ amount: 4_000, chargebackFee: simulatedChargebackFee });
  const payOut = (kind: string, net: number) =>
    buildPayout({ accountId, entries: [{ transactionId: id, kind, net }] });
  await payOut('chargeback', -4_000);
  expect(await find()).toEqual({ amount: 4_000, chargebackFee: null });
  await payOut('chargeback_reversed', 4_000);
  expect(await find()).toEqual({ amount: 0, chargebackFee: null });
});

test('the amounts of a merchant that are in no payout yet are added up by currency', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const merchant = { accountId, environment: 'test' as const };
  expect(await sumNotPaidOut(merchant)).toEqual([]);
  await buildPayment(client);
  const { id: settled } = (await buildPayment(client, { operation: 'authcap' })) as { id: string };
  await buildPayment(client, { operation: 'authcap', amount: 700, currency: 'JPY' });
  const returned = (await refund(client, settled, 1_000)).json.id as string;
  const { id: disputed, paymentId } = await buildChargeback(client);
  const dollars = { amount: 20_000 - 1_000 - 4_000, currency: 'USD' };
  const yen = { amount: 700, currency: 'JPY' };
  expect(await sumNotPaidOut(merchant)).toEqual([yen, dollars]);
  await settleNextDay(settled, returned);
  expect(await sumNotPaidOut(merchant)).toEqual([yen, dollars]);
  for (const [transactionId, kind, type, net] of [
    [settled, 'capture', 'authcap', 10_000],
    [returned, 'refund', 'refund', -1_000],
    [disputed, 'chargeback', 'chargeback', -4_000],
  ] as const) {
    const { id: operationId } = await prisma.operation.findFirstOrThrow({ where: { transactionId, type } });
    const matched = kind === 'chargeback' ? {} : { operationId };
    await buildPayout({ accountId, entries: [{ transactionId, kind, net, ...matched }] });
  }
  expect(await sumNotPaidOut(merchant)).toEqual([yen, { amount: 10_000, currency: 'USD' }]);
  expect(await findNotPaidOut({ ...merchant, id: paymentId })).toMatchObject({ amount: 10_000 });
  expect(await sumNotPaidOut({ ...merchant, environment: 'live' })).toEqual([]);
  expect(await sumNotPaidOut({ ...(await buildApiClient()).merchant, environment: 'test' })).toEqual([]);
});

test.each<Omit<Parameters<typeof connectStandIn>[0], 'origin'> & { amount: number }>([
  { acquirer: 'stripe', settings: { multipleCaptures: false }, secrets: stripeSecrets, amount: 10_000 },
  {
    acquirer: 'adyen',
    settings: { merchantAccount: 'WithoutReports', multipleCaptures: true },
    secrets: adyenSecrets,
    amount: 0,
  },
])(
  'of 10,000 captured at $acquirer, $amount is not paid out yet: Adyen’s payouts are known only from its reports',
  async ({ amount, ...processor }) => {
    // The payment is made at a simulator. After that, the adapter itself says whether it has payouts.
    const adapters = { ...processorAdapters };
    provideProcessors();
    const { connectionId, client } = await connectStandIn({ ...processor, origin: 'http://127.0.0.1:9' });
    const { id } = (await buildPayment(client, { operation: 'authcap' })) as { id: string };
    Object.assign(processorAdapters, adapters);
    await prisma.acquirerConnection.update({
      where: { id: connectionId },
      data: { version: { increment: 1 } },
    });
    refreshConnections();
    const merchant = { accountId: client.merchant.accountId, environment: 'test' as const };
    expect(await findNotPaidOut({ ...merchant, id })).toEqual({ amount, chargebackFee: null });
    expect(await sumNotPaidOut(merchant)).toEqual(amount ? [{ currency: 'USD', amount }] : []);
  },
);
