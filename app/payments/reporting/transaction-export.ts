import type pg from 'pg';
import { recordAudit } from '~/audit/audit';
import { queryRows } from '~/platform/database/query.server';
import { createCsvStream, formatInTimeZone, type CsvColumns } from '~/platform/lists/csv-stream';
import { prisma } from '~/platform/database/db.server';
import { findReader } from '~/platform/database/replica.server';
import { formatAmountInput, formatSignedAmount } from '~/platform/money/amount-input';
import {
  getHoldEnd,
  lockedByChargebacks,
  transactionColumns,
  type TransactionRow,
} from '~/payments/transactions/transaction-object';
import { isSuccessfulCapture } from '~/payments/payouts/payout-matching';
import { emptyFilter, isOldestFirst, toFilterQuery } from './transaction-filter';
import { readForward } from './transaction-list';
import { maximumRowsRead, type Scope } from './transaction-sources';

/** Rows per step. Each step is a short read, so that a long export holds no connection and no transaction. */
const [firstRows, batchRows] = [25, 1_000];

/** `fee` is in the payout currency, and null if the transaction is in no payout or its payouts have several currencies. */
type ExportRow = TransactionRow & {
  captured_at: Date | null;
  captures: number | null;
  payer_email: string | null;
  payout_ids: string | null;
  fee: number | null;
  fee_currency: string | null;
};

const decimal = (amount: number, { order_currency }: ExportRow) => ({
  decimal: formatAmountInput(amount, order_currency),
});

const getDisputedAmount = (row: ExportRow): number => lockedByChargebacks(row).amount_disputed ?? 0;

const columns: CsvColumns<ExportRow> = {
  id: ({ id }) => id,
  type: ({ type }) => type,
  status: ({ status }) => status,
  created_at: ({ created_at }, timeZone) => formatInTimeZone(created_at, timeZone),
  created_at_utc: ({ created_at }) => created_at.toISOString(),
  updated_at: ({ updated_at }, timeZone) => formatInTimeZone(updated_at, timeZone),
  updated_at_utc: ({ updated_at }) => updated_at.toISOString(),
  order_amount_minor: ({ order_amount }) => order_amount,
  order_amount: ({ order_amount, order_currency }) => formatAmountInput(order_amount, order_currency),
  order_currency: ({ order_currency }) => order_currency,
  amount_authorized_minor: ({ amount_authorized }) => amount_authorized,
  amount_captured_minor: ({ amount_captured }) => amount_captured,
  amount_voided_minor: ({ amount_voided }) => amount_voided,
  amount_refunded_minor: ({ amount_refunded }) => amount_refunded,
  amount_charged_back_minor: ({ amount_charged_back }) => amount_charged_back,
  external_id: ({ external_id }) => external_id,
  order_id: ({ order_id }) => order_id,
  intent_id: ({ intent_id }) => intent_id,
  parent_transaction_id: ({ parent_id }) => parent_id,
  card_brand: ({ card_brand }) => card_brand,
  card_last_four: ({ card_last_four }) => card_last_four,
  decline_code: ({ decline_code }) => decline_code,
  dispute_stage: ({ dispute_stage }) => dispute_stage,
  dispute_reason: ({ dispute_reason }) => dispute_reason,
  dispute_due_by: ({ dispute_due_by }, timeZone) =>
    dispute_due_by && formatInTimeZone(dispute_due_by, timeZone),
  capture_before: (row, timeZone) => {
    const holdEnd = getHoldEnd(row);
    return holdEnd && formatInTimeZone(holdEnd, timeZone);
  },
  amount_captured: (row) => decimal(row.amount_captured, row),
  amount_voided: (row) => decimal(row.amount_voided, row),
  amount_refunded: (row) => decimal(row.amount_refunded, row),
  amount_charged_back: (row) => decimal(row.amount_charged_back, row),
  amount_disputed_minor: getDisputedAmount,
  amount_disputed: (row) => decimal(getDisputedAmount(row), row),
  captured_at: ({ captured_at }, timeZone) => captured_at && formatInTimeZone(captured_at, timeZone),
  captured_at_utc: ({ captured_at }) => captured_at && captured_at.toISOString(),
  payer_email: ({ payer_email }) => payer_email,
  payout_ids: ({ payout_ids }) => payout_ids,
  fee_minor: ({ fee }) => fee,
  fee: ({ fee, fee_currency }) => (fee === null ? null : { decimal: formatSignedAmount(fee, fee_currency!) }),
  fee_currency: ({ fee_currency }) => fee_currency,
  captures: ({ captures }) => captures,
  settled_at: ({ settled_at }, timeZone) => settled_at && formatInTimeZone(settled_at, timeZone),
  settled_at_utc: ({ settled_at }) => settled_at && settled_at.toISOString(),
};

/** The last column is the status in words. */
export const exportColumns = [...Object.keys(columns), 'status_label'];

type Requested = Omit<Scope, 'maximumRowsRead'> & {
  userId: string;
  address?: string;
  describeStatus: (row: TransactionRow) => string;
};

/**
 * Exports a filtered list of transactions as CSV, in the list's order. Transactions created after the start aren't
 * included. The audit entry is written before the first row is sent.
 */
export async function exportTransactions({
  userId,
  address,
  describeStatus,
  ...scope
}: Requested): Promise<ReadableStream<Uint8Array>> {
  const { accountId, environment, filter, timeZone } = scope;
  await recordAudit(prisma, {
    actor: `portal:${userId}`,
    action: 'transactions_exported',
    accountId,
    details: { environment, filter: toFilterQuery(filter) },
    address,
  });
  return createCsvStream({
    columns: { ...columns, status_label: describeStatus },
    timeZone,
    batches: readBatches(await excludeNewRows({ ...scope, maximumRowsRead, reader: await findReader() })),
  });
}

/** With the oldest first, the file would otherwise go on as long as transactions are created. */
async function excludeNewRows(scope: Scope): Promise<Scope> {
  if (!isOldestFirst(scope.filter)) return scope;
  const { ids } = await readForward({ ...scope, filter: emptyFilter }, null, 1);
  return { ...scope, newestId: ids[0] ?? '' };
}

async function* readBatches(scope: Scope): AsyncGenerator<ExportRow[], void> {
  // The first step is small, so that the download starts at once.
  for (let start: string | null = null, rows = firstRows; ; rows = batchRows) {
    const { ids, end } = await readForward(scope, start, rows);
    const read = await readRows(ids, scope.reader);
    yield isOldestFirst(scope.filter) ? read.reverse() : read;
    if (!end) return;
    start = end;
  }
}

// What other tables know of these transactions is read once per step. Refunds and chargebacks have the email address of their
// payment.
const rowsById = `
  with captured as (
    select o.transaction_id, max(o.completed_at) as at, count(*)::int as captures
    from operations o where o.transaction_id = any($1) and ${isSuccessfulCapture} group by o.transaction_id
  ), paid as (
    select e.transaction_id, e.account_id, string_agg(distinct p.id, ' ') as payout_ids, sum(e.fee)::bigint as fee,
      min(p.currency) as currency, count(distinct p.currency)::int as currencies
    from payout_entries e join payouts p on p.id = e.payout_id where e.transaction_id = any($1) group by e.transaction_id, e.account_id
  )
  select ${transactionColumns('t')}, coalesce(t."order", payment."order") #>> '{card_holder,email}' as payer_email,
    captured.at as captured_at, captured.captures,
    paid.payout_ids, case when paid.currencies = 1 then paid.fee end as fee, case when paid.currencies = 1 then paid.currency end as fee_currency
  from transactions t left join transactions payment on payment.id = t.parent_id
    left join captured on captured.transaction_id = t.id
    left join paid on paid.transaction_id = t.id and paid.account_id = t.account_id
  where t.id = any($1) order by t.id desc`;

async function readRows(ids: readonly string[], reader?: pg.Pool): Promise<ExportRow[]> {
  return queryRows<ExportRow>({ text: rowsById, values: [ids] }, reader);
}
