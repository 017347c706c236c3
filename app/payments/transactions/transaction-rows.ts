import { merchantCondition, defineStatement } from '~/platform/database/statement.server';
import {
  transactionColumns,
  transactionObjectColumns,
  type TransactionObjectRow,
  type TransactionRow,
} from './transaction-object';

/** One transaction of a merchant. */
export const findTransactionRow = defineStatement<
  { accountId: string; environment: string; id: string },
  TransactionObjectRow
>(
  'find-transaction',
  `select ${transactionObjectColumns('transactions')} from transactions where id = :id and ${merchantCondition}`,
);

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
