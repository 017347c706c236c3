import { log } from '~/platform/observability/log';
import { defineStatement } from '~/platform/database/statement.server';
import { completeSystemOperation, type DueTransaction } from './system-operations';
import { transactionColumns } from '~/payments/transactions/transaction-object';

const batch = 100;

/**
 * Captured payments and successful refunds that aren't settled and can't be captured further: those of
 * earlier days, or the given one. Ordered by ID, after a given ID.
 */
const findUnsettled = defineStatement<
  { limit: number; after: string; transactionId: string | null },
  DueTransaction
>(
  'find-unsettled',
  `select ${transactionColumns('transactions')}, now()::timestamptz(3) as database_now from transactions
  where settled_at is null and status in ('CAPTURED', 'PARTIAL_CAPTURED') and type in ('PAYMENT', 'REFUND')
    and hold_reserved = 0 and (type = 'REFUND' or amount_authorized = amount_captured + amount_voided + amount_expired)
    and id > :after and (:transactionId::text is null or id = :transactionId)
    and not exists (
      select from operations o where :transactionId::text is null and o.transaction_id = transactions.id and o.completed_at >= date_trunc('day', now(), 'UTC')
        and o.type = any(case transactions.type when 'REFUND' then '{refund}' else '{authcap,capture,partial_capture}' end::text[]))
  order by id limit :limit::int`,
);

/**
 * Settles the captures and refunds of earlier days in UTC (decisions: Lifecycle). A fully captured payment
 * becomes SETTLED. A partially captured one keeps its status and gets the operation.
 */
export async function settlePreviousDays(): Promise<void> {
  for (
    let unsettled = await findUnsettled({ limit: batch, after: '', transactionId: null });
    unsettled.length;
  ) {
    await settle(unsettled);
    unsettled = await findUnsettled({ limit: batch, after: unsettled.at(-1)!.id, transactionId: null });
  }
}

/** Settles a payment that the acquirer has already paid out, unless part of it can still be captured. */
export async function settleTransaction(transactionId: string): Promise<void> {
  await settle(await findUnsettled({ limit: 1, after: '', transactionId }));
}

/** One that can't be settled doesn't block the others. */
async function settle(unsettled: DueTransaction[]): Promise<void> {
  await Promise.all(
    unsettled.map((row) => {
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
