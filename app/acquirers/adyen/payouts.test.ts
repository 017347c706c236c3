import { expect, onTestFinished, test, vi } from 'vitest';
import { createId } from '~/platform/ids';
import { Secret } from '~/platform/secrets/secret';
import type { PayoutEntry } from '../acquirer';
import { createAdyen } from './adyen';
import { listBatchEntries, readBatchPayouts } from './payouts';

const { signal } = new AbortController();
const source = { origin: 'https://ca-test.adyen.com', merchantAccount: 'Shop', apiKey: new Secret('key') };
const name = 'settlement_detail_report_batch_7.csv';
const [payment, capture, refund] = [createId('op'), createId('op'), createId('op')];

const header =
  'Merchant Account,Merchant Reference,Creation Date,TimeZone,Type,Modification Reference,Modification Merchant Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Batch Number';

type Line = {
  type: string;
  net: string;
  gross?: string;
  currencies?: [gross: string, net: string];
  references?: [payment: string, modification: string, own: string];
  rate?: string;
  commission?: string;
  at?: string;
};

/** A line with debits for negative amounts. */
function toCells({ type, net, gross = '', currencies = ['EUR', 'EUR'], ...line }: Line): string {
  const [paid = '', modification = '', own = ''] = line.references ?? [];
  const sides = (amount: string) => (amount.startsWith('-') ? [amount.slice(1), ''] : ['', amount]);
  return [
    ...['Shop', paid, line.at ?? '2026-11-20 09:00:00', 'UTC', type, modification, own],
    ...[currencies[0], ...sides(gross), line.rate ?? '1', currencies[1], ...sides(net)],
    ...[line.commission ?? '', '', '', '', '7'],
  ].join(',');
}

/** Adyen has this report. */
function provide(lines: Line[]) {
  const text = [header, ...lines.map(toCells)].join('\n');
  const network = vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response(text)));
  onTestFinished(() => network.mockRestore());
  return network;
}

async function listEntries(payout: string) {
  const entries: PayoutEntry[] = [];
  for await (const page of listBatchEntries(source, payout, signal)) entries.push(...page);
  return entries;
}

const sale: Line = {
  ...{ type: 'Settled', gross: '100.00', net: '98.00', commission: '2.00' },
  references: [payment, 'PSP1', capture],
};
const transfer: Line = { type: 'MerchantPayout', net: '-98.00', at: '2026-11-22 23:30:00' };

test('the payout of a batch has the amount of its transfer', async () => {
  provide([sale, transfer]);
  expect(await readBatchPayouts(source, name, signal)).toEqual([
    {
      ...{ id: 'batch_7_EUR', status: 'paid', amountMinor: 9_800, currency: 'EUR' },
      createdAt: new Date('2026-11-22T23:30:00Z'),
      arrivesOn: new Date('2026-11-22'),
      ...{ entries: 'complete', failureReason: null },
    },
  ]);
});

test('a batch has a payout in each currency, even if it carries a debt over to the next batch', async () => {
  provide([
    sale,
    { type: 'Refunded', currencies: ['USD', 'USD'], gross: '-5.00', net: '-5.00' },
    transfer,
    { type: 'Balancetransfer', currencies: ['USD', 'USD'], net: '5.00', at: '2026-11-21 10:00:00' },
  ]);
  expect(await readBatchPayouts(source, name, signal)).toMatchObject([
    { id: 'batch_7_EUR', amountMinor: 9_800 },
    { id: 'batch_7_USD', amountMinor: 0, status: 'paid', createdAt: new Date('2026-11-21T10:00:00Z') },
  ]);
  expect(await listEntries('batch_7_USD')).toMatchObject([
    { id: 'batch_7_row_0000003', kind: 'refund', netMinor: -500 },
    { id: 'batch_7_row_0000005', kind: 'other', netMinor: 500 },
  ]);
});

test('several transfers of a batch, and one that was returned, are one payout', async () => {
  provide([
    sale,
    transfer,
    { ...transfer, net: '-2.00' },
    { ...transfer, net: '2.00', at: '2026-11-23 10:00:00' },
  ]);
  expect(await readBatchPayouts(source, name, signal)).toMatchObject([
    { amountMinor: 9_800, createdAt: new Date('2026-11-23T10:00:00Z') },
  ]);
  expect(await listEntries('batch_7_EUR')).toHaveLength(1);
});

test('lines become entries of the right kind', async () => {
  const fee = 'Transaction Fees November 2026';
  const lines: [Line, Partial<PayoutEntry>][] = [
    [
      sale,
      {
        ...{ kind: 'capture', reference: capture, authorization: payment, feeMinor: 200, netMinor: 9_800 },
        ...{ gross: { amountMinor: 10_000, currency: 'EUR' }, exchangeRate: null, description: null },
        occurredAt: new Date('2026-11-20T09:00:00Z'),
      },
    ],
    // Automatic captures.
    [
      { ...sale, references: [payment, 'PSP1', ''] },
      { kind: 'capture', reference: null, authorization: payment },
    ],
    [
      { ...sale, references: [payment, 'PSP1', payment] },
      { kind: 'capture', reference: null, authorization: payment },
    ],
    // A payment that wasn't made here.
    [
      { ...sale, references: ['order-1', 'PSP1', 'capture-1'] },
      { kind: 'capture', reference: null, authorization: null },
    ],
    [
      { ...sale, gross: '90.00', net: '50.00', rate: '0.6', currencies: ['USD', 'EUR'], commission: '4.00' },
      {
        ...{ kind: 'capture', feeMinor: 400, netMinor: 5_000, exchangeRate: '0.6' },
        gross: { amountMinor: 9_000, currency: 'USD' },
      },
    ],
    [
      { type: 'Refunded', gross: '-10.00', net: '-10.50', references: [payment, 'PSP2', refund] },
      { kind: 'refund', reference: refund, authorization: payment, feeMinor: 50, netMinor: -1_050 },
    ],
    [
      { type: 'RefundedReversed', gross: '10.00', net: '10.00', references: [payment, 'PSP2', refund] },
      { kind: 'refund_failed', reference: refund, feeMinor: 0, netMinor: 1_000 },
    ],
    [
      { type: 'Chargeback', gross: '-20.00', net: '-27.50', references: [payment, 'PSP3', ''] },
      { kind: 'chargeback', reference: 'PSP3', authorization: payment, feeMinor: 750, netMinor: -2_750 },
    ],
    [
      { type: 'ChargebackReversed', gross: '20.00', net: '20.00', references: [payment, 'PSP3', ''] },
      { kind: 'chargeback_reversed', reference: 'PSP3', netMinor: 2_000 },
    ],
    [
      { type: 'SecondChargeback', gross: '-20.00', net: '-20.00', references: [payment, 'PSP3', ''] },
      { kind: 'chargeback', reference: 'PSP3', netMinor: -2_000 },
    ],
    [
      { type: 'Fee', net: '-0.11', references: ['', fee, ''] },
      { kind: 'fee', gross: null, feeMinor: 11, netMinor: -11, reference: null, description: fee },
    ],
    [
      { type: 'InvoiceDeduction', net: '3.00' },
      { kind: 'fee', feeMinor: -300, netMinor: 300, description: 'InvoiceDeduction' },
    ],
    [
      { type: 'MiscCosts', net: '-1.00' },
      { kind: 'fee', feeMinor: 100 },
    ],
    [
      { type: 'PaymentCost', net: '-1.00', references: [payment, 'PSP1', ''] },
      { kind: 'fee', feeMinor: 100, reference: null, authorization: null },
    ],
    [
      { type: 'DepositCorrection', net: '-5.00', references: ['', 'Deposit', ''] },
      { kind: 'other', gross: null, feeMinor: 0, netMinor: -500, description: 'DepositCorrection: Deposit' },
    ],
    [
      { type: 'TypeOfTomorrow', gross: '7.00', net: '6.00', references: [payment, 'x'.repeat(300), ''] },
      { kind: 'other', reference: null, feeMinor: 100, netMinor: 600 },
    ],
    [{ type: 'constructor', net: '0.00' }, { kind: 'other' }],
  ];
  const sum = lines.reduce((total, [{ net }]) => total + Math.round(Number(net) * 100), 0);
  provide([...lines.map(([line]) => line), { ...transfer, net: (-sum / 100).toFixed(2) }]);
  expect(await readBatchPayouts(source, name, signal)).toMatchObject([{ amountMinor: sum }]);
  const entries = await listEntries('batch_7_EUR');
  expect(entries).toHaveLength(lines.length);
  for (const [index, [line, entry]] of lines.entries())
    expect({ line, entry: entries[index] }).toMatchObject({ line, entry });
  expect(
    entries.find(({ description }) => description?.startsWith('TypeOfTomorrow'))!.description,
  ).toHaveLength(200);
});

test('many entries are returned in pages', async () => {
  const lines: Line[] = Array.from({ length: 1_001 }, () => ({ type: 'Fee', net: '-0.01' }));
  provide([...lines, { ...transfer, net: '10.01' }]);
  const pages: number[] = [];
  for await (const page of listBatchEntries(source, 'batch_7_EUR', signal)) pages.push(page.length);
  expect(pages).toEqual([500, 500, 1]);
  expect(new Set((await listEntries('batch_7_EUR')).map(({ id }) => id)).size).toBe(1_001);
});

test('a report whose lines don’t add up to its payout is refused', async () => {
  provide([sale, { ...transfer, net: '-98.01' }]);
  await expect(readBatchPayouts(source, name, signal)).rejects.toMatchObject({ code: 'unbalanced' });
  await expect(listEntries('batch_7_EUR')).rejects.toMatchObject({ code: 'unbalanced' });
  // It was cut at the end of a line.
  provide([sale]);
  await expect(readBatchPayouts(source, name, signal)).rejects.toMatchObject({ code: 'unbalanced' });
  // Two currencies don't add up to each other.
  provide([sale, { ...transfer, currencies: ['', 'USD'] }]);
  await expect(readBatchPayouts(source, name, signal)).rejects.toMatchObject({ code: 'unbalanced' });
});

test.each([
  ['payments_accounting_report_2026_11_22.csv', 'nothing'],
  ['', 'nothing'],
  ['settlement_detail_report_batch_7.xlsx', 'an error'],
  ['settlement_detail_report_batch_07.csv', 'an error'],
  ['settlement_detail_report_2026_11_22_batch_7.csv', 'an error'],
  ['settlement_detail_report_batch_7.csv?', 'an error'],
])('a report named %j is %s, and isn’t downloaded', async (fileName, result) => {
  const network = provide([]);
  const read = readBatchPayouts(source, fileName, signal);
  if (result === 'nothing') expect(await read).toEqual([]);
  else await expect(read).rejects.toMatchObject({ code: 'unsupported_name' });
  expect(network).not.toHaveBeenCalled();
});

test.each(['batch_7', 'po_1', 'batch_7_EUR/..', ''])(
  '%j isn’t the ID of a payout from Adyen',
  async (payout) => {
    const network = provide([]);
    await expect(listEntries(payout)).rejects.toMatchObject({ code: 'unknown_payout' });
    expect(network).not.toHaveBeenCalled();
  },
);

test('without a report API key, there are no payouts', async () => {
  const network = provide([sale, transfer]);
  const secrets = {
    ...{ apiKey: new Secret('a'), hmacKey: new Secret('b') },
    ...{ webhookUser: new Secret('c'), webhookPassword: new Secret('d') },
  };
  const settings = { merchantAccount: 'Shop', multipleCaptures: false };
  const event = (success: boolean) => ({
    ...{ id: 'E', type: 'REPORT_AVAILABLE', about: 'payout' as const, subject: name, reference: null },
    ...{ occurredAt: new Date(), details: { success } },
  });
  const without = createAdyen({ settings, secrets, environment: 'test' });
  expect(without.listPayoutEntries).toBeUndefined();
  expect(await without.readEvent!(event(true), signal)).toEqual([]);
  const adyen = createAdyen({
    ...{ settings, environment: 'test' },
    secrets: { ...secrets, reportApiKey: new Secret('e') },
  });
  expect(await adyen.readEvent!(event(false), signal)).toEqual([]);
  expect(network).not.toHaveBeenCalled();
  expect(await adyen.readEvent!(event(true), signal)).toMatchObject([
    { kind: 'payout', payout: { id: 'batch_7_EUR' } },
  ]);
});

test('a payout has the time of its transfer, or else of its newest line', async () => {
  const lines: Line[] = [
    { type: 'Balancetransfer', net: '1.00', at: '2026-11-20 10:00:00' },
    { type: 'Balancetransfer', net: '-2.00', at: '2026-11-22 10:00:00' },
    { type: 'Balancetransfer', net: '1.00', at: '2026-11-21 10:00:00' },
  ];
  provide(lines);
  const createdAt = new Date('2026-11-22T10:00:00Z');
  expect(await readBatchPayouts(source, name, signal)).toMatchObject([{ amountMinor: 0, createdAt }]);
  provide([
    sale,
    { ...transfer, at: '2026-11-19 10:00:00' },
    { type: 'Fee', net: '1.00' },
    { type: 'Fee', net: '-1.00' },
  ]);
  expect(await readBatchPayouts(source, name, signal)).toMatchObject([
    { amountMinor: 9_800, createdAt: new Date('2026-11-19T10:00:00Z') },
  ]);
});

test('a movement that isn’t a payment is described by its type and reference', async () => {
  provide([
    { type: 'Balancetransfer', net: '1.00', references: ['', 'Reserve', ''] },
    { type: 'Balancetransfer', net: '-1.00' },
    { type: 'Fee', net: '0.00' },
  ]);
  expect((await listEntries('batch_7_EUR')).map(({ description }) => description)).toEqual([
    ...['Balancetransfer: Reserve', 'Balancetransfer', 'Fee'],
  ]);
});
