import { remainingHold, statusOfHold } from './states';
import { findLapsedHolds } from './statements';
import { recordOwnOperation } from './system-operations';
import { amountsOf } from './transaction-object';

const batch = 100;

/** Releases what remains of holds, or of one, whose time is over (spec 2.2, expire; decisions: Lifecycle). @returns how many */
export async function expireHolds(transactionId: string | null = null): Promise<number> {
  const lapsed = await findLapsedHolds({ limit: batch, transactionId });
  const expired = await Promise.all(
    lapsed.map((row) => {
      const amounts = amountsOf(row);
      const remaining = remainingHold(amounts);
      const after = { ...amounts, expired: amounts.expired + remaining };
      const change = () => ({ amount_expired: after.expired, status: statusOfHold(after) });
      return recordOwnOperation(row, { type: 'expire', amount: remaining, event: 'transaction.expired', job: 'expire-holds', change });
    }),
  );
  return expired.filter(Boolean).length;
}
