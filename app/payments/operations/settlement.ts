import { log } from '~/platform/observability/log';
import { defineStatement } from '~/platform/database/statement.server';
import { hasPayouts, listConnections } from '~/payments/connections/connections';
import { completeSystemOperation, type DueTransaction } from './system-operations';
import { transactionColumns } from '~/payments/transactions/transaction-object';

const batch = 100;

/** Captured payments and successful refunds that aren't settled and can't be captured further. */
const unsettled = `settled_at is null and status in ('CAPTURED', 'PARTIAL_CAPTURED') and type in ('PAYMENT', 'REFUND')
    and hold_reserved = 0 and (type = 'REFUND' or amount_authorized = amount_captured + amount_voided + amount_expired)`;
/** An operation `o` that moved money which is paid out. */
const isPaidOut = `o.transaction_id = transactions.id
  and o.type = any(case transactions.type when 'REFUND' then '{refund}' else '{authcap,capture,partial_capture}' end::text[])`;

const columns = `${transactionColumns('transactions')}, now()::timestamptz(3) as database_now`;

/** Of one connection, ordered by ID, after a given ID. */
type Page = { connectionId: string; limit: number; after: string };

const findOfEarlierDays = defineStatement<Page, DueTransaction>(
  'find-unsettled',
  `select ${columns} from transactions
  where connection_id = :connectionId and id > :after and ${unsettled}
    and not exists (select from operations o where ${isPaidOut} and o.completed_at >= date_trunc('day', now(), 'UTC'))
  order by id limit :limit::int`,
);

/** Those whose captures, or whose refund, are all in payouts that arrived. */
const findPaidOut = defineStatement<Page, DueTransaction>(
  'find-paid-out',
  `select ${columns} from transactions
  where connection_id = :connectionId and id > :after and ${unsettled}
    and exists (select from payout_entries e where e.transaction_id = transactions.id)
    and not exists (
      select from operations o where ${isPaidOut} and o.status = 'SUCCEEDED' and o.reversed_by is null and not exists (
        select from payout_entries e join payouts p on p.id = e.payout_id
        where e.operation_id = o.id and e.kind in ('capture', 'refund') and p.settled_at is not null))
  order by id limit :limit::int`,
);

const findUnsettled = defineStatement<{ transactionId: string }, DueTransaction>(
  'find-unsettled-transaction',
  `select ${columns} from transactions where id = :transactionId and ${unsettled}`,
);

/**
 * Settles the captures and refunds of earlier days in UTC (decisions: Lifecycle), of acquirers that don't report their
 * payouts. A fully captured payment becomes SETTLED. A partially captured one keeps its status and gets the operation.
 */
export async function settlePreviousDays(): Promise<void> {
  for (const connection of await listConnections())
    if (!hasPayouts(connection)) await settlePages(findOfEarlierDays, connection.id);
}

/** Settles the payments and refunds of a connection whose money has arrived. */
export const settlePaidOut = (connectionId: string): Promise<void> => settlePages(findPaidOut, connectionId);

async function settlePages(
  find: (page: Page) => Promise<DueTransaction[]>,
  connectionId: string,
): Promise<void> {
  let rows = await find({ connectionId, limit: batch, after: '' });
  while (rows.length) {
    await settle(rows);
    rows = await find({ connectionId, limit: batch, after: rows.at(-1)!.id });
  }
}

/** Settles a payment that the acquirer has already paid out, unless part of it can still be captured. */
export async function settleTransaction(transactionId: string): Promise<void> {
  await settle(await findUnsettled({ transactionId }));
}

/** One that can't be settled doesn't block the others. */
async function settle(rows: DueTransaction[]): Promise<void> {
  await Promise.all(
    rows.map((row) => {
      const refund = row.type === 'REFUND';
      const change = (now: Date) => ({
        settled_at: now,
        status: row.status === 'CAPTURED' ? ('SETTLED' as const) : row.status,
      });
      const amount = refund ? row.order_amount : row.amount_captured;
      return completeSystemOperation(row, {
        type: 'settle',
        amount,
        event: refund ? 'refund.settled' : 'transaction.settled',
        job: 'settle',
        change,
      }).catch((error: unknown) => log.error('settling', error, { transactionId: row.id }));
    }),
  );
}
