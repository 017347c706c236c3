import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import type { StripeStandInOptions } from './options';
import { startStripeStandIn, type StripeStandIn } from './server';
import { createTestClient, expectStripeError, pay } from './test-client';

/** Each test has its own balance. */
async function withStandIn(
  options: StripeStandInOptions,
  run: (stripe: Stripe, standIn: StripeStandIn) => Promise<void>,
): Promise<void> {
  const standIn = await startStripeStandIn(options);
  try {
    await run(createTestClient(standIn), standIn);
  } finally {
    await standIn.close();
  }
}
const day = 86_400;
const amounts = ({ available, pending }: Stripe.Balance) => [available[0]?.amount, pending[0]?.amount];

test('captured money is pending, then available', () =>
  withStandIn({}, async (stripe, { control }) => {
    const intent = await pay(stripe, { capture_method: 'manual' });
    expect((await stripe.balance.retrieve()).pending).toEqual([]);
    await stripe.paymentIntents.capture(intent.id);
    expect(amounts(await stripe.balance.retrieve())).toEqual([0, 941]);
    const { data } = await stripe.balanceTransactions.list();
    expect(data).toMatchObject([
      { type: 'charge', amount: 1000, fee: 59, net: 941, status: 'pending', source: intent.latest_charge },
    ]);
    expect(data[0]!.exchange_rate).toBeNull();
    control.advanceClock({ seconds: 2 * day + 1 });
    expect(amounts(await stripe.balance.retrieve())).toEqual([941, 0]);
    expect(await stripe.balanceTransactions.retrieve(data[0]!.id)).toMatchObject({ status: 'available' });
    await pay(stripe, { card: '4000000000000077' });
    expect(amounts(await stripe.balance.retrieve())).toEqual([1882, 0]);
  }));

test('refunds keep the fee, and failed refunds come back', () =>
  withStandIn({}, async (stripe, { control }) => {
    const { id } = await pay(stripe);
    const refund = await stripe.refunds.create({ payment_intent: id, amount: 300 });
    control.resolveRefund({ refund: refund.id, status: 'failed' });
    const { data } = await stripe.balanceTransactions.list({ expand: ['data.source'] });
    expect(data).toMatchObject([
      { type: 'refund_failure', amount: 300, fee: 0, net: 300, source: { id: refund.id, object: 'refund' } },
      { type: 'refund', amount: -300, fee: 0, net: -300, source: { id: refund.id } },
      { type: 'charge', net: 941, source: { object: 'charge', payment_intent: id } },
    ]);
    expect((await stripe.balanceTransactions.list({ type: 'refund' })).data).toHaveLength(1);
    expect((await stripe.balanceTransactions.list({ source: refund.id })).data).toHaveLength(2);
  }));

test('released holds move no money', () =>
  withStandIn({}, async (stripe) => {
    const { id } = await pay(stripe, { capture_method: 'manual' });
    await stripe.paymentIntents.cancel(id);
    expect((await stripe.balanceTransactions.list()).data).toEqual([]);
  }));

test('a payout takes everything available, and lists what it contains', () =>
  withStandIn({}, async (stripe, { control, origin }) => {
    expect(control.makePayouts()).toEqual([]);
    const { id } = await pay(stripe);
    await pay(stripe, { amount: 20_00, card: '4000000000000077' });
    await stripe.refunds.create({ payment_intent: id, amount: 100 });
    control.chargeFee({ amount: 50, currency: 'usd', description: 'Radar' });
    control.advanceClock({ seconds: 2 * day + 1 });
    await pay(stripe, { amount: 5_00 });
    const response = await fetch(`${origin}/_stand-in/payouts`, { method: 'POST', body: '{}' });
    const [made] = (await response.json()) as Stripe.Payout[];
    const expected = 941 + (2000 - 88) - 100 - 50;
    const payout = await stripe.payouts.retrieve(made!.id, { expand: ['balance_transaction'] });
    expect(payout).toMatchObject({
      amount: expected,
      status: 'paid',
      automatic: true,
      reconciliation_status: 'completed',
      balance_transaction: { type: 'payout', amount: -expected, net: -expected },
    });
    const list: Stripe.BalanceTransaction[] = [];
    for await (const transaction of stripe.balanceTransactions.list({ payout: payout.id, limit: 2 }))
      list.push(transaction);
    expect(list.map(({ type }) => type)).toEqual(['payout', 'stripe_fee', 'refund', 'charge', 'charge']);
    expect(list.reduce((sum, { net }) => sum + net, 0)).toBe(0);
    expect(amounts(await stripe.balance.retrieve())).toEqual([0, 455]);
    expect((await stripe.payouts.list({ status: 'paid' })).data).toMatchObject([{ id: payout.id }]);
    expect(control.makePayouts()).toEqual([]);
    await expectStripeError(stripe.balanceTransactions.list({ payout: 'po_none' }), {
      statusCode: 404,
      code: 'resource_missing',
    });
    expect(
      (await stripe.balanceTransactions.list({ created: { lt: payout.created - day } })).data,
    ).toHaveLength(4);
  }));

test('a payout contains nothing of an earlier one', () =>
  withStandIn({ availableAfterSeconds: 0 }, async (stripe, { control }) => {
    await pay(stripe);
    control.makePayouts();
    await pay(stripe, { amount: 20_00 });
    const [{ id, amount }] = control.makePayouts() as [Stripe.Payout];
    expect(amount).toBe(1912);
    const { data } = await stripe.balanceTransactions.list({ payout: id });
    expect(data.map(({ net }) => net)).toEqual([-1912, 1912]);
  }));

test('a returned payout is available again', () =>
  withStandIn({}, async (stripe, { control }) => {
    await pay(stripe, { card: '4000000000000077' });
    const [{ id }] = control.makePayouts({ status: 'pending' }) as [Stripe.Payout];
    expect((await stripe.payouts.retrieve(id)).status).toBe('pending');
    control.resolvePayout({ payout: id, status: 'failed' });
    expect(await stripe.payouts.retrieve(id, { expand: ['failure_balance_transaction'] })).toMatchObject({
      status: 'failed',
      failure_code: 'account_closed',
      failure_balance_transaction: { type: 'payout_failure', amount: 941 },
    });
    expect(amounts(await stripe.balance.retrieve())).toEqual([941, 0]);
  }));

test('amounts are converted into the currency of the balance', () =>
  withStandIn({ settlement: { currency: 'usd', rates: { eur: 1.25 } } }, async (stripe) => {
    const { id } = await pay(stripe, { currency: 'eur' });
    await stripe.refunds.create({ payment_intent: id, amount: 100 });
    const { data } = await stripe.balanceTransactions.list();
    expect(data).toMatchObject([
      { type: 'refund', amount: -125, currency: 'usd', exchange_rate: 1.25 },
      { type: 'charge', amount: 1250, fee: 66, net: 1184, currency: 'usd', exchange_rate: 1.25 },
    ]);
    await pay(stripe);
    expect((await stripe.balanceTransactions.list({ limit: 1 })).data[0]).toMatchObject({
      amount: 1000,
      exchange_rate: null,
    });
  }));

test('each currency has its own balance and payout', () =>
  withStandIn({ availableAfterSeconds: 0 }, async (stripe, { control }) => {
    await pay(stripe);
    await pay(stripe, { currency: 'eur', amount: 20_00 });
    expect(control.makePayouts().map(({ currency, amount }) => [currency, amount])).toEqual([
      ['usd', 941],
      ['eur', 1912],
    ]);
  }));

test('a dispute takes its amount and a fee, and returns the amount when won', () =>
  withStandIn({ availableAfterSeconds: 0 }, async (stripe, { control }) => {
    const { id } = await pay(stripe);
    const dispute = control.openDispute({ payment_intent: id });
    expect(amounts(await stripe.balance.retrieve())).toEqual([941 - 2500, 0]);
    expect(control.makePayouts()).toEqual([]);
    control.decideDispute({ dispute: dispute.id, status: 'won' });
    expect(amounts(await stripe.balance.retrieve())).toEqual([941 - 1500, 0]);
    const { data } = await stripe.balanceTransactions.list({ type: 'adjustment' });
    expect(data.map(({ reporting_category }) => reporting_category)).toEqual(['dispute_reversal', 'dispute']);
  }));
