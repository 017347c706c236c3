import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { settlePreviousDays } from '~/payments/operations/settlement';
import { importPayouts, readPayoutEntries } from '~/payments/payouts/payout-import';
import { listPayoutLines } from '~/payments/payouts/payout-lines';
import { listMerchantPayouts } from '~/payments/payouts/payout-list';
import { prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { expectConsoleError } from '../../setup/errors';
import { standInDefaults } from '../../stand-ins/adyen/options';
import { authorize, createTestClient } from '../../stand-ins/adyen/test-client';
import { buildReplacement, loseSecrets } from '../../world/acquirers/connections';
import { buildAdyenMerchant, type AdyenMerchant } from '../../world/acquirers/adyen';
import { completeYesterday } from '../../world/payments/elapsed-time';
import { buildPayment, listEventTypes, refund, sendCaptureOrVoid } from '../../world/payments/payments';

/** Collects the codes of expected errors, which must not contain the key. */
function collectFaults(): () => unknown[] {
  const faults: unknown[] = [];
  const texts: string[] = [];
  const spy = vi.spyOn(log, 'error').mockImplementation((message, error) => {
    faults.push((error as { code?: unknown }).code ?? message);
    texts.push(inspect(error, { depth: 10, showHidden: true }));
  });
  onTestFinished(() => {
    expect(texts.join()).not.toContain(standInDefaults.reportApiKey);
    spy.mockRestore();
  });
  return () => faults.splice(0);
}

const findRow = (id: string) => prisma.transaction.findUniqueOrThrow({ where: { id } });
const statusOf = async (id: string) => (await findRow(id)).status;
const merchantOf = ({ client }: AdyenMerchant) => ({
  accountId: client.merchant.accountId,
  environment: 'test' as const,
});
const readPayouts = async (merchant: AdyenMerchant) =>
  (await listMerchantPayouts(merchantOf(merchant))).payouts;
const readLines = async (merchant: AdyenMerchant, id: string) =>
  (await listPayoutLines({ ...merchantOf(merchant), id })).lines.sort(
    (a, b) => a.kind.localeCompare(b.kind) || b.net - a.net,
  );
const listEntries = ({ connectionId }: AdyenMerchant) =>
  prisma.payoutEntry.findMany({ where: { connectionId }, orderBy: { acquirerId: 'asc' } });

/** Runs the jobs that follow a report. */
async function processReports({ settle, connectionId }: AdyenMerchant): Promise<void> {
  await settle();
  await readPayoutEntries(undefined, { connectionId });
}

const authcap = async ({ client }: AdyenMerchant, money: { amount?: number; currency?: string } = {}) =>
  (await buildPayment(client, { operation: 'authcap', ...money })).id as string;

/** Adyen's costs of a capture in the stand-in: its markup, 0.05%, and 0.2%. */
const cost = (amount: number) => 10 + Math.round(amount * 0.0005) + Math.round(amount * 0.002);

test('a report settles what it pays out, with captures, a refund, a dispute, fees, and other movements', async () => {
  const merchant = await buildAdyenMerchant();
  const { client, standIn, settle } = merchant;
  const whole = await authcap(merchant);
  const { id: part } = await buildPayment(client);
  await sendCaptureOrVoid(client, part, { operation: 'capture', amount: 6_000 });
  const returned = (await refund(client, whole, 2_500)).json.id as string;
  const disputed = await authcap(merchant, { amount: 12_000 });
  await settle();
  const { pspReference } = standIn.control.state().payments.at(-1)!;
  const dispute = standIn.control.openDispute({ pspReference, amount: 4_000, immediate: true });
  await settle();
  standIn.control.chargeFee({
    amount: 50,
    currency: 'USD',
    type: 'InvoiceDeduction',
    description: '=Invoice',
  });
  standIn.control.chargeFee({ amount: 700, currency: 'USD', type: 'TypeOfTomorrow', description: 'Reserve' });
  // No payout has arrived, and the daily settlement leaves these payments alone.
  await completeYesterday(whole, part, returned, disputed);
  await settlePreviousDays();
  expect(await statusOf(whole)).toBe('CAPTURED');

  const batch = standIn.control.makePayout();
  await processReports(merchant);
  const [payout] = await readPayouts(merchant);
  expect(payout).toMatchObject({
    ...{ acquirerId: 'batch_1_USD', status: 'paid', currency: 'USD', failureReason: null },
    gross: 10_000 + 6_000 - 2_500 + 12_000 - 4_000 - 700,
    fees: cost(10_000) + cost(6_000) + cost(12_000) + 750 + 50 + 3 * 11,
    ...{ net: batch.payouts[0]!.value, entries: 8 },
    arrivesOn: new Date(new Date().toISOString().slice(0, 10)),
  });
  const chargeback = await prisma.transaction.findFirstOrThrow({
    where: { parentId: disputed, type: 'CHARGEBACK' },
  });
  expect(chargeback.authorizationId).toBe(dispute.pspReference);
  expect(
    (await readLines(merchant, payout!.id)).map((line) => ({
      is: [line.kind, line.transactionId, line.amount, line.currency],
      moves: [line.gross, line.fee, line.net],
      says: line.description,
    })),
  ).toEqual([
    { is: ['capture', disputed, 12_000, 'USD'], moves: [12_000, 40, 11_960], says: null },
    { is: ['capture', whole, 10_000, 'USD'], moves: [10_000, 35, 9_965], says: null },
    { is: ['capture', part, 6_000, 'USD'], moves: [6_000, 25, 5_975], says: null },
    { is: ['chargeback', chargeback.id, -4_000, 'USD'], moves: [-4_000, 750, -4_750], says: null },
    {
      is: ['fee', null, null, null],
      moves: [0, 33, -33],
      says: expect.stringMatching(/^Transaction Fees/),
    },
    { is: ['fee', null, null, null], moves: [0, 50, -50], says: '=Invoice' },
    { is: ['other', null, null, null], moves: [-700, 0, -700], says: 'TypeOfTomorrow: Reserve' },
    { is: ['refund', returned, -2_500, 'USD'], moves: [-2_500, 0, -2_500], says: null },
  ]);
  expect(await Promise.all([whole, part, returned, disputed].map(statusOf))).toEqual([
    'SETTLED',
    'PARTIAL_CAPTURED',
    'SETTLED',
    'SETTLED',
  ]);
  expect((await findRow(part)).settledAt).not.toBeNull();
  expect(await listEventTypes(returned)).toContain('refund.settled');
});

test('a report is read by the newest connection that has its key', async () => {
  const merchant = await buildAdyenMerchant();
  const { standIn, connectionId } = merchant;
  const id = await authcap(merchant);
  await buildReplacement(connectionId, { withoutSecret: 'reportApiKey' });
  standIn.control.makePayout();
  await standIn.control.webhooksSettled();
  const restoreSecrets = await loseSecrets(connectionId);
  expectConsoleError({ message: 'secret decryption failed' });
  await processReports(merchant);
  expect(await readPayouts(merchant)).toEqual([]);
  await restoreSecrets();
  await processReports(merchant);
  expect(await readPayouts(merchant)).toMatchObject([{ entries: 2 }]);
  expect(await statusOf(id)).toBe('SETTLED');
});

test('a report that is announced twice changes nothing', async () => {
  const merchant = await buildAdyenMerchant();
  const { standIn, connectionId } = merchant;
  const id = await authcap(merchant);
  const { fileName } = standIn.control.makePayout();
  await processReports(merchant);
  const before = { payouts: await readPayouts(merchant), entries: await listEntries(merchant) };
  expect(before.payouts).toMatchObject([{ entries: 2 }]);
  const announced = { pspReference: fileName, eventCode: 'REPORT_AVAILABLE' };
  await standIn.control.resendWebhook(announced);
  await processReports(merchant);
  const findEvents = () =>
    prisma.acquirerEvent.findMany({ where: { connectionId, about: 'payout' }, orderBy: { sequence: 'asc' } });
  expect(await findEvents()).toMatchObject([{ deliveries: 2, subject: fileName }]);
  // Someone generates it again in Adyen.
  standIn.control.advanceClock({ seconds: 60 });
  standIn.control.announceReport({ fileName });
  await processReports(merchant);
  expect(await findEvents()).toMatchObject([{ deliveries: 2 }, { deliveries: 1 }]);
  await importPayouts(undefined, { connectionId });
  expect({ payouts: await readPayouts(merchant), entries: await listEntries(merchant) }).toEqual(before);
  expect((await listEventTypes(id)).filter((type) => type === 'transaction.settled')).toHaveLength(1);
});

test('an entry is matched with the capture that it names, even if the webhook is late', async () => {
  const merchant = await buildAdyenMerchant({ multiplePartialCaptures: true });
  const { client, standIn, settle, connectionId } = merchant;
  const { id } = await buildPayment(client);
  const capture = async (amount: number) => {
    await sendCaptureOrVoid(client, id, { operation: 'capture', amount });
    await standIn.control.webhooksSettled();
  };
  await capture(3_000);
  standIn.control.setWebhooks({ held: true });
  await capture(2_000);
  standIn.control.setWebhooks({ held: false });
  standIn.control.makePayout();
  // Another capture of the same amount, which is in a later payout, is known first.
  await capture(2_000);
  await processReports(merchant);
  const findCaptures = () =>
    prisma.payoutEntry.findMany({
      where: { connectionId, kind: 'capture' },
      include: { operation: true },
      orderBy: { acquirerId: 'asc' },
    });
  expect((await findCaptures()).map(({ operationId }) => operationId === null)).toEqual([false, true]);
  await standIn.control.releaseWebhooks();
  standIn.control.makePayout();
  await processReports(merchant);
  await importPayouts(undefined, { connectionId });
  const captures = await findCaptures();
  expect(captures.map(({ operation, amount }) => [operation!.amount, amount])).toEqual([
    [3_000, 3_000],
    [2_000, 2_000],
    [2_000, 2_000],
  ]);
  for (const { operation, reference } of captures) expect(operation!.id).toBe(reference);
  await sendCaptureOrVoid(client, id, { operation: 'void' });
  await settle();
  await importPayouts(undefined, { connectionId });
  expect((await findRow(id)).settledAt).not.toBeNull();
});

test('amounts are converted to the currency of the payout, with its own decimals', async () => {
  const merchant = await buildAdyenMerchant({
    settlement: { currency: 'EUR', rates: { USD: 0.5, JPY: 0.01 } },
  });
  const { client, standIn } = merchant;
  const dollars = await authcap(merchant);
  const yen = await authcap(merchant, { amount: 1_000, currency: 'JPY' });
  const returned = (await refund(client, dollars, 1_000)).json.id as string;
  await merchant.settle();
  const batch = standIn.control.makePayout();
  await processReports(merchant);
  const [payout] = await readPayouts(merchant);
  expect(payout).toMatchObject({ acquirerId: 'batch_1_EUR', currency: 'EUR', net: batch.payouts[0]!.value });
  expect(
    (await readLines(merchant, payout!.id)).map((line) => [
      ...[line.kind, line.amount, line.currency, line.exchangeRate],
      ...[line.gross, line.fee],
    ]),
  ).toEqual([
    ['capture', 10_000, 'USD', '0.5', 5_000, cost(5_000)],
    ['capture', 1_000, 'JPY', '0.01', 1_000, cost(1_000)],
    ['fee', null, null, null, 0, 22],
    ['refund', -1_000, 'USD', '0.5', -500, 0],
  ]);
  expect(await Promise.all([dollars, yen, returned].map(statusOf))).toEqual([
    'SETTLED',
    'SETTLED',
    'SETTLED',
  ]);
});

test('a batch has a payout in each currency, and a debt is carried over to the next batch', async () => {
  const merchant = await buildAdyenMerchant();
  const { client, standIn, settle } = merchant;
  const dollars = await authcap(merchant);
  const euros = await authcap(merchant, { currency: 'EUR' });
  standIn.control.makePayout();
  await processReports(merchant);
  expect((await readPayouts(merchant)).map(({ acquirerId }) => acquirerId).sort()).toEqual([
    'batch_1_EUR',
    'batch_1_USD',
  ]);
  const returned = (await refund(client, dollars, 10_000)).json.id as string;
  await settle();
  standIn.control.makePayout();
  await processReports(merchant);
  expect(await statusOf(returned)).toBe('SETTLED');
  await authcap(merchant, { amount: 20_000 });
  const batch = standIn.control.makePayout();
  await processReports(merchant);
  const payouts = await readPayouts(merchant);
  expect(payouts.find(({ acquirerId }) => acquirerId === 'batch_2_USD')).toMatchObject({
    net: 0,
    entries: 2,
  });
  expect(payouts.find(({ acquirerId }) => acquirerId === 'batch_3_USD')).toMatchObject({
    net: 20_000 - cost(20_000) - 11 - 10_000,
  });
  expect(batch.payouts).toEqual([{ currency: 'USD', value: 20_000 - cost(20_000) - 11 - 10_000 }]);
  expect(await statusOf(euros)).toBe('SETTLED');
});

const damages: Record<string, [damage: (report: string) => string, code: string]> = {
  'a broken line': [(report) => report.replace(',99.65,', ',ninety,'), 'row_2 Net Credit (NC)'],
  'a line that was cut': [(report) => report.slice(0, -12), 'row_4 cells'],
  'a missing line': [(report) => report.slice(0, report.trimEnd().lastIndexOf('\n') + 1), 'unbalanced'],
  'lines of another batch': [(report) => report.replaceAll(',1,,,,,,,', ',2,,,,,,,'), 'row_2 Batch Number'],
  'lines of another merchant account': [
    (report) => report.replaceAll(/\bcon_\w+/g, 'OtherECOM'),
    'row_2 Merchant Account',
  ],
  'a missing column': [
    (report) => report.replace('Net Credit (NC)', 'Net'),
    'missing_column Net Credit (NC)',
  ],
  'another format': [() => '<html><body class="login"></body></html>', 'invalid_opening_quote'],
};

test.each(Object.entries(damages))('a report with %s is retried', async (_, [damage, code]) => {
  const faults = collectFaults();
  const merchant = await buildAdyenMerchant();
  const { standIn } = merchant;
  const id = await authcap(merchant);
  standIn.control.setWebhooks({ held: true });
  const { fileName, report } = standIn.control.makePayout();
  standIn.control.replaceReport({ fileName, report: damage(report) });
  await standIn.control.releaseWebhooks();
  await processReports(merchant);
  expect(faults()).toEqual([code]);
  expect(await readPayouts(merchant)).toEqual([]);
  expect(await statusOf(id)).toBe('CAPTURED');
  standIn.control.replaceReport({ fileName, report });
  await processReports(merchant);
  expect(await readPayouts(merchant)).toMatchObject([{ net: 10_000 - 35 - 11, entries: 2 }]);
  expect(await statusOf(id)).toBe('SETTLED');
  expect(faults()).toEqual([]);
});

test.each([
  [{ fault: 'error', effect: 'before' }, 'report_http_500'],
  [{ fault: 'rate_limit' }, 'report_http_429'],
  [{ fault: 'cut', bytes: 400 }, expect.any(String)],
  [{ fault: 'reset', effect: 'before' }, expect.any(String)],
] as const)('a download that fails is repeated: %o', async (fault, code) => {
  const faults = collectFaults();
  const merchant = await buildAdyenMerchant();
  const { standIn, settle, connectionId } = merchant;
  const id = await authcap(merchant);
  standIn.control.makePayout();
  await standIn.control.webhooksSettled();
  standIn.control.setFaults([{ ...fault, method: 'GET', times: 1 }]);
  await settle();
  expect(faults()).toEqual([code]);
  expect(await readPayouts(merchant)).toEqual([]);
  await settle();
  // The report is read a second time for the entries of its payout.
  standIn.control.setFaults([{ ...fault, method: 'GET', times: 1 }]);
  await readPayoutEntries(undefined, { connectionId });
  expect(faults()).toEqual([code]);
  expect(await statusOf(id)).toBe('CAPTURED');
  await prisma.payout.updateMany({ where: { connectionId }, data: { entriesDueAt: new Date(0) } });
  await readPayoutEntries(undefined, { connectionId });
  expect(await statusOf(id)).toBe('SETTLED');
  expect(await listEntries(merchant)).toHaveLength(2);
});

test('the URL in a webhook is never used, so that the key goes only to Adyen', async () => {
  const merchant = await buildAdyenMerchant();
  const { standIn, connectionId } = merchant;
  const requests: unknown[] = [];
  const stranger = createServer((request, response) => {
    requests.push(request.headers);
    response.end('Company Account\n');
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void stranger.close());
  const reportUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/report.csv`;
  const id = await authcap(merchant);
  standIn.control.makePayout({ reportUrl });
  await processReports(merchant);
  expect(
    await prisma.acquirerEvent.findFirstOrThrow({ where: { connectionId, about: 'payout' } }),
  ).toMatchObject({ details: { reason: reportUrl } });
  expect(requests).toEqual([]);
  expect(await statusOf(id)).toBe('SETTLED');
});

test('other reports are ignored, and an unsupported file name is logged for staff', async () => {
  const faults = collectFaults();
  const merchant = await buildAdyenMerchant();
  const { standIn, connectionId } = merchant;
  standIn.control.announceReport({ fileName: 'payments_accounting_report_2026_11_22.csv' });
  standIn.control.announceReport({ fileName: 'settlement_detail_report_2026_11_22_batch_1.csv' });
  await processReports(merchant);
  expect(faults()).toEqual(['unsupported_name']);
  const events = await prisma.acquirerEvent.findMany({
    where: { connectionId, about: 'payout' },
    orderBy: { sequence: 'asc' },
  });
  expect(events.map(({ processedAt }) => processedAt === null)).toEqual([false, true]);
});

test('a payment that another system made is an entry of the merchant account’s payout', async () => {
  const merchant = await buildAdyenMerchant({ captureDelay: 'immediate' });
  const { standIn } = merchant;
  const { pspReference } = await authorize(createTestClient(standIn), {
    merchantAccount: standIn.merchantAccount,
    amount: { currency: 'USD', value: 700 },
    additionalData: {},
  });
  expect(pspReference).toBeTruthy();
  const id = await authcap(merchant);
  standIn.control.makePayout();
  await processReports(merchant);
  expect(
    (await listEntries(merchant)).map((entry) => [entry.kind, entry.amount, entry.transactionId]),
  ).toEqual([
    ['capture', 700, null],
    ['capture', 10_000, id],
    ['fee', null, null],
  ]);
});

test('without a report API key, payments settle daily', async () => {
  const merchant = await buildAdyenMerchant({}, { hasReportKey: false });
  const { standIn } = merchant;
  const id = await authcap(merchant);
  standIn.control.makePayout();
  await processReports(merchant);
  expect(await readPayouts(merchant)).toEqual([]);
  await completeYesterday(id);
  await settlePreviousDays();
  expect(await statusOf(id)).toBe('SETTLED');
});
