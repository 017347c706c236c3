import { afterEach, describe, expect, test } from 'vitest';
import type { AdyenStandInOptions } from './options';
import { standInDefaults } from './options';
import { reportColumns } from './settlement';
import { buildPayment, createTestClient, startWithReceiver } from './test-client';

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

async function start(options: AdyenStandInOptions = {}) {
  const world = await startWithReceiver(options);
  close = () => world.close();
  return { ...world, control: world.standIn.control, client: createTestClient(world.standIn) };
}
const { username, password } = standInDefaults.reportCredentials;
const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** The rows of the report whose address the last webhook has. */
async function downloadReport(world: Awaited<ReturnType<typeof start>>) {
  const item = (await world.receive()).at(-1)!;
  expect(item).toMatchObject({ eventCode: 'REPORT_AVAILABLE', success: 'true', merchantReference: '' });
  const response = await fetch(item.reason!, { headers: { Authorization: authorization } });
  expect(response.status).toBe(200);
  const [header, ...lines] = (await response.text()).trimEnd().split('\n');
  expect(header!.split(',')).toEqual(reportColumns);
  return lines.map((line) => {
    const values = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map((match) => match[1]!);
    return Object.fromEntries(reportColumns.map((column, index) => [column, values[index]!]));
  });
}
const sum = (rows: Record<string, string>[]) =>
  rows.reduce((total, row) => total + Number(row['Net Credit (NC)']) - Number(row['Net Debit (NC)']), 0);

describe('a payout', () => {
  test('settles captures, refunds, and chargebacks with their costs', async () => {
    const world = await start();
    const { client, control } = world;
    const request = buildPayment({ amount: { currency: 'EUR', value: 100_00 } });
    const { pspReference } = await client.payments.payments(request);
    await client.modifications.refundCapturedPayment(pspReference!, {
      merchantAccount: standInDefaults.merchantAccount,
      amount: { currency: 'EUR', value: 25_00 },
      reference: 'refund-1',
    });
    await control.webhooksSettled();
    const { pspReference: dispute } = control.openDispute({
      pspReference: pspReference!,
      amount: 10_00,
      immediate: true,
    });
    control.decideDispute({ pspReference: dispute, eventCode: 'CHARGEBACK_REVERSED' });
    control.chargeFee({ amount: 3_00, currency: 'EUR' });
    control.chargeFee({ amount: -2_00, currency: 'EUR', type: 'DepositCorrection', description: 'Deposit' });
    const batch = control.makePayout();
    expect(batch).toMatchObject({
      number: 1,
      fileName: 'settlement_detail_report_batch_1.csv',
      payouts: [{ currency: 'EUR', value: 100_00 - 35 - 25_00 - 10_00 - 7_50 + 10_00 - 3_00 + 2_00 - 11 }],
    });
    const rows = await downloadReport(world);
    expect(rows.map(({ Type }) => Type)).toEqual([
      'Settled',
      'Refunded',
      'Chargeback',
      'ChargebackReversed',
      'Fee',
      'DepositCorrection',
      'Fee',
      'MerchantPayout',
    ]);
    expect(rows[5]).toMatchObject({
      'Modification Reference': 'Deposit',
      'Gross Currency': 'EUR',
      'Gross Credit (GC)': '',
      'Net Credit (NC)': '2.00',
    });
    const [settled, refunded, chargeback] = rows;
    const modifications = control.state().modifications;
    expect(settled).toMatchObject({
      'Company Account': standInDefaults.companyAccount,
      'Merchant Account': standInDefaults.merchantAccount,
      'Psp Reference': pspReference,
      'Merchant Reference': request.reference,
      'Payment Method': 'visa',
      'Creation Date': expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      TimeZone: 'UTC',
      'Modification Reference': modifications[0]!.pspReference,
      'Gross Currency': 'EUR',
      'Gross Debit (GC)': '',
      'Gross Credit (GC)': '100.00',
      'Exchange Rate': '1',
      'Net Currency': 'EUR',
      'Net Debit (NC)': '',
      'Net Credit (NC)': '99.65',
      'Commission (NC)': '',
      'Markup (NC)': '0.10',
      'Scheme Fees (NC)': '0.05',
      'Interchange (NC)': '0.20',
      'Batch Number': '1',
    });
    expect(refunded).toMatchObject({
      'Gross Debit (GC)': '25.00',
      'Net Debit (NC)': '25.00',
      'Modification Reference': modifications[1]!.pspReference,
      'Modification Merchant Reference': 'refund-1',
    });
    expect(chargeback).toMatchObject({
      'Gross Debit (GC)': '10.00',
      'Net Debit (NC)': '17.50',
      'Commission (NC)': '7.50',
      'Modification Reference': dispute,
    });
    expect(rows.at(-1)).toMatchObject({ 'Psp Reference': '', 'Net Debit (NC)': '66.04' });
    expect(sum(rows)).toBeCloseTo(0, 5);
  });

  test('has everything once', async () => {
    const world = await start();
    const { client, control } = world;
    await client.payments.payments(buildPayment());
    expect(control.makePayout().number).toBe(1);
    expect(() => control.makePayout()).toThrow('nothing to pay out');
    await client.payments.payments(buildPayment());
    control.makePayout();
    const rows = await downloadReport(world);
    expect(rows.filter(({ Type }) => Type === 'Settled')).toHaveLength(1);
    expect(control.state().payouts.map(({ number }) => number)).toEqual([1, 2]);
  });

  test('transfers a debt to the next batch', async () => {
    const world = await start();
    const { client, control } = world;
    const { pspReference } = await client.payments.payments(buildPayment());
    control.makePayout();
    await client.modifications.refundCapturedPayment(pspReference!, {
      merchantAccount: standInDefaults.merchantAccount,
      amount: { currency: 'EUR', value: 1000 },
    });
    await control.webhooksSettled();
    expect(control.makePayout().payouts).toEqual([]);
    const rows = await downloadReport(world);
    expect(rows.map(({ Type }) => Type)).toEqual(['Refunded', 'Balancetransfer']);
    expect(sum(rows)).toBeCloseTo(0, 5);
    await client.payments.payments(buildPayment({ amount: { currency: 'EUR', value: 5000 } }));
    const { payouts } = control.makePayout();
    expect(payouts).toEqual([{ currency: 'EUR', value: 5000 - 10 - 10 - 3 - 11 - 1000 }]);
    expect((await downloadReport(world)).map(({ Type }) => Type)).toContain('Balancetransfer');
  });

  test('pays each currency in its decimals', async () => {
    const world = await start({
      fees: { interchangePercent: 0, schemePercent: 0, markup: 0, perTransaction: 0 },
    });
    const { client, control } = world;
    for (const [currency, value] of [
      ['JPY', 1234],
      ['KWD', 1234],
    ] as const)
      await client.payments.payments(buildPayment({ amount: { currency, value } }));
    control.makePayout();
    const rows = await downloadReport(world);
    expect(
      rows.map((row) => [row.Type, row['Net Currency'], row['Net Credit (NC)'] || row['Net Debit (NC)']]),
    ).toEqual([
      ['Settled', 'JPY', '1234'],
      ['Settled', 'KWD', '1.234'],
      ['MerchantPayout', 'JPY', '1234'],
      ['MerchantPayout', 'KWD', '1.234'],
    ]);
  });

  test('converts to the settlement currency', async () => {
    const world = await start({
      settlement: { currency: 'EUR', rates: { USD: 0.5, JPY: 0.01 } },
      fees: { interchangePercent: 1, schemePercent: 0, markup: 1, perTransaction: 0, isBlended: true },
    });
    const { client, control } = world;
    await client.payments.payments(buildPayment({ amount: { currency: 'USD', value: 10_00 } }));
    await client.payments.payments(buildPayment({ amount: { currency: 'JPY', value: 1_000 } }));
    control.makePayout();
    const [usd, jpy, payout] = await downloadReport(world);
    expect(usd).toMatchObject({
      'Gross Credit (GC)': '10.00',
      'Exchange Rate': '0.5',
      'Net Currency': 'EUR',
      'Net Credit (NC)': '4.94',
      'Commission (NC)': '0.06',
      'Markup (NC)': '',
    });
    expect(jpy).toMatchObject({ 'Gross Credit (GC)': '1000', 'Net Credit (NC)': '9.89' });
    expect(payout).toMatchObject({ Type: 'MerchantPayout', 'Net Debit (NC)': '14.83' });
  });

  test('has nothing of a capture that failed, and the return of a refund that failed', async () => {
    const world = await start();
    const { client, control } = world;
    await client.payments.payments(buildPayment());
    const [failing] = control.state().modifications;
    control.failModification({ pspReference: failing!.pspReference, outcome: 'failed' });
    expect(() => control.makePayout()).toThrow('nothing to pay out');
    const { pspReference } = await client.payments.payments(buildPayment());
    const refund = await client.modifications.refundCapturedPayment(pspReference!, {
      merchantAccount: standInDefaults.merchantAccount,
      amount: { currency: 'EUR', value: 300 },
    });
    await control.webhooksSettled();
    control.makePayout();
    control.failModification({ pspReference: refund.pspReference, outcome: 'failed' });
    control.makePayout();
    expect(await downloadReport(world)).toMatchObject([
      {
        Type: 'RefundedReversed',
        'Gross Credit (GC)': '3.00',
        'Modification Reference': refund.pspReference,
      },
      { Type: 'MerchantPayout' },
    ]);
    const capture = control
      .state()
      .modifications.find(({ kind, status }) => kind === 'capture' && status === 'succeeded')!;
    expect(() => control.failModification({ pspReference: capture.pspReference, outcome: 'failed' })).toThrow(
      'already paid out',
    );
  });
});

describe('a report', () => {
  test('is of one merchant account', async () => {
    const { client, control } = await start({ otherMerchantAccounts: ['OtherPOS'] });
    await client.payments.payments(buildPayment({ merchantAccount: 'OtherPOS' }));
    expect(() => control.makePayout()).toThrow('nothing to pay out');
    expect(control.makePayout({ merchantAccount: 'OtherPOS' })).toMatchObject({ number: 1 });
  });

  test('can be replaced, and announced again with another URL', async () => {
    const world = await start();
    await world.client.payments.payments(buildPayment());
    const { fileName } = world.control.makePayout({ reportUrl: 'https://elsewhere.example/report.csv' });
    expect((await world.receive()).at(-1)!.reason).toBe('https://elsewhere.example/report.csv');
    world.control.replaceReport({ fileName, report: `${reportColumns.join(',')}\n` });
    world.control.announceReport({ fileName });
    expect(await downloadReport(world)).toEqual([]);
    expect(() => world.control.replaceReport({ fileName: 'another.csv', report: '' })).toThrow('Not Found');
  });

  test('needs credentials, and its name', async () => {
    const world = await start();
    await world.client.payments.payments(buildPayment());
    world.control.makePayout();
    const url = (await world.receive()).at(-1)!.reason!;
    expect(url).toBe(
      `${world.standIn.origin}/reports/download/MerchantAccount/StandInECOM/settlement_detail_report_batch_1.csv`,
    );
    const get = (address: string, headers: Record<string, string>) =>
      fetch(address, { headers }).then(({ status }) => status);
    expect(await get(url, {})).toBe(401);
    expect(await get(url, { Authorization: 'Basic bm86bm8=' })).toBe(401);
    // The key of payments has no role for reports.
    expect(await get(url, { 'X-API-Key': world.standIn.apiKey })).toBe(401);
    expect(await get(url, { 'X-API-Key': world.standIn.reportApiKey })).toBe(200);
    expect(await get(url.replace('_1.csv', '_2.csv'), { Authorization: authorization })).toBe(404);
    expect(await get(url.replace('StandInECOM', 'OtherPOS'), { Authorization: authorization })).toBe(404);
    expect(await get(url, { Authorization: authorization })).toBe(200);
    world.control.setFaults([{ fault: 'error', effect: 'before', method: 'GET', times: 1 }]);
    expect(await get(url, { Authorization: authorization })).toBe(500);
    world.control.setFaults([{ fault: 'cut', bytes: 40, times: 1 }]);
    await expect(
      fetch(url, { headers: { Authorization: authorization } }).then((response) => response.text()),
    ).rejects.toThrow();
  });
});
