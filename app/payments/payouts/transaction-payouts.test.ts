import { expect, test } from 'vitest';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildPayment } from '../../../tests/world/payments/payments';
import { buildPayout } from '../../../tests/world/payments/payouts';
import { listTransactionPayouts } from './transaction-payouts';

test('the entries of a transaction are listed with their payouts, oldest first', async () => {
  const at = new Date('2026-03-04T05:06:07Z');
  const later = (seconds: number) => new Date(at.getTime() + seconds * 1_000);
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const merchant = { accountId, environment: 'test' as const };
  const { id: transactionId } = (await buildPayment(client, { operation: 'authcap' })) as { id: string };
  const entry = { transactionId, fee: 20, net: 480 };
  const reversed = { ...entry, net: -500, fee: 0, occurredAt: later(-60) };
  const newer = await buildPayout({ accountId, at: later(60), entries: [reversed] });
  const older = await buildPayout({ accountId, at, entries: [entry, entry] });
  const payout = { status: 'paid', currency: 'USD', arrivesOn: new Date('2026-03-04') };
  const line = {
    transactionId,
    kind: 'capture',
    gross: 500,
    fee: 20,
    net: 480,
    payout: { ...payout, id: older, net: 960 },
  };
  expect(await listTransactionPayouts({ ...merchant, ids: [transactionId] })).toEqual([
    {
      ...line,
      entryId: `${newer}_00000`,
      gross: -500,
      fee: 0,
      net: -500,
      payout: { ...payout, id: newer, net: -500 },
    },
    { ...line, entryId: `${older}_00000` },
    { ...line, entryId: `${older}_00001` },
  ]);
  expect(await listTransactionPayouts({ ...merchant, environment: 'live', ids: [transactionId] })).toEqual(
    [],
  );
});
