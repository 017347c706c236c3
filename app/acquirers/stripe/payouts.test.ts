import type Stripe from 'stripe';
import { describe, expect, test, vi } from 'vitest';
import { listStripePayoutEntries, listStripePayouts, toPayout } from './payouts';

const { signal } = new AbortController();
const created = 1_790_000_000;
const occurredAt = new Date(created * 1_000);

const payout = {
  ...{ id: 'po_1', object: 'payout', status: 'paid', reconciliation_status: 'completed' },
  ...{ amount: 12_345, currency: 'usd', created, arrival_date: created + 86_400 },
  ...{ failure_code: null, failure_message: null },
} as unknown as Stripe.Payout;
const read = (changes: object) => toPayout({ ...payout, ...changes });

describe('a payout', () => {
  test('has its amount and days', () => {
    expect(toPayout(payout)).toEqual({
      ...{ id: 'po_1', status: 'paid', amountMinor: 12_345, currency: 'USD', createdAt: occurredAt },
      ...{ arrivesOn: new Date((created + 86_400) * 1_000), entries: 'complete', failureReason: null },
    });
    // Stripe's amounts of this currency have two decimals, and ISO 4217's have none.
    expect(read({ amount: 12_300, currency: 'isk' })).toMatchObject({ amountMinor: 123 });
    for (const amount of [12_345, 1e300])
      expect(() => read({ amount, currency: 'isk' })).toThrow('isn’t a whole number of minor units');
    expect(() => read({ amount: 2 ** 53 })).toThrow('isn’t a whole number of minor units');
    expect(() => read({ object: 'refund' })).toThrow('the answer is no payout');
  });

  test.each([
    ['pending', 'pending'],
    ['in_transit', 'pending'],
    ['paid', 'paid'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('that is %s is %s', (status, expected) => {
    expect(read({ status })).toMatchObject({ status: expected });
  });

  test('with an unknown status is left for a later version', () => {
    for (const status of ['new_status', 'constructor']) expect(read({ status })).toBeNull();
  });

  test.each([
    ['completed', 'complete'],
    ['in_progress', 'pending'],
    ['not_applicable', 'never'],
  ])('whose reconciliation is %s lists its entries: %s', (reconciliation_status, entries) => {
    expect(read({ reconciliation_status })).toMatchObject({ entries });
  });

  test('that failed says why', () => {
    const failed = { status: 'failed', failure_code: 'account_closed', failure_message: 'It was closed.' };
    expect(read(failed)).toMatchObject({ failureReason: 'It was closed.' });
    expect(read({ ...failed, failure_message: null })).toMatchObject({ failureReason: 'account_closed' });
    expect(read({ status: 'canceled' })).toMatchObject({ failureReason: 'canceled' });
    expect(read({ ...failed, status: 'paid' })).toMatchObject({ failureReason: null });
  });
});

test('payouts are listed from a time on, without those with an unknown status', async () => {
  const list = vi.fn(async function* () {
    yield payout;
    yield { ...payout, id: 'po_2', status: 'new_status' };
  });
  const stripe = { payouts: { list } } as unknown as Stripe;
  const since = new Date('2026-03-04T05:06:07.890Z');
  expect(await listStripePayouts(stripe, since, signal)).toEqual([toPayout(payout)]);
  expect(list.mock.calls).toEqual([
    [{ created: { gte: Date.parse('2026-03-04T05:06:07Z') / 1_000 }, limit: 100 }],
  ]);
  await expect(listStripePayouts(stripe, since, AbortSignal.abort())).rejects.toThrow('aborted');
});

describe('the entries of a payout', () => {
  const base = {
    ...{ id: 'txn_1', object: 'balance_transaction', type: 'charge', reporting_category: 'charge' },
    ...{
      amount: 10_000,
      fee: 320,
      net: 9_680,
      currency: 'usd',
      exchange_rate: null,
      description: null,
      created,
    },
    source: { object: 'charge', amount_captured: 10_000, currency: 'usd', metadata: { reference: 'op_1' } },
  };

  async function readEntries(...pages: object[][]) {
    const list = vi.fn(async () => {
      const data = pages.shift()!;
      return { data, has_more: pages.length > 0 };
    });
    const stripe = { balanceTransactions: { list } } as unknown as Stripe;
    const found = [];
    for await (const entries of listStripePayoutEntries(stripe, 'po_1', signal)) found.push(...entries);
    return { found, calls: list.mock.calls as unknown[][] };
  }
  const readEntry = async (changes: object) => (await readEntries([{ ...base, ...changes }])).found[0];

  const capture = {
    ...{
      id: 'txn_1',
      kind: 'capture',
      reference: null,
      authorization: 'op_1',
      feeMinor: 320,
      netMinor: 9_680,
    },
    ...{ gross: { amountMinor: 10_000, currency: 'USD' }, exchangeRate: null, description: null, occurredAt },
  };

  test('are read page by page, without the transfer to the bank', async () => {
    const transfer = { ...base, id: 'txn_3', type: 'payout', source: 'po_1' };
    const expanded = { ...transfer, id: 'txn_4', source: { id: 'po_1' } };
    const { found, calls } = await readEntries(
      [base, { ...base, id: 'txn_1b' }, { ...base, id: 'txn_2' }],
      [transfer, expanded, { ...transfer, type: 'payout_failure' }, { ...base, id: 'txn_5', source: 'po_1' }],
    );
    expect(found.slice(0, 2)).toEqual([capture, { ...capture, id: 'txn_1b' }]);
    expect(found.map(({ id }) => id)).toEqual(['txn_1', 'txn_1b', 'txn_2', 'txn_5']);
    const request = { payout: 'po_1', limit: 100, expand: ['data.source'] };
    expect(calls).toStrictEqual([[request], [{ ...request, starting_after: 'txn_2' }]]);
    await expect(readEntries([{ ...base, object: 'charge' }])).rejects.toThrow('no balance_transaction');
  });

  test('end with an empty page, although Stripe announces more', async () => {
    expect((await readEntries([], [base])).found).toEqual([]);
  });

  test.each([
    ['charge', 'charge', 'capture'],
    ['charge', 'payment', 'capture'],
    ['charge', 'adjustment', 'other'],
    ['refund', 'refund', 'refund'],
    ['refund_failure', 'refund_failure', 'refund_failed'],
    ['dispute', 'adjustment', 'chargeback'],
    ['dispute_reversal', 'adjustment', 'chargeback_reversed'],
    ['fee', 'stripe_fee', 'fee'],
    ['network_cost', 'network_cost', 'fee'],
    ['tax', 'tax_fee', 'fee'],
    ['topup', 'topup', 'other'],
  ])('of the category %s and the type %s are of the kind %s', async (reporting_category, type, kind) => {
    expect(await readEntry({ reporting_category, type })).toMatchObject({ kind });
  });

  test('of another payout without a source belong to nothing', async () => {
    const other = { type: 'payout_minimum_balance_hold', reporting_category: 'other', source: null };
    expect(await readEntry(other)).toMatchObject({ kind: 'other', reference: null });
  });

  test('that are fees have no amount of a payment, and their tax is part of them', async () => {
    const fee = {
      reporting_category: 'fee',
      type: 'stripe_fee',
      source: null,
      amount: -50,
      fee: 10,
      net: -60,
    };
    expect(await readEntry({ ...fee, description: 'x'.repeat(201) })).toMatchObject({
      ...{ gross: null, feeMinor: 60, netMinor: -60, reference: null, authorization: null },
      description: 'x'.repeat(200),
    });
  });

  test.each([
    ['an unknown source', {}, { source: null }, null, null],
    ['a source that isn’t expanded', {}, { source: 'ch_1' }, null, null],
    ['a charge that was made elsewhere', { metadata: {} }, {}, null, null],
    ['a refund', { object: 'refund' }, { reporting_category: 'refund' }, 'op_1', null],
    [
      'a refund without metadata',
      { object: 'refund', metadata: null },
      { reporting_category: 'refund' },
      null,
      null,
    ],
    ['a refund that was made elsewhere', { object: 'refund', metadata: {} }, {}, null, null],
    ['a dispute', { object: 'dispute', id: 'du_1' }, { reporting_category: 'dispute' }, 'du_1', null],
    ['a fee of a charge', {}, { reporting_category: 'fee' }, null, null],
    ['a transfer', { object: 'transfer', id: 'tr_1' }, {}, null, null],
    [
      'a failed payout',
      { id: 'po_0' },
      { type: 'payout_failure', reporting_category: 'payout_reversal' },
      'po_0',
      null,
    ],
    ['a charge', {}, {}, null, 'op_1'],
  ])('name what they belong to: %s', async (_, source, changes, reference, authorization) => {
    const entry = await readEntry({ source: { ...base.source, ...source }, ...changes });
    expect(entry).toMatchObject({ reference, authorization });
  });

  describe('in the currency of the payout', () => {
    const rate = { exchange_rate: 1.25, amount: 12_500, net: 12_180 };
    const readExchanged = (source: object | string | null, changes: object = {}) =>
      readEntry({ ...rate, ...changes, source });
    const euros = { currency: 'eur', metadata: {} };

    test.each([
      ['a charge', { ...euros, object: 'charge', amount_captured: 10_000 }, {}, 10_000],
      [
        'a charge, rounded up',
        { ...euros, object: 'charge', amount_captured: 10_000 },
        { amount: 12_501 },
        10_000,
      ],
      [
        'a charge, rounded down',
        { ...euros, object: 'charge', amount_captured: 10_000 },
        { amount: 12_499 },
        10_000,
      ],
      ['a refund', { ...euros, object: 'refund', amount: 10_000 }, { amount: -12_500 }, -10_000],
      ['a dispute', { ...euros, object: 'dispute', amount: 10_000 }, { amount: -12_500 }, -10_000],
    ])('have the amount of the payment: %s', async (_, source, changes, amountMinor) => {
      expect(await readExchanged(source, changes)).toMatchObject({
        ...{ exchangeRate: '1.25', gross: { amountMinor, currency: 'EUR' } },
      });
    });

    test.each([
      ['a charge that was captured several times', { ...euros, object: 'charge', amount_captured: 20_000 }],
      ['a charge with another amount', { ...euros, object: 'charge', amount_captured: 9_998 }],
      ['an object without an amount', { ...euros, object: 'transfer', amount: 10_000 }],
      ['a source that isn’t expanded', 'ch_1'],
      ['an unknown source', null],
    ])('have no amount of the payment if it isn’t known: %s', async (_, source) => {
      expect(await readExchanged(source)).toMatchObject({ gross: null, netMinor: 12_180 });
    });
  });
});
