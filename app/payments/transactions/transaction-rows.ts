import { defineBatchedStatement } from '~/platform/database/batched-statement.server';
import { merchantCondition, defineStatement } from '~/platform/database/statement.server';
import {
  transactionColumns,
  transactionObjectColumns,
  type TransactionObjectRow,
  type TransactionRow,
} from './transaction-object';

type TransactionKey = { accountId: string; environment: string; id: string };

const maximumReadsWaiting = 1_000;

const findRow = defineBatchedStatement<TransactionKey & { readId: string }, TransactionObjectRow>({
  name: 'find-transaction',
  key: 'readId',
  columns: { accountId: 'text', environment: 'text', id: 'text', readId: 'text' },
  maximumWaiting: maximumReadsWaiting,
  text: `trx as (
    select read_id, t.* from input cross join lateral (
      select * from transactions t where t.id = input.id and t.account_id is not distinct from input.account_id
        and t.environment is not distinct from input.environment
      offset 0
    ) t
  )
  select read_id, ${transactionObjectColumns('trx')} from trx`,
});

let reads = 0;

/**
 * One transaction of a merchant. Reads of several merchants share a statement, and may ask for the same ID, so each has
 * a number of its own.
 */
export function findTransactionRow(key: TransactionKey): Promise<TransactionObjectRow | undefined> {
  return findRow({ ...key, readId: String(reads++) });
}

/** One transaction of a merchant, and whether its hold has expired. */
export const findTransactionWithHoldState = defineStatement<
  { accountId: string; environment: string; id: string },
  TransactionRow & { hold_expired: boolean }
>(
  'find-transaction-with-hold-state',
  `select ${transactionColumns('transactions')}, coalesce(capture_before <= now(), false) as hold_expired from transactions
  where id = :id and ${merchantCondition}`,
);

/**
 * The newest of a merchant's transactions with an external_id, or payments with an order_id, and their
 * number.
 */
export const findNewestTransactionRow = defineStatement<
  { accountId: string; environment: string; externalId: string | null; orderId: string | null },
  TransactionObjectRow & { matches: number }
>(
  'find-newest-transaction',
  `with newest as (
    select id, (count(*) over ())::int as matches from transactions
    where account_id = :accountId and environment = :environment
      and (:externalId::text is null or external_id = :externalId)
      and (:orderId::text is null or (order_id = :orderId and type = 'PAYMENT'))
    order by id desc limit 1
  )
  select ${transactionObjectColumns('trx')}, matches from newest join transactions trx on trx.id = newest.id`,
);
