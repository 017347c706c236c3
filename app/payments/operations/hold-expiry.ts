import { defineStatement } from '~/platform/database/statement.server';
import { getRemainingHold, getHoldStatus } from '~/payments/transactions/states';
import { completeSystemOperation, type DueTransaction } from './system-operations';
import { amountsOf, transactionColumns } from '~/payments/transactions/transaction-object';

const batch = 100;

/** Expired holds with a remaining amount and no pending operation. */
const findExpiredHolds = defineStatement<{ limit: number; transactionId: string | null }, DueTransaction>(
  'find-expired-holds',
  `select ${transactionColumns('transactions')}, now()::timestamptz(3) as database_now from transactions
  where capture_before <= now() and status in ('AUTHORIZED', 'PARTIAL_CAPTURED') and hold_reserved = 0
    and amount_authorized > amount_captured + amount_voided + amount_expired and (:transactionId::text is null or id = :transactionId)
  order by capture_before limit :limit::int`,
);

/**
 * Hold expiry (authorization expiration): releases the remaining amounts of expired holds, or of one (spec 2.2,
 * expire; decisions: Lifecycle). hold-duration.ts sets when a hold expires.
 * @returns the number of expired holds
 */
export async function expireHolds(transactionId: string | null = null): Promise<number> {
  const dueHolds = await findExpiredHolds({ limit: batch, transactionId });
  const expired = await Promise.all(
    dueHolds.map((row) => {
      const amounts = amountsOf(row);
      const remaining = getRemainingHold(amounts);
      const after = { ...amounts, expired: amounts.expired + remaining };
      const change = () => ({ amount_expired: after.expired, status: getHoldStatus(after) });
      return completeSystemOperation(row, {
        type: 'expire',
        amount: remaining,
        event: 'transaction.expired',
        job: 'expire-holds',
        change,
      });
    }),
  );
  return expired.filter(Boolean).length;
}
