import type Stripe from 'stripe';
import type { AcquirerPayout, PayoutEntry } from '../acquirer';
import { fromStripeAmount } from './amounts';
import { requireObject, withinRateLimit } from './requests';

type BalanceTransaction = Stripe.BalanceTransaction;

const pageSize = 100;
const descriptionLength = 200;

export async function listStripePayouts(
  stripe: Stripe,
  since: Date,
  signal: AbortSignal,
): Promise<AcquirerPayout[]> {
  const found: AcquirerPayout[] = [];
  const created = { gte: Math.floor(since.getTime() / 1000) };
  for await (const payout of stripe.payouts.list({ created, limit: pageSize })) {
    signal.throwIfAborted();
    const known = toPayout(payout);
    if (known) found.push(known);
  }
  return found;
}

const statuses: Record<string, AcquirerPayout['status']> = {
  pending: 'pending',
  in_transit: 'pending',
  paid: 'paid',
  failed: 'failed',
  canceled: 'failed',
};

/** Stripe lists the contents of automatic payouts only, some minutes after it created them. */
const entriesByReconciliation: Record<string, AcquirerPayout['entries']> = {
  completed: 'complete',
  in_progress: 'pending',
};

/** Null for a status that this version doesn't know. A later version will read the payout. */
export function toPayout(payout: Stripe.Payout): AcquirerPayout | null {
  const { id, status, reconciliation_status, ...fields } = requireObject(payout, 'payout');
  const currency = fields.currency.toUpperCase();
  const known = Object.hasOwn(statuses, status) ? statuses[status] : undefined;
  if (!known) return null;
  return {
    id,
    status: known,
    amountMinor: requireMinor(fields.amount, currency),
    currency,
    createdAt: new Date(fields.created * 1000),
    arrivesOn: new Date(fields.arrival_date * 1000),
    entries: entriesByReconciliation[reconciliation_status] ?? 'never',
    failureReason: known === 'failed' ? (fields.failure_message ?? fields.failure_code ?? status) : null,
  };
}

export async function* listStripePayoutEntries(
  stripe: Stripe,
  payout: string,
  signal: AbortSignal,
): AsyncIterable<PayoutEntry[]> {
  for (let after: string | undefined; ;) {
    const { data, has_more: isMore } = await withinRateLimit(signal, () =>
      stripe.balanceTransactions.list({
        payout,
        limit: pageSize,
        expand: ['data.source'],
        ...(after !== undefined && { starting_after: after }),
      }),
    );
    const entries = data.map((transaction) => requireObject(transaction, 'balance_transaction'));
    // The list also contains the transfer to the bank itself.
    yield entries.filter((entry) => !isTransferOf(entry, payout)).map(toPayoutEntry);
    const last = entries.at(-1);
    if (!isMore || !last) return;
    after = last.id;
  }
}

const isTransferOf = ({ type, source }: BalanceTransaction, payout: string) =>
  type.startsWith('payout') && idOf(source) === payout;

function toPayoutEntry(transaction: BalanceTransaction): PayoutEntry {
  const { id, amount, fee, exchange_rate: rate } = transaction;
  const currency = transaction.currency.toUpperCase();
  const kind = toKind(transaction);
  const netMinor = requireMinor(transaction.net, currency);
  const isFee = kind === 'fee';
  return {
    id,
    kind,
    ...toReferences(transaction, kind),
    gross: isFee ? null : toGross(transaction),
    // A fee of the account is an amount of its own, and can have a tax as its fee.
    feeMinor: isFee ? -netMinor : requireMinor(fee, currency),
    netMinor,
    exchangeRate: rate ? String(rate) : null,
    description: transaction.description?.slice(0, descriptionLength) ?? null,
    occurredAt: new Date(transaction.created * 1000),
  };

  function toGross({ source }: BalanceTransaction): PayoutEntry['gross'] {
    if (!rate) return { amountMinor: requireMinor(amount, currency), currency };
    // The balance transaction has only the converted amount. The source has the one of the payment, unless a charge
    // was captured several times.
    const original = toSourceAmount(source);
    if (!original || Math.abs(original.amount * rate - Math.abs(amount)) > 1) return null;
    const ofPayment = original.currency.toUpperCase();
    return {
      amountMinor: requireMinor(Math.sign(amount) * original.amount, ofPayment),
      currency: ofPayment,
    };
  }
}

function toSourceAmount(source: BalanceTransaction['source']): { amount: number; currency: string } | null {
  if (source === null || typeof source === 'string') return null;
  if (source.object === 'charge') return { amount: source.amount_captured, currency: source.currency };
  if (source.object === 'refund' || source.object === 'dispute') return source;
  return null;
}

/** The type of an adjustment doesn't say what it is. The category does. */
function toKind({ type, reporting_category: category }: BalanceTransaction): PayoutEntry['kind'] {
  switch (category) {
    case 'charge':
      return type === 'charge' || type === 'payment' ? 'capture' : 'other';
    case 'refund':
      return 'refund';
    case 'refund_failure':
      return 'refund_failed';
    case 'dispute':
      return 'chargeback';
    case 'dispute_reversal':
      return 'chargeback_reversed';
    case 'fee':
    case 'network_cost':
    case 'tax':
      return 'fee';
    default:
      return 'other';
  }
}

/** The metadata of a payment is copied to its charge, before any capture leaves its mark there. */
function toReferences(
  { type, source }: BalanceTransaction,
  kind: PayoutEntry['kind'],
): Pick<PayoutEntry, 'reference' | 'authorization'> {
  const unknown = { reference: null, authorization: null };
  if (type.startsWith('payout')) return { ...unknown, reference: idOf(source) };
  if (source === null || typeof source === 'string') return unknown;
  if (kind === 'capture' && source.object === 'charge')
    return { ...unknown, authorization: source.metadata.reference ?? null };
  if (source.object === 'refund') return { ...unknown, reference: source.metadata?.reference ?? null };
  return source.object === 'dispute' ? { ...unknown, reference: source.id } : unknown;
}

const idOf = (source: BalanceTransaction['source']) =>
  typeof source === 'object' && source !== null ? source.id : source;

/** @throws for an amount that ISO 4217 can't represent, so that the payout isn't read with a wrong one */
function requireMinor(amount: number, currency: string): number {
  const amountMinor = fromStripeAmount(amount, currency);
  if (amountMinor === null || !Number.isSafeInteger(amountMinor))
    throw new Error('an amount of the payout isn’t a whole number of minor units');
  return amountMinor;
}
