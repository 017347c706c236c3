import type pg from 'pg';
import type { PastEntry } from '~/acquirers/acquirer';
import type { buildProblemBody, ProblemCode } from '~/api/replies/problem';
import { webhookRetentionDays } from '~/webhooks/events/event-retention';
import type { OperationStatus, OperationType } from '~/payments/transactions/states';
import type { TransactionRow } from '~/payments/transactions/transaction-object';

export type Row = Record<string, unknown>;

export type PastTransactionRow = TransactionRow & {
  return_url: string | null;
  last_operation_id: string;
  order: object | null;
  card_bin: string | null;
  card_expiry: string | null;
};

export type PastOperationRow = {
  id: string;
  transaction_id: string;
  type: OperationType;
  status: OperationStatus;
  amount: number;
  currency: string;
  external_id: string | null;
  reason: string | null;
  operator: string;
  acquirer_reference: string | null;
  decline_code: string | null;
  acquirer_code: null;
  accepted_at: null;
  response_body: string | null;
  reversed_by: string | null;
  inquiries: number;
  created_at: Date;
  completed_at: Date;
};

export type PastEventRow = {
  id: string;
  account_id: string;
  environment: string;
  type: string;
  transaction_id: string | null;
  payload: object;
  created_at: Date;
  published_at: Date;
  fanned_out_at: Date;
};

/** An API request of the merchant's server, with its complete bodies. */
export type PastRequest = {
  at: number;
  method: 'GET' | 'POST';
  path: string;
  body: object | null;
  status: number;
  /** The reply, or what the API answers to this mistake. */
  response: string | { code: ProblemCode; details: Parameters<typeof buildProblemBody>[2] };
  replayed?: boolean;
  durationMs: number;
};

/** What the product and the acquirer would have kept of a year. */
export type PastRows = {
  payment_intents: Row[];
  transactions: PastTransactionRow[];
  operations: PastOperationRow[];
  idempotency_keys: Row[];
  disputes: Row[];
  webhook_events: PastEventRow[];
  mails: Row[];
  notifications: Row[];
  audit_entries: (Row & { created_at: Date })[];
  ledger: PastEntry[];
  requests: PastRequest[];
};

export function createPastRows(): PastRows {
  return {
    payment_intents: [],
    transactions: [],
    operations: [],
    idempotency_keys: [],
    disputes: [],
    webhook_events: [],
    mails: [],
    notifications: [],
    audit_entries: [],
    ledger: [],
    requests: [],
  };
}

const pageSize = 1_000;

/** Inserts rows in their order, in which the database numbers them. */
export async function insertRows(db: pg.ClientBase, table: string, rows: readonly Row[]): Promise<void> {
  if (!rows.length) return;
  const columns = Object.keys(rows[0]!)
    .map((name) => `"${name}"`)
    .join(', ');
  for (let start = 0; start < rows.length; start += pageSize)
    await db.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
      [JSON.stringify(rows.slice(start, start + pageSize))],
    );
}

/** Events and API requests are deleted after a month. */
export function isRetained(at: number, now: number): boolean {
  return at > now - webhookRetentionDays * 86_400_000 + 3_600_000;
}
