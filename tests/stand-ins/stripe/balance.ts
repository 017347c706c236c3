import type Stripe from 'stripe';
import { isLive, newStripeId, type Context } from './account-state';
import { refuseMissing } from './protocol/api-error';
import { listPage, type StripeList } from './protocol/lists';

type Entry = {
  type: Stripe.BalanceTransaction.Type;
  category: string;
  source: string | null;
  amount: number;
  currency: string;
  fee?: number;
  description?: string;
  availableOn?: number;
};

/** Books an amount. Fees are in the currency of the balance. */
export function addTransaction(context: Context, entry: Entry): Stripe.BalanceTransaction {
  const { account, clock, settings } = context;
  const { fee = 0, source, description = null, type, category } = entry;
  const target = settings.settlement?.currency ?? entry.currency;
  const rate = target === entry.currency ? null : settings.settlement!.rates[entry.currency];
  if (rate === undefined) throw new Error(`The option settlement has no rate for ${entry.currency}.`);
  const amount = rate === null ? entry.amount : Math.round(entry.amount * rate);
  const availableOn = entry.availableOn ?? clock.now();
  const transaction = {
    id: newStripeId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: availableOn,
    balance_type: 'payments',
    created: clock.now(),
    currency: target,
    description,
    exchange_rate: rate,
    fee,
    fee_details: fee
      ? [
          {
            amount: fee,
            application: null,
            currency: target,
            description: 'Stripe processing fees',
            type: 'stripe_fee',
          },
        ]
      : [],
    net: amount - fee,
    reporting_category: category,
    source,
    status: availableOn <= clock.now() ? 'available' : 'pending',
    type,
  } satisfies Stripe.BalanceTransaction;
  account.transactions.set(transaction.id, transaction);
  return transaction;
}

/** The fee for a captured amount, in the currency of the balance. */
export function feeFor({ settings }: Context, amount: number, currency: string): number {
  const rate =
    settings.settlement && settings.settlement.currency !== currency
      ? settings.settlement.rates[currency]!
      : 1;
  return Math.round((amount * rate * settings.fee.percent) / 100) + settings.fee.fixed;
}

/** With the status of now. */
export function presentTransaction(
  { clock }: Context,
  transaction: Stripe.BalanceTransaction,
): Stripe.BalanceTransaction {
  return { ...transaction, status: transaction.available_on <= clock.now() ? 'available' : 'pending' };
}

export function listTransactions(
  context: Context,
  { payout, type, source, currency, ...paging }: Stripe.BalanceTransactionListParams,
): StripeList<Stripe.BalanceTransaction> {
  const { account } = context;
  if (payout !== undefined) findPayout(context, payout, 'payout');
  const items = [...account.transactions.values()].filter(
    (transaction) =>
      (payout === undefined || account.payoutOf.get(transaction.id) === payout) &&
      (type === undefined || transaction.type === type) &&
      (source === undefined || transaction.source === source) &&
      (currency === undefined || transaction.currency === currency),
  );
  return listPage(
    '/v1/balance_transactions',
    items.map((item) => presentTransaction(context, item)),
    paging,
  );
}

export function readBalance(context: Context): Stripe.Balance {
  const { account, clock } = context;
  const sums = new Map<string, { available: number; pending: number }>();
  for (const { currency, net, available_on } of account.transactions.values()) {
    const sum = sums.get(currency) ?? { available: 0, pending: 0 };
    sum[available_on <= clock.now() ? 'available' : 'pending'] += net;
    sums.set(currency, sum);
  }
  const listOf = (kind: 'available' | 'pending') =>
    [...sums].map(([currency, sum]) => ({ amount: sum[kind], currency, source_types: { card: sum[kind] } }));
  return {
    object: 'balance',
    available: listOf('available'),
    livemode: isLive(context),
    pending: listOf('pending'),
  } satisfies Stripe.Balance;
}

/** Pays out everything available, one payout for each currency. */
export function makePayouts(context: Context, status: 'paid' | 'pending'): Stripe.Payout[] {
  const { account, clock } = context;
  const ready = [...account.transactions.values()].filter(
    ({ id, available_on }) => available_on <= clock.now() && !account.payoutOf.has(id),
  );
  return [...new Set(ready.map(({ currency }) => currency))].flatMap((currency) => {
    const included = ready.filter((transaction) => transaction.currency === currency);
    const amount = included.reduce((sum, { net }) => sum + net, 0);
    if (amount <= 0) return [];
    const id = newStripeId('po');
    // Already in the currency of the balance, so nothing is converted.
    const transaction = addTransaction(context, {
      type: 'payout',
      category: 'payout',
      source: id,
      amount: -amount,
      currency,
      description: 'STRIPE PAYOUT',
    });
    const payout = {
      id,
      object: 'payout',
      amount,
      application_fee: null,
      application_fee_amount: null,
      arrival_date: clock.now(),
      automatic: true,
      balance_transaction: transaction.id,
      created: clock.now(),
      currency,
      description: 'STRIPE PAYOUT',
      destination: 'ba_standin',
      failure_balance_transaction: null,
      failure_code: null,
      failure_message: null,
      livemode: isLive(context),
      metadata: {},
      method: 'standard',
      original_payout: null,
      payout_method: null,
      reconciliation_status: 'completed',
      reversed_by: null,
      source_type: 'card',
      statement_descriptor: null,
      status,
      trace_id: null,
      type: 'bank_account',
    } satisfies Stripe.Payout;
    account.payouts.set(id, payout);
    for (const one of [...included, transaction]) account.payoutOf.set(one.id, id);
    context.events.publish(context, 'payout.created', { ...payout, status: 'pending' });
    if (status === 'paid') context.events.publish(context, 'payout.paid', payout);
    context.events.publish(context, 'payout.reconciliation_completed', payout);
    return [payout];
  });
}

/** The bank takes a payout, or returns it: then its amount is available again. */
export function resolvePayout(context: Context, id: string, status: 'paid' | 'failed'): Stripe.Payout {
  const payout = findPayout(context, id);
  payout.status = status;
  if (status === 'failed') {
    const { amount, currency } = payout;
    payout.failure_code = 'account_closed';
    payout.failure_message = 'The bank account has been closed.';
    payout.failure_balance_transaction = addTransaction(context, {
      type: 'payout_failure',
      category: 'payout_reversal',
      source: id,
      amount,
      currency,
    }).id;
  }
  context.events.publish(context, status === 'paid' ? 'payout.paid' : 'payout.failed', payout);
  return payout;
}

export function findPayout({ account }: Context, id: string, param = 'payout'): Stripe.Payout {
  const payout = account.payouts.get(id);
  if (!payout) throw refuseMissing('payout', id, param);
  return payout;
}
