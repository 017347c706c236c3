import { findUnsettled } from './statements';
import { recordOwnOperation } from './system-operations';

const batch = 100;

/**
 * Settles what was captured and refunded on earlier days of UTC (decisions: Lifecycle). A payment captured in full becomes
 * SETTLED; one captured in part keeps its status and gets the operation. @returns how many
 */
export async function settleEarlierDays(): Promise<number> {
  let total = 0;
  for (let settled = batch; settled === batch; total += settled) settled = await settleBatch();
  return total;
}

async function settleBatch(): Promise<number> {
  const unsettled = await findUnsettled({ limit: batch });
  const settled = await Promise.all(
    unsettled.map((row) => {
      const refund = row.type === 'REFUND';
      const change = (now: Date) => ({ settled_at: now, status: row.status === 'CAPTURED' ? ('SETTLED' as const) : row.status });
      const amount = refund ? row.order_amount : row.amount_captured;
      return recordOwnOperation(row, { type: 'settle', amount, event: refund ? 'refund.settled' : 'transaction.settled', job: 'settle', change });
    }),
  );
  return settled.filter(Boolean).length;
}
