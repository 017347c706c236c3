import { recordAudit } from '~/audit/audit';
import { queryRows } from '~/platform/database/query.server';
import { createCsvStream, formatInTimeZone, type CsvColumns } from '~/platform/lists/csv-stream';
import { prisma } from '~/platform/database/db.server';
import { formatAmountInput } from '~/platform/money/amount-input';
import { transactionColumns, type TransactionRow } from '~/payments/transactions/transaction-object';
import { isOldestFirst, toFilterQuery } from './transaction-filter';
import { readForward } from './transaction-list';
import { maximumRowsRead, type Scope } from './transaction-sources';

/** Rows per step. Each step is a short read, so that a long export holds no connection and no transaction. */
const [firstRows, batchRows] = [25, 1_000];

const columns: CsvColumns<TransactionRow> = {
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
  capture_before: ({ capture_before }, timeZone) =>
    capture_before && formatInTimeZone(capture_before, timeZone),
};

export const exportColumns = Object.keys(columns);

type Requested = Omit<Scope, 'maximumRowsRead'> & { userId: string; address?: string };

/**
 * Exports a filtered list of transactions as CSV, in the list's order. Transactions created after the start aren't
 * included. The audit entry is written before the first row is sent.
 */
export async function exportTransactions({
  userId,
  address,
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
  return createCsvStream({ columns, timeZone, batches: readBatches({ ...scope, maximumRowsRead }) });
}

async function* readBatches(scope: Scope): AsyncGenerator<TransactionRow[], void> {
  // The first step is small, so that the download starts at once.
  for (let start: string | null = null, rows = firstRows; ; rows = batchRows) {
    const { ids, end } = await readForward(scope, start, rows);
    const read = await readRows(ids);
    yield isOldestFirst(scope.filter) ? read.reverse() : read;
    if (!end) return;
    start = end;
  }
}

async function readRows(ids: readonly string[]): Promise<TransactionRow[]> {
  return queryRows<TransactionRow>({
    text: `select ${transactionColumns('t')} from transactions t where id = any($1) order by id desc`,
    values: [ids],
  });
}
