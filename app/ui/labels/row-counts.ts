import type { RowCounts } from '~/payments/reconciliation/books-audit-records';
import { pluralize } from '~/platform/text/pluralize';

/** What a books audit compared: "1,204 transactions, 3,020 operations, 1,200 idempotency keys, the daily totals of 2 accounts, and 2,950 ledger entries" */
export function describeRowCounts(counts: Partial<RowCounts>): string {
  const { transactions = 0, operations = 0, keys = 0, accounts = 0, entries = 0 } = counts;
  return [
    pluralize(transactions, 'transaction'),
    pluralize(operations, 'operation'),
    pluralize(keys, 'idempotency key'),
    `the daily totals of ${pluralize(accounts, 'account')}`,
    `and ${pluralize(entries, 'ledger entry', 'ledger entries')}`,
  ].join(', ');
}

/** The connections whose ledgers a books audit read: "Simulator (live) and Simulator (test)". Empty without any. */
export const listLedgers = (ledgers: readonly string[]): string => new Intl.ListFormat('en').format(ledgers);

/** The number of rows of all kinds. */
export const sumRowCounts = (counts: Partial<RowCounts>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
