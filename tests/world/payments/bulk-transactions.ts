import { isEmbedded, pool } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';

export type BulkTransaction = {
  id: string;
  type: string;
  status: string;
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

const statuses = ['PENDING', 'AUTHORIZED', 'DECLINED', 'CAPTURED', 'SETTLED', 'VOIDED'];
const currencies = ['EUR', 'USD', 'JPY', 'KWD'];
const brands = ['visa', 'mastercard', 'american-express'];
const amounts = [42, 4_200, 42_000, 999, 1_250];

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
    const type = i
      ? pick(['PAYMENT', 'PAYMENT', 'PAYMENT', 'PAYMENT', 'REFUND', 'CHARGEBACK'], ownSeed + 1)
      : 'PAYMENT';
    const createdAt = new Date(until.getTime() - i * intervalMs);
    const fromCheckout = type === 'PAYMENT' && number(2, ownSeed + 2) === 1;
    return {
      id: createId('trx', createdAt.getTime()),
      type,
      status: pick(statuses, ownSeed + 3),
      amount: pick(amounts, ownSeed + 4),
      currency: pick(currencies, ownSeed + 5),
      brand: pick(brands, ownSeed + 6),
      lastFour: pick(['4242', '0042', '9995'], ownSeed + 7),
      externalId: `ext-${seed}-${i}`,
      orderId: `ord-${number(count / 3 + 1, ownSeed + 8)}`,
      email:
        type === 'PAYMENT' && number(3, ownSeed + 9) ? `Payer${number(4, ownSeed + 10)}@Example.com` : null,
      intentId: fromCheckout ? `int_${seed}_${i}` : null,
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
  return transactions.map((transaction) => ({
    ...transaction,
    parentId: transaction.type === 'PAYMENT' ? null : transactions[0]!.id,
  }));
}

/** Inserts them as the product would have, each with its operations. */
export async function insertTransactions(
  { accountId, environment }: TransactionOwner,
  transactions: readonly BulkTransaction[],
): Promise<void> {
  const typeOf: Record<string, string> = { PAYMENT: 'authcap', REFUND: 'refund', CHARGEBACK: 'chargeback' };
  const rows = transactions.map((transaction) => ({
    ...transaction,
    operation: createId('op', transaction.createdAt.getTime()),
    operation_type: typeOf[transaction.type],
    later: createId('op', transaction.createdAt.getTime() + 1),
  }));
  const recordset = `jsonb_to_recordset($1::jsonb) as r(id text, type text, status text, amount int, currency text, brand text, "lastFour" text, "externalId" text,
    "orderId" text, email text, "intentId" text, "parentId" text, operator text, "touchedBy" text, "createdAt" timestamptz, operation text, operation_type text, later text)`;
  for (let start = 0; start < rows.length; start += 5_000) {
    const batch = JSON.stringify(rows.slice(start, start + 5_000));
    await pool.query(
      `insert into transactions (id, account_id, environment, type, status, order_id, order_amount, order_currency, external_id, intent_id, authorization_id, "order", acquirer,
         card_brand, card_bin, card_last_four, card_expiry, dispute_stage, parent_id, settled_at, created_at, updated_at)
       select id, $2, $3, type, status, "orderId", amount, currency, "externalId", "intentId", operation,
         case when email is null then null else jsonb_build_object('order_id', "orderId", 'card_holder', jsonb_build_object('email', email)) end, 'simulator',
         brand, '424242', "lastFour", '2040-12', case when type = 'CHARGEBACK' then 'needs_response' end, "parentId", "createdAt", "createdAt", "createdAt" from ${recordset}`,
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
  await pool.query(
    'delete from operations where transaction_id in (select id from transactions where account_id = any($1))',
    [accountIds],
  );
  await pool.query('delete from transactions where account_id = any($1)', [accountIds]);
  // Otherwise the indexes keep their size, and PostgreSQL takes each of them for expensive in later tests. The
  // embedded database doesn't collect statistics by itself: of the now empty tables, they would do harm.
  if (!isEmbedded) await pool.query('vacuum (full, analyze) transactions, operations');
}
