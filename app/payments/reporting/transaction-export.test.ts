import { afterAll, expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildMerchant } from '../../../tests/world/merchants';
import {
  generateTransactions,
  insertTransactions,
  removeTransactions,
} from '../../../tests/world/payments/bulk-transactions';
import { settleNextDay } from '../../../tests/world/payments/elapsed-time';
import { buildPayout } from '../../../tests/world/payments/payouts';
import { buildPayment, refund, sendCaptureOrVoid } from '../../../tests/world/payments/payments';
import { buildChargeback } from '../../../tests/world/payments/chargebacks';
import { exportColumns, exportTransactions } from './transaction-export';
import { emptyFilter, type ListFilter } from './transaction-filter';

const filled: string[] = [];
afterAll(() => removeTransactions(filled));

const startExport = (accountId: string, filter: ListFilter = emptyFilter) =>
  exportTransactions({
    ...{ accountId, environment: 'test', timeZone: 'Asia/Kathmandu', filter },
    userId: createId('usr'),
    describeStatus: ({ status }) => `${status}!`,
  });

/** The rows of a file, by column. No cell in these tests contains a comma or a line break. */
async function readFile(file: ReadableStream<Uint8Array>) {
  const [, ...lines] = (await new Response(file).text()).split('\r\n').slice(0, -1);
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(exportColumns.map((column, i) => [column, cells[i]]));
  });
}

const exportRows = async (accountId: string) => readFile(await startExport(accountId));

test('every row after the first small batch is in the file, once', async () => {
  const { accountId } = await buildMerchant();
  filled.push(accountId);
  const made = generateTransactions({ count: 60, people: [] });
  await insertTransactions({ accountId, environment: 'test' }, made);
  expect((await exportRows(accountId)).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
});

test.each([undefined, 'oldest'])(
  'transactions created after the start are left out (sort: %s)',
  async (sort) => {
    const { accountId } = await buildMerchant();
    filled.push(accountId);
    // More than the first batch, which is read at the start.
    const [newest, ...made] = generateTransactions({ count: 41, people: [] }).map((row) => ({
      ...row,
      ...{ type: 'PAYMENT', status: 'CAPTURED' as const, parentId: null },
    }));
    await insertTransactions({ accountId, environment: 'test' }, made);
    const file = await startExport(accountId, { ...emptyFilter, sort });
    await insertTransactions({ accountId, environment: 'test' }, [newest!]);
    const ids = made.map(({ id }) => id);
    expect((await readFile(file)).map(({ id }) => id)).toEqual(sort ? ids.toReversed() : ids);
  },
);

test('an account without transactions has a file without rows', async () => {
  const { accountId } = await buildMerchant();
  expect(await exportRows(accountId)).toEqual([]);
});

test("a chargeback has its response deadline in the account's time zone", async () => {
  const client = await buildApiClient(await buildMerchant());
  const { id, paymentId } = await buildChargeback(client, { dueBy: '2035-01-31T00:00:00.000Z' });
  const { accountId } = client.merchant;
  expect(await exportRows(accountId)).toMatchObject([
    { id, dispute_due_by: '2035-01-31T05:45:00.000+05:45', dispute_stage: 'needs_response' },
    { id: paymentId, dispute_due_by: '' },
  ]);
});

test('amounts have decimals, and a payment has its last capture, its payer, its payouts, and its fees', async () => {
  const client = await buildApiClient(await buildMerchant());
  const { accountId } = client.merchant;
  const { id } = (await buildPayment(client, { amount: 10_000, currency: 'EUR' })) as { id: string };
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 6_000 });
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 2_000 });
  await sendCaptureOrVoid(client, id, { operation: 'void' });
  const last = await prisma.operation.findFirstOrThrow({
    where: { transactionId: id, amount: 2_000, type: { contains: 'capture' } },
  });
  const entry = { transactionId: id, fee: 70 };
  const payouts = [
    await buildPayout({ accountId, entries: [entry, { fee: 5 }] }),
    await buildPayout({ accountId, entries: [entry] }),
  ];
  expect(await exportRows(accountId)).toMatchObject([
    {
      ...{ amount_captured: '80.00', amount_voided: '20.00', amount_refunded: '0.00' },
      ...{ amount_charged_back: '0.00', amount_disputed_minor: '0', amount_disputed: '0.00' },
      captured_at_utc: last.completedAt!.toISOString(),
      ...{ captures: '2', settled_at: '', settled_at_utc: '' },
      ...{ payer_email: '', capture_before: '' },
      ...{ payout_ids: payouts.toSorted().join(' '), fee_minor: '140', fee: '1.40', fee_currency: 'USD' },
      status_label: 'PARTIAL_CAPTURED!',
    },
  ]);
  await buildPayout({ accountId, currency: 'EUR', entries: [entry] });
  const { id: uncaptured } = await buildPayment(client);
  expect(await exportRows(accountId)).toMatchObject([
    {
      id: uncaptured,
      capture_before: expect.stringMatching(/^20/),
      captured_at: '',
      payout_ids: '',
      fee: '',
      fee_currency: '',
      amount_captured: '0.00',
    },
    { id, fee_minor: '', fee: '', fee_currency: '' },
  ]);
});

test('a refund has the email address of its payment, and each settlement has its time', async () => {
  const client = await buildApiClient(await buildMerchant());
  const { accountId } = client.merchant;
  const { id } = (await buildPayment(client, {
    operation: 'authcap',
    cardHolder: { email: 'ada@example.com' },
  })) as { id: string };
  const returned = (await refund(client, id, 1_000)).json.id as string;
  await settleNextDay(id);
  const { settledAt } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  expect(await exportRows(accountId)).toMatchObject([
    { id: returned, payer_email: 'ada@example.com', captures: '', settled_at_utc: '' },
    { id, payer_email: 'ada@example.com', captures: '1', settled_at_utc: settledAt!.toISOString() },
  ]);
  expect((await exportRows(accountId))[1]!.settled_at).toMatch(/\+05:45$/);
});
