import { TZDate } from '@date-fns/tz';
import { recordAudit } from '~/audit/audit';
import { csvLine } from '~/platform/csv';
import { pool, prisma } from '~/platform/db.server';
import { amountText } from '~/platform/typed-amount';
import { transactionColumns, type TransactionRow } from './transaction-object';
import { filterQuery } from './transaction-filter';
import { readOlder } from './transaction-list';
import { longestRead, type Scope } from './transaction-sources';

/** Rows of one step. Each is a short read of its own, so that an export of any length holds no connection and no transaction. */
const batchRows = 1_000;

/** Spreadsheets read a file without it in an alphabet of their own, and every umlaut is wrong (docs/decisions/0018). */
const byteOrderMark = '\ufeff';

type Cell = string | number | null;

/** What stands in a column of the file for a row of the list. */
const columns: Record<string, (row: TransactionRow, timeZone: string) => Cell> = {
  id: ({ id }) => id,
  type: ({ type }) => type,
  status: ({ status }) => status,
  created_at: ({ created_at }, timeZone) => inZone(created_at, timeZone),
  created_at_utc: ({ created_at }) => created_at.toISOString(),
  updated_at: ({ updated_at }, timeZone) => inZone(updated_at, timeZone),
  updated_at_utc: ({ updated_at }) => updated_at.toISOString(),
  order_amount_minor: ({ order_amount }) => order_amount,
  order_amount: ({ order_amount, order_currency }) => amountText(order_amount, order_currency),
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
  dispute_due_by: ({ dispute_due_by }, timeZone) => dispute_due_by && inZone(dispute_due_by, timeZone),
  capture_before: ({ capture_before }, timeZone) => capture_before && inZone(capture_before, timeZone),
};

export const exportColumns = Object.keys(columns);

type Requested = Omit<Scope, 'longestRead'> & { userId: string; address?: string };

/**
 * A list of transactions as CSV, newest first, every row that the filter leaves: as many bytes at a time as the reader takes. What
 * was made after it began is not in it. Written down in the audit log before the first row leaves.
 */
export async function exportTransactions({ userId, address, ...scope }: Requested): Promise<ReadableStream<Uint8Array>> {
  const { accountId, environment, filter } = scope;
  await recordAudit(prisma, { actor: `portal:${userId}`, action: 'transactions_exported', accountId, details: { environment, filter: filterQuery(filter).toString() }, address });
  const parts = csvOf({ ...scope, longestRead });
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    // The reader has gone: nothing more is read.
    cancel: async () => void (await parts.return()),
  });
}

/** The file in parts: its head, then a batch of rows at a time. */
async function* csvOf(scope: Scope): AsyncGenerator<string, void, void> {
  yield byteOrderMark + csvLine(exportColumns);
  for (let before: string | undefined; ; ) {
    const { ids, older } = await readOlder(scope, { before }, batchRows);
    if (ids.length) yield (await readRows(ids)).map((row) => csvLine(exportColumns.map((name) => columns[name]!(row, scope.timeZone)))).join('');
    if (!older) return;
    before = older;
  }
}

async function readRows(ids: readonly string[]): Promise<TransactionRow[]> {
  return (await pool.query(`select ${transactionColumns('t')} from transactions t where id = any($1) order by id desc`, [ids])).rows as TransactionRow[];
}

/** ISO 8601 with the zone's offset at that moment: 2026-11-22T06:00:00.000+01:00. */
function inZone(moment: Date, timeZone: string): string {
  return new TZDate(moment, timeZone).toISOString();
}

/** Says whose, of which environment and of which day it is: transactions-harbour-tea-live-2026-11-22.csv */
export function exportName({ accountName, environment, day }: { accountName: string; environment: string; day: string }): string {
  const name = accountName.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 40);
  return `${['transactions', name, environment, day].filter(Boolean).join('-')}.csv`;
}

