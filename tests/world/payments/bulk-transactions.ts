import { isEmbedded, pool } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import type { TransactionStatus } from '~/payments/transactions/states';
import { withoutTriggers } from './overwrite';
import { getPossibleAmounts } from './possible-amounts';
import { ownerPool } from '../database-owner';

export type BulkTransaction = {
  id: string;
  type: string;
  status: TransactionStatus;
  amount: number;
  currency: string;
  brand: string;
  lastFour: string;
  externalId: string;
  orderId: string;
  email: string | null;
  intentId: string | null;
  /** The payment of a refund or chargeback. */
  parentId: string | null;
  operator: string;
  /** A person who later operated on it. */
  touchedBy: string | null;
  createdAt: Date;
};

type TransactionOwner = { accountId: string; environment: Environment };

const number = (choices: number, seed: number): number =>
  Math.floor(fraction(Math.sin(seed * 12.9898) * 43_758.5453) * choices);
const fraction = (value: number): number => value - Math.floor(value);

const statusesOf: Record<string, TransactionStatus[]> = {
  PAYMENT: ['PENDING', 'AUTHORIZED', 'DECLINED', 'CAPTURED', 'SETTLED', 'VOIDED'],
  REFUND: ['PENDING', 'DECLINED', 'CAPTURED', 'SETTLED'],
  CHARGEBACK: ['CAPTURED', 'SETTLED', 'VOIDED'],
};
const currencies = ['EUR', 'USD', 'JPY', 'KWD'];
const brands = ['visa', 'mastercard', 'american-express'];
const amounts = [42, 4_200, 42_000, 999, 1_250];
/** Of so many transactions, the first payment in each currency is the one that the refunds and chargebacks belong to. */
const blockSize = 100;
const refundableAmount = 99_999_999;

/**
 * Transactions with everything that lists search and filter by, the same for the same seed, one every
 * `apartMs` before `until`.
 */
export function generateTransactions({
  count,
  seed = 1,
  people,
  until = new Date(),
  intervalMs = 37 * 60_000,
}: {
  count: number;
  seed?: number;
  people: string[];
  until?: Date;
  intervalMs?: number;
}): BulkTransaction[] {
  const pick = <T>(values: readonly T[], at: number): T => values[number(values.length, at)]!;
  const transactions = Array.from({ length: count }, (_, i) => {
    const ownSeed = seed * 100_000 + i * 17;
    const place = i % blockSize;
    const isRefundable = place < currencies.length;
    const type = isRefundable
      ? 'PAYMENT'
      : pick(['PAYMENT', 'PAYMENT', 'PAYMENT', 'PAYMENT', 'REFUND', 'CHARGEBACK'], ownSeed + 1);
    const createdAt = new Date(until.getTime() - i * intervalMs);
    const fromCheckout = type === 'PAYMENT' && number(2, ownSeed + 2) === 1;
    return {
      id: createId('trx', createdAt.getTime()),
      type,
      status: isRefundable ? ('SETTLED' as const) : pick(statusesOf[type]!, ownSeed + 3),
      amount: isRefundable ? refundableAmount : pick(amounts, ownSeed + 4),
      currency: isRefundable ? currencies[place]! : pick(currencies, ownSeed + 5),
      brand: pick(brands, ownSeed + 6),
      lastFour: pick(['4242', '0042', '9995'], ownSeed + 7),
      externalId: `ext-${seed}-${i}`,
      orderId: `ord-${number(count / 3 + 1, ownSeed + 8)}`,
      email:
        type === 'PAYMENT' && number(3, ownSeed + 9) ? `Payer${number(4, ownSeed + 10)}@Example.com` : null,
      intentId: fromCheckout ? createId('int', createdAt.getTime()) : null,
      operator: fromCheckout
        ? 'checkout'
        : type === 'CHARGEBACK'
          ? 'system:statements'
          : type === 'REFUND' && people.length && number(2, ownSeed + 11)
            ? `portal:${pick(people, ownSeed + 12)}`
            : 'api:key_1',
      touchedBy: people.length && number(5, ownSeed + 13) === 0 ? pick(people, ownSeed + 14) : null,
      createdAt,
    };
  });
  return transactions.map((transaction, i) => ({
    ...transaction,
    parentId:
      transaction.type === 'PAYMENT'
        ? null
        : transactions[i - (i % blockSize) + currencies.indexOf(transaction.currency)]!.id,
  }));
}

/** Inserts them as the product would have, each with its operations. */
export async function insertTransactions(
  { accountId, environment }: TransactionOwner,
  transactions: readonly BulkTransaction[],
): Promise<void> {
  const typeOf: Record<string, string> = { PAYMENT: 'authcap', REFUND: 'refund', CHARGEBACK: 'chargeback' };
  const refunds = new Map<string, BulkTransaction[]>();
  for (const one of transactions)
    if (one.type === 'REFUND') refunds.set(one.parentId!, [...(refunds.get(one.parentId!) ?? []), one]);
  const sumRefunds = (paymentId: string, counted: TransactionStatus[]) =>
    (refunds.get(paymentId) ?? [])
      .filter(({ status }) => counted.includes(status))
      .reduce((total, { amount }) => total + amount, 0);
  const amountsOf = ({ id, type, status, amount }: BulkTransaction) => {
    if (type === 'REFUND') return { refunded: status === 'CAPTURED' || status === 'SETTLED' ? amount : 0 };
    if (type === 'CHARGEBACK') return {};
    return {
      ...getPossibleAmounts(status, amount),
      refunded: sumRefunds(id, ['CAPTURED', 'SETTLED']),
      refundReserved: sumRefunds(id, ['PENDING']),
    };
  };
  const stages: Record<string, string> = { CAPTURED: 'needs_response', SETTLED: 'lost', VOIDED: 'won' };
  const rows = transactions.map((transaction) => ({
    ...transaction,
    ...amountsOf(transaction),
    stage: transaction.type === 'CHARGEBACK' ? stages[transaction.status] : null,
    settledAt:
      transaction.status === 'SETTLED' || (transaction.type === 'REFUND' && transaction.status === 'DECLINED')
        ? transaction.createdAt
        : null,
    operation: createId('op', transaction.createdAt.getTime()),
    operation_type: typeOf[transaction.type],
    later: createId('op', transaction.createdAt.getTime() + 1),
  }));
  const recordset = `jsonb_to_recordset($1::jsonb) as r(id text, type text, status text, amount bigint, currency text, brand text, "lastFour" text, "externalId" text,
    "orderId" text, email text, "intentId" text, "parentId" text, operator text, "touchedBy" text, "createdAt" timestamptz, operation text, operation_type text, later text,
    "amountAuthorized" bigint, "amountCaptured" bigint, "amountVoided" bigint, refunded bigint, "refundReserved" bigint, stage text, "settledAt" timestamptz)`;
  for (let start = 0; start < rows.length; start += 5_000) {
    const batch = JSON.stringify(rows.slice(start, start + 5_000));
    await pool.query(
      `insert into transactions (id, account_id, environment, type, status, order_id, order_amount, order_currency, external_id, intent_id, authorization_id, "order", connection_id,
         card_brand, card_bin, card_last_four, card_expiry, dispute_stage, parent_id, settled_at, created_at, updated_at, amount_authorized, amount_captured, amount_voided, amount_refunded, refund_reserved)
       select id, $2, $3::text, type, status, "orderId", amount, currency, "externalId", "intentId", operation,
         case when email is null then null else jsonb_build_object('order_id', "orderId", 'card_holder', jsonb_build_object('email', email)) end, 'con_simulator_' || $3::text,
         brand, '424242', "lastFour", '2040-12', stage, "parentId", "settledAt", "createdAt", "createdAt",
         coalesce("amountAuthorized", 0), coalesce("amountCaptured", 0), coalesce("amountVoided", 0), coalesce(refunded, 0), coalesce("refundReserved", 0) from ${recordset}`,
      [batch, accountId, environment],
    );
    await pool.query(
      `insert into operations (id, transaction_id, type, status, amount, currency, operator, completed_at)
       select operation, id, operation_type, 'SUCCEEDED', amount, currency, operator, "createdAt" from ${recordset}
       union all select later, id, 'capture', 'SUCCEEDED', amount, currency, 'portal:' || "touchedBy", "createdAt" from ${recordset} where "touchedBy" is not null`,
      [batch],
    );
  }
}

/** Deletes them, because jobs that process all transactions would report them. */
export async function removeTransactions(accountIds: readonly string[]): Promise<void> {
  await withoutTriggers(async (db) => {
    await db.$executeRaw`delete from operations where transaction_id in (select id from transactions where account_id = any(${accountIds}))`;
    await db.$executeRaw`delete from transactions where account_id = any(${accountIds})`;
  });
  // Otherwise the indexes keep their size, and PostgreSQL takes each of them for expensive in later tests. The
  // embedded database doesn't collect statistics by itself: of the now empty tables, they would do harm.
  if (!isEmbedded) await ownerPool.query('vacuum (full, analyze) transactions, operations');
}
