import { reconcile } from '~/payments/reconciliation/reconciliation';
import { findTransactionRow } from '~/payments/transactions/transaction-rows';
import type { TransactionObjectRow } from '~/payments/transactions/transaction-object';
import { pool, prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import type { ApiClient } from '../api-client';

/**
 * Other test files in the same database create payments without operations. Each discrepancy is reported
 * once, so this reports theirs before the tests of a file that reconciles.
 */
export const reportEarlierDiscrepancies = () => ignoreReports(reconcile);

/** Runs timers or the reconciliation, which also report what other tests left behind. */
export async function ignoreReports<T>(work: () => Promise<T>): Promise<T> {
  const { error } = log;
  log.error = () => {};
  try {
    return await work();
  } finally {
    log.error = error;
  }
}

/** A merchant's transaction in the database. */
export async function findTransactionRowOf(client: ApiClient, id: string): Promise<TransactionObjectRow> {
  const row = await findTransactionRow({ accountId: client.merchant.accountId, environment: 'test', id });
  return row!;
}

/** All records of a merchant's payments, which a rejected request must leave unchanged. */
export async function readAccountRecords({ merchant: { accountId } }: ApiClient) {
  const [transactions, operations, events, keys] = await Promise.all([
    prisma.transaction.findMany({ where: { accountId }, orderBy: { id: 'asc' } }),
    prisma.operation.findMany({ where: { transaction: { accountId } }, orderBy: { sequence: 'asc' } }),
    prisma.webhookEvent.findMany({ where: { accountId }, orderBy: { id: 'asc' } }),
    prisma.idempotencyKey.findMany({ where: { accountId }, orderBy: { externalId: 'asc' } }),
  ]);
  return { transactions, operations, events, keys };
}

/**
 * All records of a payment and its refunds, each list sorted, and which of the given external_ids are taken.
 * A single statement, because tests compare thousands of them.
 */
export async function readPaymentRecords(id: string, externalIds: string[]): Promise<PaymentRecords> {
  const { rows } = await pool.query({
    name: 'books-of-payment',
    text: `with whole as (select id from transactions where id = $1 or parent_id = $1)
      select t.amount_expired, t.hold_reserved, t.refund_reserved, t.chargeback_open, t.amount_charged_back, t.settled_at, t.version,
        array(select type || ' ' || amount from operations where transaction_id = t.id and status = 'SUCCEEDED') as trail,
        array(select type from webhook_events where account_id = t.account_id and environment = t.environment
          and id > 'evt_' || substr(t.id, 5, 10) and transaction_id in (select id from whole)) as events,
        array(select external_id from idempotency_keys where account_id = t.account_id and environment = t.environment
          and family in ('transaction', 'operation', 'refund') and external_id = any($2)) as keys
      from transactions t where id = $1`,
    values: [id, externalIds],
  });
  const { trail: history, events, keys, ...row } = rows[0];
  return { row, history: history.sort(), events: events.sort(), keys: keys.sort() };
}

type PaymentRecords = {
  row: {
    amount_expired: number;
    hold_reserved: number;
    refund_reserved: number;
    chargeback_open: number;
    amount_charged_back: number;
    settled_at: Date | null;
    version: number;
  };
  history: string[];
  events: string[];
  keys: string[];
};
