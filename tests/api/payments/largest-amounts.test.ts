import { beforeAll, expect, test } from 'vitest';
import { builtInConnectionId } from '~/acquirers/registry';
import { closeChargeback } from '~/payments/disputes/chargebacks';
import { listOpenChargebacks } from '~/payments/disputes/chargeback-list';
import { listUnknownOutcomes } from '~/payments/operations/unknown-outcome-list';
import { reconcile } from '~/payments/reconciliation/reconciliation';
import { refreshDailyTotals } from '~/payments/reporting/daily-totals';
import { listExpiringHolds, retrieveDailyTotals } from '~/payments/reporting/report';
import { exportTransactions } from '~/payments/reporting/transaction-export';
import { parseFilter } from '~/payments/reporting/transaction-filter';
import { listTransactions } from '~/payments/reporting/transaction-list';
import { pool, prisma } from '~/platform/database/db.server';
import { formatAmountInput } from '~/platform/money/amount-input';
import { getMaximumAmount } from '~/platform/money/currencies';
import { buildApiClient } from '../../world/api-client';
import { buildChargeback } from '../../world/payments/chargebacks';
import { settleNextDay } from '../../world/payments/elapsed-time';
import { reportEarlierDiscrepancies } from '../../world/payments/payment-records';
import { buildPayment, cards, refund, sendCaptureOrVoid } from '../../world/payments/payments';

beforeAll(reportEarlierDiscrepancies);

const readFilter = (query: Record<string, string>) => parseFilter(new URLSearchParams(query)).filter;

test.each(['USD', 'HUF', 'VND', 'IDR', 'IQD'])(
  'the largest amount of %s is exact everywhere',
  async (currency) => {
    const client = await buildApiClient();
    const { accountId } = client.merchant;
    const merchant = { accountId, environment: 'test' as const };
    const amount = getMaximumAmount(currency);

    // Captured in part, canceled in part, refunded in part.
    const { id } = await buildPayment(client, { amount, currency });
    await sendCaptureOrVoid(client, id, { operation: 'capture', amount: amount - 2 });
    await sendCaptureOrVoid(client, id, { operation: 'void', amount: 1 });
    const tooMuch = await sendCaptureOrVoid(client, id, { operation: 'capture', amount });
    expect(tooMuch.json).toMatchObject({ status: 422, remaining: 1, requested: amount });
    await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 1 });
    const { json: returned } = await refund(client, id, amount - 3);
    expect(returned).toMatchObject({ order_amount: amount - 3, amount_refunded: amount - 3 });
    expect((await client.get(`/transactions/${id}`)).json).toMatchObject({
      status: 'PARTIAL_CAPTURED',
      order_amount: amount,
      amount_authorized: amount,
      amount_captured: amount - 1,
      amount_voided: 1,
      amount_refunded: amount - 3,
      last_operation: { type: 'refund', amount: amount - 3 },
    });

    // Disputed in part, and lost. Refunded in part while it's disputed.
    const dispute = await buildChargeback(client, {
      paymentAmount: amount,
      currency,
      amountMinor: amount - 5,
    });
    await refund(client, dispute.paymentId, 3);
    expect((await listOpenChargebacks(merchant)).chargebacks).toMatchObject([
      { amount: amount - 5, currency },
    ]);
    await closeChargeback(builtInConnectionId('test'), { ...dispute.entry, kind: 'chargeback_lost' });
    expect((await client.get(`/transactions/${dispute.paymentId}`)).json).toMatchObject({
      amount_captured: amount,
      amount_refunded: 3,
      amount_charged_back: amount - 5,
    });

    // A hold that expires soon, and an unknown outcome.
    const { id: held } = await buildPayment(client, { amount, currency });
    await pool.query("update transactions set capture_before = now() + interval '1 hour' where id = $1", [
      held,
    ]);
    expect(await listExpiringHolds({ ...merchant, limit: 5 })).toMatchObject([{ remaining: amount }]);
    await buildPayment(client, { amount, currency, pan: cards.unknownThenApproved });
    expect((await listUnknownOutcomes({ accountId })).outcomes).toMatchObject([{ amount }]);

    await refreshDailyTotals(undefined, { margin: 0 });
    const { totals } = await retrieveDailyTotals({
      ...merchant,
      days: { from: '2000-01-01', to: '2100-01-01' },
    });
    const sum = (name: 'captured' | 'refunded' | 'chargedBack' | 'lost') =>
      totals.reduce((total, day) => total + day[name], 0);
    expect({
      captured: sum('captured'),
      refunded: sum('refunded'),
      chargedBack: sum('chargedBack'),
      lost: sum('lost'),
    }).toEqual({ captured: 2 * amount - 1, refunded: amount, chargedBack: amount - 5, lost: amount - 5 });

    await settleNextDay(id, returned.id);
    const events = await prisma.webhookEvent.findMany({ where: { accountId }, orderBy: { id: 'asc' } });
    expect(events.map(({ payload }) => (payload as { order_amount: unknown }).order_amount)).toEqual(
      events.map(() => expect.any(Number)),
    );

    const text = formatAmountInput(amount, currency);
    const { transactions } = await listTransactions({
      ...merchant,
      filter: readFilter({ min: text, max: text, currency }),
    });
    expect(transactions.map(({ orderAmount }) => orderAmount)).toEqual([amount, amount, amount, amount]);
    const found = await listTransactions({
      ...merchant,
      filter: readFilter({ search: `${text} ${currency}` }),
    });
    expect(found.transactions).toEqual(transactions);
    const csv = await new Response(
      await exportTransactions({
        ...{ ...merchant, userId: 'usr_1', timeZone: 'UTC', filter: readFilter({}) },
        describeStatus: ({ status }) => status,
      }),
    ).text();
    expect(csv).toContain(`,${amount},${text},${currency},${amount},${amount - 1},1,${amount - 3},0,`);

    await reconcile();
    const ids = (await prisma.transaction.findMany({ where: { accountId } })).map((row) => row.id);
    expect(await prisma.discrepancy.findMany({ where: { transactionId: { in: ids } } })).toEqual([]);
  },
);
