import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { readCsvRows } from '../../../tests/world/csv-rows';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildPayout } from '../../../tests/world/payments/payouts';
import { exportPayoutLines, exportPayouts } from './payout-export';
import { findMerchantPayout } from './payout-summaries';

const at = new Date('2026-03-04T05:06:07Z');

const describeStatus = ({ status, net }: { status: string; net: number }) => `${status} ${net}`;

async function buildRequest() {
  const { accountId, ownerId: userId } = await buildMerchant({});
  const request = {
    accountId,
    userId,
    environment: 'test' as const,
    timeZone: 'Europe/Berlin',
    describeStatus,
  };
  const read = (stream: ReadableStream<Uint8Array>) => readCsvRows(new Response(stream));
  const exportLines = async (id: string) =>
    read(await exportPayoutLines(request, (await findMerchantPayout({ ...request, id }))!));
  return { accountId, exportAll: async () => read(await exportPayouts(request)), exportLines };
}

test('the amounts of a payout are empty until its entries are known', async () => {
  const { accountId, exportAll } = await buildRequest();
  const connectionId = createId('con');
  await prisma.acquirerConnection.create({
    data: {
      ...{ id: connectionId, name: 'Own', acquirer: 'simulator', environment: 'test', accountId },
      ...{ state: 'retired', retiredAt: new Date() },
    },
  });
  const id = await buildPayout({ accountId, at, connectionId, status: 'pending', entries: [] });
  expect(await exportAll()).toEqual([
    {
      ...{ id, acquirer_payout_id: `acq_${id}`, status: 'pending', failure_reason: '' },
      ...{ created_at: '2026-03-04T06:06:07.000+01:00', created_at_utc: '2026-03-04T05:06:07.000Z' },
      ...{ arrival_date: '2026-03-04', currency: 'USD', entries: '' },
      ...{ gross_minor: '', gross: '', fees_minor: '', fees: '', net_minor: '0', net: '0.00' },
      status_label: 'pending 0',
    },
  ]);
});

test('an entry has the amount of its payment, if it has one, and the exchange rate', async () => {
  const { accountId, exportLines } = await buildRequest();
  const id = await buildPayout({
    accountId,
    at,
    entries: [
      { kind: 'fee', amount: null, currency: null, fee: 50, net: -50 },
      { amount: 8_000, currency: 'EUR', exchangeRate: '1.25', fee: 0, net: 10_000 },
    ],
  });
  const [exchanged, fee] = await exportLines(id);
  expect(exchanged).toMatchObject({
    ...{ arrival_date: '2026-03-04', occurred_at_utc: '2026-03-04T05:06:07.000Z', kind: 'capture' },
    ...{ payment_amount_minor: '8000', payment_amount: '80.00', payment_currency: 'EUR' },
    ...{ exchange_rate: '1.25', currency: 'USD', gross: '100.00', fee: '0.00', net: '100.00' },
    payout_status_label: 'paid 9950',
  });
  expect(fee).toMatchObject({
    ...{ payment_amount_minor: '', payment_amount: '', payment_currency: '', exchange_rate: '' },
    ...{ kind: 'fee', gross: '0.00', fee: '0.50', net: '-0.50' },
  });
});

test('a file contains more payouts and entries than one step reads', async () => {
  const { accountId, exportAll, exportLines } = await buildRequest();
  const entries = Array.from({ length: 1_001 }, () => ({}));
  const largest = await buildPayout({ accountId, at, entries });
  const ids = [largest];
  for (let count = 1; count <= 100; count++)
    ids.unshift(await buildPayout({ accountId, at: new Date(at.getTime() + count * 1_000) }));
  expect((await exportAll()).map(({ id }) => id)).toEqual(ids);
  const exported = (await exportLines(largest)).map(({ acquirer_entry_id: id }) => id);
  expect([exported.length, new Set(exported).size]).toEqual([1_001, 1_001]);
});
