import { expect, test } from 'vitest';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildPayment } from '../../../tests/world/payments/payments';
import { buildPayout } from '../../../tests/world/payments/payouts';
import { listMerchantPayouts, listPayoutLines, listTransactionPayouts } from './payout-list';

const at = new Date('2026-03-04T05:06:07Z');
const later = (seconds: number) => new Date(at.getTime() + seconds * 1_000);

async function buildMerchantWithPayment() {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const merchant = { accountId: client.merchant.accountId, environment: 'test' as const };
  return { ...merchant, merchant, transactionId: id as string };
}

test('a page of payouts has a cursor, except the last page', async () => {
  const { accountId, merchant } = await buildMerchantWithPayment();
  const [third, second, first] = [
    await buildPayout({ accountId, at }),
    await buildPayout({ accountId, at: later(1) }),
    await buildPayout({ accountId, at: later(2) }),
  ];
  const list = async (page: { limit: number; before?: string }) => {
    const { payouts, before } = await listMerchantPayouts({ ...merchant, ...page });
    return { ids: payouts.map(({ id }) => id), before };
  };
  expect(await list({ limit: 2 })).toEqual({ ids: [first, second], before: second });
  expect(await list({ limit: 2, before: second })).toEqual({ ids: [third], before: null });
  expect(await list({ limit: 3 })).toEqual({ ids: [first, second, third], before: null });
});

test('a page of entries has a cursor, except the last page', async () => {
  const { accountId, merchant } = await buildMerchantWithPayment();
  const entries = [{ occurredAt: at }, { occurredAt: later(1) }, { occurredAt: later(1) }];
  const id = await buildPayout({ accountId, at, entries });
  const list = async (page: Partial<Parameters<typeof listPayoutLines>[0]>) => {
    const { lines, before } = await listPayoutLines({ ...merchant, id, ...page });
    return { ids: lines.map(({ entryId }) => entryId), before };
  };
  const [third, second, first] = [`${id}_00000`, `${id}_00001`, `${id}_00002`];
  const { ids, before } = await list({ limit: 2 });
  expect({ ids, before }).toMatchObject({
    ids: [first, second],
    before: { entryId: second, occurredAt: later(1) },
  });
  expect(await list({ limit: 2, before: before! })).toEqual({ ids: [third], before: null });
  expect(await list({ limit: 3 })).toEqual({ ids: [first, second, third], before: null });
});

test('the entries of a transaction are listed with their payouts, oldest first', async () => {
  const { accountId, merchant, transactionId } = await buildMerchantWithPayment();
  const entry = { transactionId, fee: 20, net: 480 };
  const reversed = { ...entry, net: -500, fee: 0, occurredAt: later(-60) };
  const newer = await buildPayout({ accountId, at: later(60), entries: [reversed] });
  const older = await buildPayout({ accountId, at, entries: [entry, entry] });
  const payout = { status: 'paid', currency: 'USD', arrivesOn: new Date('2026-03-04') };
  const line = { kind: 'capture', gross: 500, fee: 20, net: 480, payout: { ...payout, id: older } };
  expect(await listTransactionPayouts({ ...merchant, id: transactionId })).toEqual([
    { ...line, entryId: `${newer}_00000`, gross: -500, fee: 0, net: -500, payout: { ...payout, id: newer } },
    { ...line, entryId: `${older}_00000` },
    { ...line, entryId: `${older}_00001` },
  ]);
  expect(await listTransactionPayouts({ ...merchant, environment: 'live', id: transactionId })).toEqual([]);
});
